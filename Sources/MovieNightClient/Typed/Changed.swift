import Primitives

/// What a command gives: a value of its own, whose members can be reached as if they were this one's, and what it changed.
///
///     let changed = try await client.rounds.openVoting(round)
///     show(changed.round, after: changed.position)
@dynamicMemberLookup
public struct Changed<Value> {
  /// What the command gives.
  public var value: Value
  /// The store's last position when it had been carried out: events after it are news.
  public var position: Int
  /// The revision of what the command changed. Pass it as ``CommandOptions/expectedRevision`` to have a later command refused if
  /// others have changed it since.
  public var revision: Int

  public init(_ value: Value, position: Int, revision: Int) {
    self.value = value
    self.position = position
    self.revision = revision
  }

  /// A member of ``value``.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }
}

extension Changed: Sendable where Value: Sendable {}
extension Changed: Equatable where Value: Equatable {}
extension Changed: Hashable where Value: Hashable {}

/// The members of all stand in one object, as on the wire.
extension Changed: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let change = try decoder.container(keyedBy: WireKey.self)
    self.init(
      try Value(from: decoder), position: try change.decode(Int.self, forKey: "position"),
      revision: try change.decode(Int.self, forKey: "revision"))
  }
}

extension Changed: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var change = encoder.container(keyedBy: WireKey.self)
    try change.encode(position, forKey: "position")
    try change.encode(revision, forKey: "revision")
  }
}
