import MovieNightPrimitives

extension JSONWriter {
  /// Writes the details of a series with the requested parts.
  mutating func series(_ series: FakeTMDb.Series, _ criteria: RequestOptions) {
    let language = criteria.language
    object { json in
      json.texts(of: series, language)
      json.key("genres")
      json.namedGenres(series.genres)
      json.field("last_air_date", series.lastAirDate)
      json.key("next_episode_to_air")
      if let next = series.nextEpisode {
        json.episode(next.episode, next.season, of: series, language)
      } else {
        json.null()
      }
      // The counts leave out specials.
      json.field("number_of_episodes", series.seasons.filter { $0.number > 0 }.map(\.episodes.count).reduce(0, +))
      json.field("number_of_seasons", series.seasons.count { $0.number > 0 })
      json.field("status", series.status)
      json.key("seasons")
      json.array(series.seasons) { json, season in
        json.object { json in
          json.texts(of: season, language)
          json.field("episode_count", season.episodes.count)
        }
      }
      if criteria.wants("content_ratings") { json.contentRatings(of: series) }
      if criteria.wants("watch/providers") { json.watchProviders(series.providers, at: "tv/\(series.id)") }
    }
  }

  /// Writes a series as an entry of a list.
  mutating func listing(_ series: FakeTMDb.Series, _ language: Language, isFound: Bool = false) {
    object { json in
      json.texts(of: series, language)
      json.field("genre_ids", series.genres.map(\.id))
      if isFound { json.field("media_type", "tv") }
    }
  }

  mutating func season(_ season: FakeTMDb.Season, of series: FakeTMDb.Series, _ language: Language) {
    object { json in
      json.texts(of: season, language)
      json.key("episodes")
      json.array(season.episodes) { $0.episode($1, season.number, of: series, language) }
    }
  }

  mutating func episode(
    _ episode: FakeTMDb.Episode, _ season: Int, of series: FakeTMDb.Series, _ language: Language
  ) {
    object { json in
      json.field("air_date", episode.airDate)
      json.field("episode_number", episode.number)
      json.field("episode_type", episode.type)
      json.field("id", episode.id)
      json.field("name", language.name(episode.name, episode.translations))
      json.field("overview", language.overview(episode.overview, episode.translations))
      json.field("production_code", "")
      json.field("runtime", episode.runtime)
      json.field("season_number", season)
      json.field("show_id", series.id)
      json.field("still_path", episode.stillPath)
    }
  }

  /// Writes the members that details and lists share.
  private mutating func texts(of series: FakeTMDb.Series, _ language: Language) {
    field("adult", series.adult)
    field("backdrop_path", series.backdropPath)
    field("first_air_date", series.firstAirDate ?? "")
    field("id", series.id)
    field("name", language.title(series.name, original: series.originalName, series.translations))
    field("original_name", series.originalName ?? series.name)
    field("overview", language.overview(series.overview, series.translations))
    field("popularity", series.popularity)
    field("poster_path", series.posterPath)
    field("vote_average", series.voteAverage)
    field("vote_count", series.voteCount)
  }

  private mutating func texts(of season: FakeTMDb.Season, _ language: Language) {
    field("air_date", season.airDate)
    field("id", 3570 + season.number)
    field("name", language.name(season.name, season.translations))
    field("overview", language.overview(season.overview, season.translations))
    field("poster_path", season.posterPath)
    field("season_number", season.number)
  }

  private mutating func contentRatings(of series: FakeTMDb.Series) {
    results("content_ratings", series.contentRatings.sorted { $0.key < $1.key }) { json, rating in
      json.field("iso_3166_1", rating.key)
      json.field("rating", rating.value)
    }
  }
}
