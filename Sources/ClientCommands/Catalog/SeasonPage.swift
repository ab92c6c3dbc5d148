import MovieNightKit

/// Returns the label of an episode or, if it is empty, the episode's number, such as `1. Episode 1`.
private func episodeName(_ label: String, _ number: Int) -> String { label.nonEmpty ?? "\(number). Episode \(number)" }

/// Returns the kind of an unusual episode, such as a finale; nil for an ordinary episode.
private func episodeKind(_ type: String?) -> String? {
  type == "standard" ? nil : type?.split(separator: "_").joined(separator: " ").nonEmpty
}

struct SeasonPage {
  let page: CatalogPage
  let season: Season

  var lines: [String] {
    page.heading(seasonName(season.seasonNumber, season.name), right: page.date(season.airDate))
      + page.paragraph(season.overview) + episodes
      + page.footer(season, "TMDb \(season.tmdbID), season \(season.seasonNumber)")
  }

  private var episodes: [String] {
    guard !season.episodes.isEmpty else { return ["", page.canvas.styled("No episodes yet.", .faint)] }
    return season.episodes.flatMap { episode in
      [""] + page.heading(episodeName(episode.label, episode.episodeNumber), right: right(of: episode))
        + page.prose(episode.overview ?? "", .faint, indent: 2)
    }
  }

  private func right(of episode: Episode) -> String? {
    let facts = [episodeKind(episode.episodeType), runtimeText(episode.runtime), page.date(episode.airDate)].compactMap(
      \.self)
    return facts.isEmpty ? nil : facts.joined(separator: " · ")
  }
}

struct EpisodePage {
  let page: CatalogPage
  let episode: EpisodeDetails

  var lines: [String] {
    [
      page.heading(episodeName(episode.label, episode.episodeNumber), right: page.date(episode.airDate)),
      page.facts([seasonName(episode.seasonNumber), runtimeText(episode.runtime), episodeKind(episode.episodeType)]),
      page.paragraph(episode.overview),
      page.footer(episode),
    ].flatMap { $0 }
  }
}
