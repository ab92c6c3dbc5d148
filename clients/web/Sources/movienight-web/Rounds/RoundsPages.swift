import MovieNightKit

enum RoundsPages: Area {
  static let templates = [
    "tonight": PackageResources.tonight_mustache,
    "open-round": PackageResources.open_round_mustache,
    "round-movie": PackageResources.round_movie_mustache,
    "manage-round": PackageResources.manage_round_mustache,
    "movie-search": PackageResources.movie_search_mustache,
    "start-round": PackageResources.start_round_mustache,
    "waiting-night": PackageResources.waiting_night_mustache,
    "waiting-nights": PackageResources.waiting_nights_mustache,
  ]
  static let styles = PackageResources.rounds_css
  static let navigation = [NavigationLink(path: path, label: RoundsTexts().title)]

  static let path = "/tonight"

  static func register(in pages: inout Pages) {
    let texts = RoundsTexts()

    pages.get(path) { visit in
      let values = try await values(for: visit)
      let model = TonightScreen(values, member: visit.member, actingAs: visit.query.id("as"), reader: visit.reader)
      return .screen(Screen(texts.title, template: "tonight", model: model))
    }

    // MARK: Beginning

    action("start", in: &pages) { visit, form in
      let household = try await visit.client.households.get()
      let chosen: [MemberID] = form.all("attendee").compactMap { Identifier($0) }
      let isEveryone = Set(chosen) == Set(household.members.map(\.id))
      let opens = form["open"] != nil
      let round: Round
      do {
        round = try await visit.actingWithCatalog(form).rounds.start(
          attendees: isEveryone ? nil : chosen, includeWatchlist: form["watchlist"] != nil,
          suggest: form["suggest"] != nil, openVoting: opens
        ).round
      } catch let error as ClientError {
        guard let refusal = error.refusal, refusal.code != 401 else { throw error }
        return .done(to: form.pathToStartAgain, notice: RefusalTexts.notice(refusal))
      }
      return .done(to: path, notice: Notice(text: texts.started(round.suggestions.count, open: opens)))
    }
    action("add", in: &pages) { visit, form in
      let (round, movie) = (try form.round, try form.requiredMovie)
      let title = try await movieCommand(form) { allowWatched in
        let rounds = try visit.actingWithCatalog(form).rounds
        let added = try await rounds.suggest([SentMovie(tmdbMovieID: movie)], in: round, allowWatched: allowWatched)
        return added.round.title(of: movie)
      }
      return .done(
        to: returnPath(form), notice: .undo(texts.added(title), "/tonight/remove", form.fields(for: movie)))
    }
    action("remove", in: &pages) { visit, form in
      let (round, movie) = (try form.round, try form.requiredMovie)
      let title = try await visit.client.rounds.get(round).title(of: movie)
      try await visit.acting(form).rounds.unsuggest(movie, from: round)
      return .done(
        to: returnPath(form), notice: .undo(texts.removed(title), "/tonight/add", form.fields(for: movie)))
    }
    action("open", in: &pages) { visit, form in
      try await visit.acting(form).rounds.openVoting(try form.round)
      return .done(to: returnPath(form), notice: Notice(text: texts.votingOpened))
    }
    action("attendees", in: &pages) { visit, form in
      try await visit.acting(form).rounds.setAttendees(
        form.all("attendee").compactMap { Identifier($0) }, of: try form.round)
      return .done(to: returnPath(form), notice: Notice(text: texts.attendeesSet))
    }
    action("ceiling", in: &pages) { visit, form in
      guard let rating = form["ceiling"] else { throw PageError.badRequest }
      try await visit.client.rounds.overrideCeiling(of: try form.round, to: ContentRating(rawValue: rating))
      return .done(to: returnPath(form), notice: Notice(text: texts.ceilingSet(rating)))
    }

    // MARK: Voting

    action("vote", in: &pages) { visit, form in
      let movie = try form.requiredMovie
      let vote = form["vote"] == "none" ? nil : form["vote"].map { Vote(rawValue: $0) }
      do {
        try await visit.acting(form).rounds.vote(vote, on: movie, in: try form.round)
      } catch let error as ClientError where error.reason == .noVote {
        // The vote was taken back before, such as by pressing twice.
      }
      return .done(to: returnPath(form) + "#movie-\(movie)")
    }
    action("done", in: &pages) { visit, form in
      try await visit.acting(form).rounds.doneVoting(try form.round)
      return .done(to: returnPath(form), notice: Notice(text: texts.doneVoting(try await childName(form, visit))))
    }
    action("propose", in: &pages) { visit, form in
      let (round, movie) = (try form.round, try form.requiredMovie)
      try await movieCommand(form) { allowWatched in
        let rounds = try visit.actingWithCatalog(form).rounds
        try await rounds.propose(SentMovie(tmdbMovieID: movie), in: round, allowWatched: allowWatched)
      }
      let title = try await visit.client.rounds.get(round).title(of: movie)
      return .done(
        to: personPath(form), notice: .undo(texts.proposed(title), "/tonight/withdraw", form.fields(for: movie)))
    }
    action("withdraw", in: &pages) { visit, form in
      let (round, movie) = (try form.round, try form.requiredMovie)
      let title = try await visit.client.rounds.get(round).title(of: movie)
      do {
        try await visit.acting(form).rounds.withdraw(movie, from: round, confirm: form["anyway"] != nil)
      } catch let error as ClientError where error.reason == .proposalHasVotes {
        throw Retryable(refusal: error.refusal!)
      }
      return .done(
        to: returnPath(form), notice: .undo(texts.removed(title), "/tonight/propose", form.fields(for: movie)))
    }

    // MARK: Ending

    action("close", in: &pages) { visit, form in
      try await visit.client.rounds.closeVoting(try form.round)
      return .done(to: returnPath(form), notice: Notice(text: texts.votingIsClosed))
    }
    action("pick", in: &pages) { visit, form in
      let picked = try await visit.client.rounds.pick(try form.requiredMovie, in: try form.round)
      return .done(to: path, notice: Notice(text: texts.picked(picked.pick?.title)))
    }
    action("discard", in: &pages) { visit, form in
      try await visit.acting(form).rounds.discard(try form.round)
      return .done(to: path, notice: Notice(text: texts.discarded))
    }
    action("watched", in: &pages) { visit, form in
      let round = try form.round
      try await visit.client.rounds.markWatched(round)
      let title = try await visit.client.rounds.get(round).pick?.title
      return .done(to: returnPath(form), notice: Notice(text: texts.watched(title)))
    }
    action("rate", in: &pages) { visit, form in
      guard let rating = form["rating"] else { throw PageError.badRequest }
      let round = try form.round
      try await visit.acting(form).rounds.rate(round, as: Rating(rawValue: rating))
      let title = try await visit.client.rounds.get(round).pick?.title
      return .done(
        to: returnPath(form), notice: Notice(text: texts.rated(title, for: try await childName(form, visit))))
    }
  }

  // MARK: Reading

  /// The name of the child that the form acts for; nil for oneself.
  private static func childName(_ form: Form, _ visit: Visit) async throws -> String? {
    guard let child = try form.child else { return nil }
    return try await visit.client.households.get().members.first { $0.id == child }?.displayName
  }

  private static func values(for visit: Visit) async throws -> TonightValues {
    async let tonight = visit.client.rounds.active()
    async let household = visit.client.households.get()
    async let info = visit.site.facts.info
    async let search = search(for: visit)
    let open = try await tonight.round
    let isClosed = open.map { $0.status == .voting && !$0.isVotingOpen } ?? false
    var results: RoundResults?
    if isClosed, let open { results = try await visit.client.rounds.results(open.id) }
    let catalog = await info?.catalog
    return TonightValues(
      tonight: try await tonight, household: try await household, results: results, imageURL: catalog?.imageURL,
      hasCatalog: catalog != nil, search: try await search, entries: visit.query["start"] == nil ? nil : visit.query)
  }

  private static func search(for visit: Visit) async throws -> TonightValues.Search? {
    guard let query = visit.query["q"] else { return nil }
    do {
      return TonightValues.Search(query: query, found: try await visit.catalog.movies.search(query))
    } catch let error as ClientError {
      return TonightValues.Search(query: query, problem: try RefusalTexts.sentence(ofSearch: error))
    }
  }

  // MARK: Acting

  /// A refusal that the reader may overrule, by the same form with the field `anyway`.
  private struct Retryable: Error {
    let refusal: Refusal
  }

  private static func action(
    _ name: String, in pages: inout Pages, _ act: @escaping @Sendable (Visit, Form) async throws -> Answer
  ) {
    let route = "\(path)/\(name)"
    pages.post(route, returningTo: path) { visit, form in
      do {
        return try await act(visit, form)
      } catch let error as Retryable {
        var notice = RefusalTexts.notice(error.refusal)
        notice.button = Notice.Button(
          label: RoundsTexts().anyway, action: route,
          fields: form.fields(for: try form.requiredMovie) + [.init(name: "anyway", value: "1")])
        return .done(to: returnPath(form), notice: notice)
      }
    }
  }

  /// Sends a command that brings a movie into the round, which is refused if the household has watched it.
  private static func movieCommand<Value>(
    _ form: Form, _ send: (_ allowWatched: Bool) async throws -> Value
  ) async throws -> Value {
    do { return try await send(form["anyway"] != nil) } catch let error as ClientError
      where error.reason == .alreadyWatched
    {
      throw Retryable(refusal: error.refusal!)
    }
  }

  private static func returnPath(_ form: Form) -> String { form.localPath("from") ?? path }

  /// The page without a search, for the same person.
  private static func personPath(_ form: Form) -> String { form["as"].map { "\(path)?as=\($0.urlEncoded)" } ?? path }
}

extension Form {
  fileprivate var round: RoundID {
    get throws {
      guard let round: RoundID = id("round") else { throw PageError.badRequest }
      return round
    }
  }

  fileprivate var requiredMovie: MovieID {
    get throws {
      guard let movie = movie() else { throw PageError.badRequest }
      return movie
    }
  }

  /// The page with the form for starting a round as it was filled in.
  fileprivate var pathToStartAgain: String {
    let entries = ["attendee", "watchlist", "suggest", "open"].flatMap { name in
      all(name).prefix(Self.maximumEntries).map { "&\(name)=\($0.urlEncoded)" }
    }
    return "\(RoundsPages.path)?start=again\(entries.joined())"
  }

  /// As many values as a household can have members.
  private static let maximumEntries = 8

  /// The fields of a form that takes an action on a movie back.
  fileprivate func fields(for movie: MovieID) -> [Notice.Button.Field] {
    ["round", "as"].compactMap { name in self[name].map { .init(name: name, value: $0) } }
      + [.init(name: "movie", value: "\(movie)")]
  }
}

extension Round {
  fileprivate func title(of movie: MovieID) -> String? { suggestions.first { $0.id == movie }?.title }
}
