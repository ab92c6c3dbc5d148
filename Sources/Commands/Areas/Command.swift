import Domain
import EventStore
import MovieNightPrimitives

/// A command of any area, with the ids of what it creates.
public struct Command: Sendable {
  package let addressed: any AddressedCommand

  package init(_ addressed: some AddressedCommand) { self.addressed = addressed }

  /// This command if it was carried out before, which then needs no lookups; it fails if it was not.
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

/// A command of an area, with its streams and the states that it needs.
package protocol AddressedCommand: Sendable {
  var household: HouseholdID { get }
  /// The stream that the command changes. Its revision is part of the answer.
  var stream: StreamID { get }

  /// The streams that it may be decided on or change, besides its own and its household's. Those not in memory are loaded
  /// together; one that is not named here is found missing later, and makes the command wait again.
  func needed(in states: States) throws(NotLoaded) -> [StreamID]
  /// The streams whose deadlines come first: at or past a deadline, the command is decided on the state after it.
  func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID]
  /// Whether it ends access or a membership: then it is carried out even if its household's quota is used up. Each needs
  /// something that was charged when it began, so these commands alone cannot record without limit.
  var endsAccess: Bool { get }
  /// - Throws: `Refusal`, or the reason why a state is not known.
  func decide(on basis: Basis) throws -> Decision
}

extension AddressedCommand {
  package func needed(in states: States) throws(NotLoaded) -> [StreamID] { [] }
  package func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] { [] }
  package var endsAccess: Bool { false }
}

/// The inputs of a command's decision.
package struct Basis {
  package let states: States
  package let sender: Sender
  let token: TokenID?
  let expectedRevision: Revision?
  package let now: Timestamp
  /// A personal text, with the changes of earlier commands of the group.
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

  /// Refuses a command that expects another revision of what it is about.
  package func check(revision actual: Revision) throws(Refusal) {
    if let expectedRevision, expectedRevision != actual {
      throw .wrongRevision.with("\(actual)", data: .revision(actual))
    }
  }

  /// The member who acts in the household, by the rule "Acting as". `allowed` tells whether a parent may send this command for
  /// a managed member.
  package func actor(in household: HouseholdState, allowed: Bool) throws(Refusal) -> MemberID {
    try household.requireUnrevoked(token)
    guard case .member(let member, let actingAs) = sender else { throw .memberIsGone }
    return try household.actor(sender: member, actingAs: actingAs, allowed: allowed)
  }
}
