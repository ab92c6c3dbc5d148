import TestSupport
import Testing

/// Compares random histories of three collections with a second implementation of the rules, `CollectionModel`.
///
/// A failure prints the shortest history that still fails, and the command that runs it again.
@Suite struct CollectionHistoryTests {
  private static let histories: UInt64 = 1200

  @Test func randomHistoriesMatchModel() {
    let seed = TestSeed.current
    var seen: Set<String> = []
    for number in 0..<Self.histories {
      // A shorter run also continues until it has seen all outcomes.
      if number >= RandomCases.seeds(Self.histories).upperBound, Self.mustBeSeen.isSubset(of: seen) { break }
      var generator = CollectionHistoryGenerator(seed: seed &+ number)
      let steps = generator.history()
      guard CollectionRun.problem(in: steps, seen: &seen) != nil else { continue }
      let shortest = shrunk(steps) { CollectionRun.problem(in: $0, seen: &seen) != nil }
      let problem = CollectionRun.problem(in: shortest, seen: &seen) ?? ""
      let lines = shortest.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
      let again = TestSeed.command(seed: seed &+ number, filter: "CollectionHistoryTests")
      Issue.record("\(problem)\n\(lines)\nRun it again: \(again)")
      return
    }
    let missing = Self.mustBeSeen.subtracting(seen).sorted()
    #expect(missing.isEmpty, "no history came across these: \(missing); seed \(seed)")
  }

  /// The events and refusals that the histories must cover. Otherwise the histories prove little.
  private static let mustBeSeen: Set<String> = [
    "TitleAdded", "TitleRefreshed", "TitleSet", "TitleRemoved", "PlaysAdded", "PlaysRemoved", "ListCreated",
    "ListChanged", "ListRemoved", "ListsOrdered", "ListTitlesAdded", "ListTitlesRemoved", "ListTitlesMoved",
    "NoteAdded", "NoteChanged", "NoteRemoved", "CollectionPreferencesSet", "CollectionCleared",
    "already_in_collection", "not_in_collection", "unknown_list", "unknown_note", "not_your_note", "cannot_act_as",
    "not_a_series", "in_the_future", "unknown_episode", "private_title", "bad_parameters",
    "nights of rounds",
  ]
}
