import MovieNightPrimitives

extension BodyCleaner {
  mutating func series(_ json: JSONValue, id: Int) throws(UnexpectedBody) -> SeriesFacts {
    try Self.requireEqual("id", id, of: json)
    return SeriesFacts(
      id: id, name: json.name("name") ?? "", originalName: json.name("original_name"),
      firstAirDate: json.date("first_air_date"), lastAirDate: json.date("last_air_date"),
      overview: json.overview("overview"), status: json.name("status"),
      genres: genres(json["genres"]?.elements, atMost: Bounds.genresPerTitle), popularity: json.popularity,
      voteAverage: json.voteAverage,
      contentRatings: ratings(json["content_ratings"]?["results"]?.elements) { $0.rating("rating") },
      numberOfSeasons: json.member("number_of_seasons", Bounds.season),
      numberOfEpisodes: json.member("number_of_episodes", Bounds.episode),
      posterPath: json.imagePath("poster_path"), backdropPath: json.imagePath("backdrop_path"),
      nextEpisode: json["next_episode_to_air"].flatMap(Self.nextEpisode),
      seasons: seasons(json["seasons"]?.elements), providers: countryProviders(json["watch/providers"]?["results"]))
  }

  /// Cleans a season's details. Only its number is required.
  mutating func season(_ json: JSONValue, series: Int, season: Int) throws(UnexpectedBody) -> SeasonFacts {
    try Self.requireEqual("season_number", season, of: json)
    var episodes = list(json["episodes"]?.elements, atMost: Bounds.episodesPerSeason, eachOnceBy: \.episodeNumber) {
      Self.listedEpisode($0, series: series, season: season)
    }
    episodes.sort { $0.episodeNumber < $1.episodeNumber }
    return SeasonFacts(
      seriesID: series, seasonNumber: season, name: json.name("name"), overview: json.overview("overview"),
      airDate: json.date("air_date"), posterPath: json.imagePath("poster_path"), episodes: episodes)
  }

  /// Cleans an episode's details. Only its numbers are required.
  static func episode(_ json: JSONValue, series: Int, season: Int, episode: Int) throws(UnexpectedBody) -> EpisodeFacts
  {
    try requireEqual("season_number", season, of: json)
    try requireEqual("episode_number", episode, of: json)
    return facts(json, series: series, season: season, episode: episode)
  }

  /// Cleans an episode in a season's list. Returns nil if it has no valid number, or if it belongs to another season.
  private static func listedEpisode(_ json: JSONValue, series: Int, season: Int) -> EpisodeFacts? {
    guard let number = json.member("episode_number", Bounds.episode),
      json["season_number"]?.integer ?? season == season
    else { return nil }
    return facts(json, series: series, season: season, episode: number)
  }

  private static func facts(_ json: JSONValue, series: Int, season: Int, episode: Int) -> EpisodeFacts {
    EpisodeFacts(
      seriesID: series, seasonNumber: season, episodeNumber: episode, id: json.id("id"),
      type: json.name("episode_type"),
      name: json.name("name"), overview: json.overview("overview"), airDate: json.date("air_date"),
      runtime: json.member("runtime", Bounds.runtime), stillPath: json.imagePath("still_path"))
  }

  private static func nextEpisode(_ json: JSONValue) -> SeriesFacts.NextEpisode? {
    guard let season = json.member("season_number", Bounds.season),
      let episode = json.member("episode_number", Bounds.episode)
    else { return nil }
    return SeriesFacts.NextEpisode(
      seasonNumber: season, episodeNumber: episode, name: json.name("name"), airDate: json.date("air_date"))
  }

  private mutating func seasons(_ entries: JSONElements?) -> [SeriesFacts.SeasonListing] {
    let seasons = list(entries, atMost: Bounds.seasonsPerSeries, eachOnceBy: \.seasonNumber) { json in
      json.member("season_number", Bounds.season).map { number in
        SeriesFacts.SeasonListing(
          seasonNumber: number, name: json.name("name"), overview: json.overview("overview"),
          airDate: json.date("air_date"), episodeCount: json.member("episode_count", Bounds.episode),
          posterPath: json.imagePath("poster_path"))
      }
    }
    return seasons.sorted { $0.sortKey < $1.sortKey }
  }
}
