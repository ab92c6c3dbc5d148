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
  private enum CodingKeys: String, CodingKey {
    case tmdbID = "tmdb_id"
    case name
    case originalName = "original_name"
    case year
    case firstAirDate = "first_air_date"
    case lastAirDate = "last_air_date"
    case overview
    case status
    case genres
    case genreIDs = "genre_ids"
    case contentRating = "content_rating"
    case numberOfSeasons = "number_of_seasons"
    case numberOfEpisodes = "number_of_episodes"
    case posterPath = "poster_path"
    case posterURLs = "poster_urls"
    case backdropPath = "backdrop_path"
    case backdropURLs = "backdrop_urls"
    case nextEpisode = "next_episode"
    case watchProviders = "watch_providers"
    case seasons
    case source
    case fetchedAt = "fetched_at"
    case stale
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbID, forKey: .tmdbID)
    try object.encode(name, forKey: .name)
    try object.encode(originalName, forKey: .originalName)
    try object.encode(year, forKey: .year)
    try object.encode(firstAirDate, forKey: .firstAirDate)
    try object.encode(lastAirDate, forKey: .lastAirDate)
    try object.encode(overview, forKey: .overview)
    try object.encode(status, forKey: .status)
    try object.encode(genres, forKey: .genres)
    try object.encode(genreIDs, forKey: .genreIDs)
    try object.encode(contentRating, forKey: .contentRating)
    try object.encode(numberOfSeasons, forKey: .numberOfSeasons)
    try object.encode(numberOfEpisodes, forKey: .numberOfEpisodes)
    try object.encode(posterPath, forKey: .posterPath)
    try object.encode(posterURLs, forKey: .posterURLs)
    try object.encode(backdropPath, forKey: .backdropPath)
    try object.encode(backdropURLs, forKey: .backdropURLs)
    try object.encode(nextEpisode, forKey: .nextEpisode)
    try object.encode(watchProviders, forKey: .watchProviders)
    try object.encode(seasons, forKey: .seasons)
    try object.encode(source, forKey: .source)
    try object.encode(fetchedAt, forKey: .fetchedAt)
    try object.encode(stale, forKey: .stale)
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
