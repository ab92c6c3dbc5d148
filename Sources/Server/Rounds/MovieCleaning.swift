import Catalog
import Domain
import MovieNightPrimitives

extension Movie {
  /// The movie after applying the catalog's rules for texts and numbers (`CleanText`, `ImagePath`), because other
  /// members will see it. Invalid values are dropped. Nil if the title has no visible characters.
  private var cleaned: Movie? {
    guard let title = CleanText.cut(title, longest: CleanText.longestName) else { return nil }
    var movie = self
    movie.title = title
    movie.posterPath = posterPath.flatMap { ImagePath.isValid($0) ? $0 : nil }
    movie.contentRating = contentRating.flatMap { CleanText.whole($0, longest: CleanText.longestRating) }
    movie.genres = Self.shortNames(genres)
    movie.genreIDs = genreIDs.filter(CatalogBounds.id.contains)
    movie.overview = overview.flatMap { CleanText.cut($0, longest: CleanText.longestOverview) }
    movie.popularity = popularity.flatMap { $0 >= 0 ? $0 : nil }
    movie.voteAverage = voteAverage.flatMap { (0...10).contains($0) ? $0 : nil }
    movie.streaming = Self.shortNames(streaming)
    return movie
  }

  /// Decodes a movie and cleans it. Throws an error if decoding fails, or if the title has no visible characters.
  init(cleaning json: JSONValue) throws(JSONError) {
    guard let movie = try Movie(json: json).cleaned else {
      throw JSONError(.wrongType(expected: "a text with visible characters"), field: "title")
    }
    self = movie
  }

  static func shortNames(_ names: some Sequence<String>) -> [String] {
    names.prefix(MovieLimits.names).compactMap { CleanText.cut($0, longest: MovieLimits.name.upperBound) }
  }
}
