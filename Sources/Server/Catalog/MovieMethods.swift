import Catalog
import Domain
import Primitives
import Projections
import WireProtocol

extension Method {
  /// `docs/protocol.md`, "Catalog": one movie.
  static let ofMovies: [Method] = [
    .query(
      "movies.get", "Shows what is known of a movie, and what the household had to do with it.",
      takes: [RoundParameters.movie, CatalogParameters.refresh], gives: CatalogTypes.movie,
      refuses: [.unknownMovie, .tooManyRefreshes] + Reason.ofCatalog
    ) { (parameters, caller) throws(WireError) -> Found<any Query> in
      let (id, refresh) = (try parameters[RoundParameters.movie], try parameters[CatalogParameters.refresh])
      var reader: MovieQuery.Reader?
      if case .member(let member, let household, _) = caller.identity {
        reader = MovieQuery.Reader(id: member, household: household)
      }
      // Administrators have no household, and with it nothing that was recorded.
      if let reader, caller.catalog == nil {
        return .now(MovieQuery(id: id, answer: .failure(.noCatalog), reader: reader, sizes: .builtIn))
      }
      let catalog = try caller.requireCatalog(refresh: refresh)
      let sizes = catalog.imageSizes(at: caller.now)
      let found = catalog.attempt(.movie(id), refresh: refresh) { [reader, readModels = caller.readModels] in
        guard let reader else { return false }
        return (try? readModels.hasRecord(of: id, in: reader.household)) == true
      }
      return try found.map { [reader] result in
        MovieQuery(
          id: id,
          answer: result.map { AskedAnswer(question: .movie(id), answer: $0) }
            .mapError { WireError($0, of: .movie(id)) }, reader: reader, sizes: sizes)
      }
    }
  ]
}

/// `movies.get`: what the catalog knows of a movie, and what the reader's household had to do with it.
struct MovieQuery: Query {
  let id: MovieID
  let answer: Result<AskedAnswer, WireError>
  /// Nil for an administrator.
  let reader: Reader?
  let sizes: ImageSizes

  struct Reader: Hashable, Sendable {
    let id: MemberID
    let household: HouseholdID
  }

  var heldBytes: Int { (try? answer.get().heldBytes) ?? 0 }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(reader)
  }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let country = try answering.country(of: reader?.household)
    let history = try reader.map { try answering.history(of: id, in: $0.household) }
    switch answer {
    case .success(let asked):
      guard case .movie(let facts) = asked.answer.facts else { throw WireError.catalogUnavailable(retryAfter: nil) }
      let movie = Movie(facts, in: country)
      json.object { json in
        movie.writeMembers(to: &json)
        json.details(of: facts, sizes, country: country)
        json.provenance(asked.answer)
        json.history(history, rated: movie.contentRating, for: reader)
      }
    case .failure(let error):
      guard let movie = history?.movie else { throw error }
      json.object { json in
        movie.writeMembers(to: &json)
        json.detailsThatOnlyACatalogKnows()
        json.field("source", "household")
        json.nullField("fetched_at")
        json.field("stale", true)
        json.history(history, rated: movie.contentRating, for: reader)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func details(of movie: MovieFacts, _ sizes: ImageSizes, country: String) {
    field("original_title", movie.originalTitle)
    date("release_date", movie.releaseDate)
    field("tagline", movie.tagline)
    field("imdb_id", movie.imdbID)
    field("vote_count", movie.voteCount)
    key("certification")
    if let rating = movie.certification(in: country) {
      Certification(country: country, rating: rating).write(to: &self)
    } else {
      null()
    }
    field("poster_urls", sizes.urls(for: movie.posterPath, .poster))
    field("backdrop_path", movie.backdropPath)
    field("backdrop_urls", sizes.urls(for: movie.backdropPath, .backdrop))
    key("cast")
    array(movie.cast) { $1.write(to: &$0) }
    field("trailer_url", movie.trailerKey.map { "https://www.youtube.com/watch?v=\($0)" })
    watchProviders(movie.providers(in: country), sizes)
  }

  fileprivate mutating func detailsThatOnlyACatalogKnows() {
    let names: [StaticString] = [
      "original_title", "release_date", "tagline", "imdb_id", "vote_count", "certification", "poster_urls",
      "backdrop_path", "backdrop_urls", "cast", "trailer_url", "watch_providers",
    ]
    for name in names { nullField(name) }
  }

  /// Null for an administrator.
  fileprivate mutating func history(_ history: MovieHistory?, rated rating: String?, for reader: MovieQuery.Reader?) {
    key("history")
    guard let history, let reader else { return null() }
    object { $0.historyMembers(history, rated: rating, for: reader.id) }
  }
}
