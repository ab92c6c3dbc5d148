import Testing

@testable import Server

/// A server without a catalog.
@Suite struct WithoutCatalogTests {
  private static let ofMembers = [
    ("movies.get", #""tmdb_movie_id":1,"refresh":1"#), ("movies.get", #""tmdb_movie_id":0"#),
    ("movies.get", #""tmdb_movie_id":1,"fresh":true"#), ("movies.search", #""query":"dune","within_ceiling":1"#),
    ("movies.search", #""query":"d""#), ("movies.search", #""query":"dune","page":501"#), ("tv.search", ""),
    ("tv.search", #""query":"dune","year":"2021""#), ("tv.get", #""tmdb_id":1,"refresh":"yes""#), ("tv.get", ""),
    ("tv.season", #""tmdb_id":1,"season_number":1,"refresh":1"#), ("tv.season", #""tmdb_id":1,"season_number":-1"#),
    ("tv.episode", #""tmdb_id":1,"season_number":1,"episode_number":1,"refresh":[]"#),
    ("tv.episode", #""tmdb_id":1,"season_number":1"#), ("genres.list", #""kind":"book""#),
    ("providers.list", #""kind":"book""#), ("providers.list", #""country":"us""#),
    ("suggestions.generate", #""exclude_movie_ids":"1""#), ("suggestions.generate", #""attendees":[1]"#),
    ("watchlist.add", #""movie":{"tmdb_movie_id":0}"#), ("rounds.start", #""suggest":1"#),
  ]
  private static let ofAdministrators = [
    ("movies.get", #""tmdb_movie_id":1,"refresh":1"#), ("catalog.clear", #""kind":"book""#),
    ("catalog.clear", #""id":7"#), ("catalog.export", #""cursor":7"#), ("catalog.status", #""kind":"movie""#),
  ]

  @Test func invalidParameterIsReportedBeforeMissingCatalog() throws {
    let (without, with) = (try LocalServer(), try LocalServer(catalog: .demo()))
    let wires = try [without, with].map { try $0.wire(token: $0.createHousehold().token) }
    let administrators = try [without, with].map { try $0.administrator() }
    for (requests, wires) in [(Self.ofMembers, wires), (Self.ofAdministrators, administrators)] {
      for (method, parameters) in requests {
        let answers = try wires.map { try $0.call(method, parameters) }
        #expect(answers[0].code == -32602, "\(method) {\(parameters)}: \(answers[0].text)")
        #expect(answers[0].error?.text == answers[1].error?.text, "\(method) {\(parameters)}")
      }
    }
  }

  /// The check for preferences comes before the catalog is asked.
  @Test(arguments: ["", #","movies":[{"tmdb_movie_id":404}]"#, #","movies":[{"tmdb_movie_id":404,"title":"Mine"}]"#])
  func tooFewPreferencesAreReportedBeforeCatalogFailure(_ movies: String) throws {
    for catalog in [nil, try CatalogConfiguration.demo(), .failing(.unauthorised(status: 401))] {
      let server = try LocalServer(catalog: catalog)
      let wire = try server.wire(token: server.createHousehold().token)
      #expect(try wire.call("rounds.start", #""suggest":true"# + movies).reason == "too_few_preferences")
      #expect(try wire.call("suggestions.generate").reason == "too_few_preferences")
    }
  }

  @Test func refreshWithoutCatalogHasNoEffect() throws {
    let server = try LocalServer()
    let wire = try server.wire(token: server.createHousehold().token)
    for _ in 0..<12 {
      #expect(try wire.call("movies.get", #""tmdb_movie_id":1,"refresh":true"#).reason == "no_catalog")
      #expect(try wire.call("tv.get", #""tmdb_id":1,"refresh":true"#).reason == "no_catalog")
    }
    #expect(try server.administrator().call("movies.get", #""tmdb_movie_id":1"#).reason == "no_catalog")
  }

  /// Uses the real program, which has no catalog by default.
  @Test func statusCommandShowsMissingCatalog() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProcess(.memory, in: folder)
    let status = try Run("catalog", "status", "--connect", "unix:\(server.socketPath)", in: folder)
    #expect(status.code == 0, "\(status.errors)")
    #expect(status.output.hasPrefix("● none\n") && status.output.contains("--catalog"), "\(status.output)")
    #expect(try server.terminate() == 0)
  }
}
