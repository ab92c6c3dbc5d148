import Console
import MovieNightKit

/// Returns the name of a season or, if it has none, the season's number in words.
func seasonName(_ number: Int, _ name: String? = nil) -> String {
  name?.nonEmpty ?? (number == 0 ? "Specials" : "Season \(number)")
}

struct SeriesPage {
  let page: CatalogPage
  let series: Series

  var lines: [String] {
    [
      page.heading(series.name.nonEmpty ?? "Series \(series.id)", right: years, originalName: series.originalName),
      page.facts([
        series.contentRating?.rawValue, series.status, series.numberOfSeasons.map { counted($0, "season") },
        series.numberOfEpisodes.map { counted($0, "episode") },
      ]),
      page.genres(series.genres),
      page.paragraph(series.overview),
      page.section("Next episode", nextEpisode),
      page.section("Seasons", seasons),
      page.providers(series.watchProviders),
      page.footer(series, "TMDb \(series.id)"),
    ].flatMap { $0 }
  }

  /// The years of the series, such as `2008–2013`, or `2008–` if it is still running.
  private var years: String? {
    guard let first = series.firstAirDate?.year else { return nil }
    if series.status == "Returning Series" { return "\(first)–" }
    guard let last = series.lastAirDate?.year, last > first else { return "\(first)" }
    return "\(first)–\(last)"
  }

  private var nextEpisode: [String] {
    guard let next = series.nextEpisode else { return [] }
    let facts = [
      page.date(next.airDate), "season \(next.seasonNumber), episode \(next.episodeNumber)", next.name?.nonEmpty,
    ]
    return [truncated(facts.compactMap(\.self).joined(separator: " · "), to: page.sectionColumns)]
  }

  private var seasons: [String] {
    let numberColumns = series.seasons.map { displayColumns("\($0.seasonNumber)") }.max() ?? 0
    return series.seasons.flatMap { season in
      let gap = String(repeating: " ", count: numberColumns - displayColumns("\(season.seasonNumber)"))
      let facts = [season.episodeCount.map { counted($0, "episode") }, page.date(season.airDate)]
      return page.line(
        "\(gap)\(season.seasonNumber)  \(seasonName(season.seasonNumber, season.name))", style: nil,
        right: facts.compactMap(\.self).joined(separator: " · "), in: page.sectionColumns)
    }
  }
}
