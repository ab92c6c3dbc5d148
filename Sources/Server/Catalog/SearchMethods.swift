import Catalog
import MovieNightPrimitives
import ProtocolSchema

extension Method {
  static let ofSearch: [Method] = [
    .query(
      "movies.search", "Searches for movies.",
      takes: [
        CatalogParameters.query, CatalogParameters.year, CatalogParameters.page, CatalogParameters.withinCeiling,
      ], refuses: Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) -> Lookup<MovieSearchQuery> in
      let (text, page) = (try parameters.searchText(at: caller.now), try parameters[CatalogParameters.page])
      let withinCeiling = try parameters[CatalogParameters.withinCeiling]
      let (reader, catalog) = (caller.reader, try caller.requireCatalog())
      let found = try catalog.search(text, for: .movie, page, \.movieListings)
      let query = try found.then { (page) throws(Refusal) -> Lookup<MovieSearchQuery> in
        let ids = page.listings.results.map(\.id)
        guard withinCeiling, reader != nil else {
          return try catalog.recall(ids, foundBy: page.asked?.question, at: caller.now).map {
            MovieSearchQuery(page: page, ratings: nil, reader: reader, catalog: catalog, at: caller.now)
          }
        }
        return try catalog.ratings(of: ids).map { ratings in
          MovieSearchQuery(page: page, ratings: ratings, reader: reader, catalog: catalog, at: caller.now)
        }
      }
      return catalog.inTime(query)
    },
    .query(
      "tv.search", "Searches for series. The search text works as in `movies.search`.",
      takes: [CatalogParameters.query, CatalogParameters.year, CatalogParameters.page],
      refuses: Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) -> Lookup<SeriesSearchQuery> in
      let (text, page) = (try parameters.searchText(at: caller.now), try parameters[CatalogParameters.page])
      let catalog = try caller.requireCatalog()
      let found = try catalog.search(text, for: .tv, page, \.seriesListings)
      return catalog.inTime(
        try found.map { SeriesSearchQuery(page: $0, reader: caller.reader, catalog: catalog, at: caller.now) })
    },
  ]
}

struct SearchPage<Listing: FieldObject & Equatable & Sendable>: Sendable {
  var listings: ListingPage<Listing>
  /// The answer that the page was read from; nil if no question was asked, or if nothing was found and the catalog no
  /// longer caches that result.
  var asked: AskedAnswer?
  /// A title that is spelled almost like the search text; nil if anything was found, or no title is similar.
  var closeTitle: String?
}

extension SearchPage: Hashable {
  var heldBytes: Int { asked?.heldBytes ?? 0 }

  static func == (left: Self, right: Self) -> Bool {
    left.asked == right.asked && left.listings.page == right.listings.page && left.closeTitle == right.closeTitle
  }

  func hash(into hasher: inout Hasher) { hasher.combine(asked) }
}

extension CatalogAccess {
  /// Searches for a text. If nothing is found, looks for a title that is spelled almost like it.
  func search<Listing: TitledListing>(
    _ text: SearchText, for media: MediaKind, _ page: Int,
    _ read: @escaping @Sendable (CatalogFacts) -> ListingPage<Listing>?
  ) throws(Refusal) -> Lookup<SearchPage<Listing>> {
    try self.page(of: text.questions(for: media, page: page), page, read).then {
      [self] (found) throws(Refusal) -> Lookup<SearchPage<Listing>> in
      guard found.listings.totalResults == 0, let title = text.title else { return .known(found) }
      return try Lookup.known(()).moved(to: perform).map { [catalog] (_) throws(Refusal) -> SearchPage<Listing> in
        var page = found
        page.closeTitle = catalog.closeTitle(to: title, of: media)
        return page
      }
    }
  }

  /// Asks the questions in order and returns the page of the first one that has any results. `read` extracts the
  /// listings from an answer, or returns nil if the answer is of another kind.
  private func page<Listing: TitledListing>(
    of questions: [CatalogQuestion], _ page: Int,
    _ read: @escaping @Sendable (CatalogFacts) -> ListingPage<Listing>?
  ) throws(Refusal) -> Lookup<SearchPage<Listing>> {
    let nothing = ListingPage<Listing>(whole: [], page: page)
    guard let question = questions.first else { return .known(SearchPage(listings: nothing)) }
    return try attempt(question).then { [self] (result) throws(Refusal) in
      let found: SearchPage<Listing>
      switch result {
      case .success(let answer):
        // A question that finds a single item has no second page.
        let listings = question.isPaged || page == 1 ? read(answer.facts)?.answering(question, page: page) : nil
        found = SearchPage(
          listings: listings ?? nothing, asked: AskedAnswer(question: question, answer: answer))
      case .failure(.notFound):
        let asked = catalog.negativeEntry(of: question).map { AskedAnswer(question: question, answer: $0) }
        found = SearchPage(listings: nothing, asked: asked)
      case .failure(let failure): throw Refusal(failure, of: question)
      }
      let rest = Array(questions.dropFirst())
      // Check the total instead of the page, because a page after the last one is empty too.
      guard found.listings.totalResults == 0, !rest.isEmpty else { return .known(found) }
      return try self.page(of: rest, page, read)
    }
  }
}

extension CatalogQuestion {
  fileprivate var isPaged: Bool {
    switch self {
    case .searchMovies, .searchSeries, .discover: true
    case .movie, .series, .season, .episode, .find, .genres, .providers, .configuration: false
    }
  }
}

extension CatalogFacts {
  fileprivate var movieListings: ListingPage<MovieListing>? {
    switch self {
    case .movies(let page): page
    case .found(let found): ListingPage(whole: found.movies)
    // Search results leave out adult movies, even if the search text names one by its id.
    case .movie(let movie): ListingPage(whole: movie.isAdult ? [] : [MovieListing(movie)])
    default: nil
    }
  }

  fileprivate var seriesListings: ListingPage<SeriesListing>? {
    switch self {
    case .seriesPage(let page): page
    case .found(let found): ListingPage(whole: found.series)
    case .series(let series): ListingPage(whole: [SeriesListing(series)])
    default: nil
    }
  }
}
