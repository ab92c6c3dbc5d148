import Domain
import Primitives

extension Parameters {
  func movieID(_ name: StaticString = "tmdb_movie_id") throws(WireError) -> MovieID {
    try required(name, try optionalInteger(name, in: 1...Int(Int32.max)))
  }

  private static let movieMembers: [StaticString] = [
    "tmdb_movie_id", "title", "year", "poster_path", "content_rating", "genres", "genre_ids", "runtime", "overview",
    "popularity", "vote_average", "streaming",
  ]

  func movie(_ name: StaticString = "movie") throws(WireError) -> SentMovie {
    guard let json = value(name) else { throw .badParameter("\(name)", "is missing") }
    return try Self.movie(json, at: "\(name)")
  }

  /// The movies of a list; empty where the parameter is absent.
  func movies(_ name: StaticString = "movies") throws(WireError) -> [SentMovie] {
    guard let json = value(name) else { return [] }
    guard json.kind == .array else { throw .badParameter("\(name)", "must be a list of movies") }
    var movies: [SentMovie] = []
    for element in json.elements {
      guard movies.count < 100 else { throw .badParameter("\(name)", "has too many movies") }
      movies.append(try Self.movie(element, at: "\(name)[\(movies.count)]"))
    }
    return movies
  }

  private static func movie(_ json: JSONValue, at path: String) throws(WireError) -> SentMovie {
    guard json.kind == .object else { throw .badParameter(path, "must be a movie, an object") }
    try requireOnly(movieMembers, in: json, prefix: path + ".")
    do throws(JSONError) {
      let isNamed = json["title"] != nil
      let movie = try Movie(json: isNamed ? json : json.titled)
      try check(movie)
      return SentMovie(movie: movie, isNamed: isNamed)
    } catch {
      throw .badParameter("\(path).\(error.field)", error.expectation)
    }
  }

  /// Bounds that keep one movie from filling a round's row; the domain has no rule here.
  static func check(_ movie: Movie) throws(JSONError) {
    func require(_ holds: Bool, _ field: String, _ expected: String) throws(JSONError) {
      if !holds { throw JSONError(.wrongType(expected: expected), field: field) }
    }
    try require((1...Int(Int32.max)).contains(movie.tmdbMovieID), "tmdb_movie_id", "a positive number")
    try require((1...300).contains(movie.title.utf8.count), "title", "1 to 300 bytes long")
    try require((1870...2200).contains(movie.year ?? 2000), "year", "a year from 1870 to 2200")
    try require((movie.posterPath?.utf8.count ?? 0) <= 300, "poster_path", "at most 300 bytes long")
    try require((movie.contentRating?.utf8.count ?? 0) <= 20, "content_rating", "at most 20 bytes long")
    try require((movie.overview?.utf8.count ?? 0) <= 4000, "overview", "at most 4000 bytes long")
    try require((movie.runtime ?? 1) > 0 && (movie.runtime ?? 1) < 10_000, "runtime", "minutes from 1 to 9999")
    let lists = [("genres", movie.genres), ("streaming", movie.streaming)]
    for (field, texts) in lists {
      try require(texts.count <= 20 && texts.allSatisfy { $0.utf8.count <= 100 }, field, "at most 20 short texts")
    }
    try require(movie.genreIDs.count <= 20, "genre_ids", "at most 20 numbers")
  }
}

/// A movie as somebody sent it. What they left out only a catalog can tell.
struct SentMovie: Sendable {
  /// Without a name it has another one in its place.
  let movie: Movie
  let isNamed: Bool
}

extension JSONValue {
  /// An object that lacks a title, with one.
  fileprivate var titled: JSONValue {
    get throws(JSONError) {
      var object = JSONWriter()
      object.object { $0.field("title", "?") }
      return try JSONDocument(object.bytes.dropLast() + [UInt8(ascii: ",")] + encoded.dropFirst()).root
    }
  }
}

extension JSONError {
  /// What a parameter should have been.
  fileprivate var expectation: String {
    if case .wrongType(let expected) = reason { return "must be \(expected)" }
    return "is missing"
  }
}
