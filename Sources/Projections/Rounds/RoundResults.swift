/// The outcome of the votes (`docs/rules.md`, "Results").
public struct RoundResults: Equatable, Sendable {
  /// Best first.
  public let ranked: [Ranked]
  /// The movie with strictly the highest net score, where any vote was cast.
  public let clearWinner: RoundDetails.Suggestion?

  /// A movie of the round, and where its votes put it.
  public struct Ranked: Equatable, Sendable {
    /// From 1; after a shared rank as many are skipped as share it.
    public let rank: Int
    /// Whether another movie shares the rank.
    public let isTied: Bool
    public let suggestion: RoundDetails.Suggestion
  }
}

extension RoundDetails {
  /// The movies by net score, then popularity; within a rank by position.
  public var results: RoundResults {
    let standings = suggestions.map { Standing(suggestion: $0) }.sorted(by: Standing.precedes)
    var ranked: [RoundResults.Ranked] = []
    var rank = 1
    for (index, standing) in standings.enumerated() {
      let followsEqual = index > 0 && standings[index - 1].isLevel(with: standing)
      let precedesEqual = index + 1 < standings.count && standing.isLevel(with: standings[index + 1])
      if !followsEqual { rank = index + 1 }
      ranked.append(
        RoundResults.Ranked(rank: rank, isTied: followsEqual || precedesEqual, suggestion: standing.suggestion))
    }
    return RoundResults(ranked: ranked, clearWinner: clearWinner(of: standings))
  }

  private func clearWinner(of standings: [Standing]) -> Suggestion? {
    guard let best = standings.first, suggestions.contains(where: { !$0.votes.isEmpty }) else { return nil }
    return standings.dropFirst().contains { $0.netScore == best.netScore } ? nil : best.suggestion
  }
}

private struct Standing {
  let suggestion: RoundDetails.Suggestion
  let netScore: Int
  let popularity: Double

  init(suggestion: RoundDetails.Suggestion) {
    self.suggestion = suggestion
    netScore = suggestion.netScore
    popularity = suggestion.movie.popularity ?? 0
  }

  func isLevel(with other: Standing) -> Bool {
    netScore == other.netScore && popularity == other.popularity
  }

  static func precedes(_ left: Standing, _ right: Standing) -> Bool {
    (left.netScore, left.popularity, -left.suggestion.position)
      > (right.netScore, right.popularity, -right.suggestion.position)
  }
}
