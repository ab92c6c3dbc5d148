import Console
import MovieNightKit

protocol MovieNight {
  var attendees: [Attendee] { get }
  var attendeesMode: AttendeesMode { get }
  var statusLabel: String { get }
  var expiredReason: ExpiryReason? { get }
}

extension Round: MovieNight {}
extension Session: MovieNight {}

extension MovieNight {
  /// The attendees' names; nil if the attendees were not recorded, as in imported rounds.
  var names: [String]? { attendeesMode == .unknown ? nil : attendees.map(\.displayName) }

  /// The label of the status or, for an expired night, of the way in which it expired.
  var outcomeLabel: String {
    switch expiredReason {
    case .discarded: "Discarded"
    case .timedOut: "Timed out"
    default: statusLabel
    }
  }
}

extension ExpiryReason {
  /// The end of a sentence such as `The round ran out of time`.
  var outcome: String {
    switch self {
    case .discarded: "was discarded"
    case .timedOut: "ran out of time"
    default: "expired"
    }
  }
}

extension RoundStatus {
  /// The label of a round in which voting is closed but no movie has been picked.
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

  /// Whether ratings are shown, which is so once the movie has been watched.
  var showsRatings: Bool { self == .watched || self == .rated }
}

extension Round {
  var isDraft: Bool { status == .draft }
  var isVotingOpen: Bool { status == .voting && votingClosedAt == nil }
  var isOpen: Bool { isDraft || status == .voting }

  var label: String { status == .voting && !isVotingOpen ? RoundStatus.votingClosedLabel : outcomeLabel }

  func isAttendee(_ member: MemberID) -> Bool { attendees.contains { $0.id == member } }
  func hasVoted(_ member: MemberID) -> Bool { suggestions.contains { $0.vote(of: member) != nil } }
}

extension Suggestion {
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

/// Returns the start of a line for the movie or night with this number.
func listNumber(_ number: Int) -> String { (number < 10 ? " " : "") + "\(number)  " }

extension Canvas {
  func badge(_ label: String, _ status: RoundStatus) -> String { styled("● \(label)", status.style) }

  /// Returns the label of the round's status with facts beside it, wrapped.
  func statusLines(_ round: Round, _ facts: [String?]) -> [String] {
    let indent = displayColumns("● \(round.label)  ")
    return wrapped(facts.compactMap(\.self), separator: " · ", columns: columns - indent).enumerated().map {
      ($0 == 0 ? "\(badge(round.label, round.status))  " : padded("", to: indent)) + styled($1, .faint)
    }
  }

  /// Returns the attendees of a round with their progress.
  func voters(of round: Round) -> [String] {
    func names(_ belongs: (MemberID) -> Bool) -> [String] {
      round.attendees.filter { belongs($0.id) }.map(\.displayName)
    }
    let progress = round.voteProgress
    return ["  " + styled("\(progress.voted) of \(progress.total) have voted", .strong)]
      + labeled("Done", names(round.doneVoting.contains))
      + labeled("Voted", names { !round.doneVoting.contains($0) && round.hasVoted($0) })
      + labeled("Not yet", names { !round.doneVoting.contains($0) && !round.hasVoted($0) })
  }

  /// Returns indented lines such as `Not yet: Ann, Ben`; none if there are no names.
  func labeled(_ label: String, _ names: [String]) -> [String] {
    guard let first = names.first else { return [] }
    let words = ["\(label): \(first)"] + names.dropFirst()
    return wrapped(words, separator: ", ", columns: columns - 2).map { "  \($0)" }
  }

  /// Returns the numbers of ratings that are not zero, such as `♥ 2 Loved · ▲ 1 Liked`.
  func ratingsText(_ counts: some RatingCounts) -> String {
    let parts: [(Int, Rating)] = [(counts.loved, .loved), (counts.liked, .liked), (counts.didNotLike, .didNotLike)]
    return parts.filter { $0.0 > 0 }.map { number, rating in
      "\(styled(rating.shown.mark, rating.shown.style)) \(number) \(rating.shown.label)"
    }.joined(separator: " · ")
  }
}
