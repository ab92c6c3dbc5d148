import MovieNightPrimitives

@testable import Catalog

/// Builds catalog files from facts.
enum CatalogFile {
  static let fetched = Timestamp(microseconds: 1_700_000_000_000_000)

  static func line(
    _ question: CatalogQuestion, _ facts: CatalogFacts?, language: String = "en-US", at time: Timestamp = fetched,
    changedAt: Timestamp? = nil
  )
    -> String
  {
    let entry = CatalogEntry(facts: facts, fetchedAt: time, changedAt: changedAt ?? time)
    let key = CatalogStoreKey(question, language: language)
    return String(decoding: StoredEntry.bytes(of: entry, for: key), as: UTF8.self)
  }

  static func line(_ movie: MovieFacts) -> String { line(.movie(movie.id), .movie(movie)) }
  static func line(_ series: SeriesFacts) -> String { line(.series(series.id), .series(series)) }

  static func bytes(_ lines: [String]) -> [UInt8] {
    Array((["{\"catalog\":1,\"attribution\":\"\"}"] + lines).joined(separator: "\n").utf8)
  }

  static func catalog(_ lines: [String], language: String = "en-US") throws(CatalogFileError) -> FileCatalog {
    try FileCatalog(lines: bytes(lines), language: language)
  }

  /// Returns a catalog of these movies, built without serializing them to lines.
  static func catalog(_ movies: [MovieFacts]) -> FileCatalog {
    FileCatalog(
      entries: Dictionary(
        uniqueKeysWithValues: movies.map {
          (.movie($0.id), CatalogEntry(facts: .movie($0), fetchedAt: fetched, changedAt: fetched))
        }))
  }
}

extension CatalogFacts {
  /// The ids on a page of movies, or nil for any other answer.
  var movieIDs: [Int]? {
    if case .movies(let page) = self { page.results.map(\.id) } else { nil }
  }
  var moviePage: ListingPage<MovieListing>? {
    if case .movies(let page) = self { page } else { nil }
  }
}
