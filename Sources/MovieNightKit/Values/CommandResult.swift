/// The result of a command: a value, whose members can be accessed directly, and the position and revision after it.
///
///     let result = try await client.rounds.openVoting(round)
///     show(result.round, after: result.position)
@dynamicMemberLookup
public struct CommandResult<Value> {
  /// The value that the method returns.
  public var value: Value
  /// The store's last position after the command. Events after it are new.
  public var position: EventPosition
  /// The new revision of the round, household or lists that the command changed. Pass it as
  /// ``CommandOptions/expectedRevision`` so that a later command is refused if something else changed meanwhile.
  public var revision: Revision

  public init(_ value: Value, position: EventPosition, revision: Revision) {
    self.value = value
    self.position = position
    self.revision = revision
  }

  /// A member of ``value``.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }
}

extension CommandResult: Sendable where Value: Sendable {}
extension CommandResult: Equatable where Value: Equatable {}
extension CommandResult: Hashable where Value: Hashable {}

// The members of `value` are encoded in the same object as `position` and `revision`, as in the protocol.

extension CommandResult: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let change = try decoder.container(keyedBy: WireKey.self)
    self.init(
      try Value(from: decoder), position: try change.decode(EventPosition.self, forKey: "position"),
      revision: try change.decode(Revision.self, forKey: "revision"))
  }
}

extension CommandResult: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var change = encoder.container(keyedBy: WireKey.self)
    try change.encode(position, forKey: "position")
    try change.encode(revision, forKey: "revision")
  }
}
