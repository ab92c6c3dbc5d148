import MovieNightPrimitives

/// A movie in a list of results.
public struct MovieListing: FieldObject, Equatable, Sendable {
  /// The id at TMDb.
  public var id: Int
  public var title: String
  public var originalTitle: String?
  public var releaseDate: CalendarDate?
  public var overview: String?
  public var posterPath: String?
  public var genreIDs: [Int] = []
  public var popularity: Double?
  /// The average vote; nil without votes.
  public var voteAverage: Double?

  public static let fields = Fields(
    Self.init(id:title:originalTitle:releaseDate:overview:posterPath:genreIDs:popularity:voteAverage:),
    Field("id", \.id, Bounds.id), Field("title", \.title, Bounds.name),
    Field("original_title", \.originalTitle, .orNull(Bounds.name)),
    Field("release_date", \.releaseDate, .orNull(Bounds.date)),
    Field("overview", \.overview, .orNull(Bounds.overview)),
    Field("poster_path", \.posterPath, .orNull(Bounds.imagePath)),
    Field("genre_ids", \.genreIDs, absent: [], Bounds.genreIDs),
    Field("popularity", \.popularity, .orNull(Bounds.popularity)),
    Field("vote_average", \.voteAverage, .orNull(Bounds.voteAverage)))
}

extension MovieListing {
  public init(_ movie: MovieFacts) {
    self.init(
      id: movie.id, title: movie.title, originalTitle: movie.originalTitle, releaseDate: movie.releaseDate,
      overview: movie.overview, posterPath: movie.posterPath, genreIDs: movie.genres.map(\.id),
      popularity: movie.popularity, voteAverage: movie.voteAverage)
  }
}

/// A series in a list of results.
public struct SeriesListing: FieldObject, Equatable, Sendable {
  /// The id at TMDb.
  public var id: Int
  public var name: String
  public var originalName: String?
  public var firstAirDate: CalendarDate?
  public var overview: String?
  public var posterPath: String?
  public var genreIDs: [Int] = []
  public var popularity: Double?
  /// The average vote; nil without votes.
  public var voteAverage: Double?

  public static let fields = Fields(
    Self.init(id:name:originalName:firstAirDate:overview:posterPath:genreIDs:popularity:voteAverage:),
    Field("id", \.id, Bounds.id), Field("name", \.name, Bounds.name),
    Field("original_name", \.originalName, .orNull(Bounds.name)),
    Field("first_air_date", \.firstAirDate, .orNull(Bounds.date)),
    Field("overview", \.overview, .orNull(Bounds.overview)),
    Field("poster_path", \.posterPath, .orNull(Bounds.imagePath)),
    Field("genre_ids", \.genreIDs, absent: [], Bounds.genreIDs),
    Field("popularity", \.popularity, .orNull(Bounds.popularity)),
    Field("vote_average", \.voteAverage, .orNull(Bounds.voteAverage)))
}

extension SeriesListing {
  public init(_ series: SeriesFacts) {
    self.init(
      id: series.id, name: series.name, originalName: series.originalName, firstAirDate: series.firstAirDate,
      overview: series.overview, posterPath: series.posterPath, genreIDs: series.genres.map(\.id),
      popularity: series.popularity, voteAverage: series.voteAverage)
  }
}

/// A result with the titles by which a search finds it.
public protocol TitledListing {
  var titles: [String] { get }
}

extension MovieListing: TitledListing {
  public var titles: [String] { [title, originalTitle].compactMap(\.self) }
}

extension SeriesListing: TitledListing {
  public var titles: [String] { [name, originalName].compactMap(\.self) }
}

extension ListingPage where Listing: TitledListing {
  /// Returns the results that answer the question. Of a text that is too short for anything else, these are the whole
  /// titles, all on one page. `page` is the number of the requested page.
  public func answering(_ question: CatalogQuestion, page: Int) -> ListingPage {
    guard let title = question.wholeTitle.map(FoldedText.init) else { return self }
    let found = results.filter { !title.bytes.isEmpty && $0.titles.contains { FoldedText($0) == title } }
    var answer = ListingPage(whole: found, page: page)
    if page > 1 { answer.results = [] }
    return answer
  }
}

/// A page of results, in the source's order.
public struct ListingPage<Listing: FieldObject & Equatable & Sendable>: FieldObject, Equatable, Sendable {
  /// The number of the page, from 1.
  public var page: Int
  public var totalPages: Int
  public var totalResults: Int
  public var results: [Listing]

  public static var fields: Fields<Self> {
    Fields(
      Self.init(page:totalPages:totalResults:results:), Field("page", \.page, Bounds.page),
      Field("total_pages", \.totalPages, Bounds.count), Field("total_results", \.totalResults, Bounds.count),
      Field("results", \.results, .list(atMost: Bounds.results)))
  }
}

extension ListingPage {
  /// Creates a page that contains all results. `page` is the number of the requested page.
  public init(whole results: [Listing], page: Int = 1) {
    self.init(page: page, totalPages: results.isEmpty ? 0 : 1, totalResults: results.count, results: results)
  }
}

/// The movies and series that an external id identifies. Both lists are empty if the id is unknown.
public struct ExternalIDMatches: FieldObject, Equatable, Sendable {
  public var movies: [MovieListing] = []
  public var series: [SeriesListing] = []

  public static let fields = Fields(
    Self.init(movies:series:),
    Field("movies", \.movies, absent: [], .list(atMost: Bounds.results, eachOnceBy: \.id)),
    Field("series", \.series, absent: [], .list(atMost: Bounds.results, eachOnceBy: \.id)))
}

/// The genres of movies, or of series.
public struct GenreList: FieldObject, Equatable, Sendable {
  public var genres: [Genre]

  public static let fields = Fields(
    Self.init(genres:), Field("genres", \.genres, .list(atMost: Bounds.listedGenres, eachOnceBy: \.id)))

  /// Returns the list with missing genres added from another list.
  public func filled(from other: GenreList) -> GenreList {
    let ids = Set(genres.map(\.id))
    return GenreList(genres: genres + other.genres.filter { !ids.contains($0.id) })
  }
}
