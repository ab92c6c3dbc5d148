import Catalog
import Domain
import Primitives

// Bounds are those of `CatalogBounds`: what is beyond them is refused without a request.
extension Parameters {
  func seriesID() throws(WireError) -> Int { try catalogNumber("tmdb_id", CatalogBounds.id) }
  func seasonNumber() throws(WireError) -> Int { try catalogNumber("season_number", CatalogBounds.season) }
  func episodeNumber() throws(WireError) -> Int { try catalogNumber("episode_number", CatalogBounds.episode) }
  func page() throws(WireError) -> Int { try optionalInteger("page", in: CatalogBounds.page) ?? 1 }
  func mediaKind() throws(WireError) -> MediaKind { try optionalChoice("kind") ?? .movie }
  /// Whether the source is to be asked in any case.
  func refresh() throws(WireError) -> Bool { try optionalBool("refresh") ?? false }

  private func catalogNumber(_ name: StaticString, _ bounds: ClosedRange<Int>) throws(WireError) -> Int {
    try required(name, try optionalInteger(name, in: bounds))
  }

  /// What somebody typed to find a movie or series.
  func searchText(at now: Timestamp) throws(WireError) -> SearchText {
    let typed = try string("query")
    let year = try optionalInteger("year", in: CatalogBounds.year)
    do throws(SearchText.Fault) {
      return try SearchText(typed, year: year, thisYear: now.date.year)
    } catch {
      switch error {
      case .tooShort: throw .badParameter("query", "has fewer than \(SearchText.fewestCharacters) characters")
      case .tooLong: throw .badParameter("query", "has more than \(CatalogBounds.searchBytes.upperBound) bytes")
      case .unknownID: throw .badParameter("query", "names an id that nobody has")
      }
    }
  }
}

extension Method {
  /// `docs/protocol.md`, "Catalog".
  static let ofCatalog = ofMovies + ofSearch + ofSeries + ofCatalogLists + ofSuggestions + ofCatalogAdministration
}

extension Caller {
  /// - Throws: `no_catalog`.
  func requireCatalog() throws(WireError) -> CatalogAccess {
    guard let catalog else { throw .noCatalog }
    return catalog
  }

  /// The catalog, to be asked one thing.
  ///
  /// - Parameter refresh: whether the source is to be asked in any case, which counts.
  /// - Throws: `no_catalog`, `too_many_refreshes`.
  func requireCatalog(refresh: Bool) throws(WireError) -> CatalogAccess {
    let catalog = try requireCatalog()
    if refresh { try catalog.note(identity.household.map { .household($0) } ?? .administrators, at: now) }
    return catalog
  }

  /// A result that rests on the answer to one question alone.
  func answer(
    _ question: CatalogQuestion, _ parameters: Parameters,
    _ write: @escaping @Sendable (inout JSONWriter, CatalogAnswer, ImageSizes) -> Void
  ) throws(WireError) -> Found<[UInt8]> {
    let refresh = try parameters.refresh()
    let catalog = try requireCatalog(refresh: refresh)
    return try catalog.find(question, refresh: refresh).map { [now] answer in
      catalog.result(of: question, answer, at: now) { json, sizes in write(&json, answer, sizes) }
    }
  }
}

extension Answering {
  /// Of the household; the standard one for an administrator.
  func country(of household: HouseholdID?) throws -> String {
    try household.map { try self.household($0).settings.country } ?? Country.standard
  }
}
