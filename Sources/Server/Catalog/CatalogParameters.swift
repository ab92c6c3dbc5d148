import Catalog
import Domain
import MovieNightPrimitives
import ProtocolSchema

/// Parameters of the catalog methods. Values outside `CatalogBounds` are refused without asking the source.
enum CatalogParameters {
  static let series = Parameter<Int>.required("tmdb_id", .integer(CatalogBounds.id), "the series' TMDb id")
  static let season = Parameter<Int>.required(
    "season_number", .integer(CatalogBounds.season), "the season's number; 0 for the specials")
  static let episode = Parameter<Int>.required(
    "episode_number", .integer(CatalogBounds.episode), "the episode's number")
  static let page = Parameter<Int>.optional(
    "page", .integer(CatalogBounds.page), or: 1, "the page of results")
  static let kind = Parameter<MediaKind>.optional(
    "kind", .enumeration("MediaKind"), or: .movie, "movies or series")
  static let refresh = Parameter<Bool>.bool(
    "refresh", "`true` asks the source even if a fresh answer is cached")
  static let query = Parameter<String>.required(
    "query", .text(.search), "the search text: a title, an id (`tmdb:550`, `tt0137523`) or a link")
  static let year = Parameter<Int?>.optional(
    "year", .integer(CatalogBounds.year), "the year of release, or of the first episode; default: any year")
  static let withinCeiling = Parameter<Bool>.bool(
    "within_ceiling", "`true` leaves out movies that the ceiling of the active round, or else of all members, excludes")
  static let country = Parameter<String?>.optional(
    "country", .country,
    "the country as an ISO 3166-1 code; default: the household's, or `US` for administrators")
  static let suggestionAttendees = Parameter<[MemberID]?>.optional(
    "attendees", .list(.id("member"), atMost: 100), "the members to suit; default: all members")
  static let excludedMovies = Parameter<[Int]>.list(
    "exclude_movie_ids", .integer(), atMost: 100, "the TMDb ids of movies to leave out")

  // MARK: Administration

  static let operation = Parameter<CatalogQuestion.Kind?>.optional(
    "kind", .enumeration("CatalogOperation"),
    "the operation, as in `catalog.status`; default: all")
  static let entry = Parameter<String?>.optional(
    "id", .text(.opaque(what: "an entry's id")),
    "a movie or series (`1396`), a season (`1396/1`) or an episode (`1396/1/2`), of any kind without `kind`; default: all"
  )
}

extension TextForm {
  fileprivate static let search = TextForm.searched(
    characters: SearchText.fewestCharacters, bytes: CatalogBounds.searchBytes.upperBound)
}

extension Parameters {
  func searchText(at now: Timestamp) throws(Refusal) -> SearchText {
    let typed = try self[CatalogParameters.query]
    let year = try self[CatalogParameters.year]
    do throws(SearchText.ValidationError) {
      return try SearchText(typed, year: year, thisYear: now.date.year)
    } catch {
      switch error {
      case .tooShort: throw .badParameter("query", "has fewer than \(SearchText.fewestCharacters) characters")
      case .tooLong: throw .badParameter("query", "has more than \(CatalogBounds.searchBytes.upperBound) bytes")
      case .unknownID: throw .badParameter("query", "contains an id that is out of range")
      }
    }
  }
}

extension Method {
  /// The methods of `docs/protocol/catalog.md`.
  static let ofCatalog = ofMovies + ofSearch + ofSeries + ofCatalogLists + ofSuggestions + ofCatalogAdministration
}

extension Caller {
  /// Returns the catalog, or throws `no_catalog` if the server has none.
  func requireCatalog() throws(Refusal) -> CatalogAccess {
    guard let catalog else { throw .noCatalog }
    return catalog
  }

  /// Returns the catalog for one question. If `refresh` is true, counts a refresh against the rate limit.
  /// - Throws: `no_catalog`, `too_many_refreshes`.
  func requireCatalog(refresh: Bool) throws(Refusal) -> CatalogAccess {
    let catalog = try requireCatalog()
    if refresh { try catalog.note(identity.household.map { .household($0) } ?? .administrators, at: now) }
    return catalog
  }

  func query<View: AnswerView>(
    about question: CatalogQuestion, _ parameters: Parameters
  ) throws(Refusal) -> Lookup<AnswerQuery<View>> {
    let refresh = try parameters[CatalogParameters.refresh]
    let catalog = try requireCatalog(refresh: refresh)
    return try catalog.find(question, refresh: refresh).map { [now] answer in
      AnswerQuery(asked: AskedAnswer(question: question, answer: answer), sizes: catalog.imageSizes(at: now))
    }
  }
}

extension AnswerContext {
  /// Returns the household's country, or the default country if `household` is nil, as for an administrator.
  func country(of household: HouseholdID?) throws -> String {
    try household.map { try self.household($0).settings.country } ?? Country.standard
  }
}
