import Domain
import MovieNightPrimitives

extension RoundState {
  /// Decides to start this round, which must not exist yet. `active` is the household's round in draft or voting, if
  /// there is one; `replaced` is the round that `start.replaces` names.
  func start(_ start: StartRound, in context: RoundContext, active: RoundState?, replaced: RoundState?)
    throws(Refusal) -> Decision
  {
    guard status == nil else { throw .activeRoundExists.with(data: .round(id)) }
    if let replaced, replaced.household != context.household.id { throw .unknownRound }
    if start.ceilingOverride != nil { try requireCreator(context) }
    try replaced?.require(.draft, .voting)
    var decision = Decision()
    if let active {
      // The command replaces the active round only if it names that round and its sender may discard it.
      guard replaced?.id == active.id, let discarded = try? active.discard(context) else {
        throw .activeRoundExists.with(data: .round(active.id))
      }
      decision = discarded
    }
    let attendees = try Self.validated(start.attendees, in: context.household)

    // Each event is applied at once, so that the checks of later movies take it into account.
    var draft = self
    func record(_ event: RoundEvent) {
      decision.record(event, in: id)
      draft = draft.after(event, in: context.household)
    }
    record(.drafted(RoundDrafted(startedBy: context.actor, attendees: attendees)))
    decision.record(.activeRoundStarted(ActiveRoundStarted(roundID: id)), in: context.household.id)
    if let ceiling = start.ceilingOverride {
      record(.ceilingOverridden(CeilingOverridden(maxContentRating: ceiling, overriddenBy: context.actor)))
    }
    let suggestions = try draft.suggestions(
      start.movies, start.allowWatched, start.promotion, start.found, context)
    for event in suggestions { record(event) }
    if start.opensVoting {
      guard draft.movies.count >= RoundLimits.suggestionsToOpen else { throw .tooFewSuggestions }
      record(.votingOpened(VotingOpened(openedBy: context.actor)))
    }
    return decision
  }

  func suggest(_ movies: [Movie], _ allowWatched: Bool, _ promotion: Promotion?, _ context: RoundContext)
    throws(Refusal) -> Decision
  {
    try requireStarterOrCreator(context)
    try require(.draft)
    let events = try suggestions(movies, allowWatched, promotion, [], context)
    return events.reduce(into: Decision()) { $0.record($1, in: id) }
  }

  /// Returns the events by which movies enter the round. If one of `movies` is not admissible, the whole command is
  /// refused. Then follow promoted movies and the algorithm's suggestions, as many as there is room for.
  private func suggestions(
    _ movies: [Movie], _ allowWatched: Bool, _ promotion: Promotion?, _ found: [ScoredMovie], _ context: RoundContext
  ) throws(Refusal) -> [RoundEvent] {
    let ceiling = ceiling(context)
    var draft = self
    var events: [RoundEvent] = []
    func enter(_ movie: Movie, _ source: SuggestionSource, _ merit: SuggestionMerit? = nil) {
      let event = RoundEvent.movieSuggested(
        MovieSuggested(
          movie: movie, position: draft.nextPosition, source: source, suggestedBy: context.actor, merit: merit))
      draft = draft.after(event, in: context.household)
      events.append(event)
    }
    for movie in movies {
      try draft.requireAdmissible(movie, allowWatched: allowWatched, ceiling: ceiling, context)
      guard draft.room > 0 else { throw .roundFull }
      enter(movie, .member)
    }
    if let promotion {
      for movie in draft.promotable(excluding: promotion.excluding, context) { enter(movie, .watchlist) }
    }
    for found in found where draft.room > 0 {
      // The movie was admissible when it was suggested, but may have been watched since, or a ceiling lowered.
      let isAdmissible: Void? = try? draft.requireAdmissible(
        found.movie, allowWatched: false, ceiling: ceiling, context)
      if isAdmissible != nil { enter(found.movie, .algorithm, found.merit) }
    }
    return events
  }

  /// Returns the watchlist movies that are admissible now, newest first, as many as there is room for.
  private func promotable(excluding excluded: [MovieID], _ context: RoundContext) -> [Movie] {
    let promoted = movies.count { $0.source == .watchlist }
    let room = min(LibraryLimits.promotions - promoted, room)
    let ceiling = ceiling(context)
    let eligible = context.requireLibrary().watchlist.reversed().map(\.movie).filter { movie in
      let isAdmissible: Void? = try? requireAdmissible(movie, allowWatched: false, ceiling: ceiling, context)
      return isAdmissible != nil && !excluded.contains(movie.tmdbMovieID)
    }
    return Array(eligible.prefix(max(0, room)))
  }

  func unsuggest(_ movie: MovieID, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireStarterOrCreator(context)
    try require(.draft)
    guard movieIndex(movie) != nil else { throw .notInRound.of(movie) }
    return Decision(.movieUnsuggested(MovieUnsuggested(tmdbMovieID: movie, unsuggestedBy: context.actor)), in: id)
  }

  func setAttendees(_ wanted: Attendees, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireStarterOrCreator(context)
    try requireDraftOrOpenVoting()
    let wanted = try Self.validated(wanted, in: context.household)
    guard wanted != attendees else { return Decision() }
    let event = RoundEvent.attendeesSet(AttendeesSet(attendees: wanted))
    var decision = Decision(event, in: id)
    after(event, in: context.household).closeVotingIfAllDone(in: context.household, &decision)
    return decision
  }

  func overrideCeiling(_ ceiling: ContentRating, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireCreator(context)
    try requireDraftOrOpenVoting()
    if ceilingOverride == ceiling { return Decision() }
    return Decision(
      .ceilingOverridden(CeilingOverridden(maxContentRating: ceiling, overriddenBy: context.actor)), in: id)
  }

  func openVoting(_ context: RoundContext) throws(Refusal) -> Decision {
    try requireStarterOrCreator(context)
    try require(.draft)
    guard movies.count >= RoundLimits.suggestionsToOpen else { throw .tooFewSuggestions }
    return Decision(.votingOpened(VotingOpened(openedBy: context.actor)), in: id)
  }

  /// Checks that the attendees are members and that there are at least two. A member who is named twice counts once.
  private static func validated(_ attendees: Attendees, in household: HouseholdState) throws(Refusal) -> Attendees {
    guard case .fixed(let ids) = attendees else {
      guard household.members.count >= RoundLimits.attendeesAtLeast else { throw .tooFewAttendees }
      return .everyone
    }
    var unique: [MemberID] = []
    for id in ids where !unique.contains(id) { unique.append(id) }
    let nonMembers = unique.filter { household.member($0) == nil }
    guard nonMembers.isEmpty else { throw .notMembers.with(data: .members(nonMembers)) }
    guard unique.count >= RoundLimits.attendeesAtLeast else { throw .tooFewAttendees }
    return .fixed(unique)
  }
}
