import Catalog
import Domain
import ProtocolSchema

extension Method {
  static let ofMovies: [Method] = [
    .query(
      "movies.get", "Returns a movie, and its history in the household.",
      takes: [RoundParameters.movie, CatalogParameters.refresh],
      refuses: [.unknownMovie, .tooManyRefreshes] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) -> Lookup<MovieQuery> in
      let (id, refresh) = (try parameters[RoundParameters.movie], try parameters[CatalogParameters.refresh])
      let reader = caller.reader
      // Without a catalog, show a member the household's record of the movie. An administrator is refused below.
      if let reader, caller.catalog == nil {
        return .known(MovieQuery(id: id, answer: .failure(.noCatalog), reader: reader, sizes: .builtIn))
      }
      let catalog = try caller.requireCatalog(refresh: refresh)
      let sizes = catalog.imageSizes(at: caller.now)
      let answers = catalog.answers(to: [.movie(id)], refresh: refresh, within: CatalogAccess.timeout) {
        [readModels = caller.readModels] in
        guard let reader else { return false }
        return (try? readModels.hasRecord(of: id, in: reader.household)) == true
      }
      return try answers.map { answers in
        let answer = (answers[.movie(id)] ?? .failure(.unavailable(.timeout)))
          .map { AskedAnswer(question: .movie(id), answer: $0) }.mapError { Refusal($0, of: .movie(id)) }
        return MovieQuery(id: id, answer: answer, reader: reader, sizes: sizes)
      }
    }
  ]
}

/// `movies.get`: the catalog's data on a movie, and the movie's history in the reader's household.
struct MovieQuery: ResultQuery {
  let id: MovieID
  let answer: Result<AskedAnswer, Refusal>
  /// The member who sent the query; nil for an administrator.
  let reader: Reader?
  let sizes: ImageSizes

  struct Reader: Hashable, Sendable {
    let id: MemberID
    let household: HouseholdID
  }

  var heldBytes: Int { (try? answer.get().heldBytes) ?? 0 }

  static var result: ResultObject<MovieView> { CatalogTypes.movie }

  func shown(_ answering: AnswerContext) throws -> MovieView {
    let country = try answering.country(of: reader?.household)
    var history = try reader.map { try answering.history(of: id, in: $0.household, for: $0.id) }
    let movie: Movie
    var facts: MovieFacts?
    let provenance: Provenance
    switch answer {
    case .success(let asked):
      guard case .movie(let known) = asked.answer.facts else { throw Refusal.catalogUnavailable }
      (movie, facts, provenance) = (Movie(known, in: country), known, Provenance(asked.answer))
    case .failure(let error):
      guard let known = history?.movie else { throw error }
      (movie, provenance) = (known, Provenance(.household, isStale: true))
    }
    history?.rating = movie.contentRating
    return MovieView(
      movie: movie, facts: facts, sizes: sizes, country: country, provenance: provenance,
      collectionStatus: try answering.statuses(of: [.movie(id)], in: reader)[.movie(id)], history: history)
  }
}

extension Caller {
  /// The member who sent the request; nil for an administrator.
  var reader: MovieQuery.Reader? {
    guard case .member(let id, let household, _) = identity else { return nil }
    return MovieQuery.Reader(id: id, household: household)
  }
}
