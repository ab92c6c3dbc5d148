import MovieNightPrimitives

/// A question, whose answer is cached under its kind and id. A season's answer includes its episodes, but each episode
/// also has its own answer. Neither fills, replaces, expires or clears the other (`docs/catalog.md`, "Cache").
public enum CatalogQuestion: Hashable, Sendable {
  case movie(Int)
  case series(Int)
  case season(series: Int, Int)
  case episode(series: Int, season: Int, Int)
  case searchMovies(String, year: Int?, page: Int)
  case searchSeries(String, year: Int?, page: Int)
  indirect case discover(Discovery, page: Int)
  /// The movie or series with an id at IMDb or TVDB.
  case find(ForeignID)
  case genres(MediaKind)
  case providers(MediaKind)
  case configuration

  /// The part of the cache that contains the answer. Metrics and logs use the raw value as its name.
  public enum Kind: String, CaseIterable, Sendable {
    case movie, series, season, episode, search, discover, genres, providers, configuration
  }

  public var kind: Kind {
    switch self {
    case .movie: .movie
    case .series: .series
    case .season: .season
    case .episode: .episode
    case .searchMovies, .searchSeries, .find: .search
    case .discover: .discover
    case .genres: .genres
    case .providers: .providers
    case .configuration: .configuration
    }
  }

  /// The id, which is unique among questions of the same kind: "1396/1/2" for an episode. It lacks the language.
  public var id: String {
    switch self {
    case .movie(let id), .series(let id): "\(id)"
    case .season(let series, let season): "\(series)/\(season)"
    case .episode(let series, let season, let episode): "\(series)/\(season)/\(episode)"
    case .searchMovies(let text, let year, let page): "movie/\(year.map(String.init) ?? "")/\(page)/\(text)"
    case .searchSeries(let text, let year, let page): "tv/\(year.map(String.init) ?? "")/\(page)/\(text)"
    case .discover(let discovery, let page): "\(page)/\(discovery.id)"
    case .find(let id): "\(id.authority.rawValue)/\(id.id)"
    case .genres(let media), .providers(let media): media.rawValue
    case .configuration: ""
    }
  }
}

extension CatalogQuestion {
  /// The text of a search that finds only whole titles, because the text is short; nil for all other questions.
  var wholeTitle: String? {
    switch self {
    case .searchMovies(let text, _, _), .searchSeries(let text, _, _):
      text.count < SearchText.fewestOfPartialTitles ? text : nil
    default: nil
    }
  }
}

public enum MediaKind: String, CaseIterable, Sendable {
  case movie, tv
}

/// An id of a movie or series at a service other than TMDb.
public struct ForeignID: Hashable, Sendable {
  public enum Authority: String, CaseIterable, Sendable {
    case imdb, tvdb
  }

  public let authority: Authority
  /// The id: "tt0903747" at IMDb, digits at TVDB.
  public let id: String

  public init(_ authority: Authority, _ id: String) {
    self.authority = authority
    self.id = id
  }
}

/// The criteria of a discovery, which lists movies by popularity (`docs/catalog.md`, "Suggestions").
public struct Discovery: Hashable, Sendable {
  /// The highest American certification to include.
  public var highestCertification: ContentRating
  /// The lowest American certification to include; nil to include all lower ones, and movies without a certification.
  public var lowestCertification: ContentRating?
  public var fewestVotes: Int
  public var releasedFrom: CalendarDate
  public var releasedThrough: CalendarDate
  /// The ids of genres in ascending order. A movie must have at least one of them, unless the list is empty.
  public var genres: [Int]
  /// The ids of the genres to exclude, in ascending order.
  public var withoutGenres: [Int]

  var id: String {
    func list(_ ids: [Int]) -> String { ids.map(String.init).joined(separator: ",") }
    return [
      highestCertification.rawValue, lowestCertification?.rawValue ?? "", "\(fewestVotes)", "\(releasedFrom)",
      "\(releasedThrough)",
      list(genres), list(withoutGenres),
    ].joined(separator: "/")
  }
}
