import MovieNightPrimitives

/// The cleaned facts of a series, for which the same rules hold as for `MovieFacts`.
public struct SeriesFacts: FieldObject, Equatable, Sendable {
  /// The id at TMDb.
  public var id: Int
  public var name: String
  public var originalName: String?
  public var firstAirDate: CalendarDate?
  public var lastAirDate: CalendarDate?
  public var overview: String?
  /// TMDb's status: "Returning Series", "Ended" ...
  public var status: String?
  public var genres: [Genre] = []
  public var popularity: Double?
  /// The average vote; nil without votes.
  public var voteAverage: Double?
  public var contentRatings: [Certification] = []
  public var numberOfSeasons: Int?
  public var numberOfEpisodes: Int?
  public var posterPath: String?
  public var backdropPath: String?
  public var nextEpisode: NextEpisode?
  /// The seasons by number, with the specials (0) last.
  public var seasons: [SeasonListing] = []
  public var providers: [CountryProviders] = []

  public static let fields = Fields(
    Self.init(
      id:name:originalName:firstAirDate:lastAirDate:overview:status:genres:popularity:voteAverage:contentRatings:
      numberOfSeasons:numberOfEpisodes:posterPath:backdropPath:nextEpisode:seasons:providers:),
    Field("id", \.id, Bounds.id), Field("name", \.name, Bounds.name),
    Field("original_name", \.originalName, .orNull(Bounds.name)),
    Field("first_air_date", \.firstAirDate, .orNull(Bounds.date)),
    Field("last_air_date", \.lastAirDate, .orNull(Bounds.date)),
    Field("overview", \.overview, .orNull(Bounds.overview)), Field("status", \.status, .orNull(Bounds.name)),
    Field("genres", \.genres, absent: [], .list(atMost: Bounds.genresPerTitle, eachOnceBy: \.id)),
    Field("popularity", \.popularity, .orNull(Bounds.popularity)),
    Field("vote_average", \.voteAverage, .orNull(Bounds.voteAverage)),
    Field("content_ratings", \.contentRatings, absent: [], .list(atMost: Bounds.countries, eachOnceBy: \.country)),
    Field("number_of_seasons", \.numberOfSeasons, .orNull(Bounds.season)),
    Field("number_of_episodes", \.numberOfEpisodes, .orNull(Bounds.episode)),
    Field("poster_path", \.posterPath, .orNull(Bounds.imagePath)),
    Field("backdrop_path", \.backdropPath, .orNull(Bounds.imagePath)), Field("next_episode", \.nextEpisode),
    Field(
      "seasons", \.seasons, absent: [],
      .list(atMost: Bounds.seasonsPerSeries, inOrderOf: \.sortKey, "ordered by number, specials last")),
    Field("providers", \.providers, absent: [], .list(atMost: Bounds.countries, eachOnceBy: \.country)))

  public struct NextEpisode: FieldObject, Hashable, Sendable {
    public var seasonNumber: Int
    public var episodeNumber: Int
    public var name: String?
    public var airDate: CalendarDate?

    public static let fields = Fields(
      Self.init(seasonNumber:episodeNumber:name:airDate:), Field("season_number", \.seasonNumber, Bounds.season),
      Field("episode_number", \.episodeNumber, Bounds.episode), Field("name", \.name, .orNull(Bounds.name)),
      Field("air_date", \.airDate, .orNull(Bounds.date)))
  }

  /// A season in its series' list.
  public struct SeasonListing: FieldObject, Hashable, Sendable {
    public var seasonNumber: Int
    public var name: String?
    public var overview: String?
    public var airDate: CalendarDate?
    public var episodeCount: Int?
    public var posterPath: String?

    public static let fields = Fields(
      Self.init(seasonNumber:name:overview:airDate:episodeCount:posterPath:),
      Field("season_number", \.seasonNumber, Bounds.season), Field("name", \.name, .orNull(Bounds.name)),
      Field("overview", \.overview, .orNull(Bounds.overview)), Field("air_date", \.airDate, .orNull(Bounds.date)),
      Field("episode_count", \.episodeCount, .orNull(Bounds.episode)),
      Field("poster_path", \.posterPath, .orNull(Bounds.imagePath)))

    /// The sort key in the series' list. The specials come last, because they matter least.
    var sortKey: Int { seasonNumber == 0 ? .max : seasonNumber }
  }
}

public struct SeasonFacts: FieldObject, Equatable, Sendable {
  public var seriesID: Int
  /// The season's number; 0 for the specials.
  public var seasonNumber: Int
  public var name: String?
  public var overview: String?
  public var airDate: CalendarDate?
  public var posterPath: String?
  /// The episodes by number. May be empty.
  public var episodes: [EpisodeFacts] = []

  public static let fields = Fields(
    Self.init(seriesID:seasonNumber:name:overview:airDate:posterPath:episodes:),
    Field("series_id", \.seriesID, Bounds.id), Field("season_number", \.seasonNumber, Bounds.season),
    Field("name", \.name, .orNull(Bounds.name)), Field("overview", \.overview, .orNull(Bounds.overview)),
    Field("air_date", \.airDate, .orNull(Bounds.date)), Field("poster_path", \.posterPath, .orNull(Bounds.imagePath)),
    Field(
      "episodes", \.episodes, absent: [],
      .list(atMost: Bounds.episodesPerSeason, inOrderOf: \.episodeNumber, "ordered by number")))
}

/// An episode, from its season's list or its own answer. Both are cached separately (`CatalogQuestion`).
public struct EpisodeFacts: FieldObject, Hashable, Sendable {
  public var seriesID: Int
  public var seasonNumber: Int
  public var episodeNumber: Int
  /// The id at TMDb.
  public var id: Int?
  /// TMDb's type: "standard", "finale", "mid_season".
  public var type: String?
  public var name: String?
  public var overview: String?
  public var airDate: CalendarDate?
  /// The running time in minutes.
  public var runtime: Int?
  public var stillPath: String?

  public static let fields = Fields(
    Self.init(seriesID:seasonNumber:episodeNumber:id:type:name:overview:airDate:runtime:stillPath:),
    Field("series_id", \.seriesID, Bounds.id), Field("season_number", \.seasonNumber, Bounds.season),
    Field("episode_number", \.episodeNumber, Bounds.episode), Field("id", \.id, .orNull(Bounds.id)),
    Field("type", \.type, .orNull(Bounds.name)), Field("name", \.name, .orNull(Bounds.name)),
    Field("overview", \.overview, .orNull(Bounds.overview)), Field("air_date", \.airDate, .orNull(Bounds.date)),
    Field("runtime", \.runtime, .orNull(Bounds.runtime)), Field("still_path", \.stillPath, .orNull(Bounds.imagePath)))

  /// The name, or the number if there is none.
  public var title: String { name ?? "Episode \(episodeNumber)" }
  /// The number and title: "1. Pilot".
  public var label: String { "\(episodeNumber). \(title)" }
}
