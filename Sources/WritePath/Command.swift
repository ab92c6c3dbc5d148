import Commands
import Domain
import EventStore
import Primitives

/// A command of any area, with the ids of what it makes.
public struct Command: Sendable {
  let addressed: any AddressedCommand

  init(_ addressed: some AddressedCommand) { self.addressed = addressed }

  /// The command where it has been carried out before, and nothing at all where it has not. For one that was sent again, what
  /// it needs does not have to be found out again.
  package var ifCarriedOutBefore: Command {
    Command(CarriedOutBefore(household: addressed.household, stream: addressed.stream))
  }
}

private struct CarriedOutBefore: AddressedCommand {
  let household: HouseholdID
  let stream: StreamID

  func needed(in states: States) -> [StreamID] { [] }
  func clocked(in states: States) -> [StreamID] { [] }
  func decide(on basis: Basis) throws -> Decision {
    throw StoreError(.unavailable, "the receipt of a command that was sent again has expired meanwhile")
  }
}

/// A command of an area, with what it is about, and what it has to know.
protocol AddressedCommand: Sendable {
  var household: HouseholdID { get }
  /// What it is about. The sender is told this stream's revision.
  var stream: StreamID { get }

  /// The streams that it can be decided on or can change, beside its own and its household's. Those of them that are not in
  /// memory are loaded together; one that is not named here is found missing later, and has the command wait again.
  func needed(in states: States) throws(NotLoaded) -> [StreamID]
  /// The streams whose clock goes first: at or past a deadline, the command meets the state after it.
  func clocked(in states: States) throws(NotLoaded) -> [StreamID]
  /// Whether it ends access or a membership: then it is carried out also when its household's quota is used up. Each one
  /// needs something that counted when it began, so these commands alone cannot record without limit.
  var endsAccess: Bool { get }
  /// - Throws: `Refusal`, or what keeps the states from being known.
  func decide(on basis: Basis) throws -> Decision
}

extension AddressedCommand {
  var endsAccess: Bool { false }
}

/// What a command is decided on.
struct Basis {
  let states: States
  let submission: Submission
  let now: Timestamp
  /// A personal text, as what was decided before in the group leaves it.
  let text: (TextID) throws(StoreError) -> PersonalText?

  /// Refuses what was sent on another revision than that of what it is about.
  func check(revision actual: Revision) throws(Refusal) {
    if let expected = submission.expectedRevision, expected != actual { throw .wrongRevision(actual: actual) }
  }

  /// Who acts in the household, by the rule "Acting as".
  ///
  /// - Parameter allowed: whether this command is one of those that a parent may send for a managed member.
  func actor(in household: HouseholdState, allowed: Bool) throws(Refusal) -> MemberID {
    try household.requireUnrevoked(submission.token)
    guard case .member(let member, let actingAs) = submission.sender else { throw .memberIsGone }
    return try household.actor(sender: member, actingAs: actingAs, allowed: allowed)
  }
}
