import MovieNightKit

/// The table of the guide: a row a show, grouped by service, and a column a day.
struct GuideGrid: Sendable {
  /// The number of cards in a cell; further ones are behind `+N`.
  static let cards = 3

  let month: String
  let columns: [Column]
  let services: [ServiceRows]

  struct Column: Sendable, Equatable {
    let date: String
    let weekday: String
    let number: String
    let long: String
    let isToday: Bool
  }

  /// A service, with at least one row.
  struct ServiceRows: Sendable {
    let id: Int
    let name: String
    let logo: String?
    let filterPath: String
    let isChosen: Bool
    let rowCount: Int
    let first: ShowRow?
    let rest: [ShowRow]
    /// The cells of a service without shows.
    let blanks: [Cell]
  }

  struct ShowRow: Sendable {
    let name: String
    let poster: Poster
    /// The address of the large poster; nil without one.
    let large: String?
    let filterPath: String
    let isDimmed: Bool
    let premiere: String?
    let unscheduled: String?
    let cells: [Cell]
  }

  struct Cell: Sendable {
    let isToday: Bool
    let isActive: Bool
    let episodes: [EpisodeCard]
    let more: MoreModel?
  }

  struct MoreModel: Sendable {
    let id: String
    let label: String
    let says: String
    let episodes: [EpisodeCard]
  }

  init(_ values: GuideValues, _ query: GuideQuery, member: MemberID, days: GuideDays) {
    let guide = values.guide
    let dates = guide.days ?? []
    month = days.month(dates.first ?? days.today)
    columns = dates.map { day in
      Column(
        date: "\(day)", weekday: days.weekday(day), number: days.number(day), long: days.long(day),
        isToday: day == days.today)
    }
    let names = Dictionary(
      (guide.members ?? []).map { ($0.memberID, $0.displayName) }, uniquingKeysWith: { first, _ in first })
    let context = CardContext(
      member: member, names: names, days: days,
      reminders: Dictionary(
        values.reminders.compactMap { reminder in
          guard let season = reminder.seasonNumber, let episode = reminder.episodeNumber else { return nil }
          return (EpisodeKey(series: reminder.tmdbID, season: season, episode: episode), reminder.id)
        }, uniquingKeysWith: { first, _ in first }), acting: values.acting)
    services = (guide.services ?? []).map { row in
      let shows = row.shows.filter(\.inGuide).map { show in
        ShowRow(
          name: show.title, poster: Poster(title: show.title, urls: show.posterURLs), large: show.posterURLs?.full,
          filterPath: query.with { $0.show = $0.show == show.id ? nil : show.id }.path, isDimmed: show.dimmed,
          premiere: show.premiere?.label,
          unscheduled: show.unscheduledEpisodes > 0 ? GuideTexts().unscheduled(show.unscheduledEpisodes) : nil,
          cells: dates.map { Cell(show, row.service, on: $0, context) })
      }
      return ServiceRows(
        id: row.service.id, name: row.service.name, logo: row.service.logo,
        filterPath: query.with { $0.service = $0.service == row.service.id ? nil : row.service.id }.path,
        isChosen: query.service == row.service.id, rowCount: max(1, shows.count), first: shows.first,
        rest: Array(shows.dropFirst()),
        blanks: shows.isEmpty
          ? dates.map { Cell(isToday: $0 == days.today, isActive: false, episodes: [], more: nil) } : [])
    }
  }
}

struct EpisodeKey: Hashable, Sendable {
  let series: Int
  let season: Int
  let episode: Int
}

/// What all cards of a page share.
struct CardContext {
  let member: MemberID
  let names: [MemberID: String]
  let days: GuideDays
  let reminders: [EpisodeKey: ReminderID]
  let acting: ActingSwitch
}

extension GuideGrid.Cell {
  init(_ show: GuideShow, _ service: GuideService, on day: CalendarDate, _ context: CardContext) {
    let cards = show.upcomingEpisodes.filter { $0.airDate == day }.map { EpisodeCard($0, show, service, context) }
    isToday = day == context.days.today
    isActive = show.activeWindow.map { ($0.start...max($0.start, $0.end)).contains(day) } ?? false
    episodes = Array(cards.prefix(GuideGrid.cards))
    let texts = GuideTexts()
    let rest = Array(cards.dropFirst(GuideGrid.cards))
    more =
      rest.isEmpty
      ? nil
      : GuideGrid.MoreModel(
        id: "more-\(show.tmdbID)-\(day)", label: texts.more(rest.count),
        says: texts.moreEpisodes(of: show.title, on: context.days.long(day)), episodes: rest)
  }
}

/// An episode: two lines, and its details in place.
struct EpisodeCard: Sendable {
  let id: String
  let series: Int
  let season: Int
  let episode: Int
  /// The code, or the badge of a premiere that is yet to come.
  let label: String
  let name: String
  let code: String
  let before: String
  let after: String
  let facts: [String]
  let overview: String?
  let isSeen: Bool
  let seenBy: String?
  let watchedBy: String?
  let path: String
  /// What the buttons are for.
  let what: String
  let canCollect: Bool
  let reminder: String?
  let canRemind: Bool

  init(_ value: GuideEpisode, _ show: GuideShow, _ service: GuideService, _ context: CardContext) {
    let texts = GuideTexts()
    let day = context.days.long(value.airDate)
    id = value.episodeID
    series = value.tmdbID
    season = value.seasonNumber
    episode = value.episodeNumber
    code = EpisodeCode.text(value.seasonNumber, value.episodeNumber)
    let premiere = show.premiere.flatMap { premiere in
      value.kind == .premiere && premiere.seasonNumber == value.seasonNumber && premiere.date == value.airDate
        ? premiere.label : nil
    }
    label = premiere ?? code
    name = value.title
    before = texts.before(show.title)
    after = texts.after(day, service.name)
    let minutes = value.runtime.map { texts.minutes(Int($0.components.seconds / 60)) }
    facts = [day, minutes, service.name, texts.kind(value.kind.rawValue)].compactMap(\.self)
    overview = value.overview
    isSeen = value.watchedBy.contains(context.member)
    func names(_ members: [MemberID]) -> [String] { members.compactMap { context.names[$0] } }
    seenBy = value.watchedBy.isEmpty ? nil : texts.seenBy(names(value.watchedBy))
    watchedBy = show.watchers.isEmpty ? nil : texts.watchedBy(names(show.watchers))
    path = context.acting.link(
      TVPages.path(of: SeriesID(value.tmdbID), season: value.seasonNumber, episode: value.episodeNumber))
    what = texts.of(code, show.title)
    canCollect = !show.watchers.contains(context.member)
    reminder = context.reminders[EpisodeKey(series: series, season: season, episode: episode)].map { "\($0)" }
    canRemind = reminder == nil && value.airDate >= context.days.today
  }
}
