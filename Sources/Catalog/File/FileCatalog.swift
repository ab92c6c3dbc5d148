import Primitives

/// All answers of a file, in memory.
///
/// Lines of movies, series, seasons, episodes, genres, providers and foreign ids answer those questions. Searches and
/// discoveries are answered from the movies and series; what an export has kept of such answers is not used.
public struct FileCatalog: Sendable {
  /// By popularity, the greatest first, then by id.
  let movies: [MovieFacts]
  let series: [SeriesFacts]
  private let moviePositions: [Int: Int]
  private let seriesPositions: [Int: Int]
  private let movieTitles: TitleIndex
  private let seriesNames: TitleIndex
  /// As `movies` stand; nil for what no discovery finds.
  private let discoverables: [Discoverable?]
  private let moviesByIMDbID: [String: Int]
  /// Of the other kinds; nil where the source knew no such thing.
  private let answers: [CatalogQuestion: CatalogFacts?]

  /// - Parameter answers: what is known, one answer a question; nil where a source knew no such thing.
  init(answers: [CatalogQuestion: CatalogFacts?]) {
    var (movies, series): ([MovieFacts], [SeriesFacts]) = ([], [])
    for case (_, let facts?) in answers {
      switch facts {
      case .movie(let movie): movies.append(movie)
      case .series(let one): series.append(one)
      default: break
      }
    }
    movies.sort { Self.isMorePopular(($0.popularity, $0.id), ($1.popularity, $1.id)) }
    series.sort { Self.isMorePopular(($0.popularity, $0.id), ($1.popularity, $1.id)) }
    self.movies = movies
    self.series = series
    self.answers = answers.filter { question, _ in question.kind != .movie && question.kind != .series }
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
    case .season: answers[question] ?? nil
    case .episode(let series, let season, let number):
      // A line of its own counts, even one that knows of none. Nobody keeps the two apart here as a cache must: all of the
      // file was said at once.
      answers[question] ?? episode(number, ofSeason: .season(series: series, season))
    case .searchMovies(let text, let year, let page): .movies(searchMovies(text, year, page))
    case .searchSeries(let text, let year, let page): .seriesPage(searchSeries(text, year, page))
    case .discover(let discovery, let page): .movies(discover(discovery, page))
    case .find(let id): .found(find(id, question))
    case .genres(let media): (answers[question] ?? nil) ?? .genres(.builtIn(media))
    case .providers: (answers[question] ?? nil) ?? .providers(ProviderList(providers: []))
    case .configuration: .configuration(.builtIn)
    }
  }

  private func episode(_ number: Int, ofSeason season: CatalogQuestion) -> CatalogFacts? {
    guard case .season(let facts)? = answers[season] ?? nil else { return nil }
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
    if id.authority == .imdb, let position = moviesByIMDbID[id.id], !movies[position].isAdult {
      return FoundIDs(movies: [MovieListing(movies[position])], series: [])
    }
    guard case .found(let found)? = answers[question] ?? nil else { return FoundIDs(movies: [], series: []) }
    return found
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
