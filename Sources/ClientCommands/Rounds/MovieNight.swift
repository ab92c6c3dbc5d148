import Console
import MovieNightKit

protocol MovieNight {
  var attendees: [Attendee] { get }
  var attendeesMode: AttendeesMode { get }
}

extension Round: MovieNight {}
extension Session: MovieNight {}

extension MovieNight {
  /// The attendees' names; nil if they were not recorded, as in old records.
  var names: [String]? { attendeesMode == .unknown ? nil : attendees.map(\.displayName) }
}

extension RoundStatus {
  /// The label when voting is closed and no movie is picked yet.
  static let votingClosedLabel = "Voting closed"

  var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  var style: Style {
    switch self {
    case .voting, .selected: .accent
    case .watched: .warning
    case .rated: .success
    default: .faint
    }
  }

  /// Whether ratings are shown: after the movie was watched.
  var showsRatings: Bool { self == .watched || self == .rated }
}

extension Round {
  var isDraft: Bool { status == .draft }
  var isVotingOpen: Bool { status == .voting && votingClosedAt == nil }
  var isOpen: Bool { isDraft || status == .voting }

  var label: String { status == .voting && !isVotingOpen ? RoundStatus.votingClosedLabel : statusLabel }

  func isAttendee(_ member: MemberID) -> Bool { attendees.contains { $0.id == member } }
  func hasVoted(_ member: MemberID) -> Bool { suggestions.contains { $0.vote(of: member) != nil } }
}

extension Suggestion {
  var name: String { title + (year.map { " (\($0))" } ?? "") }
  var tally: String { "▲ \(votesUp)  ▼ \(votesDown)" }

  func vote(of member: MemberID) -> Vote? { voters.first { $0.id == member }?.vote }
}

extension AwaitingSession {
  var isWatched: Bool { status == .watched }
  var title: String { pick?.title ?? "[no title]" }
}

protocol RatingCounts {
  var loved: Int { get }
  var liked: Int { get }
  var didNotLike: Int { get }
}

extension RatingsSummary: RatingCounts {}
extension FullRatingsSummary: RatingCounts {}

extension RatingCounts {
  var total: Int { loved + liked + didNotLike }
}

extension Rating {
  var shown: (mark: String, label: String, style: Style) {
    switch self {
    case .loved: ("♥", "Loved", .success)
    case .liked: ("▲", "Liked", .accent)
    case .didNotLike: ("▼", "Did not like", .warning)
    default: ("·", rawValue, .faint)
    }
  }
}

extension Canvas {
  func badge(_ label: String, _ status: RoundStatus) -> String { styled("● \(label)", status.style) }

  func statusLine(_ round: Round, _ facts: [String?]) -> String {
    let text = facts.compactMap(\.self).joined(separator: " · ")
    let room = columns - displayColumns("● \(round.label)  ")
    return "\(badge(round.label, round.status))  " + styled(truncated(text, to: room), .faint)
  }

  /// The voters of a round: ✔ is done, ✓ has voted.
  func voters(of round: Round) -> [String] {
    let names = round.attendees.map { attendee in
      (round.doneVoting.contains(attendee.id) ? "✔ " : round.hasVoted(attendee.id) ? "✓ " : "· ")
        + attendee.displayName
    }
    let progress = round.voteProgress
    return ["  " + styled("\(progress.voted) of \(progress.total) have voted", .strong)]
      + wrapped(names, separator: "  ", columns: columns - 2).map { "  \($0)" }
  }

  /// `♥ 2 Loved · ▲ 1 Liked`, without those at zero.
  func ratingsText(_ counts: some RatingCounts) -> String {
    let parts: [(Int, Rating)] = [(counts.loved, .loved), (counts.liked, .liked), (counts.didNotLike, .didNotLike)]
    return parts.filter { $0.0 > 0 }.map { number, rating in
      "\(styled(rating.shown.mark, rating.shown.style)) \(number) \(rating.shown.label)"
    }.joined(separator: " · ")
  }
}
