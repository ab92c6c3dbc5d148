import Glibc
import MovieNightPrimitives
import Testing

@testable import Catalog

/// Reading a catalog file, and the errors that it can cause.
@Suite struct FileSourceTests {
  /// Searching many titles takes too long for the thread that serves all clients.
  @Test func largeFileIsSearchedAsynchronously() throws {
    func catalog(_ count: Int, _ world: CacheWorld) -> Catalog {
      let movies = (1...count).map { MovieFacts(id: $0, title: "Night \($0)") }
      return Catalog(
        source: FileSource(CatalogFile.catalog(movies)), store: world.store, environment: world.environment)
    }
    let search = CatalogQuestion.searchMovies("night", year: nil, page: 1)
    let world = CacheWorld()
    world.holdsTasks = true
    #expect(catalog(FileSource.quickTitles, world).cached(search)?.facts.movieIDs?.count == 20)
    let large = catalog(FileSource.quickTitles + 1, world)
    #expect(large.cached(search) == nil && large.known(search) == nil && large.cached(.movie(1)) != nil)
    let results = CollectedValues<Result<CatalogAnswer, CatalogFailure>>()
    large.find(search, results.take)
    #expect(results.all.isEmpty && world.tasks == 1)
    world.holdsTasks = false
    large.find(search, results.take)
    #expect(try results.all.map { try $0.get().facts.movieIDs?.count } == [20])
    #expect(large.health.counters.counts[.search]?.hits == 1)
    // The number of waiting searches is bounded.
    world.holdsTasks = true
    for _ in 0..<Catalog.maximumStoreTasks { large.find(search, results.take) }
    #expect(results.all.last == .failure(.unavailable(.queueFull)))
  }

  private func withFile<Value>(_ bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
    var template = Array("/tmp/catalog-test-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    try #require(file >= 0)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    let written = write(file, bytes, bytes.count)
    close(file)
    try #require(written == bytes.count)
    return try body(path)
  }

  private func answer(_ source: FileSource, _ question: CatalogQuestion) -> Result<CatalogFacts, CatalogFailure>? {
    let answer = Locked<Result<CatalogFacts, CatalogFailure>?>(nil)
    source.answer(question, .person) { result in answer.withLock { $0 = result } }
    return answer.withLock { $0 }
  }

  @Test func fileAnswersSynchronously() throws {
    let movie = MovieFacts(id: 550, title: "Fight Club")
    let source = try withFile(CatalogFile.bytes([CatalogFile.line(movie)])) { try FileSource(path: $0) }
    #expect(source.name == .file)
    #expect(answer(source, .movie(550)) == .success(.movie(movie)))
    #expect(answer(source, .movie(551)) == .failure(.notFound))
    #expect(answer(source, .season(series: 1, 1)) == .failure(.notFound))
  }

  /// The times are the same after a restart, and for asynchronous lookups.
  @Test func answersHaveTimesOfTheirLines() throws {
    let changed = CatalogFile.fetched.advanced(bySeconds: -Timestamp.secondsPerDay)
    let facts = CatalogFacts.season(SeasonFacts(seriesID: 1, seasonNumber: 1))
    let question = CatalogQuestion.season(series: 1, 1)
    let file = try CatalogFile.catalog([CatalogFile.line(question, facts, changedAt: changed)])
    let world = CacheWorld()
    let expected = CatalogAnswer(
      facts: facts, source: .file, fetchedAt: CatalogFile.fetched, changedAt: changed, isStale: false)
    for _ in 1...2 {
      let catalog = Catalog(source: FileSource(file), store: world.store, environment: world.environment)
      #expect(catalog.cached(question) == expected && catalog.known(question) == expected)
      let results = CollectedValues<Result<CatalogAnswer, CatalogFailure>>()
      catalog.find(question, results.take)
      #expect(results.all == [.success(expected)])
      world.pass(seconds: 1000 * Timestamp.secondsPerDay)
    }
  }

  @Test func fileLargerThanOneReadIsReadInFull() throws {
    let movies = (1...3000).map { MovieFacts(id: $0, title: "Movie \($0)") }
    let source = try withFile(CatalogFile.bytes(movies.map { CatalogFile.line($0) })) { try FileSource(path: $0) }
    #expect(answer(source, .movie(3000)) == .success(.movie(movies[2999])))
  }

  @Test func errorNamesFile() throws {
    _ = try withFile(Array("{\"catalog\":1}\n{}".utf8)) { path in
      #expect {
        _ = try FileSource(path: path)
      } throws: {
        ($0 as? CatalogFileError)?.description == "\(path), line 2: kind is missing"
      }
    }
    #expect {
      _ = try FileSource(path: "/nowhere/catalog.jsonl")
    } throws: {
      ($0 as? CatalogFileError)?.description == "/nowhere/catalog.jsonl: cannot be read: No such file or directory"
    }
    #expect {
      _ = try FileSource(path: "/tmp")
    } throws: {
      ($0 as? CatalogFileError)?.description == "/tmp: cannot be read: it is a folder"
    }
  }

  @Test func namedPipeIsRefusedWithoutWaiting() throws {
    try withFile([]) { path in
      let pipe = path + ".pipe"
      try #require(mkfifo(pipe, 0o600) == 0)
      defer { unlink(pipe) }
      #expect {
        _ = try FileSource(path: pipe)
      } throws: {
        ($0 as? CatalogFileError)?.description == "\(pipe): cannot be read: it is a named pipe, not a regular file"
      }
    }
  }
}
