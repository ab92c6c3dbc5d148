#if TMDb
  import FakeTMDb
  import Foundation
  import Primitives
  import Testing

  @testable import EventStore
  @testable import Server

  /// What is kept over restarts: it may be deleted, damaged and full at any time, and nobody but the operator notices
  /// (`docs/catalog.md`, "Cache").
  @Suite struct KeptAnswersTests {
    private static func ask(_ wire: Wire, _ id: Int) throws {
      #expect(try wire.result("movies.get", #""tmdb_movie_id":\#(id)"#).string("source") == "tmdb")
    }

    private func someMovies(_ tmdb: FakeTMDb, count: Int = 20) {
      tmdb.movies = (1...count).map { FakeTMDb.Movie(id: $0, title: "Movie \($0)", releaseDate: "1999-01-01") }
    }

    @Test(arguments: StoreKind.durable)
    func itMayBeDeletedUnderARunningServer(_ kind: StoreKind) throws {
      let asked = try ServerOfTMDb(kind)
      someMovies(asked.tmdb)
      try Self.ask(asked.wire, 1)
      #expect(try asked.kept("movie") == ["1"])
      try KeptAnswersFault.delete(kind, in: asked.server.folder)
      for id in 1...2 { try Self.ask(asked.wire, id) }
      #expect(try asked.kept("movie") == ["2"])
      try asked.server.restart()
      for id in 1...2 { try Self.ask(asked.server.wire(token: asked.household.token), id) }
      #expect(asked.tmdb.count(of: "/movie/1") == 2 && asked.tmdb.count(of: "/movie/2") == 1)
    }

    @Test(arguments: StoreKind.durable)
    func whereNothingCanBeKeptEveryRequestIsAnswered(_ kind: StoreKind) throws {
      let written = try WrittenLog(minimumLevel: .warning)
      let asked = try ServerOfTMDb(kind, log: written.log)
      someMovies(asked.tmdb, count: 400)
      let fault = try KeptAnswersFault(kind, in: asked.server.folder)
      for id in 1...5 { try Self.ask(asked.wire, id) }
      // Each could not be kept; it was told once, with what to do.
      let administrator = try asked.server.administrator()
      func failures() throws -> Int {
        let metrics = try administrator.result("server.metrics").string("text")
        let line = metrics.split(separator: "\n").first { $0.hasPrefix("movienight_catalog_write_failures_total ") }
        return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
      }
      try eventually("all are counted") { try failures() >= 5 }
      let told = written.take().filter { $0.contains(#""catalog_store_failed""#) }
      #expect(told.count == 1 && told.allSatisfy { $0.contains(#""hint""#) })
      asked.server.time.advance(seconds: 61)
      try Self.ask(asked.wire, 6)
      eventually("it is told again") { written.take().contains { $0.contains(#""catalog_store_failed""#) } }
      #expect(try asked.wire.result("server.health").string("status") == "ok")
      try fault.mend()
      // A write that failed slowly opens the circuit breaker, and writes are dropped while it is open. So the test asks
      // for further movies until one is cached.
      var id = 6
      try eventually("a movie asked for after the repair is cached") {
        id += 1
        try Self.ask(asked.wire, id)
        usleep(200_000)
        return try asked.kept("movie").contains { Int($0).map { $0 > 6 } == true }
      }
    }

    /// TMDb's terms: also what nobody asks for again.
    @Test(arguments: StoreKind.durable)
    func nothingIsKeptForMoreThanHalfAYear(_ kind: StoreKind) throws {
      let asked = try ServerOfTMDb(kind)
      someMovies(asked.tmdb)
      for id in 1...5 { try Self.ask(asked.wire, id) }
      asked.server.time.advance(hours: 100 * 24)
      // It is fetched anew then.
      try Self.ask(asked.wire, 5)
      let administrator = try asked.server.administrator()
      try eventually("they are kept") { try administrator.result("catalog.status").integer("entries") >= 5 }
      asked.server.time.advance(hours: 81 * 24)
      try asked.server.restart()
      let again = try asked.server.administrator()
      // The movie, and perhaps where images are.
      try eventually("the others have gone") { try (1...2).contains(again.result("catalog.status").integer("entries")) }
      #expect(try asked.kept("movie") == ["5"])
    }

    @Test(arguments: StoreKind.durable)
    func overTheLimitTheLongestUnusedGo(_ kind: StoreKind) throws {
      let asked = try ServerOfTMDb(kind, entries: 5)
      someMovies(asked.tmdb)
      for id in 1...20 {
        try Self.ask(asked.wire, id)
        asked.server.time.advance(hours: 2)
      }
      let kept = try asked.exported().joined().count { $0.contains(#""facts""#) }
      #expect(kept <= 5)
      #expect(try asked.kept("movie").contains("20") && !asked.kept("movie").contains("1"))
    }
  }

  /// Makes it impossible to keep anything beside a folder's store.
  private struct KeptAnswersFault {
    private let kind: StoreKind
    private let folder: TemporaryFolder

    init(_ kind: StoreKind, in folder: TemporaryFolder) throws {
      (self.kind, self.folder) = (kind, folder)
      try Self.delete(kind, in: folder)
      switch kind {
      case .memory: break
      // A file where there should be a folder, and the reverse.
      case .journal: try folder.write([], to: "journal/catalog")
      #if SQLite
        case .sqlite:
          try FileManager.default.createDirectory(
            atPath: "\(folder.path)/catalog-store.db", withIntermediateDirectories: false)
      #endif
      #if Postgres
        case .postgres:
          // Somebody else's table: one that is missing would be made anew.
          try folder.database().connect().execute(
            "DROP TABLE catalog_entries; CREATE TABLE catalog_entries (name text)")
      #endif
      }
    }

    func mend() throws {
      #if Postgres
        if kind == .postgres {
          return try folder.database().connect().execute("DROP TABLE catalog_entries")
        }
      #endif
      try Self.delete(kind, in: folder)
    }

    static func delete(_ kind: StoreKind, in folder: TemporaryFolder) throws {
      switch kind {
      case .memory: break
      case .journal: try remove("\(folder.path)/journal/catalog")
      #if SQLite
        case .sqlite: try remove("\(folder.path)/catalog-store.db")
      #endif
      #if Postgres
        case .postgres: try folder.database().connect().execute("DELETE FROM catalog_entries")
      #endif
      }
    }

    private static func remove(_ path: String) throws {
      if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }
  }
#endif
