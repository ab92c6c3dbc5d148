import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// Suggestions from random catalogs, compared with an independent calculation in whole numbers.
@Suite struct SuggestionsPropertyTests {
  /// A random night: the available movies and the criteria.
  private struct Night {
    var movies: [MovieFacts] = []
    var criteria: SuggestionCriteria

    init(_ random: inout SeededGenerator) {
      func randomSubset<Value>(_ values: [Value], _ most: Int) -> [Value] {
        Array(values.shuffled(using: &random).prefix(Int.random(in: 0...most, using: &random)))
      }
      let genres = (1...6).map { Genre(id: $0, name: "Genre \($0)") }
      let providers = ["Netflix", "Hulu with Ads", "Disney Plus"].enumerated().map { Provider(id: $0 + 1, name: $1) }
      let ratings: [String?] = ["G", "PG", "PG-13", "R", "NC-17", nil, "NR"]
      let ceiling = ContentRating.allCases.randomElement(using: &random) ?? .pg
      let order = ["G", "PG", "PG-13", "R", "NC-17"]
      let highest = order.firstIndex(of: ceiling.rawValue) ?? 0
      criteria = SuggestionCriteria(
        likes: Set(randomSubset(Array(1...6), 4)), dislikes: Set(randomSubset(Array(1...6), 2)), ceiling: ceiling,
        passes: { text in text.flatMap(order.firstIndex).map { $0 <= highest } ?? (highest >= 3) },
        excludedMovies: Set(randomSubset(Array(1...90), 10)),
        services: randomSubset(["hulu", "Disney+", "NETFLIX"], 3), country: "US",
        today: CalendarDate(year: 2026, month: 1, day: 1))
      for id in 1...Int.random(in: 1...90, using: &random) {
        var movie = MovieFacts(id: id, title: "Movie \(id)")
        movie.releaseDate = CalendarDate(
          year: [1950, 1960, 1979, 1980, 2000, 2025, 2026].randomElement(using: &random) ?? 2000,
          month: Int.random(in: 1...2, using: &random), day: 1)
        movie.genres = randomSubset(genres, 3)
        // There are few different values, so that ties occur.
        movie.popularity = Double(Int.random(in: 0...8, using: &random) * 125) / 100
        movie.voteCount = [9, 10, 49, 50, 51].randomElement(using: &random)
        movie.voteAverage = [nil, 6.5, 7, 8].randomElement(using: &random) ?? nil
        let rating = ratings.randomElement(using: &random) ?? nil
        movie.certifications = rating.map { [Certification(country: "US", rating: $0)] } ?? []
        movie.providers = [
          CountryProviders(country: "US", flatrate: randomSubset(providers, 1), ads: randomSubset(providers, 1))
        ]
        movie.isAdult = Int.random(in: 0..<10, using: &random) == 0
        movies.append(movie)
      }
    }
  }

  // MARK: Suggestions under test

  private func runSuggestions(_ night: Night) throws -> Suggestions.Outcome {
    let catalog = CatalogFile.catalog(night.movies)
    var suggestions = Suggestions(night.criteria)
    // At most four steps follow, each with three pages and one request for details.
    for _ in 0..<16 {
      switch suggestions.next {
      case .discover(let discovery, let page):
        let answer = catalog.answer(.discover(discovery, page: page))?.moviePage
        suggestions.receivePage(answer.map(Result.success) ?? .failure(.notFound))
      case .resolve(let ids):
        var answers: [Int: Result<MovieFacts, CatalogFailure>] = [:]
        for id in ids {
          if case .movie(let movie)? = catalog.answer(.movie(id)) { answers[id] = .success(movie) }
        }
        suggestions.receiveMovies(answers)
      case .done(let outcome): return outcome
      }
    }
    Issue.record("never done")
    return .suggestions([], relaxed: [])
  }

  // MARK: Independent calculation

  private struct Scored: Equatable {
    var id: Int
    var tenThousandths: Int
  }

  private func expectedResult(_ night: Night) -> (list: [Scored], relaxed: [String]) {
    let criteria = night.criteria
    var batch: [MovieFacts] = []
    var seen: Set<Int> = []
    var relaxed: [String] = []
    for step in 0...3 {
      if step > 0 {
        if batch.count >= 5 { break }
        relaxed.append(["expanded_genres", "lowered_popularity_floor", "included_older_movies"][step - 1])
      }
      let listed = night.movies.filter { self.isListed($0, step, criteria) }
        .sorted { ($1.popularity ?? 0, $0.id) < ($0.popularity ?? 0, $1.id) }
      let room = 20 - batch.count
      let candidates = listed.prefix(60).filter { !criteria.excludedMovies.contains($0.id) && !seen.contains($0.id) }
        .prefix(
          room)
      seen.formUnion(candidates.map(\.id))
      batch += candidates.filter { criteria.passes($0.certifications.first?.rating) }
    }
    let greatest = batch.map { Int(($0.popularity ?? 0) * 100) }.max() ?? 0
    let scored = batch.map { (movie: $0, score: self.score($0, greatest, criteria)) }.sorted { left, right in
      let (a, b) = (left, right)
      return (-a.score, -(a.movie.voteAverage ?? -1), a.movie.id) < (-b.score, -(b.movie.voteAverage ?? -1), b.movie.id)
    }
    return (scored.prefix(8).map { Scored(id: $0.movie.id, tenThousandths: $0.score) }, relaxed)
  }

  private func isListed(_ movie: MovieFacts, _ step: Int, _ criteria: SuggestionCriteria) -> Bool {
    let order = ["G", "PG", "PG-13", "R", "NC-17"]
    let genres = Set(movie.genres.map(\.id))
    let rating = movie.certifications.first.flatMap { order.firstIndex(of: $0.rating) }
    let ceiling = order.firstIndex(of: criteria.ceiling.rawValue) ?? 0
    guard !movie.isAdult, let date = movie.releaseDate, let votes = movie.voteCount else { return false }
    let isRated = rating.map { $0 <= ceiling } ?? (ceiling >= 3)
    let isLiked = step >= 1 || criteria.likes.isEmpty || !genres.isDisjoint(with: criteria.likes)
    let isOfTime = date.year >= (step >= 3 ? 1960 : 1980) && "\(date)" <= "2026-01-01"
    return isRated && isLiked && isOfTime && votes >= (step >= 2 ? 10 : 50)
      && genres.isDisjoint(with: criteria.dislikes)
  }

  /// Returns the score in ten thousandths: 10,000 × (1/2 p/P + 3/10 s + 1/5 k/n), calculated as one fraction and
  /// rounded.
  private func score(_ movie: MovieFacts, _ greatest: Int, _ criteria: SuggestionCriteria) -> Int {
    let names = ["hulu": "Hulu with Ads", "Disney+": "Disney Plus", "NETFLIX": "Netflix"]
    let having = Set(movie.providers.flatMap { $0.flatrate + $0.ads }.map(\.name))
    let onService = criteria.services.contains { having.contains(names[$0] ?? "") } ? 1 : 0
    let (liked, all) = (movie.genres.filter { criteria.likes.contains($0.id) }.count, max(1, movie.genres.count))
    let (popularity, most) = greatest == 0 ? (0, 1) : (Int((movie.popularity ?? 0) * 100), greatest)
    let numerator = 1000 * (5 * popularity * all + 3 * onService * most * all + 2 * liked * most)
    let denominator = most * all
    return (2 * numerator + denominator) / (2 * denominator)
  }

  private func reason(_ movie: MovieFacts, _ criteria: SuggestionCriteria) -> String {
    func joined(_ names: [String]) -> String {
      switch names.count {
      case 0: ""
      case 1: names[0]
      case 2: names[0] + " and " + names[1]
      default: names[0] + ", " + names[1] + " and " + names[2]
      }
    }
    var text: [String] = []
    let liked = movie.genres.filter { criteria.likes.contains($0.id) }.map(\.name)
    if !liked.isEmpty { text.append("You like " + joined(liked) + ".") }
    let having = Set(movie.providers.flatMap { $0.flatrate + $0.ads }.map(\.name))
    let shown = [
      "hulu": ("Hulu with Ads", "Hulu"), "Disney+": ("Disney Plus", "Disney Plus"), "NETFLIX": ("Netflix", "Netflix"),
    ]
    let services = criteria.services.compactMap { shown[$0] }.filter { having.contains($0.0) }.map(\.1)
    if !services.isEmpty { text.append("On " + joined(services) + ".") }
    if let vote = movie.voteAverage { text.append("Rated \(vote) of 10.") }
    return text.isEmpty ? "Popular right now." : text.joined(separator: " ")
  }

  @Test(arguments: 0..<40) func suggestionsMatchIndependentCalculation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<25 {
      let night = Night(&random)
      let expected = expectedResult(night)
      guard case .suggestions(let list, let relaxed) = try runSuggestions(night) else {
        Issue.record("seed \(seed), round \(round): unavailable")
        continue
      }
      let scored = list.map { Scored(id: $0.movie.id, tenThousandths: Int(($0.score * 10_000).rounded())) }
      #expect(scored == expected.list, "seed \(seed), round \(round)")
      #expect(relaxed.map(\.rawValue) == expected.relaxed, "seed \(seed), round \(round)")
      for suggestion in list {
        let expected = reason(suggestion.movie, night.criteria)
        #expect(suggestion.reason == expected, "seed \(seed), round \(round)")
      }
    }
  }
}
