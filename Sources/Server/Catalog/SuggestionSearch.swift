import Catalog
import Commands
import Domain
import MovieNightPrimitives
import Projections

/// A request for suggestions: the attendees to suit, the movies to leave out, and the ceiling to apply.
struct WantedSuggestions: Sendable {
  let household: HouseholdID
  let attendees: Attendees
  /// Movies that the caller has excluded or already has.
  var excludedMovies: Set<MovieID>
  let ceiling: Ceiling

  enum Ceiling: Sendable {
    /// The ceiling given by `override`, or the attendees' ceiling if it is nil.
    case of(override: ContentRating?)
    /// The attendees' ceiling, unless the open round overrides it. The round's movies are left out too.
    case ofOpenRound
  }
}

struct SuggestionResults: Sendable {
  /// The suggested movies, best first.
  let suggestions: [Suggestion]
  /// The constraints that were relaxed, in that order.
  let relaxed: [RelaxedConstraint]
  let country: String
  /// The number of watchlist movies within the ceiling of these attendees.
  let eligibleCount: Int
  let provenance: Provenance

  /// The combined provenance of all answers.
  struct Provenance: Sendable {
    /// The oldest answer; nil if no question was answered.
    private(set) var oldest: CatalogAnswer?
    private(set) var isStale = false

    mutating func note(_ result: Result<CatalogAnswer, CatalogFailure>) {
      guard case .success(let answer) = result else { return }
      isStale = isStale || answer.isStale
      if oldest.map({ answer.fetchedAt < $0.fetchedAt }) ?? true { oldest = answer }
    }
  }

  var movies: [ScoredMovie] {
    suggestions.map { suggestion in
      ScoredMovie(
        movie: Movie(suggestion.movie, in: country),
        merit: SuggestionMerit(score: suggestion.score, reason: suggestion.reason))
    }
  }
}

extension Caller {
  /// Reads the rows that suggestions are based on. This needs no catalog. Call it before anything that does, so that an
  /// invalid request gets the same refusal with and without a catalog.
  /// - Returns: a lookup that can fail with `unknown_household`, `not_members` or `too_few_preferences`.
  func suggestionContext(_ wanted: WantedSuggestions) throws(Refusal) -> Lookup<SuggestionContext> {
    try Lookup.known(()).moved(to: perform).map { [readModels] (_) throws(Refusal) in
      try readRows { () throws in try SuggestionContext(wanted, readModels) }
    }
  }

  /// Finds movies (`docs/catalog.md`, "Suggestions"). The catalog should answer by `end`
  /// (`CatalogAccess.questionDeadline`).
  /// - Returns: a lookup that fails if the catalog is unavailable.
  func suggestions(
    for suggestionContext: SuggestionContext, from catalog: CatalogAccess, by end: Duration
  ) throws(Refusal) -> Lookup<SuggestionResults> {
    try SuggestionSearch(suggestionContext, on: now.date, by: end, catalog, readModels).lookup
  }
}

/// Runs `body`, which reads rows and may block, and maps its errors to refusals.
func readRows<Value>(_ body: () throws -> Value) throws(Refusal) -> Value {
  do {
    return try body()
  } catch let refusal as Refusal {
    throw refusal
  } catch ProjectionError.projectionStopped(let name) {
    throw .projectionStopped(name)
  } catch {
    throw .storeUnavailable
  }
}

/// The rows that suggestions are based on: the household, its members' preferences and the ceiling.
struct SuggestionContext: Sendable {
  let household: HouseholdDetails
  let ceiling: CeilingInForce
  let preferences: [HouseholdDetails.MemberPreferences]
  /// The movies to leave out: those that the caller excludes, and those that are picked but not watched yet.
  let excludedMovies: Set<MovieID>
  let eligibleCount: Int

  /// - Throws: `unknown_household`, `not_members`, `too_few_preferences`, or the error of reading a row.
  fileprivate init(_ wanted: WantedSuggestions, _ readModels: ReadModels) throws {
    guard let household = try readModels.household(wanted.household) else { throw Refusal.unknownHousehold }
    self.household = household
    let attendees = wanted.attendees.ids(among: household.memberIDs)
    let nonMembers = attendees.filter { household.member($0) == nil }
    guard nonMembers.isEmpty else { throw Refusal.notMembers.with(data: .members(nonMembers)) }
    preferences = attendees.compactMap { household.preferences(of: $0) }.filter { !$0.genreLikes.isEmpty }
    guard preferences.count >= RoundLimits.preferencesToSuggest else { throw Refusal.tooFewPreferences }
    let picked = try readModels.awaitingSessions(household).filter { $0.status == .selected }
    var excludedMovies = wanted.excludedMovies.union(picked.compactMap(\.pick?.tmdbMovieID))
    switch wanted.ceiling {
    case .of(let override):
      ceiling = CeilingInForce(of: attendees, in: household, override: override)
    case .ofOpenRound:
      let round = try household.activeRoundID.flatMap { try readModels.round($0) }
      ceiling = CeilingInForce(of: attendees, in: household, override: round?.ceilingOverride)
      excludedMovies.formUnion(round?.movieIDs ?? [])
    }
    self.excludedMovies = excludedMovies
    let watchlist = try readModels.watchlist(household.id, after: nil, limit: LibraryLimits.watchlist)
    eligibleCount = watchlist.rows.count { [ceiling] in !ceiling.refuses($0.entry.movie.contentRating) }
  }

  /// Returns the criteria for suggestions. `today` is a date in UTC.
  func criteria(on today: CalendarDate) -> SuggestionCriteria {
    let dislikes = preferences.map { Set($0.genreDislikes) }
    return SuggestionCriteria(
      likes: preferences.reduce(into: []) { $0.formUnion($1.genreLikes) },
      dislikes: dislikes.dropFirst().reduce(dislikes.first ?? []) { $0.intersection($1) },
      ceiling: ceiling.rating, passes: { [ceiling] in !ceiling.refuses($0) }, excludedMovies: excludedMovies,
      services: household.streamingServices, country: household.settings.country, today: today)
  }
}

/// Runs the suggestion algorithm: sends its questions to the catalog and passes the answers back to it. Each question
/// may take half of the time left until `end`. A longer one times out, unless an older answer is cached.
private struct SuggestionSearch: Sendable {
  private let suggestionContext: SuggestionContext
  private let end: Duration
  private let catalog: CatalogAccess
  private let readModels: ReadModels
  private var suggestions: Suggestions
  private var provenance = SuggestionResults.Provenance()

  init(
    _ suggestionContext: SuggestionContext, on today: CalendarDate, by end: Duration, _ catalog: CatalogAccess,
    _ readModels: ReadModels
  ) {
    self.suggestionContext = suggestionContext
    self.end = end
    self.catalog = catalog
    self.readModels = readModels
    suggestions = Suggestions(suggestionContext.criteria(on: today))
  }

  var lookup: Lookup<SuggestionResults> {
    get throws(Refusal) {
      switch suggestions.next {
      case .discover(let discovery, let page):
        let question = CatalogQuestion.discover(discovery, page: page)
        return try catalog.answers(to: [question], within: catalog.timeout(until: end)).moved(to: catalog.perform)
          .then { [self] (answers) throws(Refusal) in
            var next = self
            try next.take(page: answers[question] ?? .failure(.unavailable(.timeout)))
            return try next.lookup
          }
      case .resolve(let ids):
        return try catalog.movies(Set(ids), within: catalog.timeout(until: end)).moved(to: catalog.perform)
          .then { [self] (answers) throws(Refusal) in
            var next = self
            next.take(details: answers)
            return try next.lookup
          }
      case .done(.suggestions(let suggestions, let relaxed)):
        return .known(
          SuggestionResults(
            suggestions: suggestions, relaxed: relaxed, country: suggestionContext.household.settings.country,
            eligibleCount: suggestionContext.eligibleCount, provenance: provenance))
      case .done(.unavailable(let failure)):
        throw Refusal(failure, of: .configuration)
      }
    }
  }

  /// Passes a page to the algorithm, without the movies that the household has watched. The algorithm does not get the
  /// list of watched movies itself, because the length of that list is not limited.
  private mutating func take(page: Result<CatalogAnswer, CatalogFailure>) throws(Refusal) {
    provenance.note(page)
    switch page {
    case .failure(let failure): suggestions.receivePage(.failure(failure))
    case .success(let answer):
      guard case .movies(var listing) = answer.facts else {
        return suggestions.receivePage(.failure(.unavailable(.unexpectedBody)))
      }
      let watched = try readRows {
        try readModels.watched(among: listing.results.map(\.id), in: suggestionContext.household.id)
      }
      listing.results.removeAll { watched.contains($0.id) }
      suggestions.receivePage(.success(listing))
    }
  }

  private mutating func take(details: [Int: Result<CatalogAnswer, CatalogFailure>]) {
    for answer in details.values { provenance.note(answer) }
    suggestions.receiveMovies(
      details.mapValues { answer in
        answer.flatMap { answer in
          if case .movie(let movie) = answer.facts { .success(movie) } else { .failure(.unavailable(.unexpectedBody)) }
        }
      })
  }
}
