/// The outcome of the votes (`docs/rules.md`, "Results").
public struct RoundResults: Equatable, Sendable {
  /// The ranked movies, the best first.
  public let ranked: [Ranked]
  /// The only movie with the highest net score; nil if several movies have it, or if no vote was cast.
  public let clearWinner: RoundDetails.Suggestion?

  /// A movie of the round and its rank.
  public struct Ranked: Equatable, Sendable {
    /// The rank, which starts at 1. Movies that tie share a rank, and the next rank counts all of them, as in 1, 1, 3.
    public let rank: Int
    /// Whether another movie shares the rank.
    public let isTied: Bool
    public let suggestion: RoundDetails.Suggestion
  }
}

extension RoundDetails {
  /// The movies ranked by net score and then popularity. Movies of equal rank are ordered by position.
  public var results: RoundResults {
    let standings = suggestions.sorted(by: Suggestion.precedes)
    var ranked: [RoundResults.Ranked] = []
    var rank = 1
    for (index, standing) in standings.enumerated() {
      let followsEqual = index > 0 && standings[index - 1].ranksEqually(with: standing)
      let precedesEqual = index + 1 < standings.count && standing.ranksEqually(with: standings[index + 1])
      if !followsEqual { rank = index + 1 }
      ranked.append(
        RoundResults.Ranked(rank: rank, isTied: followsEqual || precedesEqual, suggestion: standing))
    }
    return RoundResults(ranked: ranked, clearWinner: clearWinner(of: standings))
  }

  private func clearWinner(of standings: [Suggestion]) -> Suggestion? {
    guard let best = standings.first, suggestions.contains(where: { !$0.votes.isEmpty }) else { return nil }
    return standings.dropFirst().contains { $0.netScore == best.netScore } ? nil : best
  }
}

extension RoundDetails.Suggestion {
  private var popularity: Double { movie.popularity ?? 0 }

  fileprivate func ranksEqually(with other: Self) -> Bool {
    netScore == other.netScore && popularity == other.popularity
  }

  fileprivate static func precedes(_ left: Self, _ right: Self) -> Bool {
    (left.netScore, left.popularity, -left.position) > (right.netScore, right.popularity, -right.position)
  }
}
