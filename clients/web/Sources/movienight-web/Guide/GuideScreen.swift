import MovieNightKit

/// The protocol values that the guide shows.
struct GuideValues: Sendable {
  var guide: Guide
  var reminders: [Reminder]
  var acting = ActingSwitch()
}

/// The guide: services by days.
struct GuideScreen: Sendable {
  let texts = GuideTexts()
  let period: String
  let views: [LinkModel]
  let earlier: LinkModel
  let current: LinkModel
  let later: LinkModel
  let colors: String
  let serviceLinks: [LinkModel]
  let shownShow: LinkModel?
  let filter: FilterModel
  let message: String?
  let nearest: LinkModel?
  let empty: EmptyModel?
  let grid: GuideGrid?
  let quiet: [QuietShow]
  let quietRest: String?
  let gaps: [String]
  /// The path for asking again while facts are missing.
  let retry: String?
  let reminders: [ReminderModel]
  let hiddenPath: String
  let acting: ActingSwitch
  let actingAs: String?

  /// The number of quiet shows whose posters are drawn.
  static let quietPosters = 24

  struct LinkModel: Sendable, Equatable {
    let label: String
    let path: String
    var isCurrent = false
  }

  struct FilterModel: Sendable, Equatable {
    let day: String?
    let isMonth: Bool
    let service: Int?
    let show: Int?
    let hidesSeen: Bool
    let includesPlanned: Bool
    let includesSpecials: Bool
    let isOpen: Bool
  }

  struct EmptyModel: Sendable, Equatable {
    let heading: String
    let help: String
    let label: String
    let path: String
  }

  /// A show without an episode in these days, as a dimmed poster.
  struct QuietShow: Sendable, Equatable {
    let name: String
    let path: String
    let poster: Poster
  }

  struct ReminderModel: Sendable, Equatable {
    let id: String
    let label: String
    let state: String
    let isDue: Bool
  }

  /// - Parameter member: Whose reminders and episodes it shows.
  init(_ values: GuideValues, _ query: GuideQuery, member: MemberID, reader: Reader) {
    acting = values.acting
    actingAs = values.acting.actingAs
    hiddenPath = values.acting.link(GuidePages.hiddenPath)
    let (texts, days, guide) = (GuideTexts(), GuideDays(reader), values.guide)
    let range = query.days(from: days.today)
    let rows = guide.services ?? []
    let shows = rows.flatMap(\.shows)
    period =
      query.isMonth
      ? days.monthAndYear(range.lowerBound) : "\(days.short(range.lowerBound)) – \(days.short(range.upperBound))"
    views = [
      LinkModel(label: texts.week, path: query.with { $0.isMonth = false }.path, isCurrent: !query.isMonth),
      LinkModel(label: texts.month, path: query.with { $0.isMonth = true }.path, isCurrent: query.isMonth),
    ]
    earlier = LinkModel(
      label: query.isMonth ? texts.earlierMonth : texts.earlierWeek,
      path: query.with { $0.day = range.lowerBound.advanced(byDays: -1) }.path)
    later = LinkModel(
      label: query.isMonth ? texts.laterMonth : texts.laterWeek,
      path: query.with { $0.day = range.upperBound.advanced(byDays: 1) }.path)
    current = LinkModel(
      label: query.isMonth ? texts.thisMonth : texts.thisWeek,
      path: query.with { $0.day = nil }.path + "#day-\(days.today)",
      isCurrent: range.contains(days.today))
    colors = ServiceColors(rows.map(\.service)).address

    let isListed = shows.contains { !$0.upcomingEpisodes.isEmpty }
    let links = rows.filter { !$0.shows.isEmpty || $0.service.id == query.service }.map(\.service)
    serviceLinks =
      links.count < 2 && query.service == nil
      ? []
      : [
        LinkModel(label: texts.allServices, path: query.with { $0.service = nil }.path, isCurrent: query.service == nil)
      ]
        + links.map { service in
          // Choosing the chosen one again shows all.
          LinkModel(
            label: service.name, path: query.with { $0.service = $0.service == service.id ? nil : service.id }.path,
            isCurrent: query.service == service.id)
        }
    shownShow = query.show.map { id in
      LinkModel(
        label: shows.first { $0.id == id }?.title ?? texts.show, path: query.with { $0.show = nil }.path,
        isCurrent: true)
    }
    filter = FilterModel(
      day: query.day.map { "\($0)" }, isMonth: query.isMonth, service: query.service, show: query.show,
      hidesSeen: query.hidesSeen, includesPlanned: query.includesPlanned, includesSpecials: query.includesSpecials,
      isOpen: query.hidesSeen || query.includesPlanned || query.includesSpecials)

    let isEmpty = shows.isEmpty && (guide.missing ?? []).isEmpty
    if !isEmpty {
      empty = nil
    } else if query.isFiltered {
      empty = EmptyModel(
        heading: texts.nothingFound, help: "", label: texts.resetFilters,
        path: GuideQuery().with { ($0.isMonth, $0.day, $0.child) = (query.isMonth, query.day, query.child) }.path)
    } else {
      empty = EmptyModel(
        heading: texts.noShows, help: texts.noShowsHelp, label: texts.findSeries,
        path: values.acting.link(TVPages.search))
    }
    let hasNews = query.isMonth ? isListed : guide.nothingNew == false && isListed
    // What is missing may be new.
    let isKnown = !isEmpty && guide.missing?.contains { $0.reason != .notFound } != true
    message = hasNews || !isKnown ? nil : texts.nothingNew(isMonth: query.isMonth)
    nearest = guide.nearestDate.flatMap { day in
      range.contains(day) ? LinkModel(label: texts.nextRelease(days.long(day)), path: "#day-\(day)") : nil
    }
    grid = isEmpty ? nil : GuideGrid(values, query, member: member, days: days)
    let resting = shows.filter { !$0.inGuide }
    quiet = resting.prefix(Self.quietPosters).map { show in
      QuietShow(
        name: show.title, path: values.acting.link("/series/\(show.tmdbID)"),
        poster: Poster(title: show.title, urls: show.posterURLs))
    }
    quietRest = resting.count > Self.quietPosters ? texts.others(resting.count - Self.quietPosters) : nil

    gaps = Self.gaps(guide, shows, texts)
    retry = guide.partial == true ? query.path : nil
    reminders = values.reminders.map { reminder in
      let state: String
      switch reminder.state {
      case .due: state = reminder.airDate.map { "\(texts.due) · \(texts.airs(days.long($0)))" } ?? texts.due
      case .past: state = texts.past
      default: state = reminder.airDate.map { texts.airs(days.long($0)) } ?? texts.waiting
      }
      return ReminderModel(
        id: "\(reminder.id)",
        label: texts.reminder(
          reminder.title, season: reminder.seasonNumber, episode: reminder.episodeNumber,
          premieresOnly: reminder.premieresOnly), state: state, isDue: reminder.state == .due)
    }
  }

  /// The number of series that a sentence names.
  private static let named = 10

  /// Sentences about series that the answer lacks, or that may have changed.
  private static func gaps(_ guide: Guide, _ shows: [GuideShow], _ texts: GuideTexts) -> [String] {
    func missing(_ reason: MissingReason) -> [String] {
      (guide.missing ?? []).filter { $0.reason == reason }.map(\.title)
    }
    func shortened(_ names: [String]) -> [String] {
      names.count <= named ? names : names.prefix(named) + [texts.others(names.count - named)]
    }
    let old = shows.filter { guide.stale?.contains($0.tmdbID) == true }.map(\.title)
    let sentences: [([String], ([String]) -> String)] = [
      (missing(.loading), texts.loading), (missing(.unavailable), texts.unavailable),
      (missing(.notFound), texts.notFound), (old, texts.stale),
      (guide.unknownServices ?? [], texts.unknownServices),
    ]
    return sentences.filter { !$0.0.isEmpty }.map { names, sentence in sentence(shortened(names)) }
  }
}
