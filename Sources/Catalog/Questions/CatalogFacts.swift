import MovieNightPrimitives

/// The facts of an answer. `indirect`, because answers are passed on often, and large ones have dozens of fields.
public indirect enum CatalogFacts: Equatable, Sendable {
  case movie(MovieFacts)
  case series(SeriesFacts)
  case season(SeasonFacts)
  case episode(EpisodeFacts)
  /// The results of a search or discovery.
  case movies(ListingPage<MovieListing>)
  case seriesPage(ListingPage<SeriesListing>)
  case found(ExternalIDMatches)
  case genres(GenreList)
  case providers(ProviderList)
  case configuration(ImageSizes)

  private var object: any FieldObject {
    switch self {
    case .movie(let facts): facts
    case .series(let facts): facts
    case .season(let facts): facts
    case .episode(let facts): facts
    case .movies(let page): page
    case .seriesPage(let page): page
    case .found(let found): found
    case .genres(let list): list
    case .providers(let list): list
    case .configuration(let sizes): sizes
    }
  }

  /// Writes the facts as a JSON object, which is the same in the cache and in exports.
  public func write(to json: inout JSONWriter) { object.write(to: &json) }

  /// Decodes an object that `write` has written, as the answer to `question`. Also throws if values are out of bounds.
  public init(json: JSONValue, answering question: CatalogQuestion) throws(JSONError) {
    self =
      switch question {
      case .movie: .movie(try MovieFacts(json: json))
      case .series: .series(try SeriesFacts(json: json))
      case .season: .season(try SeasonFacts(json: json))
      case .episode: .episode(try EpisodeFacts(json: json))
      case .searchMovies, .discover: .movies(try ListingPage(json: json))
      case .searchSeries: .seriesPage(try ListingPage(json: json))
      case .find: .found(try ExternalIDMatches(json: json))
      case .genres: .genres(try GenreList(json: json))
      case .providers: .providers(try ProviderList(json: json))
      case .configuration: .configuration(try ImageSizes(json: json))
      }
  }

  /// Whether the facts are about the thing that the question asks for. A body or file may contain other facts.
  func isAbout(_ question: CatalogQuestion) -> Bool {
    switch (question, self) {
    case (.movie(let id), .movie(let movie)): movie.id == id
    case (.series(let id), .series(let series)): series.id == id
    case (.season(let series, let season), .season(let facts)):
      facts.seriesID == series && facts.seasonNumber == season
        && facts.episodes.allSatisfy { $0.seriesID == series && $0.seasonNumber == season }
    case (.episode(let series, let season, let number), .episode(let facts)):
      facts.seriesID == series && facts.seasonNumber == season && facts.episodeNumber == number
    default: true
    }
  }
}
