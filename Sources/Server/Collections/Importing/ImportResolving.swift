import Catalog
import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import ProtocolSchema

/// A title that a record may mean.
struct TitleCandidate: Sendable, Equatable {
  let ref: TitleRef
  let title: String
  let year: Int?
}

/// The meaning of a title in a file.
enum TitleMeaning: Sendable, Equatable {
  case found(TitleRef)
  case unknown(ImportProblem, [TitleCandidate] = [])

  /// Takes the only candidate whose year is equal or, if there is none, differs by one. Without a year, all count.
  init(_ candidates: [TitleCandidate], year: Int?) {
    var fitting = candidates
    if let year {
      fitting = candidates.filter { $0.year == year }
      if fitting.isEmpty { fitting = candidates.filter { $0.year == year &- 1 || $0.year == year &+ 1 } }
    }
    switch fitting.count {
    case 0: self = .unknown(.notFound, Array(candidates.prefix(10)))
    case 1: self = .found(fitting[0].ref)
    default: self = .unknown(.ambiguous, Array(fitting.prefix(10)))
    }
  }
}

/// The entries of a piece, and its records that cannot be imported.
struct ResolvedPiece: Sendable {
  var entries: [ImportEntry] = []
  var problems: [UnresolvedRecord] = []
}

/// The meanings and titles that an import keeps for its further pieces.
struct ImportMemory: Sendable {
  private var resolutions: [SourceTitle: TitleRef] = [:]
  /// Its size is roughly in bytes.
  var meanings = RecentlyUsed<SourceTitle, TitleMeaning>(capacity: 4 << 20) { meaning in
    if case .unknown(_, let candidates) = meaning { 800 + candidates.count * 300 } else { 800 }
  }
  var known = KnownTitles()

  mutating func add(_ added: [TitleResolution]) {
    for resolution in added where resolutions.count < 20_000 {
      for key in Self.keys(of: resolution.source, resolution.ref.mediaType) { resolutions[key] = resolution.ref }
    }
  }

  /// Returns what the member said about a title. What they said about a title of the same kind comes first.
  func resolution(of title: SourceTitle) -> TitleRef? {
    for kind in [title.mediaType, .movie, .tv].compactMap(\.self) {
      let keys = Self.keys(of: title, kind) + Self.keys(of: SourceTitle(name: title.name), kind)
      if let ref = keys.lazy.compactMap({ resolutions[$0] }).first { return ref }
    }
    return nil
  }

  /// Returns the parts of a title that name it alone, among those of a kind.
  private static func keys(of title: SourceTitle, _ kind: MediaType) -> [SourceTitle] {
    let named = title.name.map { SourceTitle(name: $0, year: title.year, mediaType: kind) }
    let ids = [
      title.uri.map { SourceTitle(uri: $0, mediaType: kind) },
      title.imdbID.map { SourceTitle(imdbID: $0, mediaType: kind) },
    ]
    return (ids + [named]).compactMap(\.self)
  }
}

/// The titles of the member's collection, and the movies of the household's lists.
struct KnownTitles: Sendable {
  private var byName: [FoldedText: [TitleCandidate]] = [:]
  /// The titles of the collection.
  var collected: Set<TitleRef> = []
  private(set) var isLoaded = false

  func candidates(for title: SourceTitle, named name: FoldedText) -> [TitleCandidate] {
    (byName[name] ?? []).filter { title.mediaType == nil || title.mediaType == $0.ref.mediaType }
  }

  mutating func load(_ entries: [TitleEntry], _ movies: [Movie]) {
    for entry in entries {
      collected.insert(entry.title)
      for name in [entry.name, entry.otherName] { note(name, entry.title, entry.name, entry.year) }
    }
    for movie in movies { note(movie.title, .movie(movie.tmdbMovieID), movie.title, movie.year) }
    isLoaded = true
  }

  private mutating func note(_ name: String?, _ ref: TitleRef, _ title: String, _ year: Int?) {
    guard let name else { return }
    let key = FoldedText(name)
    guard byName[key]?.contains(where: { $0.ref == ref }) != true else { return }
    byName[key, default: []].append(TitleCandidate(ref: ref, title: title, year: year))
  }
}

/// A resolver of records: with the member's resolutions, their TMDb ids, titles that are known here, and the catalog.
struct ImportResolver: Sendable {
  private static let questionsAtOnce = 32
  private static let householdMovies = 5_000

  let caller: Caller
  let session: ImportSession

  fileprivate typealias Found = (meaning: TitleMeaning, facts: Result<TitleFacts, ImportProblem>?)

  /// Resolves a piece. Reads the store, and then asks the catalog without blocking a thread. The work is done on threads
  /// that may block.
  func resolve(_ piece: ImportPiece) throws(Refusal) -> Lookup<ResolvedPiece> {
    if !session.memory.withLock({ $0.known.isLoaded }) { try loadKnownTitles() }
    session.memory.withLock { $0.meanings.age() }
    let titles = Array(Set(piece.records.map(\.title)))
    let bare = Set(piece.records.lazy.filter { $0.facts == nil || $0.lacksFacts }.map(\.title))
    return try Lookup.known(()).moved(to: caller.perform).then { (_) throws(Refusal) -> Lookup<ResolvedPiece> in
      try Lookup<[SourceTitle: Found]>.each(titles, atOnce: Self.questionsAtOnce) { title, done in
        find(title) { meaning in
          guard case .found(let ref) = meaning, bare.contains(title),
            !session.memory.withLock({ $0.known.collected.contains(ref) })
          else { return done((meaning, nil)) }
          facts(of: ref) { done((meaning, $0)) }
        }
      }
      .map { Self.read(piece, $0) }
    }
  }

  private func loadKnownTitles() throws(Refusal) {
    let (owner, models) = (session.owner, caller.readModels)
    let (entries, movies) = try readRows {
      let listed = Pages { try models.watchlist(owner.household, after: $0, limit: 500) }
      let watched = Pages { try models.watched(owner.household, after: $0, limit: 500) }
      let movies =
        try listed.first(Self.householdMovies).map(\.entry.movie) + watched.first(Self.householdMovies).map(\.movie)
      return (try models.titleEntries(of: owner.member), movies)
    }
    session.memory.withLock { $0.known.load(entries, movies) }
  }

  // MARK: Titles

  /// Returns what a title means without asking the catalog; nil if that cannot be said.
  private func meaning(of title: SourceTitle, in memory: ImportMemory) -> TitleMeaning? {
    if let id = title.tmdbID, let mediaType = title.mediaType {
      return MovieLimits.id.contains(id) ? .found(TitleRef(mediaType, id)) : .unknown(.badValue)
    }
    if let ref = memory.resolution(of: title) { return .found(ref) }
    if let name = title.name.map({ FoldedText($0) }), !name.bytes.isEmpty, title.year != nil,
      case .found(let ref) = TitleMeaning(memory.known.candidates(for: title, named: name), year: title.year)
    {
      return .found(ref)
    }
    return caller.catalog == nil ? .unknown(.noCatalog) : nil
  }

  /// Finds out what a title means, and remembers it.
  private func find(_ title: SourceTitle, _ done: @escaping @Sendable (TitleMeaning) -> Void) {
    if let known = session.memory.withLock({ $0.meanings.value(for: title) ?? meaning(of: title, in: $0) }) {
      session.memory.withLock { $0.meanings.set(known, for: title) }
      return done(known)
    }
    ask(questions(about: title)[...], about: title) { meaning in
      session.memory.withLock { $0.meanings.set(meaning, for: title) }
      done(meaning)
    }
  }

  private func questions(about title: SourceTitle) -> [CatalogQuestion] {
    var questions = [
      title.imdbID.flatMap { ForeignID(.imdb, checking: $0) }, title.tvdbID.flatMap { ForeignID(.tvdb, checking: $0) },
    ].compactMap(\.self).map { CatalogQuestion.find($0) }
    if let name = title.name.flatMap({ CleanText.cut($0, longest: CatalogBounds.searchBytes.upperBound) }) {
      // A search without a year has titles of years beside it, and of many titles only the first ones.
      let years = title.year == nil ? [nil] : [title.year, nil]
      if title.mediaType != .tv { questions += years.map { .searchMovies(name, year: $0, page: 1) } }
      if title.mediaType != .movie { questions += years.map { .searchSeries(name, year: $0, page: 1) } }
    }
    return questions
  }

  /// Asks the questions in order until one has an answer.
  private func ask(
    _ questions: ArraySlice<CatalogQuestion>, about title: SourceTitle,
    _ done: @escaping @Sendable (TitleMeaning) -> Void
  ) {
    guard let question = questions.first else { return done(.unknown(.notFound)) }
    ask(question) { result in
      let meaning = TitleMeaning(result, of: title)
      guard case .unknown(.notFound, _) = meaning, questions.count > 1 else { return done(meaning) }
      ask(questions.dropFirst(), about: title, done)
    }
  }

  /// Asks the catalog, and passes the answer on to a thread that may block.
  private func ask(
    _ question: CatalogQuestion, _ done: @escaping @Sendable (Result<CatalogAnswer, ImportProblem>) -> Void
  ) {
    guard let catalog = caller.catalog?.catalog else { return done(.failure(.noCatalog)) }
    catalog.find(question, priority: .background) { result in
      let result = result.mapError { ImportProblem($0) }
      if !caller.perform({ done(result) }) { done(result) }
    }
  }

  private func facts(of ref: TitleRef, _ done: @escaping @Sendable (Result<TitleFacts, ImportProblem>) -> Void) {
    ask(ref.question) { result in
      done(result.flatMap { answer in TitleFacts(answer.facts).map { .success($0) } ?? .failure(.notFound) })
    }
  }

  // MARK: Entries

  /// Turns the records of a piece into entries for the decision, once it is known what they mean.
  private static func read(_ piece: ImportPiece, _ found: [SourceTitle: Found]) -> ResolvedPiece {
    var resolved = ResolvedPiece()
    for (index, record) in piece.records.enumerated() {
      guard let (meaning, facts) = found[record.title] else { continue }
      switch meaning {
      case .unknown(let problem, let candidates):
        resolved.problems.append(record.unresolved(problem, candidates))
      case .found(let ref):
        do throws(ImportProblem) {
          guard record.notes.allSatisfy({ CollectionTexts.isNote($0.text) && $0.text.isStorable }) else {
            throw ImportProblem.badValue
          }
          var entry = ImportEntry(record: index, title: ref, facts: try record.facts(of: ref, facts), record.content)
          if ref.mediaType == .tv, entry.plays.contains(where: { $0.episode == nil }) {
            // The service counts a series as one title.
            (entry.status, entry.plays) = (.completed, [])
          }
          resolved.entries.append(entry)
        } catch {
          resolved.problems.append(record.unresolved(error))
        }
      }
    }
    return resolved
  }
}

extension ImportRecord {
  /// Returns the facts of the title, with those of the catalog. Those of a title in the collection do not matter.
  fileprivate func facts(of ref: TitleRef, _ found: Result<TitleFacts, ImportProblem>?) throws(ImportProblem)
    -> TitleFacts
  {
    let own = facts ?? TitleFacts(title)
    switch found {
    case .success(let facts): return own.map { facts.filled(from: $0) } ?? facts
    case .failure(let failure):
      guard let own else { throw failure }
      return own
    case nil: return own ?? TitleFacts(title: ref.label)
    }
  }
}

extension TitleFacts {
  /// The facts that a file's name of a title contains; nil without a name.
  fileprivate init?(_ title: SourceTitle) {
    guard let name = title.name else { return nil }
    self.init(title: name)
    year = title.year.flatMap { MovieLimits.year.contains($0) ? $0 : nil }
  }
}

extension ImportProblem: Error {
  fileprivate init(_ failure: CatalogFailure) { self = failure == .notFound ? .notFound : .noCatalog }
}

extension TitleMeaning {
  fileprivate init(_ result: Result<CatalogAnswer, ImportProblem>, of title: SourceTitle) {
    func isMeant(_ titles: [String]) -> Bool {
      title.name.map { name in titles.contains { FoldedText($0) == FoldedText(name) } } ?? false
    }
    func candidate(_ movie: MovieListing) -> TitleCandidate {
      TitleCandidate(ref: .movie(movie.id), title: movie.title, year: movie.releaseDate?.year)
    }
    func candidate(_ series: SeriesListing) -> TitleCandidate {
      TitleCandidate(ref: .series(series.id), title: series.name, year: series.firstAirDate?.year)
    }
    switch result {
    case .failure(let problem): self = .unknown(problem)
    case .success(let answer):
      switch answer.facts {
      case .movies(let page):
        self.init(page.results.filter { isMeant($0.titles) }.map(candidate), year: title.year)
      case .seriesPage(let page):
        self.init(page.results.filter { isMeant($0.titles) }.map(candidate), year: title.year)
      case .found(let matches):
        let movies = title.mediaType == .tv ? [] : matches.movies.map(candidate)
        let series = title.mediaType == .movie ? [] : matches.series.map(candidate)
        self.init(movies + series, year: nil)
      default: self = .unknown(.notFound)
      }
    }
  }
}

extension Lookup {
  /// Asks about each item, `limit` at once. The items differ.
  static func each<Item: Hashable & Sendable, Answer: Sendable>(
    _ items: [Item], atOnce limit: Int,
    _ ask: @escaping @Sendable (Item, _ answer: @escaping @Sendable (Answer) -> Void) -> Void
  ) throws(Refusal) -> Lookup where Value == [Item: Answer] {
    guard !items.isEmpty else { return .known([:]) }
    let asked = Array(items.prefix(limit))
    let first = Lookup.pending { done in
      let answers = Locked<Value>([:])
      for item in asked {
        ask(item) { answer in
          let all = answers.withLock { answers in
            answers[item] = answer
            return answers.count == asked.count ? answers : nil
          }
          if let all { done(.success(all)) }
        }
      }
    }
    return try first.then { (answers) throws(Refusal) in
      try each(Array(items.dropFirst(limit)), atOnce: limit, ask).map { answers.merging($0) { first, _ in first } }
    }
  }
}
