import MovieNightKit

enum SessionsPages: Area {
  static let templates = [
    "history": PackageResources.history_mustache,
    "history-row": PackageResources.history_row_mustache,
    "session": PackageResources.session_mustache,
    "session-movie": PackageResources.session_movie_mustache,
    "session-ratings": PackageResources.session_ratings_mustache,
    "session-rater": PackageResources.session_rater_mustache,
    "status-badge": PackageResources.status_badge_mustache,
    "bar": PackageResources.bar_mustache,
    "year": PackageResources.year_mustache,
  ]
  static let styles = PackageResources.sessions_css
  static let navigation = [NavigationLink(path: path, label: SessionsTexts().link)]

  static let path = "/history"
  static let yearPath = "/year"
  static let pageSize = 20

  static func register(in pages: inout Pages) {
    let texts = SessionsTexts()

    pages.get(path) { visit in
      let cursor = visit.query["after"]
      do {
        async let image = visit.site.facts.imageURL
        let page = try await visit.client.sessions.list(limit: pageSize, cursor: cursor)
        let model = HistoryScreen(page, cursor: cursor, imageURL: await image, reader: visit.reader)
        return .screen(Screen(texts.history, template: "history", model: model))
      } catch let error as ClientError {
        return .screen(try failure(error, texts.noHistory, at: cursor == nil ? visit.visitor.here : path))
      }
    }

    pages.get("\(path)/:round") { visit in
      guard let round = RoundID(visit.visitor.parameter("round")) else { throw PageError.notFound }
      do {
        async let details = visit.client.rounds.get(round)
        async let household = visit.client.households.get()
        async let ratings = ratings(of: round, visit)
        async let image = visit.site.facts.imageURL
        let model = SessionScreen(
          try await details, ratings: try await ratings, household: try await household, member: visit.member,
          imageURL: await image, reader: visit.reader)
        return .screen(Screen(model.title, template: "session", model: model))
      } catch let error as ClientError {
        return .screen(try failure(error, texts.noSession, at: visit.visitor.here))
      }
    }
    pages.post("\(path)/rate", returningTo: path) { visit, form in
      guard let round: RoundID = form.id("round"), let rating = form["rating"] else { throw PageError.badRequest }
      let rater = try form.child ?? visit.member
      let before = try await visit.client.rounds.ratings(round).ratings.first { $0.id == rater }
      let given = try await visit.acting(form).rounds.rate(round, as: Rating(rawValue: rating))
      let title = try await visit.client.rounds.get(round).pick?.title
      let text = texts.ratingSaved(title, for: rater == visit.member ? nil : before?.displayName)
      var notice = Notice(text: text)
      // A rating can be replaced, but not taken back, and only as long as others are missing.
      if let old = before?.rating, old.rawValue != rating, given.status != .rated {
        let fields = ["round", "as"].compactMap { name in form[name].map { Notice.Button.Field(name: name, value: $0) }
        }
        notice = .undo(text, "\(path)/rate", fields + [.init(name: "rating", value: old.rawValue)])
      }
      return .done(to: "\(path)/\(round)", notice: notice)
    }
    pages.post("\(path)/close", returningTo: path) { visit, form in
      guard let round: RoundID = form.id("round") else { throw PageError.badRequest }
      try await visit.client.rounds.closeRatings(round)
      return .done(to: "\(path)/\(round)", notice: Notice(text: texts.ratingsClosed))
    }

    pages.get(yearPath) { visit in
      let year = visit.query["year"].flatMap { Int($0) }.flatMap { YearScreen.years.contains($0) ? $0 : nil }
      let model = YearScreen(try await visit.client.households.statistics(year: year), reader: visit.reader)
      return .screen(Screen(model.heading, template: "year", model: model))
    }
  }

  /// The ratings of a round; nil if they cannot be loaded, so that the rest is shown without them.
  private static func ratings(of round: RoundID, _ visit: Visit) async throws -> RoundRatings? {
    do { return try await visit.client.rounds.ratings(round) } catch let error as ClientError
      where error.refusal?.code != 401
    {
      return nil
    }
  }

  /// The page for an error of the server, with a link to try again.
  static func failure(_ error: ClientError, _ heading: String, at here: String) throws -> Screen {
    if error.refusal?.code == 401 { throw error }
    let texts = SessionsTexts()
    var screen = ErrorScreen.screen(PageError(error), isRepeatable: true)
    let isUnreachable = PageError(error) == .serverUnreachable
    let text =
      switch error.refusal {
      case nil: isUnreachable ? texts.offline : texts.ourFault
      case let refusal? where refusal.kind == .unknownHousehold: texts.noHousehold
      case let refusal? where refusal.code == 403: texts.noAccess
      case let refusal? where (500...599).contains(refusal.code): texts.ourFault
      case let refusal?: RefusalTexts.sentence(refusal)
      }
    screen.title = heading
    screen.model = ErrorScreen(
      heading: heading, text: text, link: .init(label: texts.tryAgain, path: here), retries: isUnreachable)
    return screen
  }
}
