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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    title = try object.decode(String.self, forKey: "title")
    year = try object.decodeIfPresent(Int.self, forKey: "year")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    contentRating = try object.decodeIfPresent(String.self, forKey: "content_rating")
    genres = try object.decode([String].self, forKey: "genres")
    genreIDs = try object.decode([Int].self, forKey: "genre_ids")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    runtime = try object.decodeIfPresent(Int.self, forKey: "runtime")
    popularity = try object.decodeIfPresent(Double.self, forKey: "popularity")
    voteAverage = try object.decodeIfPresent(Double.self, forKey: "vote_average")
    streaming = try object.decode([String].self, forKey: "streaming")
    originalTitle = try object.decodeIfPresent(String.self, forKey: "original_title")
    releaseDate = try object.decodeIfPresent(CalendarDate.self, forKey: "release_date")
    tagline = try object.decodeIfPresent(String.self, forKey: "tagline")
    imdbID = try object.decodeIfPresent(String.self, forKey: "imdb_id")
    voteCount = try object.decodeIfPresent(Int.self, forKey: "vote_count")
    certification = try object.decodeIfPresent(Certification.self, forKey: "certification")
    posterURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "poster_urls")
    backdropPath = try object.decodeIfPresent(String.self, forKey: "backdrop_path")
    backdropURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "backdrop_urls")
    cast = try object.decodeIfPresent([CastMember].self, forKey: "cast")
    trailerURL = try object.decodeIfPresent(String.self, forKey: "trailer_url")
    watchProviders = try object.decodeIfPresent(WatchProviders.self, forKey: "watch_providers")
    source = try object.decodeIfPresent(FactSource.self, forKey: "source")
    fetchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "fetched_at")
    stale = try object.decode(Bool.self, forKey: "stale")
    history = try object.decodeIfPresent(MovieHistory.self, forKey: "history")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(title, forKey: "title")
    try object.encode(year, forKey: "year")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(contentRating, forKey: "content_rating")
    try object.encode(genres, forKey: "genres")
    try object.encode(genreIDs, forKey: "genre_ids")
    try object.encode(overview, forKey: "overview")
    try object.encode(runtime, forKey: "runtime")
    try object.encode(popularity, forKey: "popularity")
    try object.encode(voteAverage, forKey: "vote_average")
    try object.encode(streaming, forKey: "streaming")
    try object.encode(originalTitle, forKey: "original_title")
    try object.encode(releaseDate, forKey: "release_date")
    try object.encode(tagline, forKey: "tagline")
    try object.encode(imdbID, forKey: "imdb_id")
    try object.encode(voteCount, forKey: "vote_count")
    try object.encode(certification, forKey: "certification")
    try object.encode(posterURLs, forKey: "poster_urls")
    try object.encode(backdropPath, forKey: "backdrop_path")
    try object.encode(backdropURLs, forKey: "backdrop_urls")
    try object.encode(cast, forKey: "cast")
    try object.encode(trailerURL, forKey: "trailer_url")
    try object.encode(watchProviders, forKey: "watch_providers")
    try object.encode(source, forKey: "source")
    try object.encode(fetchedAt, forKey: "fetched_at")
    try object.encode(stale, forKey: "stale")
    try object.encode(history, forKey: "history")
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
