// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `tv.…`.
  public var tv: TVArea { TVArea(scope: scope) }
}

/// The methods `tv.…`.
public struct TVArea: Sendable {
  let scope: ClientScope

  /// Finds series.
  ///
  /// Sends `tv.search`. Refused with ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``,
  /// ``RefusalReason/noCatalog``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - query: What somebody typed: a title, an id (`tmdb:550`, `tt0137523`) or a link.
  ///   - year: Of release, or of the first episode; any where it is nil. Must be a whole number from 1 to 9999.
  ///   - page: Which page of the results; 1 where it is nil. Must be a whole number from 1 to 500.
  /// - Returns: What a search has found.
  public func search(_ query: String, year: Int? = nil, page: Int? = nil) async throws -> SeriesSearchPage {
    try await scope.send(TVRequests.search(query, year: year, page: page))
  }

  /// Shows a series with its seasons.
  ///
  /// Sends `tv.get`. Refused with ``RefusalReason/unknownSeries``, ``RefusalReason/tooManyRefreshes``,
  /// ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with
  /// what refuses any request.
  ///
  /// - Parameters:
  ///   - series: Which series, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - refresh: `true`: the source is asked although a fresh copy is there.
  /// - Returns: What is known of a series.
  public func get(_ series: SeriesID, refresh: Bool = false) async throws -> Series {
    try await scope.send(TVRequests.get(series, refresh: refresh))
  }

  /// Shows a season with its episodes.
  ///
  /// Sends `tv.season`. Refused with ``RefusalReason/unknownSeason``, ``RefusalReason/tooManyRefreshes``,
  /// ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with
  /// what refuses any request.
  ///
  /// - Parameters:
  ///   - seasonNumber: Which season; 0: the specials. Must be a whole number from 0 to 9999.
  ///   - series: Which series, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - refresh: `true`: the source is asked although a fresh copy is there.
  /// - Returns: A season with its episodes.
  public func season(_ seasonNumber: Int, of series: SeriesID, refresh: Bool = false) async throws -> Season {
    try await scope.send(TVRequests.season(seasonNumber, of: series, refresh: refresh))
  }

  /// Shows an episode.
  ///
  /// Sends `tv.episode`. Refused with ``RefusalReason/unknownEpisode``, ``RefusalReason/tooManyRefreshes``,
  /// ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with
  /// what refuses any request.
  ///
  /// - Parameters:
  ///   - episodeNumber: Which episode. Must be a whole number from 0 to 99999.
  ///   - seasonNumber: Which season; 0: the specials. Must be a whole number from 0 to 9999.
  ///   - series: Which series, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - refresh: `true`: the source is asked although a fresh copy is there.
  /// - Returns: An episode, asked for by itself.
  public func episode(
    _ episodeNumber: Int, season seasonNumber: Int, of series: SeriesID, refresh: Bool = false
  ) async throws -> EpisodeDetails {
    try await scope.send(TVRequests.episode(episodeNumber, season: seasonNumber, of: series, refresh: refresh))
  }
}

/// The requests of the methods `tv.…`. An outbox keeps commands without secrets only.
public enum TVRequests {
  /// The request `tv.search`: finds series.
  public static func search(_ query: String, year: Int? = nil, page: Int? = nil) -> TypedRequest<SeriesSearchPage> {
    TypedRequest("tv.search") { json in
      json.field("query", query)
      json.fieldIfPresent("year", year)
      json.fieldIfPresent("page", page)
    }
  }

  /// The request `tv.get`: shows a series with its seasons.
  public static func get(_ series: SeriesID, refresh: Bool = false) -> TypedRequest<Series> {
    TypedRequest("tv.get") { json in
      json.field("tmdb_id", series)
      json.fieldIfPresent("refresh", refresh ? true : nil)
    }
  }

  /// The request `tv.season`: shows a season with its episodes.
  public static func season(_ seasonNumber: Int, of series: SeriesID, refresh: Bool = false) -> TypedRequest<Season> {
    TypedRequest("tv.season") { json in
      json.field("season_number", seasonNumber)
      json.field("tmdb_id", series)
      json.fieldIfPresent("refresh", refresh ? true : nil)
    }
  }

  /// The request `tv.episode`: shows an episode.
  public static func episode(
    _ episodeNumber: Int, season seasonNumber: Int, of series: SeriesID, refresh: Bool = false
  ) -> TypedRequest<EpisodeDetails> {
    TypedRequest("tv.episode") { json in
      json.field("episode_number", episodeNumber)
      json.field("season_number", seasonNumber)
      json.field("tmdb_id", series)
      json.fieldIfPresent("refresh", refresh ? true : nil)
    }
  }
}

/// What a search has found.
public struct SeriesSearchPage: Hashable, Codable, Sendable {
  /// Which page this is, from 1 on.
  public var page: Int
  /// How many there are at the source.
  public var totalPages: Int
  /// How many there are at the source, also of what was left out.
  public var totalResults: Int
  /// In the source's order.
  public var results: [SeriesSearchResult]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  private enum CodingKeys: String, CodingKey {
    case page, totalPages = "total_pages", totalResults = "total_results", results, source, fetchedAt = "fetched_at",
      stale
  }
}

/// A series that a search has found.
public struct SeriesSearchResult: Identifiable, Hashable, Codable, Sendable {
  /// Which series, by TMDb's id.
  public var tmdbID: SeriesID
  /// Its title.
  public var name: String
  /// Its title in its own language.
  public var originalName: String?
  /// The year of its first episode.
  public var year: Int?
  /// When its first episode was shown.
  public var firstAirDate: CalendarDate?
  /// What it is about.
  public var overview: String?
  /// The part of its address behind the size; nil without an image.
  public var posterPath: String?
  /// Its addresses; nil without an image.
  public var posterURLs: ImageURLs?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of them.
  public var genreIDs: [GenreID]
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?

  public var id: SeriesID { tmdbID }

  private enum CodingKeys: String, CodingKey {
    case tmdbID = "tmdb_id", name, originalName = "original_name", year, firstAirDate = "first_air_date", overview,
      posterPath = "poster_path", posterURLs = "poster_urls", genres, genreIDs = "genre_ids", popularity,
      voteAverage = "vote_average"
  }
}

/// What is known of a series.
public struct Series: Identifiable, Hashable, Codable, Sendable {
  /// Which series, by TMDb's id.
  public var tmdbID: SeriesID
  /// Its title.
  public var name: String
  /// Its title in its own language.
  public var originalName: String?
  /// The year of its first episode.
  public var year: Int?
  /// When its first episode was shown.
  public var firstAirDate: CalendarDate?
  /// When its last episode was shown.
  public var lastAirDate: CalendarDate?
  /// What it is about.
  public var overview: String?
  /// Whether more is to come, in the source's word: `Ended`.
  public var status: String?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of them.
  public var genreIDs: [GenreID]
  /// The rating of the household's country.
  public var contentRating: ContentRating?
  /// How many seasons.
  public var numberOfSeasons: Int?
  /// How many episodes.
  public var numberOfEpisodes: Int?
  /// The part of its address behind the size; nil without an image.
  public var posterPath: String?
  /// Its addresses; nil without an image.
  public var posterURLs: ImageURLs?
  /// The part of its address behind the size; nil without an image.
  public var backdropPath: String?
  /// Its addresses; nil without an image.
  public var backdropURLs: ImageURLs?
  /// What comes next; nil where none is known.
  public var nextEpisode: NextEpisode?
  /// Where it can be watched; nil where nothing is known of the country.
  public var watchProviders: WatchProviders?
  /// By number, the specials last.
  public var seasons: [SeasonListing]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  public var id: SeriesID { tmdbID }

  private enum CodingKeys: String, CodingKey {
    case tmdbID = "tmdb_id", name, originalName = "original_name", year, firstAirDate = "first_air_date",
      lastAirDate = "last_air_date", overview, status, genres, genreIDs = "genre_ids", contentRating = "content_rating",
      numberOfSeasons = "number_of_seasons", numberOfEpisodes = "number_of_episodes", posterPath = "poster_path",
      posterURLs = "poster_urls", backdropPath = "backdrop_path", backdropURLs = "backdrop_urls",
      nextEpisode = "next_episode", watchProviders = "watch_providers", seasons, source, fetchedAt = "fetched_at", stale
  }
}

/// What comes next.
public struct NextEpisode: Hashable, Codable, Sendable {
  /// Of which season.
  public var seasonNumber: Int
  /// Which episode of it.
  public var episodeNumber: Int
  /// Its title.
  public var name: String?
  /// When it will be shown.
  public var airDate: CalendarDate?

  private enum CodingKeys: String, CodingKey {
    case seasonNumber = "season_number", episodeNumber = "episode_number", name, airDate = "air_date"
  }
}

/// A season, as a series lists it.
public struct SeasonListing: Identifiable, Hashable, Codable, Sendable {
  /// 0: the specials.
  public var seasonNumber: Int
  /// Its title.
  public var name: String?
  /// What it is about.
  public var overview: String?
  /// When its first episode was shown.
  public var airDate: CalendarDate?
  /// How many episodes.
  public var episodeCount: Int?
  /// The part of its address behind the size; nil without an image.
  public var posterPath: String?
  /// Its addresses; nil without an image.
  public var posterURLs: ImageURLs?

  public var id: Int { seasonNumber }

  private enum CodingKeys: String, CodingKey {
    case seasonNumber = "season_number", name, overview, airDate = "air_date", episodeCount = "episode_count",
      posterPath = "poster_path", posterURLs = "poster_urls"
  }
}

/// A season with its episodes.
public struct Season: Hashable, Codable, Sendable {
  /// Which series, by TMDb's id.
  public var tmdbID: SeriesID
  /// 0: the specials.
  public var seasonNumber: Int
  /// Its title.
  public var name: String?
  /// What it is about.
  public var overview: String?
  /// When its first episode was shown.
  public var airDate: CalendarDate?
  /// The part of its address behind the size; nil without an image.
  public var posterPath: String?
  /// Its addresses; nil without an image.
  public var posterURLs: ImageURLs?
  /// Since when the source says the same.
  public var changedAt: Timestamp
  /// By number; there may be none.
  public var episodes: [Episode]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  private enum CodingKeys: String, CodingKey {
    case tmdbID = "tmdb_id", seasonNumber = "season_number", name, overview, airDate = "air_date",
      posterPath = "poster_path", posterURLs = "poster_urls", changedAt = "changed_at", episodes, source,
      fetchedAt = "fetched_at", stale
  }
}

/// An episode of a season.
public struct Episode: Identifiable, Hashable, Codable, Sendable {
  /// TMDb's id.
  public var tmdbEpisodeID: Int?
  /// 0: the specials.
  public var seasonNumber: Int
  /// Within the season.
  public var episodeNumber: Int
  /// What kind of episode, in the source's word: `finale`.
  public var episodeType: String?
  /// Its title; `Episode 3` without one.
  public var name: String
  /// Its number and title: `3. Episode 3`.
  public var label: String
  /// What it is about.
  public var overview: String?
  /// When it was first shown.
  public var airDate: CalendarDate?
  /// How long it is.
  @Minutes public var runtime: Duration?
  /// The part of its address behind the size; nil without an image.
  public var stillPath: String?
  /// Its addresses; nil without an image.
  public var stillURLs: ImageURLs?

  public var id: Int { episodeNumber }

  private enum CodingKeys: String, CodingKey {
    case tmdbEpisodeID = "tmdb_episode_id", seasonNumber = "season_number", episodeNumber = "episode_number",
      episodeType = "episode_type", name, label, overview, airDate = "air_date", runtime, stillPath = "still_path",
      stillURLs = "still_urls"
  }
}

/// An episode, asked for by itself.
public struct EpisodeDetails: Hashable, Codable, Sendable {
  /// TMDb's id.
  public var tmdbEpisodeID: Int?
  /// 0: the specials.
  public var seasonNumber: Int
  /// Within the season.
  public var episodeNumber: Int
  /// What kind of episode, in the source's word: `finale`.
  public var episodeType: String?
  /// Its title; `Episode 3` without one.
  public var name: String
  /// Its number and title: `3. Episode 3`.
  public var label: String
  /// What it is about.
  public var overview: String?
  /// When it was first shown.
  public var airDate: CalendarDate?
  /// How long it is.
  @Minutes public var runtime: Duration?
  /// The part of its address behind the size; nil without an image.
  public var stillPath: String?
  /// Its addresses; nil without an image.
  public var stillURLs: ImageURLs?
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  private enum CodingKeys: String, CodingKey {
    case tmdbEpisodeID = "tmdb_episode_id", seasonNumber = "season_number", episodeNumber = "episode_number",
      episodeType = "episode_type", name, label, overview, airDate = "air_date", runtime, stillPath = "still_path",
      stillURLs = "still_urls", source, fetchedAt = "fetched_at", stale
  }
}
