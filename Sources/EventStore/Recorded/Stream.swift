import MovieNightPrimitives

/// The kinds of ids (`Identifier`), which have no values. A stream has the id of its subject.
public enum StreamKind {}
/// The kind of owner ids: the ids of households.
public enum OwnerKind {}
/// The kind of the ids of actors and of subjects of texts: the ids of members.
public enum ActorKind {}
/// The kind of command ids, which the senders make.
public enum CommandKind {}
/// The kind of text ids: each is the id of what the text names (a household, a member, a token).
public enum TextKind {}

/// The owner of streams: the unit that can be exported and moved. A stream belongs to one owner forever.
public typealias OwnerID = Identifier<OwnerKind>
public typealias ActorID = Identifier<ActorKind>
public typealias CommandID = Identifier<CommandKind>
public typealias TextID = Identifier<TextKind>

/// An event's place among all events: from 1, without gaps, in commit order. 0 is before the first.
public typealias Position = Int

/// An event's place in its stream: from 0, without gaps. `noRevision` is before the first.
public typealias Revision = Int
/// The revision of a stream without events.
public let noRevision: Revision = -1

/// The id of a stream: a category and the id of its subject. Its text is `category-uuid`.
public struct StreamID: Hashable, Sendable {
  /// A lower-case word.
  public let category: String
  public let id: Identifier<StreamKind>

  public init<Kind>(category: String, id: Identifier<Kind>) {
    self.category = category
    self.id = Identifier(id)
  }

  /// Parses `category-uuid`; nil for anything else.
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
