import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Compares every stage, command and role with tables copied by hand from the rules.
@Suite struct TransitionTableTests {
  /// The stage after a command whose sender has permission, or the refusal.
  /// `W`: 409 wrong_state with the state, `C`: 409 voting_closed, `A`: 409 active_round_exists, `U`: 404 unknown_round.
  private static let becomes = Grid(
    """
    -               | none  | draft   | open     | closed   | selected | watched | rated | expired
    start           | draft | A       | A        | A        | draft    | draft   | draft | draft
    suggest         | U     | draft   | W        | W        | W        | W       | W     | W
    unsuggest       | U     | draft   | W        | W        | W        | W       | W     | W
    setAttendees    | U     | draft   | open     | C        | W        | W       | W     | W
    overrideCeiling | U     | draft   | open     | C        | W        | W       | W     | W
    openVoting      | U     | open    | W        | W        | W        | W       | W     | W
    propose         | U     | W       | open     | C        | W        | W       | W     | W
    withdraw        | U     | W       | open     | C        | W        | W       | W     | W
    vote            | U     | W       | open     | C        | W        | W       | W     | W
    retract         | U     | W       | open     | C        | W        | W       | W     | W
    doneVoting      | U     | W       | open     | C        | W        | W       | W     | W
    closeVoting     | U     | W       | closed   | C        | W        | W       | W     | W
    pick            | U     | W       | selected | selected | W        | W       | W     | W
    markWatched     | U     | W       | W        | W        | watched  | W       | W     | W
    rate            | U     | W       | W        | W        | selected | watched | W     | W
    closeRatings    | U     | W       | W        | W        | W        | rated   | W     | W
    discard         | U     | expired | expired  | expired  | expired  | W       | W     | W
    """)

  /// The permissions. `x`: allowed, `S`: 403 starter_or_creator_only, `K`: 403 creator_only, `N`: 403 not_an_attendee,
  /// `P`: 403 proposer_or_creator_only, `M`: 403 cannot_act_as.
  private static let who = Grid(
    """
    -               | creatorStarter | creator | starter | attendee | outsider | managed | notItsParent
    start           | x              | x       | x       | x        | x        | x       | M
    suggest         | x              | x       | x       | S        | S        | S       | M
    unsuggest       | x              | x       | x       | S        | S        | S       | M
    setAttendees    | x              | x       | x       | S        | S        | S       | M
    overrideCeiling | x              | x       | K       | K        | K        | M       | M
    openVoting      | x              | x       | x       | S        | S        | S       | M
    propose         | x              | x       | x       | x        | N        | x       | M
    withdraw        | x              | x       | P       | x        | P        | P       | M
    vote            | x              | x       | x       | x        | N        | x       | M
    retract         | x              | x       | x       | x        | N        | x       | M
    doneVoting      | x              | x       | x       | x        | N        | x       | M
    closeVoting     | x              | x       | K       | K        | K        | M       | M
    pick            | x              | x       | K       | K        | K        | M       | M
    markWatched     | x              | x       | x       | x        | x        | x       | M
    rate            | x              | x       | x       | x        | N        | x       | M
    closeRatings    | x              | x       | K       | K        | K        | M       | M
    discard         | x              | x       | x       | S        | S        | S       | M
    """)

  private static let refusals = [
    "A": "409 active_round_exists", "C": "409 voting_closed", "U": "404 unknown_round",
    "S": "403 starter_or_creator_only", "K": "403 creator_only", "N": "403 not_an_attendee",
    "P": "403 proposer_or_creator_only", "M": "403 cannot_act_as",
  ]

  /// The roles in the household, and two outsiders who may send no command to its rounds.
  enum Role: String, CaseIterable {
    case creatorStarter, creator, starter, attendee, outsider, managed, notItsParent, otherHousehold, unauthenticated

    var sender: MemberID {
      switch self {
      case .creatorStarter, .creator: Cast.creator
      case .starter, .notItsParent: Cast.starter
      // Ann proposed movie 3.
      case .attendee, .managed: Cast.ann
      case .outsider: Cast.outsider
      case .otherHousehold, .unauthenticated: Cast.nonMember
      }
    }

    var actingAs: MemberID? { self == .managed || self == .notItsParent ? Cast.child : nil }
  }

  @Test func tablesCoverEveryCommandStageAndRole() {
    #expect(Self.becomes.rows == CommandName.allCases.map(\.rawValue))
    #expect(Self.becomes.columns == Stage.allCases.map(\.rawValue))
    #expect(Self.who.rows == CommandName.allCases.map(\.rawValue))
    #expect(Self.who.columns + ["otherHousehold", "unauthenticated"] == Role.allCases.map(\.rawValue))
    for name in CommandName.allCases { #expect(CommandName(name.example) == name) }
  }

  @Test(arguments: Stage.allCases, CommandName.allCases)
  func commandOutcomeMatchesRuleTables(stage: Stage, command: CommandName) {
    for role in Role.allCases {
      var night = Night.at(stage, startedBy: role == .creatorStarter ? Cast.creator : Cast.starter)
      #expect(night.round().stage == stage)
      let before = night
      let id = command == .start ? Cast.round(2) : Cast.round(1)
      let outcome =
        role == .otherHousehold
        ? night.sendFromOtherHousehold(command.example, to: id)
        : night.send(command.example, to: id, by: role.sender, as: role.actingAs)
      let got = outcome.refusal.map(describe) ?? (role == .otherHousehold ? "draft" : night.round(id).stage.rawValue)
      #expect(got == expected(stage, command, role), "\(role) sends \(command) to a round that is \(stage)")
      if outcome.refusal != nil {
        #expect(night.log == before.log && night.hasSameStates(as: before), "a refusal records nothing")
      }
      if [.rated, .expired].contains(stage) { #expect(night.round() == before.round(), "final states stay") }
    }
  }

  private func expected(_ stage: Stage, _ command: CommandName, _ role: Role) -> String {
    if role == .unauthenticated { return "401 not_authenticated" }
    if role == .otherHousehold { return command == .start ? "draft" : "404 unknown_round" }
    var permission = Self.who[command.rawValue, role.rawValue]
    if permission == "M" { return "403 cannot_act_as" }
    if stage == .none, command != .start { return "404 unknown_round" }
    // Once a movie is selected, only the creator may discard. A draft has no proposals to withdraw.
    if command == .discard, stage == .selected, permission == "x", role == .starter { permission = "K" }
    if command == .discard, stage == .selected, permission == "S" { permission = "K" }
    if command == .withdraw, stage == .draft { permission = "x" }
    if let refusal = Self.refusals[permission] { return refusal }
    let cell = Self.becomes[command.rawValue, stage.rawValue]
    let status = stage == .open || stage == .closed ? "voting" : stage.rawValue
    return cell == "W" ? "409 wrong_state \(status)" : Self.refusals[cell] ?? cell
  }

  private func describe(_ refusal: Refusal) -> String {
    guard refusal.reason == "wrong_state" else { return refusal.name }
    let status = RoundStatus.allCases.first { refusal.data == [.status($0)] }
    return "\(refusal.name) \(status?.rawValue ?? "")"
  }
}

/// A table as text: the first line has the column names, the first cell of each other line the row name.
private struct Grid {
  let columns: [String]
  let rows: [String]
  private let cells: [String: [String: String]]

  init(_ text: String) {
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: "|").map { String($0.filter { $0 != " " }) }
    }
    columns = Array(lines[0].dropFirst())
    rows = lines.dropFirst().map { $0[0] }
    cells = Dictionary(
      uniqueKeysWithValues: lines.dropFirst().map { line in
        (line[0], Dictionary(uniqueKeysWithValues: zip(lines[0].dropFirst(), line.dropFirst())))
      })
  }

  subscript(row: String, column: String) -> String { cells[row]?[column] ?? "" }
}
