import Domain
import EventStore
import MovieNightPrimitives

/// A command of any area, with the ids of what it makes.
public struct Command: Sendable {
  package let addressed: any AddressedCommand

  package init(_ addressed: some AddressedCommand) { self.addressed = addressed }

  /// The command where it has been carried out before, and nothing at all where it has not. What a repeated command
  /// needs does not have to be looked up again.
  package var ifCarriedOutBefore: Command {
    Command(CarriedOutBefore(household: addressed.household, stream: addressed.stream))
  }
}

private struct CarriedOutBefore: AddressedCommand {
  let household: HouseholdID
  let stream: StreamID

  func decide(on basis: Basis) throws -> Decision {
    throw StoreError(.unavailable, "the receipt of a command that was sent again has expired meanwhile")
  }
}

/// A command of an area, with what it is about, and what it has to know.
package protocol AddressedCommand: Sendable {
  var household: HouseholdID { get }
  /// What it is about. The sender is told this stream's revision.
  var stream: StreamID { get }

  /// The streams that it can be decided on or can change, beside its own and its household's. Those that are not in
  /// memory are loaded together; one that is not named here is found missing later, and has the command wait again.
  func needed(in states: States) throws(NotLoaded) -> [StreamID]
  /// The streams whose clock goes first: at or past a deadline, the command meets the state after it.
  func clocked(in states: States) throws(NotLoaded) -> [StreamID]
  /// Whether it ends access or a membership: then it is carried out also when its household's quota is used up. Each
  /// needs something that counted when it began, so these commands alone cannot record without limit.
  var endsAccess: Bool { get }
  /// - Throws: `Refusal`, or what keeps the states from being known.
  func decide(on basis: Basis) throws -> Decision
}

extension AddressedCommand {
  package func needed(in states: States) throws(NotLoaded) -> [StreamID] { [] }
  package func clocked(in states: States) throws(NotLoaded) -> [StreamID] { [] }
  package var endsAccess: Bool { false }
}

/// What a command is decided on.
package struct Basis {
  package let states: States
  package let sender: Sender
  /// The token that the sender has authenticated with, where that was with one.
  let token: TokenID?
  /// What the sender has seen; nil where that does not matter.
  let expectedRevision: Revision?
  package let now: Timestamp
  /// A personal text, as what was decided before in the group leaves it.
  let text: (TextID) throws(StoreError) -> PersonalText?

  package init(
    states: States, sender: Sender, token: TokenID?, expectedRevision: Revision?, now: Timestamp,
    text: @escaping (TextID) throws(StoreError) -> PersonalText?
  ) {
    self.states = states
    self.sender = sender
    self.token = token
    self.expectedRevision = expectedRevision
    self.now = now
    self.text = text
  }

  /// Refuses what was sent on another revision than that of what it is about.
  package func check(revision actual: Revision) throws(Refusal) {
    if let expectedRevision, expectedRevision != actual {
      throw .wrongRevision.with("\(actual)", data: .revision(actual))
    }
  }

  /// Who acts in the household, by the rule "Acting as".
  ///
  /// - Parameter allowed: Whether this command is one of those that a parent may send for a managed member.
  package func actor(in household: HouseholdState, allowed: Bool) throws(Refusal) -> MemberID {
    try household.requireUnrevoked(token)
    guard case .member(let member, let actingAs) = sender else { throw .memberIsGone }
    return try household.actor(sender: member, actingAs: actingAs, allowed: allowed)
  }
}
