@testable import Catalog
import MovieNightPrimitives

@testable import Server

/// A source whose answers a test scripts. It records the questions that it receives.
final class ScriptedSource: CatalogSource {
  let name = CatalogSourceName.tmdb
  private typealias Done = @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void

  private struct State: Sendable {
    var answers: [CatalogQuestion: Result<CatalogFacts, CatalogFailure>] = [:]
    var asked: [CatalogQuestion] = []
    var isSilent = false
    var silentOn: Set<CatalogQuestion> = []
    /// The movies that every discovery finds; nil if discoveries are scripted like other questions.
    var discovered: [MovieListing]?
    var failure: CatalogFailure?
    var waiting: [(CatalogQuestion, Done)] = []
  }

  private let state = Locked(State())

  /// The questions received so far, except those for the image sizes.
  var asked: [CatalogQuestion] { state.withLock { $0.asked.filter { $0 != .configuration } } }

  /// Stops answering until `resumeAnswering` is called.
  func stopAnswering() { state.withLock { $0.isSilent = true } }

  /// Stops answering these questions.
  func stopAnswering(on questions: CatalogQuestion...) { state.withLock { $0.silentOn.formUnion(questions) } }

  /// Makes every discovery find these movies, on one page.
  func discover(_ movies: [MovieListing]) { state.withLock { $0.discovered = movies } }

  /// Makes every later question fail, or no longer fail if `failure` is nil.
  func fail(_ failure: CatalogFailure?) { state.withLock { $0.failure = failure } }

  /// Makes this question fail from now on.
  func fail(_ failure: CatalogFailure, at question: CatalogQuestion) {
    state.withLock { $0.answers[question] = .failure(failure) }
  }

  /// Answers this question with these facts from now on.
  func setFacts(_ facts: CatalogFacts, as question: CatalogQuestion) {
    state.withLock { $0.answers[question] = .success(facts) }
  }

  func setFacts(_ movies: MovieFacts...) {
    for movie in movies { setFacts(.movie(movie), as: .movie(movie.id)) }
  }

  /// Answers the waiting questions, and all later ones.
  func resumeAnswering() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isSilent = false
      return state.waiting.map {
        ($0.1, state.failure.map { .failure($0) } ?? state.answers[$0.0] ?? .failure(.notFound))
      }
    }
    for (done, result) in waiting { done(result) }
  }

  func answer(
    _ question: CatalogQuestion, _ priority: CatalogPriority, meanwhile: @escaping @Sendable (SourceUpdate) -> Void,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void
  ) {
    let result: Result<CatalogFacts, CatalogFailure>? = state.withLock { state in
      state.asked.append(question)
      if state.isSilent || state.silentOn.contains(question) {
        state.waiting.append((question, done))
        return nil
      }
      if case .discover(_, let page) = question, state.failure == nil, let movies = state.discovered {
        return .success(
          .movies(
            ListingPage(
              page: page, totalPages: 1, totalResults: movies.count, results: page == 1 ? movies : [])))
      }
      return state.failure.map { .failure($0) } ?? state.answers[question] ?? .failure(.notFound)
    }
    if let result { done(result) }
  }

  var configuration: CatalogConfiguration { CatalogConfiguration { _, _ in .init(self) } }
}

extension MovieFacts {
  /// Returns a movie with all the facts that an event records.
  static func whole(_ id: Int, rating: String = "PG", popularity: Double = 10) -> MovieFacts {
    MovieFacts(
      id: id, title: "Movie \(id)", originalTitle: "Original \(id)", releaseDate: CalendarDate(text: "2001-02-03"),
      overview: "What happens.", runtime: 101,
      genres: [Genre(id: 35, name: "Comedy"), Genre(id: 16, name: "Animation")],
      popularity: popularity, voteAverage: 7.5, voteCount: 100, posterPath: "/poster\(id).jpg",
      certifications: [Certification(country: "DE", rating: "6"), Certification(country: "US", rating: rating)],
      providers: [
        CountryProviders(country: "US", flatrate: [Provider(id: 8, name: "Netflix")]),
        CountryProviders(country: "DE", ads: [Provider(id: 9, name: "Joyn")]),
      ])
  }
}
