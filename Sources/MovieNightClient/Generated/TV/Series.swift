// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What is known of a series.
public struct Series: Identifiable, Hashable, Sendable {
  /// Which series, by TMDb's id.
  public var tmdbID: Int
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
  public var genreIDs: [Int]
  /// The rating of the household's country.
  public var contentRating: String?
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

  /// The same as `tmdbID`.
  public var id: Int { tmdbID }

  public init(
    tmdbID: Int, name: String, originalName: String? = nil, year: Int? = nil, firstAirDate: CalendarDate? = nil,
    lastAirDate: CalendarDate? = nil, overview: String? = nil, status: String? = nil, genres: [String], genreIDs: [Int],
    contentRating: String? = nil, numberOfSeasons: Int? = nil, numberOfEpisodes: Int? = nil, posterPath: String? = nil,
    posterURLs: ImageURLs? = nil, backdropPath: String? = nil, backdropURLs: ImageURLs? = nil,
    nextEpisode: NextEpisode? = nil, watchProviders: WatchProviders? = nil, seasons: [SeasonListing],
    source: FactSource? = nil, fetchedAt: Timestamp? = nil, stale: Bool
  ) {
    self.tmdbID = tmdbID
    self.name = name
    self.originalName = originalName
    self.year = year
    self.firstAirDate = firstAirDate
    self.lastAirDate = lastAirDate
    self.overview = overview
    self.status = status
    self.genres = genres
    self.genreIDs = genreIDs
    self.contentRating = contentRating
    self.numberOfSeasons = numberOfSeasons
    self.numberOfEpisodes = numberOfEpisodes
    self.posterPath = posterPath
    self.posterURLs = posterURLs
    self.backdropPath = backdropPath
    self.backdropURLs = backdropURLs
    self.nextEpisode = nextEpisode
    self.watchProviders = watchProviders
    self.seasons = seasons
    self.source = source
    self.fetchedAt = fetchedAt
    self.stale = stale
  }
}

extension Series: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbID = try object.decode(Int.self, forKey: "tmdb_id")
    name = try object.decode(String.self, forKey: "name")
    originalName = try object.decodeIfPresent(String.self, forKey: "original_name")
    year = try object.decodeIfPresent(Int.self, forKey: "year")
    firstAirDate = try object.decodeIfPresent(CalendarDate.self, forKey: "first_air_date")
    lastAirDate = try object.decodeIfPresent(CalendarDate.self, forKey: "last_air_date")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    status = try object.decodeIfPresent(String.self, forKey: "status")
    genres = try object.decode([String].self, forKey: "genres")
    genreIDs = try object.decode([Int].self, forKey: "genre_ids")
    contentRating = try object.decodeIfPresent(String.self, forKey: "content_rating")
    numberOfSeasons = try object.decodeIfPresent(Int.self, forKey: "number_of_seasons")
    numberOfEpisodes = try object.decodeIfPresent(Int.self, forKey: "number_of_episodes")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    posterURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "poster_urls")
    backdropPath = try object.decodeIfPresent(String.self, forKey: "backdrop_path")
    backdropURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "backdrop_urls")
    nextEpisode = try object.decodeIfPresent(NextEpisode.self, forKey: "next_episode")
    watchProviders = try object.decodeIfPresent(WatchProviders.self, forKey: "watch_providers")
    seasons = try object.decode([SeasonListing].self, forKey: "seasons")
    source = try object.decodeIfPresent(FactSource.self, forKey: "source")
    fetchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "fetched_at")
    stale = try object.decode(Bool.self, forKey: "stale")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbID, forKey: "tmdb_id")
    try object.encode(name, forKey: "name")
    try object.encode(originalName, forKey: "original_name")
    try object.encode(year, forKey: "year")
    try object.encode(firstAirDate, forKey: "first_air_date")
    try object.encode(lastAirDate, forKey: "last_air_date")
    try object.encode(overview, forKey: "overview")
    try object.encode(status, forKey: "status")
    try object.encode(genres, forKey: "genres")
    try object.encode(genreIDs, forKey: "genre_ids")
    try object.encode(contentRating, forKey: "content_rating")
    try object.encode(numberOfSeasons, forKey: "number_of_seasons")
    try object.encode(numberOfEpisodes, forKey: "number_of_episodes")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(posterURLs, forKey: "poster_urls")
    try object.encode(backdropPath, forKey: "backdrop_path")
    try object.encode(backdropURLs, forKey: "backdrop_urls")
    try object.encode(nextEpisode, forKey: "next_episode")
    try object.encode(watchProviders, forKey: "watch_providers")
    try object.encode(seasons, forKey: "seasons")
    try object.encode(source, forKey: "source")
    try object.encode(fetchedAt, forKey: "fetched_at")
    try object.encode(stale, forKey: "stale")
  }
}

extension Series: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbID = try json.read("tmdb_id")
    name = try json.read("name")
    originalName = try json.readIfPresent("original_name")
    year = try json.readIfPresent("year")
    firstAirDate = try json.readIfPresent("first_air_date")
    lastAirDate = try json.readIfPresent("last_air_date")
    overview = try json.readIfPresent("overview")
    status = try json.readIfPresent("status")
    genres = try json.read("genres")
    genreIDs = try json.read("genre_ids")
    contentRating = try json.readIfPresent("content_rating")
    numberOfSeasons = try json.readIfPresent("number_of_seasons")
    numberOfEpisodes = try json.readIfPresent("number_of_episodes")
    posterPath = try json.readIfPresent("poster_path")
    posterURLs = try json.readIfPresent("poster_urls")
    backdropPath = try json.readIfPresent("backdrop_path")
    backdropURLs = try json.readIfPresent("backdrop_urls")
    nextEpisode = try json.readIfPresent("next_episode")
    watchProviders = try json.readIfPresent("watch_providers")
    seasons = try json.read("seasons")
    source = try json.readIfPresent("source")
    fetchedAt = try json.readIfPresent("fetched_at")
    stale = try json.read("stale")
  }
}
