/// All answers of a catalog file, in memory. Its lines answer questions for movies, series, seasons, episodes, genres,
/// providers and external ids. Searches and discoveries are computed from its titles; exported ones are ignored.
public struct FileCatalog: Sendable {
  let movies: Titles<MovieFacts>
  let series: Titles<SeriesFacts>
  /// The properties of each movie that discoveries test, parallel to `movies`; nil for movies that no discovery finds.
  private let discoverables: [Discoverable?]
  private let moviesByIMDbID: [String: Int]
  private let others: [CatalogQuestion: CatalogEntry]
  private let newestTimes: CatalogTimes?

  /// All movies or all series of the file, sorted by popularity (most popular first), then by id.
  struct Titles<Facts: Sendable>: Sendable {
    let facts: [Facts]
    let times: [CatalogTimes]
    let positions: [Int: Int]
    let index: TitleIndex

    fileprivate init(
      _ entries: [CatalogQuestion: CatalogEntry], _ facts: (CatalogFacts) -> Facts?,
      _ listing: (Facts) -> (id: Int, title: String, popularity: Double?)
    ) {
      let lines = entries.values.compactMap { entry in
        entry.facts.flatMap(facts).map { (facts: $0, times: entry.times, listing: listing($0)) }
      }.sorted { left, right in
        let (left, right) = (left.listing, right.listing)
        let (popularity, other) = (left.popularity ?? -1, right.popularity ?? -1)
        return popularity == other ? left.id < right.id : popularity > other
      }
      self.facts = lines.map(\.facts)
      times = lines.map(\.times)
      positions = Dictionary(lines.enumerated().map { ($1.listing.id, $0) }) { first, _ in first }
      index = TitleIndex(lines.map(\.listing.title))
    }
  }

  init(entries: [CatalogQuestion: CatalogEntry]) {
    movies = Titles(entries) {
      if case .movie(let movie) = $0 { movie } else { nil }
    } _: {
      ($0.id, $0.title, $0.popularity)
    }
    series = Titles(entries) {
      if case .series(let series) = $0 { series } else { nil }
    } _: {
      ($0.id, $0.name, $0.popularity)
    }
    others = entries.filter { question, _ in question.kind != .movie && question.kind != .series }
    newestTimes = CatalogTimes(newestOf: entries.values)
    discoverables = movies.facts.map { Discoverable($0) }
    moviesByIMDbID = Dictionary(
      movies.facts.enumerated().compactMap { position, movie in movie.imdbID.map { ($0, position) } },
      uniquingKeysWith: { first, _ in first })
  }

  public func answer(_ question: CatalogQuestion) -> CatalogFacts? {
    switch question {
    case .movie(let id): movies.positions[id].map { .movie(movies.facts[$0]) }
    case .series(let id): series.positions[id].map { .series(series.facts[$0]) }
    case .season: others[question]?.facts
    case .episode(let series, let season, let number):
      // The episode's own line takes precedence over the season's, even if it has no facts. Unlike a cache, a file may
      // use the season's line instead, because all its lines come from one source at one time.
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

  /// Returns the times of the line that answers the question. Answers computed from many lines, or from none, have the
  /// times of the newest line. Returns nil if the file has no lines or does not answer the question.
  func times(of question: CatalogQuestion) -> CatalogTimes? {
    switch question {
    case .movie(let id): movies.positions[id].map { movies.times[$0] }
    case .series(let id): series.positions[id].map { series.times[$0] }
    case .season: others[question]?.times
    case .episode(let series, let season, _):
      others[question]?.times ?? others[.season(series: series, season)]?.times
    case .find(let id): position(of: id).map { movies.times[$0] } ?? others[question]?.times ?? newestTimes
    case .genres, .providers: others[question]?.times ?? newestTimes
    case .searchMovies, .searchSeries, .discover, .configuration: newestTimes
    }
  }

  private func episode(_ number: Int, ofSeason season: CatalogQuestion) -> CatalogFacts? {
    guard case .season(let facts)? = others[season]?.facts else { return nil }
    return facts.episodes.first { $0.episodeNumber == number }.map(CatalogFacts.episode)
  }

  // MARK: Searches and discoveries

  /// Returns the title that is spelled most like a text that finds nothing; nil if none is similar.
  func closeTitle(to text: String, of media: MediaKind) -> String? {
    switch media {
    case .movie: movies.index.position(ofSpelling: text) { !movies.facts[$0].isAdult }.map { movies.facts[$0].title }
    case .tv: series.index.position(ofSpelling: text) { _ in true }.map { series.facts[$0].name }
    }
  }

  private func searchMovies(_ text: String, _ year: Int?, _ page: Int) -> ListingPage<MovieListing> {
    let found = movies.index.positions(of: text).filter {
      !movies.facts[$0].isAdult && (year == nil || movies.facts[$0].releaseDate?.year == year)
    }
    return Self.page(page, of: found) { MovieListing(movies.facts[$0]) }
  }

  private func searchSeries(_ text: String, _ year: Int?, _ page: Int) -> ListingPage<SeriesListing> {
    let found = series.index.positions(of: text).filter { year == nil || series.facts[$0].firstAirDate?.year == year }
    return Self.page(page, of: found) { SeriesListing(series.facts[$0]) }
  }

  private func discover(_ discovery: Discovery, _ page: Int) -> ListingPage<MovieListing> {
    let found = discoverables.indices.filter { discoverables[$0]?.isFound(by: discovery) ?? false }
    return Self.page(page, of: found) { MovieListing(movies.facts[$0]) }
  }

  private func find(_ id: ForeignID, _ question: CatalogQuestion) -> ExternalIDMatches {
    if let position = position(of: id) {
      return ExternalIDMatches(movies: [MovieListing(movies.facts[position])], series: [])
    }
    guard case .found(let found)? = others[question]?.facts else { return ExternalIDMatches(movies: [], series: []) }
    return found
  }

  private func position(of id: ForeignID) -> Int? {
    guard id.authority == .imdb, let position = moviesByIMDbID[id.id], !movies.facts[position].isAdult else {
      return nil
    }
    return position
  }

  static let pageSize = 20

  private static func page<Listing>(_ page: Int, of positions: [Int], _ listing: (Int) -> Listing)
    -> ListingPage<Listing>
  {
    // Results after the last page that can be requested are counted, but cannot be returned.
    let pages = min((positions.count + pageSize - 1) / pageSize, CatalogBounds.page.upperBound)
    let results =
      CatalogBounds.page.contains(page) ? positions.dropFirst((page - 1) * pageSize).prefix(pageSize).map(listing) : []
    return ListingPage(page: page, totalPages: pages, totalResults: positions.count, results: results)
  }
}

extension CatalogTimes {
  fileprivate init?(newestOf entries: some Collection<CatalogEntry>) {
    guard let fetchedAt = entries.map(\.fetchedAt).max(), let changedAt = entries.map(\.changedAt).max() else {
      return nil
    }
    self.init(fetchedAt: fetchedAt, changedAt: changedAt)
  }
}
