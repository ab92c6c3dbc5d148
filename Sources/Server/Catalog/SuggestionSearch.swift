import Catalog
import Commands
import Domain
import MovieNightPrimitives
import Projections

/// For whom movies are to be suggested, and which not.
struct WantedSuggestions: Sendable {
  let household: HouseholdID
  let attendees: Attendees
  /// What the asker does not want, or has already.
  var leftOut: Set<MovieID>
  let ceiling: Ceiling

  enum Ceiling: Sendable {
    /// That of the attendees, unless somebody sets another one.
    case of(override: ContentRating?)
    /// As in the open round, whose movies are left out too.
    case ofOpenRound
  }
}

/// What the algorithm has found.
struct FoundSuggestions: Sendable {
  /// The best first.
  let suggestions: [Suggestion]
  /// In the order in which they were given up.
  let relaxed: [RelaxedConstraint]
  let country: String
  /// Movies of the watchlist that a round of the same attendees would let in.
  let eligibleCount: Int
  let provenance: Provenance

  /// Of all answers together.
  struct Provenance: Sendable {
    /// Of the oldest; nil where there was none.
    private(set) var oldest: CatalogAnswer?
    private(set) var isStale = false

    mutating func note(_ result: Result<CatalogAnswer, CatalogFailure>) {
      guard case .success(let answer) = result else { return }
      isStale = isStale || answer.isStale
      if oldest.map({ answer.fetchedAt < $0.fetchedAt }) ?? true { oldest = answer }
    }
  }

  /// As they enter a round.
  var movies: [FoundMovie] {
    suggestions.map { suggestion in
      FoundMovie(
        movie: Movie(suggestion.movie, in: country),
        merit: SuggestionMerit(score: suggestion.score, reason: suggestion.reason))
    }
  }
}

extension Caller {
  /// Whom suggestions would be for. It needs no catalog, and comes before all that does.
  ///
  /// - Returns: can turn out to be `unknown_household`, `not_members` or `too_few_preferences`.
  func circle(_ wanted: WantedSuggestions) throws(Refusal) -> Lookup<SuggestionCircle> {
    try Lookup.known(()).moved(to: perform).map { [readModels] (_) throws(Refusal) in
      try reading { () throws in try SuggestionCircle(wanted, readModels) }
    }
  }

  /// Movies for a circle (`docs/catalog.md`, "Suggestions").
  ///
  /// - Parameter end: by when there must be some (`CatalogAccess.endOfQuestions`).
  /// - Returns: can turn out to be that the catalog cannot be asked.
  func suggestions(
    for circle: SuggestionCircle, from catalog: CatalogAccess, by end: Duration
  ) throws(Refusal) -> Lookup<FoundSuggestions> {
    try SuggestionSearch(circle, on: now.date, by: end, catalog, readModels).lookup
  }
}

/// Reads rows where that may wait.
func reading<Value>(_ body: () throws -> Value) throws(Refusal) -> Value {
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

/// Whom suggestions are for, as the rows have them.
struct SuggestionCircle: Sendable {
  let household: HouseholdDetails
  let ceiling: CeilingInForce
  let preferences: [HouseholdDetails.MemberPreferences]
  let leftOut: Set<MovieID>
  /// Movies of the watchlist that the ceiling lets in.
  let eligibleCount: Int

  /// - Throws: `unknown_household`, `not_members`, `too_few_preferences`; or what keeps rows from being read.
  fileprivate init(_ wanted: WantedSuggestions, _ readModels: ReadModels) throws {
    guard let household = try readModels.household(wanted.household) else { throw Refusal.unknownHousehold }
    self.household = household
    let attendees = wanted.attendees.ids(among: household.memberIDs)
    let strangers = attendees.filter { household.member($0) == nil }
    guard strangers.isEmpty else { throw Refusal.notMembers.with(data: .members(strangers)) }
    preferences = attendees.compactMap { household.preferences(of: $0) }
    guard preferences.count >= RoundLimits.preferencesToSuggest else { throw Refusal.tooFewPreferences }
    switch wanted.ceiling {
    case .of(let override):
      ceiling = CeilingInForce(of: attendees, in: household, override: override)
      leftOut = wanted.leftOut
    case .ofOpenRound:
      let round = try household.activeRoundID.flatMap { try readModels.round($0) }
      ceiling = CeilingInForce(of: attendees, in: household, override: round?.ceilingOverride)
      leftOut = wanted.leftOut.union(round?.movieIDs ?? [])
    }
    let watchlist = try readModels.watchlist(household.id, after: nil, limit: LibraryLimits.watchlist)
    eligibleCount = watchlist.rows.count { [ceiling] in !ceiling.refuses($0.entry.movie.contentRating) }
  }

  /// - Parameter today: in UTC.
  func wishes(on today: CalendarDate) -> SuggestionWishes {
    let dislikes = preferences.map { Set($0.genreDislikes) }
    return SuggestionWishes(
      likes: preferences.reduce(into: []) { $0.formUnion($1.genreLikes) },
      dislikes: dislikes.dropFirst().reduce(dislikes.first ?? []) { $0.intersection($1) },
      ceiling: ceiling.rating, passes: { [ceiling] in !ceiling.refuses($0) }, leftOut: leftOut,
      services: household.streamingServices, country: household.settings.country, today: today)
  }
}

/// Does what the algorithm says: asks the catalog, and tells it what came. Each question may take half of the time that is left:
/// whatever says nothing falls out, and what there is counts.
private struct SuggestionSearch: Sendable {
  private let circle: SuggestionCircle
  private let end: Duration
  private let catalog: CatalogAccess
  private let readModels: ReadModels
  private var suggestions: Suggestions
  private var provenance = FoundSuggestions.Provenance()

  init(
    _ circle: SuggestionCircle, on today: CalendarDate, by end: Duration, _ catalog: CatalogAccess,
    _ readModels: ReadModels
  ) {
    self.circle = circle
    self.end = end
    self.catalog = catalog
    self.readModels = readModels
    suggestions = Suggestions(circle.wishes(on: today))
  }

  var lookup: Lookup<FoundSuggestions> {
    get throws(Refusal) {
      switch suggestions.next {
      case .discover(let discovery, let page):
        let question = CatalogQuestion.discover(discovery, page: page)
        return try catalog.answers(to: [question], within: catalog.patience(until: end)).moved(to: catalog.perform)
          .then { [self] (answers) throws(Refusal) in
            var next = self
            try next.take(page: answers[question] ?? .failure(.unavailable(.timeout)))
            return try next.lookup
          }
      case .resolve(let ids):
        return try catalog.movies(Set(ids), within: catalog.patience(until: end)).moved(to: catalog.perform)
          .then { [self] (answers) throws(Refusal) in
            var next = self
            next.take(details: answers)
            return try next.lookup
          }
      case .done(.suggestions(let suggestions, let relaxed)):
        return .known(
          FoundSuggestions(
            suggestions: suggestions, relaxed: relaxed, country: circle.household.settings.country,
            eligibleCount: circle.eligibleCount, provenance: provenance))
      case .done(.unavailable(let failure)):
        throw Refusal(failure, of: .configuration)
      }
    }
  }

  /// Without what the household has watched, which the algorithm is not given as a whole: the list has no limit.
  private mutating func take(page: Result<CatalogAnswer, CatalogFailure>) throws(Refusal) {
    provenance.note(page)
    switch page {
    case .failure(let failure): suggestions.discovered(.failure(failure))
    case .success(let answer):
      guard case .movies(var listing) = answer.facts else {
        return suggestions.discovered(.failure(.unavailable(.unfitting)))
      }
      let watched = try reading {
        try readModels.watched(among: listing.results.map(\.id), in: circle.household.id)
      }
      listing.results.removeAll { watched.contains($0.id) }
      suggestions.discovered(.success(listing))
    }
  }

  private mutating func take(details: [Int: Result<CatalogAnswer, CatalogFailure>]) {
    for answer in details.values { provenance.note(answer) }
    suggestions.resolved(
      details.mapValues { answer in
        answer.flatMap { answer in
          if case .movie(let movie) = answer.facts { .success(movie) } else { .failure(.unavailable(.unfitting)) }
        }
      })
  }
}
