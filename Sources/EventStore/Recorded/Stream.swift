import MovieNightPrimitives

/// The kind of stream ids. A stream has the id of its subject. Like all kinds of `Identifier`, this type has no values.
public enum StreamKind {}
/// The kind of owner ids, which are the ids of households.
public enum OwnerKind {}
/// The kind of the ids of actors and of subjects of texts, which are the ids of members.
public enum ActorKind {}
/// The kind of command ids, which the senders of commands generate.
public enum CommandKind {}
/// The kind of text ids. A text that names a household, member or token has its id.
public enum TextKind {}

/// The id of an owner. A stream belongs to one owner forever, and an owner's can be exported and moved together.
public typealias OwnerID = Identifier<OwnerKind>
public typealias ActorID = Identifier<ActorKind>
public typealias CommandID = Identifier<CommandKind>
public typealias TextID = Identifier<TextKind>

/// The position of an event among all events, counted from 1 in commit order without gaps; 0 is before the first.
public typealias Position = Int

/// The position of an event in its stream, counted from 0 without gaps. `noRevision` is before the first event.
public typealias Revision = Int
/// The revision of a stream without events.
public let noRevision: Revision = -1

/// The id of a stream: a category and the id of its subject. Its textual form is `category-uuid`.
public struct StreamID: Hashable, Sendable {
  /// The category, a lower-case word.
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
  public var description: String { String(decoding: utf8, as: UTF8.self) }

  /// The bytes of the textual form.
  public var utf8: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(category.utf8.count + 37)
    write(to: &bytes)
    return bytes
  }

  /// Appends the bytes of the textual form.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: category.utf8)
    bytes.append(UInt8(ascii: "-"))
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { buffer in
      guard let base = buffer.baseAddress else { return }
      id.writeText(to: base)
      bytes.append(contentsOf: buffer)
    }
  }
}
