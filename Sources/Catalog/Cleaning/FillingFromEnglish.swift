/// Fills missing texts, but no other facts, from the English answer (`docs/catalog.md`, "The upstream is hostile").
extension CatalogFacts {
  /// Whether a name or overview is missing. False for lists of results: filling them would cost a request per page.
  public var lacksText: Bool {
    switch self {
    case .movie(let movie): movie.lacksText
    case .series(let series): series.lacksText
    case .season(let season): season.lacksText
    case .episode(let episode): episode.lacksText
    case .movies, .seriesPage, .found, .genres, .providers, .configuration: false
    }
  }

  public func filled(from english: CatalogFacts) -> CatalogFacts {
    switch (self, english) {
    case (.movie(let movie), .movie(let english)): .movie(movie.filled(from: english))
    case (.series(let series), .series(let english)): .series(series.filled(from: english))
    case (.season(let season), .season(let english)): .season(season.filled(from: english))
    case (.episode(let episode), .episode(let english)): .episode(episode.filled(from: english))
    default: self
    }
  }
}

extension MovieFacts {
  var lacksText: Bool { title.isEmpty || overview == nil }

  func filled(from english: MovieFacts) -> MovieFacts {
    var filled = self
    if title.isEmpty { filled.title = english.title }
    filled.overview = overview ?? english.overview
    filled.tagline = tagline ?? english.tagline
    return filled
  }
}

extension SeriesFacts {
  /// Whether a name or an overview of the series itself is missing. Texts of its seasons are not considered, because
  /// each season has an answer of its own. They are filled only if the series needs filling anyway.
  var lacksText: Bool { name.isEmpty || overview == nil }

  func filled(from english: SeriesFacts) -> SeriesFacts {
    var filled = self
    if name.isEmpty { filled.name = english.name }
    filled.overview = overview ?? english.overview
    if let next = english.nextEpisode, next.seasonNumber == nextEpisode?.seasonNumber,
      next.episodeNumber == nextEpisode?.episodeNumber
    {
      filled.nextEpisode?.name = nextEpisode?.name ?? next.name
    }
    let seasons = Dictionary(english.seasons.map { ($0.seasonNumber, $0) }) { first, _ in first }
    for index in filled.seasons.indices {
      let english = seasons[filled.seasons[index].seasonNumber]
      filled.seasons[index].name = filled.seasons[index].name ?? english?.name
      filled.seasons[index].overview = filled.seasons[index].overview ?? english?.overview
    }
    return filled
  }
}

extension SeasonFacts {
  var lacksText: Bool { name == nil || overview == nil || episodes.contains(where: \.lacksText) }

  func filled(from english: SeasonFacts) -> SeasonFacts {
    var filled = self
    filled.name = name ?? english.name
    filled.overview = overview ?? english.overview
    let episodes = Dictionary(english.episodes.map { ($0.episodeNumber, $0) }) { first, _ in first }
    filled.episodes = filled.episodes.map { episode in
      episodes[episode.episodeNumber].map { episode.filled(from: $0) } ?? episode
    }
    return filled
  }
}

extension EpisodeFacts {
  var lacksText: Bool { name == nil || overview == nil }

  func filled(from english: EpisodeFacts) -> EpisodeFacts {
    var filled = self
    filled.name = name ?? english.name
    filled.overview = overview ?? english.overview
    return filled
  }
}
