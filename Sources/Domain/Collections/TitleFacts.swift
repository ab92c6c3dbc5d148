import MovieNightPrimitives

/// The facts about a movie or series, as the client sent them or as the catalog had them.
public struct TitleFacts: FieldObject, Equatable, Sendable {
  public var title: String
  public var originalTitle: String?
  /// The year of the release, or of the first episode.
  public var year: Int?
  public var overview: String?
  public var genres: [String]
  /// The running time in minutes.
  public var runtime: Int?
  public var posterPath: String?
  public var backdropPath: String?
  /// The language as a code of two letters.
  public var originalLanguage: String?
  public var imdbID: String?
  public var popularity: Double?
  public var voteAverage: Double?
  public var voteCount: Int?
  public var contentRating: String?
  public var releaseDate: CalendarDate?
  public var airing: AiringFacts

  public static let fields = Fields(
    Self.init(
      title:originalTitle:year:overview:genres:runtime:posterPath:backdropPath:originalLanguage:imdbID:popularity:
      voteAverage:voteCount:contentRating:releaseDate:airing:),
    Field("title", \.title, .bytes(CollectionLimits.titleBytes)),
    Field("original_title", \.originalTitle, .orNull(.bytes(CollectionLimits.titleBytes))),
    Field("year", \.year, .orNull(.integer(MovieLimits.year))),
    Field("overview", \.overview, .orNull(.bytes(MovieLimits.overview))),
    Field("genres", \.genres, absent: [], .list(of: .bytes(MovieLimits.name), atMost: MovieLimits.names)),
    Field("runtime", \.runtime, .orNull(.integer(MovieLimits.runtime))),
    Field("poster_path", \.posterPath, .orNull(.bytes(MovieLimits.posterPath))),
    Field("backdrop_path", \.backdropPath, .orNull(.bytes(MovieLimits.posterPath))),
    Field("original_language", \.originalLanguage, .orNull(.bytes(MovieLimits.name))),
    Field("imdb_id", \.imdbID, .orNull(.bytes(MovieLimits.name))), Field("popularity", \.popularity),
    Field("vote_average", \.voteAverage), Field("vote_count", \.voteCount),
    Field("content_rating", \.contentRating, .orNull(.bytes(MovieLimits.contentRating))),
    Field("release_date", \.releaseDate), Field(members: \.airing))
}

/// The facts that only a series has. For a movie, all are nil or empty.
public struct AiringFacts: FieldObject, Equatable, Sendable {
  public var firstAirDate: CalendarDate?
  public var lastAirDate: CalendarDate?
  /// The status of the series at TMDb, such as "Returning Series" or "Ended".
  public var seriesStatus: String?
  public var numberOfSeasons: Int?
  public var numberOfEpisodes: Int?
  public var seasons: [TitleSeason]
  public var nextEpisode: UpcomingEpisode?

  public static let fields = Fields(
    Self.init(firstAirDate:lastAirDate:seriesStatus:numberOfSeasons:numberOfEpisodes:seasons:nextEpisode:),
    Field("first_air_date", \.firstAirDate), Field("last_air_date", \.lastAirDate),
    Field("series_status", \.seriesStatus, .orNull(.bytes(MovieLimits.name))),
    Field("number_of_seasons", \.numberOfSeasons), Field("number_of_episodes", \.numberOfEpisodes),
    Field("seasons", \.seasons, absent: [], .list(atMost: CollectionLimits.seasonsOfSeries)),
    Field("next_episode", \.nextEpisode))
}

public struct TitleSeason: FieldObject, Hashable, Sendable {
  public var number: Int
  public var name: String?
  public var airDate: CalendarDate?
  public var episodeCount: Int?

  public init(number: Int, name: String?, airDate: CalendarDate?, episodeCount: Int?) {
    self.number = number
    self.name = name
    self.airDate = airDate
    self.episodeCount = episodeCount
  }

  public static let fields = Fields(
    Self.init(number:name:airDate:episodeCount:), Field("season_number", \.number, .integer(CollectionLimits.seasons)),
    Field("name", \.name, .orNull(.bytes(CollectionLimits.seasonName))), Field("air_date", \.airDate),
    Field("episode_count", \.episodeCount, .orNull(.integer(CollectionLimits.episodes))))
}

/// The episode of a series that airs next.
public struct UpcomingEpisode: FieldObject, Hashable, Sendable {
  public var season: Int
  public var number: Int
  public var airDate: CalendarDate?

  public init(season: Int, number: Int, airDate: CalendarDate?) {
    self.season = season
    self.number = number
    self.airDate = airDate
  }

  public var ref: EpisodeRef { EpisodeRef(season, number) }

  public static let fields = Fields(
    Self.init(season:number:airDate:), Field("season_number", \.season, .integer(CollectionLimits.seasons)),
    Field("episode_number", \.number, .integer(CollectionLimits.episodes)), Field("air_date", \.airDate))
}

extension AiringFacts {
  public init() { seasons = [] }
}

extension TitleFacts {
  /// Creates facts that know only the title.
  public init(title: String) {
    (self.title, genres, airing) = (title, [], AiringFacts())
  }

  /// The bytes that the texts and lists hold. Equal facts give equal numbers.
  package var heldBytes: Int {
    let texts = [originalTitle, overview, posterPath, backdropPath, originalLanguage, imdbID, contentRating]
    return texts.reduce(title.heldBytes + genres.heldBytes) { $0 + ($1?.heldBytes ?? 0) }
      + (airing.seriesStatus?.heldBytes ?? 0)
      + airing.seasons.reduce(airing.seasons.bytesOfElements) { $0 + ($1.name?.heldBytes ?? 0) }
  }

  /// A hash that changes if a refresh changes any fact except the popularity and the votes, which change daily.
  public var digest: UInt64 {
    var facts = self
    (facts.popularity, facts.voteAverage, facts.voteCount) = (nil, nil, nil)
    let json = JSONWriter.object(reserving: 1024) { facts.writeMembers(to: &$0) }
    // 64-bit FNV-1a.
    return json.bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Whether the series will have no more episodes.
  public var hasEnded: Bool { Self.isEnd(airing.seriesStatus) }

  /// Whether a series with this status has no further seasons.
  public static func isEnd(_ seriesStatus: String?) -> Bool { seriesStatus == "Ended" || seriesStatus == "Canceled" }

  /// The rating to compare with ceilings. Ratings of American television count as those of movies.
  public var ceilingRating: String? {
    switch contentRating {
    case "TV-Y", "TV-Y7", "TV-G": "G"
    case "TV-PG": "PG"
    case "TV-14": "PG-13"
    case "TV-MA": "R"
    default: contentRating
    }
  }
}
