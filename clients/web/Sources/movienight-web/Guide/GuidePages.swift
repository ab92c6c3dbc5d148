import Hummingbird
import MovieNightKit

/// The guide: which episodes of the household's series come when and where, and reminders of them.
enum GuidePages: Area {
  static let templates = [
    "guide": PackageResources.guide_mustache,
    "guide-grid": PackageResources.guide_grid_mustache,
    "guide-show": PackageResources.guide_show_mustache,
    "guide-cell": PackageResources.guide_cell_mustache,
    "episode-card": PackageResources.episode_card_mustache,
    "guide-reminders": PackageResources.guide_reminders_mustache,
    "guide-problem": PackageResources.guide_problem_mustache,
    "guide-hidden": PackageResources.guide_hidden_mustache,
    "hide-form": PackageResources.hide_form_mustache,
    "calendar": PackageResources.calendar_mustache,
  ]
  static let styles = PackageResources.guide_css
  static let navigation = [NavigationLink(path: path, label: GuideTexts().heading)]

  static let path = "/guide"
  static let hiddenPath = "\(path)/hidden"
  /// The milliseconds that a page waits for the catalog. What is not there by then is named, with a link to ask again.
  private static let waitMilliseconds = 1500
  /// The reminders that the page reads: half of those that a member can have.
  private static let reminderLimit = 100

  static func register(in pages: inout Pages) {
    let texts = GuideTexts()

    pages.get(path) { visit in
      var query = GuideQuery(visit.query)
      let acting = try await visit.actingSwitch()
      query.child = acting.child
      do {
        let values = try await values(for: visit, query, acting)
        return .screen(
          Screen(
            texts.heading, template: "guide",
            model: GuideScreen(values, query, member: acting.child ?? visit.member, reader: visit.reader)))
      } catch let error as ClientError {
        if case .timedOut = error { return .screen(ErrorScreen.stillLookedUp) }
        guard let refusal = error.refusal, refusal.code == 503 || refusal.code == 422 else { throw error }
        return .screen(problem(refusal, query))
      }
    }
    pages.getForAll(ServiceColors.path) { visitor in
      guard let colors = ServiceColors(code: visitor.query["c"] ?? "") else { throw PageError.badRequest }
      return .response(colors.response)
    }

    // MARK: Actions on an episode

    pages.post("\(path)/seen", returningTo: path) { visit, form in
      let episode = try NamedEpisode(form)
      try await visit.actingWithCatalog(form).episodes.mark(
        of: SeriesID(episode.series), seasonNumber: episode.season, episodeNumbers: [episode.number],
        today: visit.reader.today)
      return .done(
        to: returnPath(form),
        notice: .undo(
          texts.seen(episode.code, try await name(of: episode.series, form, visit)), "\(path)/unseen",
          form.personFields + episode.fields))
    }
    pages.post("\(path)/unseen", returningTo: path) { visit, form in
      let episode = try NamedEpisode(form)
      try await visit.acting(form).episodes.unmark(
        of: SeriesID(episode.series), seasonNumber: episode.season, episodeNumbers: [episode.number])
      return .done(
        to: returnPath(form),
        notice: .undo(
          texts.unseen(episode.code, try await name(of: episode.series, form, visit)), "\(path)/seen",
          form.personFields + episode.fields))
    }
    pages.post("\(path)/collect", returningTo: path) { visit, form in
      let series = try form.number("series")
      do {
        try await visit.actingWithCatalog(form).titles.add([NewTitle(mediaType: .tv, tmdbID: series, status: .watching)]
        )
      } catch let error as ClientError where error.reason == .alreadyInCollection {
        try await visit.acting(form).titles.set([TitleRef(mediaType: .tv, tmdbID: series)], status: .watching)
      }
      let title = try await name(of: series, form, visit)
      return .done(to: returnPath(form), notice: Notice(text: texts.collected(title)))
    }
    pages.post("\(path)/remind", returningTo: path) { visit, form in
      let episode = try NamedEpisode(form)
      let set = try await visit.actingWithCatalog(form).reminders.set(
        of: SeriesID(episode.series), seasonNumber: episode.season, episodeNumber: episode.number)
      return .done(
        to: returnPath(form),
        notice: .undo(
          texts.reminderSet, "\(path)/forget",
          form.personFields + [.init(name: "reminder", value: "\(set.reminderID)")]))
    }
    pages.post("\(path)/forget", returningTo: path) { visit, form in
      guard let reminder: ReminderID = form.id("reminder") else { throw PageError.badRequest }
      do { try await visit.acting(form).reminders.remove(reminder) } catch let error as ClientError
        where error.reason == .unknownReminder
      {
        // It was removed before, such as by pressing twice.
      }
      return .done(to: returnPath(form), notice: Notice(text: texts.reminderRemoved))
    }
    HiddenShows.register(in: &pages)
    CalendarPages.register(in: &pages)
  }

  private static func values(
    for visit: Visit, _ query: GuideQuery, _ acting: ActingSwitch
  ) async throws -> GuideValues {
    let today = visit.reader.today
    let range = query.days(from: today)
    async let reminders = visit.client.reminders.list(of: acting.child, today: today, limit: reminderLimit)
    let guide = try await visit.catalog.guide.get(
      startDate: range.lowerBound, endDate: range.upperBound, today: today, serviceIDs: query.service.map { [$0] },
      showIDs: query.show.map { [$0] }, unwatchedOnly: query.hidesSeen, includePlanned: query.includesPlanned,
      includeSpecials: query.includesSpecials, waitMilliseconds: waitMilliseconds)
    return GuideValues(guide: guide, reminders: try await reminders.reminders, acting: acting)
  }

  private static func problem(_ refusal: Refusal, _ query: GuideQuery) -> Screen {
    let texts = GuideTexts()
    let sentence =
      refusal.kind == .noCatalog ? texts.noCatalog : refusal.code == 503 ? texts.catalogSilent : refusal.message
    return Screen(
      texts.heading, template: "guide-problem", model: GuideProblem(sentence: sentence, retryPath: query.path))
  }

  private static func name(of series: Int, _ form: Form, _ visit: Visit) async throws -> String {
    try await visit.client.titles.get(.tv, series, of: form.child).title.facts.title
  }

  private static func returnPath(_ form: Form) -> String { form.localPath("from") ?? form.keepingPerson(path) }
}

/// The guide that cannot be shown: why, and a way to try again.
struct GuideProblem: Sendable {
  let texts = GuideTexts()
  let sentence: String
  let retryPath: String
}

/// The episode that a form names.
private struct NamedEpisode {
  let series: Int
  let season: Int
  let number: Int

  init(_ form: Form) throws {
    series = try form.number("series")
    season = try form.number("season", from: 0)
    number = try form.number("episode")
  }

  var code: String { EpisodeCode.text(season, number) }

  var fields: [Notice.Button.Field] {
    [("series", series), ("season", season), ("episode", number)].map { .init(name: $0.0, value: "\($0.1)") }
  }
}

extension Form {
  /// A whole number in a field, which the form of the page always has.
  fileprivate func number(_ name: String, from minimum: Int = 1) throws -> Int {
    guard let number = self[name].flatMap({ Int($0) }), (minimum...Int(Int32.max)).contains(number) else {
      throw PageError.badRequest
    }
    return number
  }
}
