import MovieNightPrimitives

/// All answers of a file, in memory.
///
/// Lines of movies, series, seasons, episodes, genres, providers and foreign ids answer those questions. Searches and
/// discoveries are answered from the movies and series; what an export has kept of such answers is not used.
public struct FileCatalog: Sendable {
  /// By popularity, the greatest first, then by id.
  let movies: [MovieFacts]
  let series: [SeriesFacts]
  /// As `movies` and `series` stand.
  private let movieTimes: [CatalogTimes]
  private let seriesTimes: [CatalogTimes]
  private let moviePositions: [Int: Int]
  private let seriesPositions: [Int: Int]
  private let movieTitles: TitleIndex
  private let seriesNames: TitleIndex
  /// As `movies` stand; nil for what no discovery finds.
  private let discoverables: [Discoverable?]
  private let moviesByIMDbID: [String: Int]
  /// Of the other kinds.
  private let others: [CatalogQuestion: CatalogEntry]
  /// Of all lines; nil where there are none.
  private let newestTimes: CatalogTimes?

  /// - Parameter entries: what is known, one answer a question.
  init(entries: [CatalogQuestion: CatalogEntry]) {
    var movieLines: [(facts: MovieFacts, times: CatalogTimes)] = []
    var seriesLines: [(facts: SeriesFacts, times: CatalogTimes)] = []
    for entry in entries.values {
      switch entry.facts {
      case .movie(let movie)?: movieLines.append((movie, entry.times))
      case .series(let one)?: seriesLines.append((one, entry.times))
      default: break
      }
    }
    movieLines.sort { Self.isMorePopular(($0.facts.popularity, $0.facts.id), ($1.facts.popularity, $1.facts.id)) }
    seriesLines.sort { Self.isMorePopular(($0.facts.popularity, $0.facts.id), ($1.facts.popularity, $1.facts.id)) }
    let (movies, series) = (movieLines.map(\.facts), seriesLines.map(\.facts))
    self.movies = movies
    self.series = series
    movieTimes = movieLines.map(\.times)
    seriesTimes = seriesLines.map(\.times)
    others = entries.filter { question, _ in question.kind != .movie && question.kind != .series }
    newestTimes = CatalogTimes(newestOf: entries.values)
    moviePositions = Self.positions(movies.map(\.id))
    seriesPositions = Self.positions(series.map(\.id))
    discoverables = movies.map { Discoverable($0) }
    movieTitles = TitleIndex(movies.map(\.title))
    seriesNames = TitleIndex(series.map(\.name))
    moviesByIMDbID = Dictionary(
      movies.enumerated().compactMap { position, movie in movie.imdbID.map { ($0, position) } },
      uniquingKeysWith: { first, _ in first })
  }

  private static func isMorePopular(_ left: (Double?, Int), _ right: (Double?, Int)) -> Bool {
    let (leftPopularity, rightPopularity) = (left.0 ?? -1, right.0 ?? -1)
    return leftPopularity == rightPopularity ? left.1 < right.1 : leftPopularity > rightPopularity
  }

  private static func positions(_ ids: [Int]) -> [Int: Int] {
    Dictionary(ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What it says of the question; nil where it knows no such thing.
  public func answer(_ question: CatalogQuestion) -> CatalogFacts? {
    switch question {
    case .movie(let id): moviePositions[id].map { .movie(movies[$0]) }
    case .series(let id): seriesPositions[id].map { .series(series[$0]) }
    case .season: others[question]?.facts
    case .episode(let series, let season, let number):
      // A line of its own counts, even one that knows of none. Nobody keeps the two apart here as a cache must: all of the
      // file was said at once.
      if let line = others[question] {
        line.facts
      } else {
        episode(number, ofSeason: .season(series: series, season))
      }
    case .searchMovies(let text, let year, let page): .movies(searchMovies(text, year, page))
    case .searchSeries(let text, let year, let page): .seriesPage(searchSeries(text, year, page))
    case .discover(let discovery, let page): .movies(discover(discovery, page))
    case .find(let id): .found(find(id, question))
    case .genres(let media): others[question]?.facts ?? .genres(.builtIn(media))
    case .providers: others[question]?.facts ?? .providers(ProviderList(providers: []))
    case .configuration: .configuration(.builtIn)
    }
  }

  /// The times of the line that answers the question. What rests on many lines, or on none, is as new as the newest of all.
  /// Nil where there are no lines, or no answer.
  func times(of question: CatalogQuestion) -> CatalogTimes? {
    switch question {
    case .movie(let id): moviePositions[id].map { movieTimes[$0] }
    case .series(let id): seriesPositions[id].map { seriesTimes[$0] }
    case .season: others[question]?.times
    case .episode(let series, let season, _):
      others[question]?.times ?? others[.season(series: series, season)]?.times
    case .find(let id): position(of: id).map { movieTimes[$0] } ?? others[question]?.times ?? newestTimes
    case .genres, .providers: others[question]?.times ?? newestTimes
    case .searchMovies, .searchSeries, .discover, .configuration: newestTimes
    }
  }

  private func episode(_ number: Int, ofSeason season: CatalogQuestion) -> CatalogFacts? {
    guard case .season(let facts)? = others[season]?.facts else { return nil }
    return facts.episodes.first { $0.episodeNumber == number }.map(CatalogFacts.episode)
  }

  // MARK: Lists

  private func searchMovies(_ text: String, _ year: Int?, _ page: Int) -> ListingPage<MovieListing> {
    let found = movieTitles.positions(of: text).filter {
      !movies[$0].isAdult && (year == nil || movies[$0].releaseDate?.year == year)
    }
    return Self.page(page, of: found) { MovieListing(movies[$0]) }
  }

  private func searchSeries(_ text: String, _ year: Int?, _ page: Int) -> ListingPage<SeriesListing> {
    let found = seriesNames.positions(of: text).filter { year == nil || series[$0].firstAirDate?.year == year }
    return Self.page(page, of: found) { SeriesListing(series[$0]) }
  }

  private func discover(_ discovery: Discovery, _ page: Int) -> ListingPage<MovieListing> {
    let found = movies.indices.filter { discoverables[$0]?.isFound(by: discovery) ?? false }
    return Self.page(page, of: found) { MovieListing(movies[$0]) }
  }

  private func find(_ id: ForeignID, _ question: CatalogQuestion) -> FoundIDs {
    if let position = position(of: id) {
      return FoundIDs(movies: [MovieListing(movies[position])], series: [])
    }
    guard case .found(let found)? = others[question]?.facts else { return FoundIDs(movies: [], series: []) }
    return found
  }

  private func position(of id: ForeignID) -> Int? {
    guard id.authority == .imdb, let position = moviesByIMDbID[id.id], !movies[position].isAdult else { return nil }
    return position
  }

  static let pageSize = 20

  private static func page<Listing>(_ page: Int, of positions: [Int], _ listing: (Int) -> Listing)
    -> ListingPage<Listing>
  {
    // What lies behind the last page that may be asked for is counted, but not offered.
    let pages = min((positions.count + pageSize - 1) / pageSize, CatalogBounds.page.upperBound)
    let results =
      CatalogBounds.page.contains(page) ? positions.dropFirst((page - 1) * pageSize).prefix(pageSize).map(listing) : []
    return ListingPage(page: page, totalPages: pages, totalResults: positions.count, results: results)
  }
}

extension CatalogTimes {
  /// Nil where there are none.
  fileprivate init?(newestOf entries: some Collection<CatalogEntry>) {
    guard let fetchedAt = entries.map(\.fetchedAt).max(), let changedAt = entries.map(\.changedAt).max() else {
      return nil
    }
    self.init(fetchedAt: fetchedAt, changedAt: changedAt)
  }
}
