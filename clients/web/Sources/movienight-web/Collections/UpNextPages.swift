import MovieNightKit

/// The series to go on with.
enum UpNextPages: Area {
  static let templates = ["up-next": PackageResources.up_next_mustache]
  static let styles = PackageResources.up_next_css
  static let navigation = [NavigationLink(path: path, label: UpNextTexts().title)]

  static let path = "/up-next"
  /// The number of series that the page shows at a time.
  static let pageSize = 20

  static func register(in pages: inout Pages) {
    let texts = UpNextTexts()

    pages.get(path) { visit in
      let cursor = visit.query["cursor"]
      let acting = try await visit.actingSwitch()
      async let page = visit.client.titles.next(
        of: acting.child, limit: pageSize, cursor: cursor, today: visit.reader.today)
      async let info = visit.site.facts.info
      let imageURL = await info?.catalog?.imageURL
      let model = UpNextScreen(try await page, imageURL: imageURL, isFirstPage: cursor == nil, acting: acting)
      return .screen(Screen(texts.title, template: "up-next", model: model))
    }
    pages.post("\(path)/seen", returningTo: path) { visit, form in
      let episode = try NamedEpisode(form)
      try await visit.actingWithCatalog(form).episodes.mark(
        of: SeriesID(episode.series), seasonNumber: episode.season, episodeNumbers: [episode.number],
        today: visit.reader.today)
      let name = try await visit.client.titles.get(.tv, episode.series, of: form.child).title.facts.title
      return .done(
        to: form.localPath("from") ?? form.keepingPerson(path),
        notice: .undo(texts.seen(episode.label, of: name), "\(path)/unseen", form.personFields + episode.fields))
    }
    pages.post("\(path)/unseen", returningTo: path) { visit, form in
      let episode = try NamedEpisode(form)
      try await visit.acting(form).episodes.unmark(
        of: SeriesID(episode.series), seasonNumber: episode.season, episodeNumbers: [episode.number])
      let name = try await visit.client.titles.get(.tv, episode.series, of: form.child).title.facts.title
      return .done(
        to: form.localPath("from") ?? form.keepingPerson(path),
        notice: Notice(text: texts.unseen(episode.label, of: name)))
    }
  }

  /// The episode that a form names, so that pressing twice marks it once.
  private struct NamedEpisode {
    let series: Int
    let season: Int
    let number: Int

    init(_ form: Form) throws(PageError) {
      func value(_ name: String) throws(PageError) -> Int {
        guard let number = form[name].flatMap({ Int($0) }), number >= 0 else { throw .badRequest }
        return number
      }
      series = try value("series")
      season = try value("season")
      number = try value("episode")
    }

    var label: String { UpNextTexts().episode(number, ofSeason: season) }

    var fields: [Notice.Button.Field] {
      [("series", series), ("season", season), ("episode", number)].map { .init(name: $0.0, value: "\($0.1)") }
    }
  }
}
