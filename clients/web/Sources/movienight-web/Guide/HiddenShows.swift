import MovieNightKit

/// The series that a member hides in the guide.
///
/// The protocol has no list of them: they are those that the member is watching and that the member's guide does not have.
enum HiddenShows {
  /// As many series as a guide can have.
  private static let maximum = 500

  static func register(in pages: inout Pages) {
    let texts = GuideTexts()

    pages.get(GuidePages.hiddenPath) { visit in
      let acting = try await visit.actingSwitch()
      let model = HiddenShowsScreen(try await all(acting, visit), acting: acting)
      return .screen(Screen(texts.hiddenShows, template: "guide-hidden", model: model))
    }
    pages.post("\(GuidePages.path)/hide", returningTo: GuidePages.path) { visit, form in
      guard let series = form["series"].flatMap({ Int($0) }) else { throw PageError.badRequest }
      let hides = form["on"] != nil
      try await visit.actingWithCatalog(form).guide.setShow(SeriesID(series), hidden: hides)
      let name = try await visit.client.titles.get(.tv, series, of: form.child).title.facts.title
      let fields = form.personFields + [.init(name: "series", value: "\(series)")]
      return .done(
        to: form.localPath("from") ?? form.keepingPerson(GuidePages.hiddenPath),
        notice: .undo(
          hides ? texts.hidden(name) : texts.shown(name), "\(GuidePages.path)/hide",
          fields + (hides ? [] : [.init(name: "on", value: "1")])))
    }
  }

  /// Returns the form for a series that the person is watching; nil for any other, which the guide does not show anyway.
  static func form(for title: Title, _ acting: ActingSwitch, _ visit: Visit) async throws -> HideForm? {
    guard title.status == .watching, let known = try await guide(of: acting, only: [title.tmdbID], visit) else {
      return nil
    }
    return HideForm(title, isHidden: !known.contains(title.tmdbID))
  }

  private static func all(_ acting: ActingSwitch, _ visit: Visit) async throws -> [Title] {
    let known = try await guide(of: acting, only: nil, visit) ?? []
    var hidden: [Title] = []
    var cursor: String?
    var count = 0
    repeat {
      let page = try await visit.client.titles.list(
        of: acting.child, limit: 100, cursor: cursor, status: [.watching], mediaType: .tv)
      hidden += page.titles.filter { !known.contains($0.tmdbID) }
      count += page.titles.count
      cursor = page.nextCursor
    } while cursor != nil && count < maximum
    return hidden
  }

  /// Returns the series of a person's guide, with or without facts; nil without a catalog, and so without a guide.
  private static func guide(of acting: ActingSwitch, only shows: [Int]?, _ visit: Visit) async throws -> Set<Int>? {
    let today = visit.reader.today
    do {
      let guide = try await visit.client.guide.get(
        startDate: today, endDate: today, today: today, showIDs: shows, members: [acting.child ?? visit.member],
        waitMilliseconds: 0)
      return Set((guide.services ?? []).flatMap(\.shows).map(\.tmdbID) + (guide.missing ?? []).map(\.tmdbID))
    } catch let error as ClientError where error.refusal?.kind == .noCatalog {
      return nil
    }
  }
}

/// The button that hides a series in the guide, or shows it again.
struct HideForm: Sendable {
  let texts = GuideTexts()
  let series: Int
  let isHidden: Bool
  let forShow: String

  init(_ title: Title, isHidden: Bool) {
    series = title.tmdbID
    self.isHidden = isHidden
    forShow = GuideTexts().forShow(title.facts.title)
  }
}

struct HiddenShowsScreen: Sendable {
  let texts = GuideTexts()
  let shows: [Show]
  let guidePath: String
  let acting: ActingSwitch
  let actingAs: String?

  struct Show: Sendable {
    let name: String
    let path: String
    let form: HideForm
  }

  init(_ titles: [Title], acting: ActingSwitch) {
    shows = titles.map { title in
      Show(
        name: title.facts.title, path: acting.link(TVPages.path(of: SeriesID(title.tmdbID))),
        form: HideForm(title, isHidden: true))
    }
    guidePath = acting.link(GuidePages.path)
    self.acting = acting
    actingAs = acting.actingAs
  }
}
