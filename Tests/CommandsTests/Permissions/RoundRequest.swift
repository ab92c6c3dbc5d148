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

  var testDescription: String { "\(method), \(stageName)" }

  /// The name of the stage on the page.
  var stageName: String {
    switch stage {
    case .none: PermissionPage.none
    case .open: "voting"
    default: stage.rawValue
    }
  }

  /// Each command in each stage that allows it, and a `start` that overrides the ceiling. The stage `closed` is left
  /// out, because a round that is closed for voting allows only what an open one allows.
  static let all: [RoundRequest] =
    CommandName.allCases.flatMap { name in
      stages(allowing: name).map { stage in
        RoundRequest(
          method: name == .retract ? "rounds.vote null" : name.method, stage: stage, command: name.example)
      }
    } + [
      RoundRequest(
        method: "rounds.start ceiling_override", stage: .none,
        command: .start(StartRound(movies: Cast.movies(7...8), ceilingOverride: .r)))
    ]

  private static func stages(allowing name: CommandName) -> [Stage] {
    if name == .start { return [Stage.none] }
    return RoundRule.stages(allowing: name).filter { $0 != .closed }
  }

  /// The acting member's relation to the round.
  enum Part: String, CaseIterable {
    case starterAttends = "starter and attendee"
    case starter
    case attendee
    case neither

    fileprivate var starts: Bool { self == .starterAttends || self == .starter }
    fileprivate var attends: Bool { self == .starterAttends || self == .attendee }
  }

  /// The page's rows for this command: the proposer's relation to the sender for `withdraw`, else the acting member's
  /// `Part`.
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
