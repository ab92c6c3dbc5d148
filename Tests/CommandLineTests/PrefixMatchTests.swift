import Testing

@testable import Console

/// Finding names by the text that a person typed.
@Suite struct PrefixMatchTests {
  private let titles = [
    "The Matrix", "The Matrix Reloaded", "WALL·E", "My Neighbor Totoro", "Totò", "12 Angry Men", "…",
  ]

  @Test(arguments: [
    ("The Matrix", ["The Matrix"]),
    ("the matrix", ["The Matrix"]),
    ("the mat", ["The Matrix", "The Matrix Reloaded"]),
    ("the matrix r", ["The Matrix Reloaded"]),
    ("matrix", ["The Matrix", "The Matrix Reloaded"]),
    ("reloaded", ["The Matrix Reloaded"]),
    ("wall-e", ["WALL·E"]),
    ("totoro", ["My Neighbor Totoro"]),
    ("tot", ["Totò"]),
    ("toto", ["Totò"]),
    ("12", ["12 Angry Men"]),
    ("…", ["…"]),
    ("eloaded", []),
    ("heat", []),
  ])
  func exactNameOrWordPrefixIsFound(_ typed: String, _ titles: [String]) {
    #expect(prefixMatches(by: typed, among: self.titles) { $0 } == titles)
  }
}
