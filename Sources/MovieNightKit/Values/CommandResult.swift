/// The result of a command: a value, whose members can be accessed directly, and what the command changed.
///
///     let result = try await client.rounds.openVoting(round)
///     show(result.round, after: result.position)
@dynamicMemberLookup
public struct CommandResult<Value> {
  /// The value that the method returns.
  public var value: Value
  /// The store's last position after the command. Events after it are new.
  public var position: EventPosition
  /// The revision of what the command changed. Pass it as ``CommandOptions/expectedRevision`` to have a later command refused if
  /// others have changed it since.
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

// One object has the members of both, as in the protocol.

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
