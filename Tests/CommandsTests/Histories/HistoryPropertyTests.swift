import TestSupport
import Testing

@testable import CommandsSupport

/// Random histories of households in which members join and leave during rounds.
///
/// A failure prints the shortest history that still fails, and the command that runs it again.
@Suite struct HistoryPropertyTests {
  private static let histories: UInt64 = 700

  @Test func randomHistoriesKeepInvariants() {
    let seed = TestSeed.current
    var seen: Set<String> = []
    for number in 0..<Self.histories {
      // A shorter run also continues until it has seen all events and refusals.
      if number >= RandomCases.seeds(Self.histories).upperBound, Self.mustBeSeen.isSubset(of: seen) { break }
      var generator = HistoryGenerator(seed: seed &+ number)
      let steps = generator.history()
      guard HistoryRun.problem(in: steps, seen: &seen) != nil else { continue }
      let shortest = shrunk(steps) { HistoryRun.problem(in: $0, seen: &seen) != nil }
      let problem = HistoryRun.problem(in: shortest, seen: &seen) ?? ""
      let lines = shortest.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
      let again = TestSeed.command(seed: seed &+ number, filter: "HistoryPropertyTests")
      Issue.record("\(problem)\n\(lines)\nRun it again: \(again)")
      return
    }
    let missing = Self.mustBeSeen.subtracting(seen).sorted()
    #expect(missing.isEmpty, "no history came across these: \(missing); seed \(seed)")
  }

  /// The events and refusals that the histories must cover. Otherwise the histories prove little.
  private static let mustBeSeen: Set<String> = [
    "MemberJoined", "MemberLeft", "MemberErased", "CreatorChanged", "ParentChanged", "HouseholdClosed",
    "InviteCreated", "InviteRevoked", "TokenIssued", "TokenRevoked", "PreferencesSet", "HouseholdSettingsSet",
    "HouseholdRenamed", "StreamingServicesSet", "MemberProfileChanged", "a profile of who was erased",
    "AttendeeDropped", "VotingClosed", "MoviePicked", "RoundWatched", "RoundRated", "RoundExpired", "MovieProposed",
    "MovieAddedToWatchlist", "MovieRemovedFromWatchlist", "MovieMarkedWatched", "MovieUnmarkedWatched", "MovieWatched",
    "MemberLeft and AttendeeDropped", "RoundImported", "HouseholdClosed and MemberErased", "several MemberErased",
    "MemberErased of who had gone", "MemberErased in a closed household", "nothing erased again", "no text left",
    "household_full", "invite_expired", "invite_revoked", "unknown_invite", "unknown_member", "creator_stays",
    "creator_only", "parent_or_creator_only", "cannot_act_as", "not_authenticated", "watchlist_full",
    "already_on_watchlist", "already_watched", "not_on_watchlist", "not_watched", "adder_or_creator_only",
    "marker_or_creator_only", "too_late", "watched_in_round", "active_round_exists", "ceiling_fixed",
  ]
}
