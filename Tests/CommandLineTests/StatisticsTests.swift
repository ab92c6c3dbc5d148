import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// `movienight stats`, against a scripted server.
@Suite struct StatisticsTests {
  private static func statistics(
    _ year: Int = 2026, _ nights: [Int] = [0, 1, 12], movies: Int = 1, name: String = "Ann",
    ratings: (Int, Int, Int) = (1, 0, 1)
  ) -> String {
    let months = (1...12).map { #"{"month":\#($0),"nights":\#($0 > nights.count ? 0 : nights[$0 - 1])}"# }
    return #"""
      {"year":\#(year),"nights":\#(nights.reduce(0, +)),"movies_watched":\#(movies),\#
      "months":[\#(months.joined(separator: ","))],\#
      "members":[{"member_id":"\#(Nights.id(1))","display_name":"\#(name)","proposed":2,"picked":1,"loved":\#(ratings.0),"liked":\#(ratings.1),"did_not_like":\#(ratings.2)}]}
      """#
  }

  private func drawn(_ json: String, columns: Int = 60) throws -> [String] {
    try StatisticsRenderer(canvas: TestRun([], columns: columns).canvas, statistics: shown(json)).lines
  }

  @Test func monthsAndMembersAreDrawn() throws {
    #expect(
      try drawn(Self.statistics()).joined(separator: "\n") == """
        Movie Nights of 2026
        13 nights · 1 movie watched

          Jan  0
          Feb  # 1
          Mar  ############ 12
          Apr  0
          May  0
          Jun  0
          Jul  0
          Aug  0
          Sep  0
          Oct  0
          Nov  0
          Dec  0

        Ann                                        2 proposed, 1 won
          ♥ 1 Loved · ▼ 1 Did not like
        """)
    #expect(try drawn(Self.statistics(ratings: (0, 0, 0))).last == "  No ratings")
    #expect(try drawn(Self.statistics(2001, [], movies: 0)) == ["Movie Nights of 2001", "0 nights · 0 movies watched"])
  }

  @Test(arguments: 40...100) func everyLineFitsEveryWidth(_ columns: Int) throws {
    let name = "千と千尋の神隠し 千と千尋の神隠し 千千千千千千千千千千千千"
    let lines = try drawn(Self.statistics(2026, [1, 4000, 12, 3999], name: name), columns: columns)
    #expect(lines.allSatisfy { displayColumns($0) <= columns }, "\(lines)")
    #expect(lines[3].hasSuffix("  # 1") && lines[4].hasSuffix("## 4,000"), "a night is always seen")
  }

  @Test(arguments: [(["stats"], nil), (["stats", "2025"], 2025)] as [([String], Int?)])
  func yearIsAskedFor(_ words: [String], _ year: Int?) throws {
    let server = try FakeServer.answering { request in
      guard request.method == "households.statistics" else { return request.result() }
      return request.result(Self.statistics(request.parameters?["year"]?.integer ?? 2026))
    }
    let variables = ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"]
    let text = TestRun(words, variables: variables)
    #expect(text.exitCode() == .success, "\(text.errors.text)")
    #expect(text.output.text.hasPrefix("Movie Nights of \(year ?? 2026)\n"))
    let json = TestRun(words + ["--json"], variables: variables)
    #expect(json.exitCode() == .success)
    #expect(try JSONDocument(json.output.text).root.integer("year") == year ?? 2026)
  }

  @Test(arguments: ["1999", "2101", "last", "20 26"]) func impossibleYearIsRefused(_ year: String) {
    let run = TestRun(["stats", year])
    #expect(run.exitCode() == .usage && run.output.text.isEmpty)
    #expect(run.errors.text.hasPrefix("error: '\(year)' is not a year from 2000 to 2100\n"), "\(run.errors.text)")
  }
}
