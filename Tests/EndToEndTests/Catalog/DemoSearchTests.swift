import MovieNightPrimitives
import Testing

/// Searches in the built-in catalog over the wire.
@Suite struct DemoSearchTests {
  private let server: LocalServer
  private let wire: Wire

  init() throws {
    server = try LocalServer(catalog: .demo())
    wire = try server.wire(token: server.createHousehold().token)
  }

  private func search(_ text: String, _ more: String = "", method: String = "movies.search") throws -> JSONValue {
    try wire.result(method, #""query":"\#(text)""# + more)
  }

  @Test(arguments: [("up", ["Up"]), ("UP (2009)", ["Up"]), ("up (2010)", []), ("it", []), ("to", [])])
  func shortTextFindsWholeTitles(_ text: String, _ titles: [String]) throws {
    let found = try search(text)
    #expect(try found.array("results").map { try $0.string("title") } == titles)
    #expect(try found.integer("total_results") == titles.count)
  }

  @Test(arguments: [
    ("movies.search", "matrx", "The Matrix"), ("movies.search", "toy stroy 1995", "Toy Story"),
    ("movies.search", "the matrix (1950)", "The Matrix"), ("tv.search", "spongbob", "SpongeBob SquarePants"),
  ])
  func closeSpellingIsOfferedIfNothingIsFound(_ method: String, _ text: String, _ title: String) throws {
    let found = try search(text, method: method)
    #expect(try found.string("did_you_mean") == title && found.integer("total_results") == 0)
  }

  @Test(arguments: ["toy story", "qzqzqz", "tmdb:4242", "tt0000001", "it"])
  func noCloseSpellingIsOfferedOtherwise(_ text: String) throws {
    #expect(try search(text)["did_you_mean"]?.isNull == true)
    #expect(try search("toy story", #","page":9"#)["did_you_mean"]?.isNull == true)
  }
}
