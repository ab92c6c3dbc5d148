import MovieNightPrimitives
import Testing

@testable import Catalog

/// The suggested movies, their order and their reasons.
@Suite struct SuggestionsTests {
  private let today = CalendarDate(year: 2026, month: 3, day: 4)

  private func criteria(_ change: (inout SuggestionCriteria) -> Void = { _ in }) -> SuggestionCriteria {
    var criteria = SuggestionCriteria(
      likes: [35, 16], dislikes: [27, 18], ceiling: .pg, passes: { $0 == "G" || $0 == "PG" }, excludedMovies: [],
      services: ["Netflix"], country: "US", today: today)
    change(&criteria)
    return criteria
  }

  private func listing(_ id: Int, popularity: Double? = 1, genres: [Int] = [16]) -> MovieListing {
    MovieListing(id: id, title: "Movie \(id)", genreIDs: genres, popularity: popularity)
  }

  private func movie(_ id: Int, rating: String? = "PG", _ change: (inout MovieFacts) -> Void = { _ in }) -> MovieFacts {
    var movie = MovieFacts(
      id: id, title: "Movie \(id)",
      certifications: rating.map { [Certification(country: "US", rating: $0)] } ?? [])
    change(&movie)
    return movie
  }

  private func page(_ listings: [MovieListing], of pages: Int = 1) -> Result<ListingPage<MovieListing>, CatalogFailure>
  {
    .success(ListingPage(page: 1, totalPages: pages, totalResults: listings.count, results: listings))
  }

  private func pages(_ ids: ClosedRange<Int>, of pages: Int = 1) -> Result<ListingPage<MovieListing>, CatalogFailure> {
    page(ids.map { listing($0) }, of: pages)
  }

  private func found(_ ids: some Sequence<Int>) -> [Int: Result<MovieFacts, CatalogFailure>] {
    Dictionary(uniqueKeysWithValues: ids.map { ($0, .success(movie($0))) })
  }

  private func ids(_ suggestions: Suggestions) -> [Int]? {
    guard case .done(.suggestions(let list, _)) = suggestions.next else { return nil }
    return list.map(\.movie.id).sorted()
  }

  // MARK: Relaxation steps

  @Test func eachStepRelaxesOneMoreConstraint() {
    func expected(_ votes: Int, _ year: Int, _ genres: [Int]) -> Suggestions.Action {
      .discover(
        Discovery(
          highestCertification: .pg, lowestCertification: .g, fewestVotes: votes,
          releasedFrom: CalendarDate(year: year, month: 1, day: 1), releasedThrough: today, genres: genres,
          withoutGenres: [18, 27]), page: 1)
    }
    var suggestions = Suggestions(criteria())
    #expect(suggestions.next == expected(50, 1980, [16, 35]))
    suggestions.receivePage(page([]))
    #expect(suggestions.next == expected(50, 1980, []))
    suggestions.receivePage(page([]))
    #expect(suggestions.next == expected(10, 1980, []))
    suggestions.receivePage(page([]))
    #expect(suggestions.next == expected(10, 1960, []))
    suggestions.receivePage(page([]))
    #expect(suggestions.next == .done(.suggestions([], relaxed: RelaxedConstraint.allCases)))
  }

  @Test func relaxedConstraintNamesAreStable() {
    #expect(
      RelaxedConstraint.allCases.map(\.rawValue)
        == ["expanded_genres", "lowered_popularity_floor", "included_older_movies"])
  }

  @Test(arguments: ContentRating.allCases) func unratedMoviesAreExcludedBelowR(ceiling: ContentRating) {
    let discovery = criteria { $0.ceiling = ceiling }.discovery(relaxed: [])
    #expect(discovery.highestCertification == ceiling)
    #expect(discovery.lowestCertification == ([.r, .nc17].contains(ceiling) ? nil : .g))
  }

  @Test func pagesAreRequestedUntilTwentyCandidates() {
    var suggestions = Suggestions(criteria())
    let first = criteria().discovery(relaxed: [])
    suggestions.receivePage(pages(1...9, of: 9))
    #expect(suggestions.next == .discover(first, page: 2))
    suggestions.receivePage(pages(5...15, of: 9))
    #expect(suggestions.next == .discover(first, page: 3))
    suggestions.receivePage(pages(16...40, of: 9))
    #expect(suggestions.next == .resolve(Array(1...20)))
  }

  @Test func requestsStopAfterThreePagesOrLastPage() {
    var suggestions = Suggestions(criteria())
    for page in [1, 2, 3] { suggestions.receivePage(pages(page...page, of: 9)) }
    #expect(suggestions.next == .resolve([1, 2, 3]))
    suggestions = Suggestions(criteria())
    for page in [1, 2] { suggestions.receivePage(pages(page...page, of: 2)) }
    #expect(suggestions.next == .resolve([1, 2]))
  }

  @Test func excludedDislikedAndRepeatedMoviesAreSkipped() {
    var suggestions = Suggestions(criteria { $0.excludedMovies = [1, 2] })
    suggestions.receivePage(
      page([listing(1), listing(3), listing(4, genres: [16, 27]), listing(3), listing(2), listing(5)]))
    #expect(suggestions.next == .resolve([3, 5]))
  }

  @Test func unresolvedOrUnsuitableMoviesAreDropped() {
    var suggestions = Suggestions(criteria())
    suggestions.receivePage(pages(1...10))
    var answers = found(1...5)
    answers[6] = .success(movie(6, rating: "R"))
    answers[7] = .success(movie(7, rating: nil))
    answers[8] = .failure(.notFound)
    answers[9] = .success(movie(9) { $0.isAdult = true })
    suggestions.receiveMovies(answers)
    #expect(ids(suggestions) == [1, 2, 3, 4, 5])
  }

  @Test func nextStepFillsUpExistingBatch() {
    var suggestions = Suggestions(criteria())
    suggestions.receivePage(pages(1...20))
    suggestions.receiveMovies(found(1...4))
    #expect(suggestions.next == .discover(criteria().discovery(relaxed: [.expandedGenres]), page: 1))
    // Dropped movies do not become candidates again. The 16 new ones bring the four that passed to 20.
    suggestions.receivePage(pages(1...60))
    #expect(suggestions.next == .resolve(Array(21...36)))
    suggestions.receiveMovies(found(30...30))
    guard case .done(.suggestions(let list, let relaxed)) = suggestions.next else {
      Issue.record("not done: \(suggestions.next)")
      return
    }
    #expect(list.map(\.movie.id).sorted() == [1, 2, 3, 4, 30] && relaxed == [.expandedGenres])
  }

  @Test func fiveMoviesSufficeAndEightAreReturnedAtMost() {
    for count in [5, 8, 9, 20] {
      var suggestions = Suggestions(criteria())
      suggestions.receivePage(pages(1...count))
      suggestions.receiveMovies(found(1...count))
      #expect(ids(suggestions)?.count == min(count, 8))
    }
  }

  // MARK: Failures

  @Test func tooFewMoviesAfterCatalogFailureIsUnavailable() {
    var suggestions = Suggestions(criteria())
    suggestions.receivePage(.failure(.limited(retryAfterMilliseconds: 700)))
    for _ in 0..<3 { suggestions.receivePage(.failure(.unavailable(.timeout))) }
    #expect(suggestions.next == .done(.unavailable(.limited(retryAfterMilliseconds: 700))))
  }

  @Test func failureIsIgnoredWhenEnoughMoviesRemain() {
    var suggestions = Suggestions(criteria())
    suggestions.receivePage(pages(1...6))
    var answers = found(1...5)
    answers[6] = .failure(.unavailable(.timeout))
    suggestions.receiveMovies(answers)
    #expect(ids(suggestions) == [1, 2, 3, 4, 5])
    // A failed page keeps the results of the pages before it.
    suggestions = Suggestions(criteria())
    suggestions.receivePage(pages(1...6, of: 3))
    suggestions.receivePage(.failure(.unavailable(.timeout)))
    #expect(suggestions.next == .resolve(Array(1...6)))
    suggestions.receiveMovies(found(1...6))
    #expect(ids(suggestions) == Array(1...6))
  }

  /// A failure matters only if the failed lookups could have brought the total to five.
  @Test(arguments: [(3, 2, true), (3, 1, false), (0, 5, true), (4, 1, true), (4, 0, false)])
  func failedLookupsMatterIfTheyCouldReachFive(passing: Int, failing: Int, unavailable: Bool) {
    var suggestions = Suggestions(criteria())
    suggestions.receivePage(pages(1...10))
    var answers = found((1...10).prefix(passing))
    for id in (1...10).dropFirst(passing).prefix(failing) { answers[id] = .failure(.unavailable(.connection)) }
    suggestions.receiveMovies(answers)
    for _ in 0..<3 { suggestions.receivePage(page([])) }
    if unavailable {
      #expect(suggestions.next == .done(.unavailable(.unavailable(.connection))))
    } else {
      #expect(ids(suggestions) == Array((1...10).prefix(passing)))
    }
  }

  @Test func unexpectedAnswersAreIgnored() {
    var suggestions = Suggestions(criteria())
    let first = suggestions.next
    suggestions.receiveMovies(found(1...9))
    #expect(suggestions.next == first)
    suggestions.receivePage(pages(1...5))
    suggestions.receivePage(pages(6...9))
    #expect(suggestions.next == .resolve(Array(1...5)))
    suggestions.receiveMovies(found(1...5))
    let last = suggestions.next
    suggestions.receiveMovies(found(1...5))
    suggestions.receivePage(pages(6...9))
    #expect(suggestions.next == last)
  }

  // MARK: Score and order

  private func best(_ movies: [(MovieFacts, Double)], _ criteria: SuggestionCriteria) -> [Suggestion] {
    Suggestion.best(of: movies.map { SuggestedMovie(movie: $0, popularity: $1) }, for: criteria)
  }

  private let netflix = [CountryProviders(country: "US", ads: [Provider(id: 8, name: "Netflix")])]
  private let genres = [
    Genre(id: 16, name: "Animation"), Genre(id: 35, name: "Comedy"), Genre(id: 12, name: "Adventure"),
  ]

  @Test func scoreWeighsPopularityServicesAndGenres() {
    func score(_ movie: MovieFacts, _ popularity: Double, beside other: Double = 100) -> Double? {
      best([(movie, popularity), (self.movie(99), other)], criteria()).first { $0.movie.id == 1 }?.score
    }
    let full = movie(1) {
      $0.genres = genres
      $0.providers = netflix
    }
    #expect(score(movie(1), 100) == 0.5 && score(movie(1), 0) == 0 && score(movie(1), 50) == 0.25)
    #expect(score(movie(1) { $0.providers = netflix }, 0) == 0.3)
    #expect(score(movie(1) { $0.genres = genres }, 0) == 0.1333)
    #expect(score(full, 100) == 0.9333)
    #expect(score(full, 0, beside: 0) == 0.4333)
    // Ties round away from zero, even where the binary fraction falls below the tie (1.4999...).
    #expect(score(movie(1), 24.69) == 0.1235 && score(movie(1), 0.03) == 0.0002 && score(movie(1), 0.29) == 0.0015)
    #expect(score(movie(1), 24.689) == 0.1234)
    #expect(score(movie(1), 0.07) == 0.0004)
  }

  @Test func onlyStreamingOffersInCountryCount() {
    func score(_ providers: CountryProviders) -> Double? {
      best([(movie(1) { $0.providers = [providers] }, 0)], criteria()).first?.score
    }
    let netflix = [Provider(id: 8, name: "Netflix Standard with Ads")]
    #expect(score(CountryProviders(country: "US", flatrate: netflix)) == 0.3)
    #expect(score(CountryProviders(country: "US", free: netflix)) == 0.3)
    #expect(score(CountryProviders(country: "US", ads: netflix)) == 0.3)
    #expect(score(CountryProviders(country: "US", rent: netflix, buy: netflix)) == 0)
    #expect(score(CountryProviders(country: "DE", flatrate: netflix)) == 0)
  }

  @Test func tiesAreOrderedByVoteThenID() {
    func voted(_ id: Int, _ vote: Double?) -> (MovieFacts, Double) { (movie(id) { $0.voteAverage = vote }, 1) }
    let list = best([voted(5, 7), voted(4, nil), voted(3, 8), voted(2, 7), voted(1, 0)], criteria())
    #expect(list.map(\.movie.id) == [3, 2, 5, 1, 4])
    // Scores that differ only after the fourth decimal are equal.
    let near = best([(movie(2), 100), (movie(1), 99.9999)], criteria())
    #expect(near.map(\.movie.id) == [1, 2] && near.map(\.score) == [0.5, 0.5])
  }

  // MARK: Reasons

  @Test func reasonNamesGenresServicesAndRating() {
    func reason(_ change: (inout MovieFacts) -> Void, _ criteria: SuggestionCriteria) -> String? {
      best([(movie(1, change), 1)], criteria).first?.reason
    }
    let all = criteria {
      $0.likes = [12, 16, 35, 99]
      $0.services = ["disney+", "Netflix"]
    }
    #expect(reason({ _ in }, all) == "Popular right now.")
    #expect(reason({ $0.genres = [self.genres[1]] }, all) == "You like Comedy.")
    #expect(reason({ $0.genres = [self.genres[1], self.genres[0]] }, all) == "You like Comedy and Animation.")
    #expect(reason({ $0.genres = self.genres }, criteria()) == "You like Animation and Comedy.")
    #expect(
      reason({ $0.genres = self.genres + [Genre(id: 99, name: "Documentary")] }, all)
        == "You like Animation, Comedy and Adventure.")
    #expect(reason({ $0.voteAverage = 8.25 }, all) == "Rated 8.3 of 10.")
    #expect(reason({ $0.voteAverage = 8 }, all) == "Rated 8.0 of 10.")
    #expect(
      reason(
        {
          $0.voteAverage = 8
          $0.voteCount = 0
        }, all) == "Popular right now.")
    #expect(
      reason(
        {
          $0.genres = [self.genres[0]]
          $0.voteAverage = 8.2
          $0.providers = [
            CountryProviders(
              country: "US", flatrate: [Provider(id: 1796, name: "Netflix Standard with Ads")],
              free: [Provider(id: 337, name: "Disney Plus")])
          ]
        }, all) == "You like Animation. On Disney Plus and Netflix. Rated 8.2 of 10.")
  }
}
