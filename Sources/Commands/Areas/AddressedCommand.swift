import Domain
import EventStore
import MovieNightPrimitives

/// A command of an area, with its streams and the states that it needs. It contains the ids of everything that it
/// creates.
package protocol AddressedCommand: Sendable {
  var household: HouseholdID { get }
  /// The stream that the command changes. Its revision is part of the answer.
  var stream: StreamID { get }

  /// Returns the streams that the command may be decided on or may change, besides its own stream and its household's.
  /// Those that are not in memory are loaded together. A stream that is not named here is found missing only during the
  /// decision, and the command then waits a second time.
  func needed(in states: States) throws(NotLoaded) -> [StreamID]
  /// Returns the streams whose deadlines are handled first. If one is reached, the command is decided after it.
  func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID]
  /// Whether the command ends access or a membership. Such a command is carried out even if the quota is used up. It
  /// ends something whose creation was charged to the quota, so such commands alone cannot record without limit.
  var endsAccess: Bool { get }
  /// Returns the first part of a command that takes long, and the rest; nil for all others. Each part is recorded by
  /// itself, and gives way to other commands. If a part fails, those before it remain recorded. `othersWait` is whether
  /// other commands arrive meanwhile, so that the part should be small.
  func parts(othersWait: Bool) -> (first: any AddressedCommand, rest: (any AddressedCommand)?)?
  /// Decides the command. Throws `Refusal` if a rule forbids it, or the error of reading a state or a text.
  func decide(on basis: Basis) throws -> Decision
}

extension AddressedCommand {
  package func needed(in states: States) throws(NotLoaded) -> [StreamID] { [] }
  package func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] { [] }
  package var endsAccess: Bool { false }
  package func parts(othersWait: Bool) -> (first: any AddressedCommand, rest: (any AddressedCommand)?)? { nil }
}

/// A substitute for a repeated command, answered from its receipt without lookups. It fails if the receipt has expired.
package struct CarriedOutBefore: AddressedCommand {
  package let household: HouseholdID
  package let stream: StreamID

  package init(_ command: any AddressedCommand) {
    household = command.household
    stream = command.stream
  }

  package func decide(on basis: Basis) throws -> Decision {
    throw StoreError(.unavailable, "the receipt of a command that was sent again has expired meanwhile")
  }
}

/// The inputs of a command's decision.
package struct Basis {
  package let states: States
  package let sender: Sender
  let token: TokenID?
  let expectedRevision: Revision?
  package let now: Timestamp
  /// Returns a personal text, including changes by earlier commands of the group.
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

  /// Refuses the command if it expects a revision other than `actual`.
  package func check(revision actual: Revision) throws(Refusal) {
    if let expectedRevision, expectedRevision != actual {
      throw .wrongRevision.with("\(actual)", data: .revision(actual))
    }
  }

  /// Returns the member who acts in the household (`docs/rules.md`, "Acting as"). `allowed` is whether a parent may
  /// send this command for a managed member.
  package func actor(in household: HouseholdState, allowed: Bool) throws(Refusal) -> MemberID {
    try household.requireUnrevoked(token)
    guard case .member(let member, let actingAs) = sender else { throw .memberIsGone }
    return try household.actor(sender: member, actingAs: actingAs, allowed: allowed)
  }
}
