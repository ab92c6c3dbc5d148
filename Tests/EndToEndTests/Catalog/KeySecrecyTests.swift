#if TMDb
  import FakeTMDb
  import Foundation
  import MovieNightPrimitives
  import Testing

  /// The secrecy of the TMDb credential. No answer, log or file of the server contains it
  /// (`docs/catalog.md`, "Getting a token").
  @Suite struct KeySecrecyTests {
    private let folder: TemporaryFolder
    private let elsewhere: FakeTMDb

    init() throws {
      folder = try TemporaryFolder()
      elsewhere = try FakeTMDb()
    }

    @Test(arguments: TMDbAccess.allCases, StoreKind.durable)
    func secretAppearsInNoAnswerLogOrFile(_ access: TMDbAccess, _ kind: StoreKind) throws {
      let served = try ServedTMDb(access)
      let store = try kind.address(in: folder)
      let server = try served.serve(store, in: folder)
      let transcript = try Transcript(with: server)
      try transcript.requestAvailableData()
      try transcript.requestDuringFailures(Self.failures(elsewhere), served.tmdb)
      try transcript.requestAsAdministrator()
      #expect(!transcript.answers.contains { $0.contains(ServedTMDb.secretPart) })
      #expect(try !Self.titles(of: server.process).contains { $0.contains(ServedTMDb.secretPart) })
      #expect(try server.terminate() == 0)
      for words in [["events", "--json"], ["export"], ["verify"]] {
        #expect(try Run(words + ["--store", "\(store)"], in: folder, variables: served.variables).code == 0)
      }
      // The folder contains the logs and the output of all these processes, too.
      #expect(server.process.errors.contains("catalog_request"))
      #expect(try folder.traces(of: [ServedTMDb.secretPart, "Toy Story"]) == ["Toy Story"])
      #expect(elsewhere.requests.isEmpty)
    }

    private static func failures(_ elsewhere: FakeTMDb) -> [(behaviour: FakeTMDb.Behaviour, reason: String)] {
      [
        (.status(500), "catalog_unavailable"), (.reset, "catalog_unavailable"), (.truncated, "catalog_unavailable"),
        (.redirect(to: "\(elsewhere.base)/movie/1"), "catalog_unavailable"), (.echo(404), "unknown_movie"),
        (.echo(400), "catalog_unavailable"), (.echo(500), "catalog_unavailable"), (.echo(200), "catalog_unavailable"),
      ]
    }

    /// Returns the texts that `ps` can show for a process and its threads.
    private static func titles(of process: ChildProcess) throws -> [String] {
      let folder = "/proc/\(process.pid)"
      let threads = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")
      #expect(threads.count > 1)
      return try (["cmdline", "comm"] + threads.map { "task/\($0)/comm" }).map { name in
        String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
      }
    }
  }

  /// Sends requests as a household and as an administrator, and collects all answers.
  private final class Transcript {
    private(set) var answers: [String] = []
    private let household: Household
    private let wire: Wire
    private let administrator: Wire

    init(with server: ServerProcess) throws {
      household = try server.createHousehold()
      wire = try server.wire(token: household.token)
      administrator = try server.administrator()
    }

    private func ask(_ method: String, _ parameters: String = "") throws -> Answer {
      let answer = try wire.call(method, parameters)
      answers.append(answer.text)
      return answer
    }

    func requestAvailableData() throws {
      for (method, parameters) in [
        ("movies.search", #""query":"toy story""#), ("movies.get", #""tmdb_movie_id":550"#),
        ("tv.season", #""tmdb_id":1396,"season_number":1"#), ("providers.list", ""),
        ("preferences.set", #""genre_likes":[16,35],"max_content_rating":"PG""#),
        ("preferences.set", #""genre_likes":[16,12],"member_id":"\#(household.children[0])""#),
        ("suggestions.generate", ""), ("watchlist.add", #""movie":{"tmdb_movie_id":105}"#),
        ("rounds.start", #""movies":[{"tmdb_movie_id":862}],"suggest":true"#),
      ] {
        let answer = try ask(method, parameters)
        #expect(answer.code == nil, "\(method): \(answer.text)")
      }
    }

    func requestDuringFailures(_ failures: [(behaviour: FakeTMDb.Behaviour, reason: String)], _ tmdb: FakeTMDb) throws {
      for (id, failure) in zip(9001..., failures) {
        tmdb.behave(failure.behaviour, on: "/movie/\(id)")
        #expect(try ask("movies.get", #""tmdb_movie_id":\#(id)"#).reason == failure.reason, "\(failure.behaviour)")
        #expect(tmdb.count(of: "/movie/\(id)") > 0)
        // A successful request between the failures, because three consecutive failures would pause all requests.
        #expect(try ask("movies.search", #""query":"toy \#(id)""#).code == nil)
      }
      tmdb.behave(.echo(200), on: "/search")
      #expect(try ask("movies.search", #""query":"another toy""#).reason == "catalog_unavailable")
      tmdb.behave(.echo(401))
      #expect(try ask("tv.get", #""tmdb_id":9001"#).reason == "catalog_unauthorised")
      #expect(try ask("watchlist.add", #""movie":{"tmdb_movie_id":9100}"#).reason == "catalog_unauthorised")
    }

    func requestAsAdministrator() throws {
      for method in ["server.info", "server.health", "server.metrics", "catalog.status"] {
        answers.append(try administrator.call(method).text)
      }
      answers.append(try ask("events.read", #""limit":1000"#).text)
      let exported = try administrator.call("catalog.export")
      #expect(exported.text.contains("Fight Club"))
      answers.append(exported.text)
    }
  }
#endif
