import MovieNightPrimitives

/// A movie as a list of results has it.
public struct MovieListing: FieldObject, Equatable, Sendable {
  /// TMDb's.
  public var id: Int
  public var title: String
  public var originalTitle: String?
  public var releaseDate: CalendarDate?
  public var overview: String?
  public var posterPath: String?
  public var genreIDs: [Int]
  public var popularity: Double?
  /// 0-10; nil without votes.
  public var voteAverage: Double?

  public init(
    id: Int, title: String, originalTitle: String? = nil, releaseDate: CalendarDate? = nil, overview: String? = nil,
    posterPath: String? = nil, genreIDs: [Int] = [], popularity: Double? = nil, voteAverage: Double? = nil
  ) {
    self.id = id
    self.title = title
    self.originalTitle = originalTitle
    self.releaseDate = releaseDate
    self.overview = overview
    self.posterPath = posterPath
    self.genreIDs = genreIDs
    self.popularity = popularity
    self.voteAverage = voteAverage
  }

  public static let fields = Fields(
    Self.init(id:title:originalTitle:releaseDate:overview:posterPath:genreIDs:popularity:voteAverage:),
    Field("id", \.id), Field("title", \.title), Field("original_title", \.originalTitle),
    Field("release_date", \.releaseDate), Field("overview", \.overview), Field("poster_path", \.posterPath),
    Field("genre_ids", \.genreIDs, absent: []), Field("popularity", \.popularity),
    Field("vote_average", \.voteAverage))
}

/// A series as a list of results has it.
public struct SeriesListing: FieldObject, Equatable, Sendable {
  /// TMDb's.
  public var id: Int
  public var name: String
  public var originalName: String?
  public var firstAirDate: CalendarDate?
  public var overview: String?
  public var posterPath: String?
  public var genreIDs: [Int]
  public var popularity: Double?
  /// 0-10; nil without votes.
  public var voteAverage: Double?

  public init(
    id: Int, name: String, originalName: String? = nil, firstAirDate: CalendarDate? = nil, overview: String? = nil,
    posterPath: String? = nil, genreIDs: [Int] = [], popularity: Double? = nil, voteAverage: Double? = nil
  ) {
    self.id = id
    self.name = name
    self.originalName = originalName
    self.firstAirDate = firstAirDate
    self.overview = overview
    self.posterPath = posterPath
    self.genreIDs = genreIDs
    self.popularity = popularity
    self.voteAverage = voteAverage
  }

  public static let fields = Fields(
    Self.init(id:name:originalName:firstAirDate:overview:posterPath:genreIDs:popularity:voteAverage:),
    Field("id", \.id), Field("name", \.name), Field("original_name", \.originalName),
    Field("first_air_date", \.firstAirDate), Field("overview", \.overview), Field("poster_path", \.posterPath),
    Field("genre_ids", \.genreIDs, absent: []), Field("popularity", \.popularity),
    Field("vote_average", \.voteAverage))
}

/// A page of results, in the source's order.
public struct ListingPage<Listing: FieldObject & Equatable & Sendable>: FieldObject, Equatable, Sendable {
  /// From 1.
  public var page: Int
  public var totalPages: Int
  public var totalResults: Int
  public var results: [Listing]

  public init(page: Int, totalPages: Int, totalResults: Int, results: [Listing]) {
    self.page = page
    self.totalPages = totalPages
    self.totalResults = totalResults
    self.results = results
  }

  public static var fields: Fields<Self> {
    Fields(
      Self.init(page:totalPages:totalResults:results:), Field("page", \.page), Field("total_pages", \.totalPages),
      Field("total_results", \.totalResults), Field("results", \.results))
  }
}

/// What an id of somebody else stands for; none of both where nobody knows.
public struct FoundIDs: FieldObject, Equatable, Sendable {
  public var movies: [MovieListing]
  public var series: [SeriesListing]

  public init(movies: [MovieListing], series: [SeriesListing]) {
    self.movies = movies
    self.series = series
  }

  public static let fields = Fields(
    Self.init(movies:series:), Field("movies", \.movies, absent: []), Field("series", \.series, absent: []))
}

/// The genres of movies, or of series.
public struct GenreList: FieldObject, Equatable, Sendable {
  public var genres: [Genre]

  public init(genres: [Genre]) { self.genres = genres }

  public static let fields = Fields(Self.init(genres:), Field("genres", \.genres))

  /// With those of another list that this one lacks.
  public func filled(from other: GenreList) -> GenreList {
    let ids = Set(genres.map(\.id))
    return GenreList(genres: genres + other.genres.filter { !ids.contains($0.id) })
  }
}
