/// The state machine that makes suggestions (`docs/catalog.md`, "Suggestions"). It determines the next questions to the
/// catalog, and receives the answers.
///
///     var suggestions = Suggestions(criteria)
///     // Do what `suggestions.next` says until it is `done`.
///
/// A step fetches pages of a discovery, then the facts of the movies found. If too few movies can be suggested, the
/// next step begins with another constraint relaxed. Unexpected or repeated answers are ignored.
public struct Suggestions: Sendable {
  public enum Action: Equatable, Sendable {
    /// Ask for a page, and pass the answer to `receivePage`.
    case discover(Discovery, page: Int)
    /// Ask for these movies, all at once, and pass the answers to `receiveMovies`.
    case resolve([Int])
    case done(Outcome)
  }

  public enum Outcome: Equatable, Sendable {
    /// The suggestions, best first. There are fewer than wanted if no more were found.
    case suggestions([Suggestion], relaxed: [RelaxedConstraint])
    /// Too few movies were found because the catalog failed. Contains the first failure.
    case unavailable(CatalogFailure)
  }

  static let fewest = 5
  static let mostCandidates = 20
  static let pages = 1...3

  public private(set) var next: Action
  private let criteria: SuggestionCriteria
  private var relaxed: [RelaxedConstraint] = []
  /// The candidates of this step, in the order in which they were found.
  private var candidates: [MovieListing] = []
  private var seen: Set<Int> = []
  private var batch: [SuggestedMovie] = []
  private var failure: CatalogFailure?
  /// The number of candidates whose facts could not be fetched; nil after a whole page could not be fetched.
  private var unresolved: Int? = 0

  public init(_ criteria: SuggestionCriteria) {
    self.criteria = criteria
    next = .discover(criteria.discovery(relaxed: []), page: Self.pages.lowerBound)
  }

  public mutating func receivePage(_ answer: Result<ListingPage<MovieListing>, CatalogFailure>) {
    guard case .discover(let discovery, let page) = next else { return }
    switch answer {
    case .success(let listing):
      for movie in listing.results { consider(movie) }
      guard !isFull, page < Self.pages.upperBound, page < listing.totalPages else { return resolve() }
      next = .discover(discovery, page: page + 1)
    case .failure(let failure):
      if self.failure == nil { self.failure = failure }
      unresolved = nil
      resolve()
    }
  }

  /// Processes the answers for the requested movies. A movie without an answer counts as not found.
  public mutating func receiveMovies(_ answers: [Int: Result<MovieFacts, CatalogFailure>]) {
    guard case .resolve = next else { return }
    for candidate in candidates {
      switch answers[candidate.id] {
      case .success(let movie):
        guard criteria.passes(movie.contentRating) else { continue }
        batch.append(SuggestedMovie(movie: movie, popularity: candidate.popularity ?? 0))
      case .failure(.notFound), nil: break
      case .failure(let failure):
        if self.failure == nil { self.failure = failure }
        unresolved = unresolved.map { $0 + 1 }
      }
    }
    endStep()
  }

  // MARK: Moving from step to step

  private var isFull: Bool { batch.count + candidates.count >= Self.mostCandidates }

  private mutating func consider(_ movie: MovieListing) {
    guard !isFull, criteria.isCandidate(movie), seen.insert(movie.id).inserted else { return }
    candidates.append(movie)
  }

  private mutating func resolve() {
    if candidates.isEmpty { return endStep() }
    next = .resolve(candidates.map(\.id))
  }

  private mutating func endStep() {
    candidates.removeAll()
    guard batch.count < Self.fewest, relaxed.count < RelaxedConstraint.allCases.count else { return end() }
    relaxed.append(RelaxedConstraint.allCases[relaxed.count])
    next = .discover(criteria.discovery(relaxed: relaxed), page: Self.pages.lowerBound)
  }

  private mutating func end() {
    if batch.count < Self.fewest, let failure, unresolved.map({ batch.count + $0 >= Self.fewest }) ?? true {
      next = .done(.unavailable(failure))
    } else {
      next = .done(.suggestions(Suggestion.best(of: batch, for: criteria), relaxed: relaxed))
    }
  }
}
