// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What is known of a movie, and what the household had to do with it.
public struct MovieDetails: Identifiable, Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Its title, as of when it was recorded, or as the catalog has it.
  public var title: String
  /// The year of its release; nil where it was not released.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none.
  public var contentRating: String?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of its genres.
  public var genreIDs: [Int]
  /// What it is about.
  public var overview: String?
  /// How long it is. In minutes.
  public var runtime: Int?
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Names of the services that have it.
  public var streaming: [String]
  /// Its title in its own language.
  public var originalTitle: String?
  /// When it first came out.
  public var releaseDate: CalendarDate?
  /// Its motto, as posters have it.
  public var tagline: String?
  /// IMDb's id.
  public var imdbID: String?
  /// How many rated it at the source.
  public var voteCount: Int?
  /// The rating of the household's country; nil where none is known.
  public var certification: Certification?
  /// The addresses of its poster; nil without one.
  public var posterURLs: ImageURLs?
  /// The part of its address behind the size; nil without an image.
  public var backdropPath: String?
  /// Its addresses; nil without an image.
  public var backdropURLs: ImageURLs?
  /// Who plays in it, five at most; nil where only the household knows the movie.
  public var cast: [CastMember]?
  /// The address of a trailer; nil where none is known.
  public var trailerURL: String?
  /// Where it can be watched; nil where nothing is known of the country.
  public var watchProviders: WatchProviders?
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool
  /// What the household had to do with it; nil for administrators.
  public var history: MovieHistory?

  /// The same as `tmdbMovieID`.
  public var id: Int { tmdbMovieID }

  public init(
    tmdbMovieID: Int, title: String, year: Int? = nil, posterPath: String? = nil, contentRating: String? = nil,
    genres: [String], genreIDs: [Int], overview: String? = nil, runtime: Int? = nil, popularity: Double? = nil,
    voteAverage: Double? = nil, streaming: [String], originalTitle: String? = nil, releaseDate: CalendarDate? = nil,
    tagline: String? = nil, imdbID: String? = nil, voteCount: Int? = nil, certification: Certification? = nil,
    posterURLs: ImageURLs? = nil, backdropPath: String? = nil, backdropURLs: ImageURLs? = nil,
    cast: [CastMember]? = nil, trailerURL: String? = nil, watchProviders: WatchProviders? = nil,
    source: FactSource? = nil, fetchedAt: Timestamp? = nil, stale: Bool, history: MovieHistory? = nil
  ) {
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.year = year
    self.posterPath = posterPath
    self.contentRating = contentRating
    self.genres = genres
    self.genreIDs = genreIDs
    self.overview = overview
    self.runtime = runtime
    self.popularity = popularity
    self.voteAverage = voteAverage
    self.streaming = streaming
    self.originalTitle = originalTitle
    self.releaseDate = releaseDate
    self.tagline = tagline
    self.imdbID = imdbID
    self.voteCount = voteCount
    self.certification = certification
    self.posterURLs = posterURLs
    self.backdropPath = backdropPath
    self.backdropURLs = backdropURLs
    self.cast = cast
    self.trailerURL = trailerURL
    self.watchProviders = watchProviders
    self.source = source
    self.fetchedAt = fetchedAt
    self.stale = stale
    self.history = history
  }
}

extension MovieDetails: Codable {
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case title
    case year
    case posterPath = "poster_path"
    case contentRating = "content_rating"
    case genres
    case genreIDs = "genre_ids"
    case overview
    case runtime
    case popularity
    case voteAverage = "vote_average"
    case streaming
    case originalTitle = "original_title"
    case releaseDate = "release_date"
    case tagline
    case imdbID = "imdb_id"
    case voteCount = "vote_count"
    case certification
    case posterURLs = "poster_urls"
    case backdropPath = "backdrop_path"
    case backdropURLs = "backdrop_urls"
    case cast
    case trailerURL = "trailer_url"
    case watchProviders = "watch_providers"
    case source
    case fetchedAt = "fetched_at"
    case stale
    case history
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(title, forKey: .title)
    try object.encode(year, forKey: .year)
    try object.encode(posterPath, forKey: .posterPath)
    try object.encode(contentRating, forKey: .contentRating)
    try object.encode(genres, forKey: .genres)
    try object.encode(genreIDs, forKey: .genreIDs)
    try object.encode(overview, forKey: .overview)
    try object.encode(runtime, forKey: .runtime)
    try object.encode(popularity, forKey: .popularity)
    try object.encode(voteAverage, forKey: .voteAverage)
    try object.encode(streaming, forKey: .streaming)
    try object.encode(originalTitle, forKey: .originalTitle)
    try object.encode(releaseDate, forKey: .releaseDate)
    try object.encode(tagline, forKey: .tagline)
    try object.encode(imdbID, forKey: .imdbID)
    try object.encode(voteCount, forKey: .voteCount)
    try object.encode(certification, forKey: .certification)
    try object.encode(posterURLs, forKey: .posterURLs)
    try object.encode(backdropPath, forKey: .backdropPath)
    try object.encode(backdropURLs, forKey: .backdropURLs)
    try object.encode(cast, forKey: .cast)
    try object.encode(trailerURL, forKey: .trailerURL)
    try object.encode(watchProviders, forKey: .watchProviders)
    try object.encode(source, forKey: .source)
    try object.encode(fetchedAt, forKey: .fetchedAt)
    try object.encode(stale, forKey: .stale)
    try object.encode(history, forKey: .history)
  }
}

extension MovieDetails: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    title = try json.read("title")
    year = try json.readIfPresent("year")
    posterPath = try json.readIfPresent("poster_path")
    contentRating = try json.readIfPresent("content_rating")
    genres = try json.read("genres")
    genreIDs = try json.read("genre_ids")
    overview = try json.readIfPresent("overview")
    runtime = try json.readIfPresent("runtime")
    popularity = try json.readIfPresent("popularity")
    voteAverage = try json.readIfPresent("vote_average")
    streaming = try json.read("streaming")
    originalTitle = try json.readIfPresent("original_title")
    releaseDate = try json.readIfPresent("release_date")
    tagline = try json.readIfPresent("tagline")
    imdbID = try json.readIfPresent("imdb_id")
    voteCount = try json.readIfPresent("vote_count")
    certification = try json.readIfPresent("certification")
    posterURLs = try json.readIfPresent("poster_urls")
    backdropPath = try json.readIfPresent("backdrop_path")
    backdropURLs = try json.readIfPresent("backdrop_urls")
    cast = try json.readIfPresent("cast")
    trailerURL = try json.readIfPresent("trailer_url")
    watchProviders = try json.readIfPresent("watch_providers")
    source = try json.readIfPresent("source")
    fetchedAt = try json.readIfPresent("fetched_at")
    stale = try json.read("stale")
    history = try json.readIfPresent("history")
  }
}
