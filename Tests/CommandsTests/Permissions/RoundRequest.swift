import Commands
import Domain
import MovieNightPrimitives
import Testing

@testable import CommandsSupport

/// A valid round command, which is one row of the page. It can only be refused because of its sender.
struct RoundRequest: CustomTestStringConvertible {
  let method: String
  let stage: Stage
  let command: RoundCommand

  private init(_ method: String, _ stage: Stage, _ name: CommandName, _ command: RoundCommand? = nil) {
    self.method = method
    self.stage = stage
    self.command = command ?? name.example
  }

  var testDescription: String { "\(method), \(stageName)" }

  /// The name of the stage on the page.
  var stageName: String {
    switch stage {
    case .none: PermissionPage.none
    case .open: "voting"
    default: stage.rawValue
    }
  }

  static let all = [
    RoundRequest("rounds.start", .none, .start),
    RoundRequest(
      "rounds.start ceiling_override", .none, .start,
      .start(StartRound(movies: Cast.movies(7...8), ceilingOverride: .r))),
    RoundRequest("rounds.suggest", .draft, .suggest),
    RoundRequest("rounds.unsuggest", .draft, .unsuggest),
    RoundRequest("rounds.set_attendees", .draft, .setAttendees),
    RoundRequest("rounds.set_attendees", .open, .setAttendees),
    RoundRequest("rounds.override_ceiling", .draft, .overrideCeiling),
    RoundRequest("rounds.override_ceiling", .open, .overrideCeiling),
    RoundRequest("rounds.open_voting", .draft, .openVoting),
    RoundRequest("rounds.propose", .open, .propose),
    RoundRequest("rounds.withdraw", .open, .withdraw),
    RoundRequest("rounds.vote", .open, .vote),
    RoundRequest("rounds.vote null", .open, .retract),
    RoundRequest("rounds.done_voting", .open, .doneVoting),
    RoundRequest("rounds.close_voting", .open, .closeVoting),
    RoundRequest("rounds.pick", .open, .pick),
    RoundRequest("rounds.mark_watched", .selected, .markWatched),
    RoundRequest("rounds.rate", .selected, .rate),
    RoundRequest("rounds.rate", .watched, .rate),
    RoundRequest("rounds.close_ratings", .watched, .closeRatings),
    RoundRequest("rounds.discard", .draft, .discard),
    RoundRequest("rounds.discard", .open, .discard),
    RoundRequest("rounds.discard", .selected, .discard),
  ]

  /// The acting member's relation to the round.
  enum Part: String, CaseIterable {
    case starterAttends = "starter and attendee"
    case starter
    case attendee
    case neither

    fileprivate var starts: Bool { self == .starterAttends || self == .starter }
    fileprivate var attends: Bool { self == .starterAttends || self == .attendee }
  }

  /// The page's rows for this command: the proposer's relation to the sender for `withdraw`, else the acting member's `Part`.
  var relations: [String] {
    if stage == .none { return [PermissionPage.none] }
    if case .withdraw = command { return PermissionCast.Target.allCases.map(\.rawValue) }
    return Part.allCases.map(\.rawValue)
  }

  /// Returns the night in which `role` has `relation` to the round; nil if that combination cannot occur.
  func night(for role: PermissionCast.Role, _ relation: String) -> Night? {
    if stage == .none { return Self.night(at: .none) }
    if let part = Part(rawValue: relation) {
      if part == .neither { return Self.night(at: stage) }
      guard let actor = role.actor else { return nil }
      return Self.night(
        at: stage, startedBy: part.starts ? actor : Cast.starter, attendees: part.attends ? [actor] : [])
    }
    guard let proposer = PermissionCast.Target(rawValue: relation)?.member(for: role) else { return nil }
    return Self.night(at: stage, attendees: [Cast.creator, Cast.ann, Cast.child, Cast.baby, PermissionCast.gone]) {
      $0.send(.propose(Cast.movie(3), allowWatched: false), from: Self.sender(of: proposer))
    }
  }

  private static func sender(of member: MemberID) -> Sender {
    Cast.parents[member].map { .member($0, actingAs: member) } ?? .member(member)
  }

  /// Returns the night with a round of the starter, the outsider and `attendees`, who have all voted unless it is a
  /// draft. After that, the former member leaves.
  private static func night(
    at stage: Stage, startedBy starter: MemberID = Cast.starter, attendees: [MemberID] = [],
    whileOpen propose: (inout Night) -> Void = { _ in }
  ) -> Night {
    var night = Night(founding: Cast.founding + [Cast.joined(PermissionCast.gone, parent: nil)])
    let attendees = [Cast.starter, Cast.outsider] + attendees
    if stage != .none {
      let start = StartRound(attendees: .fixed(attendees), movies: Cast.movies(1...2), opensVoting: stage != .draft)
      night.send(.start(start), from: sender(of: starter))
    }
    if stage != .none, stage != .draft {
      for member in attendees { night.send(.vote(1, .up), from: sender(of: member)) }
      propose(&night)
    }
    if stage == .selected || stage == .watched { night.send(.pick(1), by: Cast.creator) }
    if stage == .watched { night.send(.markWatched, by: Cast.creator) }
    night.send(.leave, by: .member(PermissionCast.gone))
    return night
  }
}
