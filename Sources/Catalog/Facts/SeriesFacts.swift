import MovieNightPrimitives

/// What a catalog knows of a series, cleaned as `MovieFacts` are.
public struct SeriesFacts: FieldObject, Equatable, Sendable {
  /// TMDb's.
  public var id: Int
  public var name: String
  public var originalName: String?
  public var firstAirDate: CalendarDate?
  public var lastAirDate: CalendarDate?
  public var overview: String?
  /// As TMDb says it: "Returning Series", "Ended" ...
  public var status: String?
  public var genres: [Genre]
  public var popularity: Double?
  /// 0-10; nil without votes.
  public var voteAverage: Double?
  /// By country, each once.
  public var contentRatings: [Certification]
  public var numberOfSeasons: Int?
  public var numberOfEpisodes: Int?
  public var posterPath: String?
  public var backdropPath: String?
  public var nextEpisode: NextEpisode?
  /// By number, the specials (0) last.
  public var seasons: [SeasonListing]
  /// By country, each once.
  public var providers: [CountryProviders]

  /// The episode that airs next.
  public struct NextEpisode: FieldObject, Hashable, Sendable {
    public var seasonNumber: Int
    public var episodeNumber: Int
    public var name: String?
    public var airDate: CalendarDate?

    public init(seasonNumber: Int, episodeNumber: Int, name: String?, airDate: CalendarDate?) {
      self.seasonNumber = seasonNumber
      self.episodeNumber = episodeNumber
      self.name = name
      self.airDate = airDate
    }

    public static let fields = Fields(
      Self.init(seasonNumber:episodeNumber:name:airDate:), Field("season_number", \.seasonNumber),
      Field("episode_number", \.episodeNumber), Field("name", \.name), Field("air_date", \.airDate))
  }

  /// A season as its series lists it.
  public struct SeasonListing: FieldObject, Hashable, Sendable {
    public var seasonNumber: Int
    public var name: String?
    public var overview: String?
    public var airDate: CalendarDate?
    public var episodeCount: Int?
    public var posterPath: String?

    public init(
      seasonNumber: Int, name: String? = nil, overview: String? = nil, airDate: CalendarDate? = nil,
      episodeCount: Int? = nil, posterPath: String? = nil
    ) {
      self.seasonNumber = seasonNumber
      self.name = name
      self.overview = overview
      self.airDate = airDate
      self.episodeCount = episodeCount
      self.posterPath = posterPath
    }

    public static let fields = Fields(
      Self.init(seasonNumber:name:overview:airDate:episodeCount:posterPath:), Field("season_number", \.seasonNumber),
      Field("name", \.name), Field("overview", \.overview), Field("air_date", \.airDate),
      Field("episode_count", \.episodeCount), Field("poster_path", \.posterPath))
  }

  public init(
    id: Int, name: String, originalName: String? = nil, firstAirDate: CalendarDate? = nil,
    lastAirDate: CalendarDate? = nil, overview: String? = nil, status: String? = nil, genres: [Genre] = [],
    popularity: Double? = nil, voteAverage: Double? = nil, contentRatings: [Certification] = [],
    numberOfSeasons: Int? = nil, numberOfEpisodes: Int? = nil, posterPath: String? = nil, backdropPath: String? = nil,
    nextEpisode: NextEpisode? = nil, seasons: [SeasonListing] = [], providers: [CountryProviders] = []
  ) {
    self.id = id
    self.name = name
    self.originalName = originalName
    self.firstAirDate = firstAirDate
    self.lastAirDate = lastAirDate
    self.overview = overview
    self.status = status
    self.genres = genres
    self.popularity = popularity
    self.voteAverage = voteAverage
    self.contentRatings = contentRatings
    self.numberOfSeasons = numberOfSeasons
    self.numberOfEpisodes = numberOfEpisodes
    self.posterPath = posterPath
    self.backdropPath = backdropPath
    self.nextEpisode = nextEpisode
    self.seasons = seasons
    self.providers = providers
  }

  public static let fields = Fields(
    Self.init(
      id:name:originalName:firstAirDate:lastAirDate:overview:status:genres:popularity:voteAverage:contentRatings:
      numberOfSeasons:numberOfEpisodes:posterPath:backdropPath:nextEpisode:seasons:providers:),
    Field("id", \.id), Field("name", \.name), Field("original_name", \.originalName),
    Field("first_air_date", \.firstAirDate), Field("last_air_date", \.lastAirDate), Field("overview", \.overview),
    Field("status", \.status), Field("genres", \.genres, absent: []), Field("popularity", \.popularity),
    Field("vote_average", \.voteAverage), Field("content_ratings", \.contentRatings, absent: []),
    Field("number_of_seasons", \.numberOfSeasons), Field("number_of_episodes", \.numberOfEpisodes),
    Field("poster_path", \.posterPath), Field("backdrop_path", \.backdropPath), Field("next_episode", \.nextEpisode),
    Field("seasons", \.seasons, absent: []), Field("providers", \.providers, absent: []))
}

/// A season with its episodes.
public struct SeasonFacts: FieldObject, Equatable, Sendable {
  public var seriesID: Int
  /// 0 for the specials.
  public var seasonNumber: Int
  public var name: String?
  public var overview: String?
  public var airDate: CalendarDate?
  public var posterPath: String?
  /// By number, each once; also none.
  public var episodes: [EpisodeFacts]

  public init(
    seriesID: Int, seasonNumber: Int, name: String? = nil, overview: String? = nil, airDate: CalendarDate? = nil,
    posterPath: String? = nil, episodes: [EpisodeFacts] = []
  ) {
    self.seriesID = seriesID
    self.seasonNumber = seasonNumber
    self.name = name
    self.overview = overview
    self.airDate = airDate
    self.posterPath = posterPath
    self.episodes = episodes
  }

  public static let fields = Fields(
    Self.init(seriesID:seasonNumber:name:overview:airDate:posterPath:episodes:), Field("series_id", \.seriesID),
    Field("season_number", \.seasonNumber), Field("name", \.name), Field("overview", \.overview),
    Field("air_date", \.airDate), Field("poster_path", \.posterPath), Field("episodes", \.episodes, absent: []))
}

/// An episode: of a season's list, or on its own. Which of the two it came from is kept apart (`CatalogQuestion`).
public struct EpisodeFacts: FieldObject, Hashable, Sendable {
  public var seriesID: Int
  public var seasonNumber: Int
  public var episodeNumber: Int
  /// TMDb's.
  public var id: Int?
  /// As TMDb says it: "standard", "finale", "mid_season".
  public var type: String?
  public var name: String?
  public var overview: String?
  public var airDate: CalendarDate?
  /// Minutes, 1-9999.
  public var runtime: Int?
  public var stillPath: String?

  public init(
    seriesID: Int, seasonNumber: Int, episodeNumber: Int, id: Int? = nil, type: String? = nil, name: String? = nil,
    overview: String? = nil, airDate: CalendarDate? = nil, runtime: Int? = nil, stillPath: String? = nil
  ) {
    self.seriesID = seriesID
    self.seasonNumber = seasonNumber
    self.episodeNumber = episodeNumber
    self.id = id
    self.type = type
    self.name = name
    self.overview = overview
    self.airDate = airDate
    self.runtime = runtime
    self.stillPath = stillPath
  }

  public static let fields = Fields(
    Self.init(seriesID:seasonNumber:episodeNumber:id:type:name:overview:airDate:runtime:stillPath:),
    Field("series_id", \.seriesID), Field("season_number", \.seasonNumber), Field("episode_number", \.episodeNumber),
    Field("id", \.id), Field("type", \.type), Field("name", \.name), Field("overview", \.overview),
    Field("air_date", \.airDate), Field("runtime", \.runtime), Field("still_path", \.stillPath))

  /// What it is called where it has no name.
  public var title: String { name ?? "Episode \(episodeNumber)" }
  /// "1. Pilot".
  public var label: String { "\(episodeNumber). \(title)" }
}
