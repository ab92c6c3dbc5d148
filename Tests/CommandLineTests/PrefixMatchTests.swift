import Testing

@testable import Console

/// Finding names by the text that a person typed.
@Suite struct PrefixMatchTests {
  private let titles = [
    "The Matrix", "The Matrix Reloaded", "WALL·E", "My Neighbor Totoro", "Totò", "12 Angry Men", "…", "Amélie",
    "Howl's Moving Castle",
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
    ("amelie", ["Amélie"]),
    ("AMÉ", ["Amélie"]),
    ("howls", ["Howl's Moving Castle"]),
    ("12", ["12 Angry Men"]),
    ("…", ["…"]),
    ("eloaded", []),
    ("heat", []),
  ])
  func exactNameOrWordPrefixIsFound(_ typed: String, _ titles: [String]) {
    #expect(prefixMatches(by: typed, among: self.titles, called: { $0 }) == titles)
  }

  @Test func wholeTitleHasPriorityOverLongerOnes() {
    let movies = [("Toy Story 2", 1999), ("Toy Story", 1995)]
    func found(_ typed: String) -> [Int] {
      prefixMatches(by: typed, among: movies, calledAnyOf: { [$0.0, "\($0.0) (\($0.1))"] }).map(\.1)
    }
    #expect(found("toy story") == [1995] && found("toy story (1995)") == [1995] && found("toy story 2") == [1999])
    #expect(found("toy") == [1999, 1995])
  }
}
