/// The content of `FakeTMDb`.
struct Content: Sendable {
  var movies = FakeTMDb.Movie.some
  var series = FakeTMDb.Series.some
  var providers = FakeTMDb.ListedProvider.some

  func movie(_ id: Int) -> FakeTMDb.Movie? { movies.first { $0.id == id } }
  func series(_ id: Int) -> FakeTMDb.Series? { series.first { $0.id == id } }
}

extension FakeTMDb.ListedProvider {
  static let some = [
    FakeTMDb.ListedProvider(id: 8, name: "Netflix", priorities: ["CA": 0, "DE": 0, "US": 0]),
    FakeTMDb.ListedProvider(id: 9, name: "Amazon Prime Video", priorities: ["DE": 1, "US": 2]),
    FakeTMDb.ListedProvider(id: 337, name: "Disney Plus", priorities: ["CA": 2, "DE": 2, "US": 1]),
    FakeTMDb.ListedProvider(id: 15, name: "Hulu", priorities: ["US": 6]),
    FakeTMDb.ListedProvider(id: 1899, name: "Max", priorities: ["US": 5]),
    FakeTMDb.ListedProvider(id: 73, name: "Tubi TV", priorities: ["CA": 9, "US": 10]),
    FakeTMDb.ListedProvider(id: 2, name: "Apple TV", priorities: ["CA": 4, "DE": 4, "US": 4]),
    FakeTMDb.ListedProvider(id: 11, name: "MUBI", priorities: ["DE": 7]),
  ]
}

/// TMDb's genres of movies and of series.
enum Genres {
  typealias Listed = [(id: Int, name: String)]

  static let ofMovies: Listed = [
    (28, "Action"), (12, "Adventure"), (16, "Animation"), (35, "Comedy"), (80, "Crime"), (99, "Documentary"),
    (18, "Drama"), (10751, "Family"), (14, "Fantasy"), (36, "History"), (27, "Horror"), (10402, "Music"),
    (9648, "Mystery"), (10749, "Romance"), (878, "Science Fiction"), (10770, "TV Movie"), (53, "Thriller"),
    (10752, "War"), (37, "Western"),
  ]

  static let ofSeries: Listed = [
    (10759, "Action & Adventure"), (16, "Animation"), (35, "Comedy"), (80, "Crime"), (99, "Documentary"),
    (18, "Drama"), (10751, "Family"), (10762, "Kids"), (9648, "Mystery"), (10763, "News"), (10764, "Reality"),
    (10765, "Sci-Fi & Fantasy"), (10766, "Soap"), (10767, "Talk"), (10768, "War & Politics"), (37, "Western"),
  ]
}
