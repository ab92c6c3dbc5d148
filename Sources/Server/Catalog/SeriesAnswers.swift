import Catalog
import Primitives

extension JSONWriter {
  /// `docs/protocol.md`, `tv.get`.
  mutating func series(_ series: SeriesFacts, _ sizes: ImageSizes, country: String) {
    field("tmdb_id", series.id)
    field("name", series.name)
    field("original_name", series.originalName)
    field("year", series.firstAirDate?.year)
    date("first_air_date", series.firstAirDate)
    date("last_air_date", series.lastAirDate)
    field("overview", series.overview)
    field("status", series.status)
    genres(series.genres)
    field("content_rating", series.contentRatings.first { $0.country == country }?.rating)
    field("number_of_seasons", series.numberOfSeasons)
    field("number_of_episodes", series.numberOfEpisodes)
    poster(series.posterPath, sizes)
    field("backdrop_path", series.backdropPath)
    field("backdrop_urls", sizes.urls(for: series.backdropPath, .backdrop))
    key("next_episode")
    if let next = series.nextEpisode { next.write(to: &self) } else { null() }
    watchProviders(series.providers.first { $0.country == country }, sizes)
    key("seasons")
    array(series.seasons) { json, season in
      json.object { json in
        json.field("season_number", season.seasonNumber)
        json.field("name", season.name)
        json.field("overview", season.overview)
        json.date("air_date", season.airDate)
        json.field("episode_count", season.episodeCount)
        json.poster(season.posterPath, sizes)
      }
    }
  }

  /// `docs/protocol.md`, `tv.season`.
  mutating func season(_ season: SeasonFacts, _ sizes: ImageSizes, changedAt: Timestamp) {
    field("tmdb_id", season.seriesID)
    field("season_number", season.seasonNumber)
    field("name", season.name)
    field("overview", season.overview)
    date("air_date", season.airDate)
    poster(season.posterPath, sizes)
    field("changed_at", changedAt)
    key("episodes")
    array(season.episodes) { json, episode in json.object { $0.episode(episode, sizes) } }
  }

  /// `docs/protocol.md`, `tv.episode`.
  mutating func episode(_ episode: EpisodeFacts, _ sizes: ImageSizes) {
    field("tmdb_episode_id", episode.id)
    field("season_number", episode.seasonNumber)
    field("episode_number", episode.episodeNumber)
    field("episode_type", episode.type)
    field("name", episode.title)
    field("label", episode.label)
    field("overview", episode.overview)
    date("air_date", episode.airDate)
    field("runtime", episode.runtime)
    field("still_path", episode.stillPath)
    field("still_urls", sizes.urls(for: episode.stillPath, .still))
  }
}
