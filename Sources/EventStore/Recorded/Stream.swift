import MovieNightPrimitives

/// The kinds of ids (`Identifier`), never made. A stream has the id of what it tells about.
public enum StreamKind {}
/// Of owners: the ids of households.
public enum OwnerKind {}
/// Of who acts and whom texts are about: the ids of members.
public enum ActorKind {}
/// Of commands, as their senders make them.
public enum CommandKind {}
/// Of personal texts: each has the id of what it names (a household, a member, a token).
public enum TextKind {}

/// Whoever owns streams: the unit that can be exported and moved. A stream belongs to one owner for ever.
public typealias OwnerID = Identifier<OwnerKind>
public typealias ActorID = Identifier<ActorKind>
public typealias CommandID = Identifier<CommandKind>
public typealias TextID = Identifier<TextKind>

/// Where an event stands among all: from 1, without gaps, in the order of the commits. 0 is before the first.
public typealias Position = Int

/// Where an event stands in its stream: from 0, without gaps. `noRevision` is before the first.
public typealias Revision = Int
/// The revision of a stream without events.
public let noRevision: Revision = -1

/// A stream: what it tells about, and the id of that. Its text is `category-uuid`.
public struct StreamID: Hashable, Sendable {
  /// One lower-case word.
  public let category: String
  public let id: Identifier<StreamKind>

  public init<Kind>(category: String, id: Identifier<Kind>) {
    self.category = category
    self.id = Identifier(id)
  }

  /// Reads `category-uuid`; nil for anything else.
  public init?(text: some StringProtocol) {
    let text = Array(text.utf8)
    guard text.count > 37, let id = Identifier<StreamKind>(text: text.suffix(36)),
      text[text.count - 37] == UInt8(ascii: "-")
    else { return nil }
    category = String(decoding: text.dropLast(37), as: UTF8.self)
    self.id = id
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension StreamID: CustomStringConvertible {
  public var description: String { "\(category)-\(id)" }
}
