import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Compares every stage, command and role with the table of commands in `docs/rules.md`.
@Suite struct TransitionTableTests {
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

  @Test func rulesDocumentHasEveryCommand() {
    #expect(RoundRule.table.unreadable == [])
    #expect(Set(RoundRule.table.rules.keys) == Set(CommandName.allCases))
    for name in CommandName.allCases { #expect(CommandName(name.example) == name) }
  }

  @Test(arguments: Stage.allCases, CommandName.allCases)
  func commandOutcomeMatchesRules(stage: Stage, command: CommandName) {
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

  /// Returns the stage after the command, or the refusal.
  private func expected(_ stage: Stage, _ command: CommandName, _ role: Role) -> String {
    if role == .unauthenticated { return "401 not_authenticated" }
    if role == .otherHousehold { return command == .start ? "draft" : "404 unknown_round" }
    if role == .notItsParent || role == .managed && !RoundRule.isForManaged(command) { return "403 cannot_act_as" }
    if command == .start { return [.draft, .open, .closed].contains(stage) ? "409 active_round_exists" : "draft" }
    if stage == .none { return "404 unknown_round" }
    let rule = RoundRule.of(command, in: stage)
    if let refusal = refusal(of: role, rule.sender, stage) { return refusal }
    if rule.stages.contains(stage) { return (rule.next ?? stage).rawValue }
    let isClosed = stage == .closed && rule.stages.contains(.open)
    let status = stage == .open || stage == .closed ? "voting" : stage.rawValue
    return isClosed ? "409 voting_closed" : "409 wrong_state \(status)"
  }

  /// Returns the refusal if the role is not the required sender. The managed member attends, but started and proposed
  /// nothing.
  private func refusal(of role: Role, _ sender: RoundRule.Sender, _ stage: Stage) -> String? {
    if role == .creatorStarter || role == .creator { return nil }
    switch sender {
    case .anyMember: return nil
    case .creator: return "403 creator_only"
    case .starterOrCreator: return role == .starter ? nil : "403 starter_or_creator_only"
    case .attendee: return role == .outsider ? "403 not_an_attendee" : nil
    // A draft has no proposals to withdraw.
    case .proposerOrCreator: return role == .attendee || stage == .draft ? nil : "403 proposer_or_creator_only"
    }
  }

  private func describe(_ refusal: Refusal) -> String {
    guard refusal.reason == "wrong_state" else { return refusal.name }
    let status = RoundStatus.allCases.first { refusal.data == [.status($0)] }
    return "\(refusal.name) \(status?.rawValue ?? "")"
  }
}
