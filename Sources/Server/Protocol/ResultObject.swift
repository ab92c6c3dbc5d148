import Domain
import MovieNightPrimitives
import WireProtocol

/// An object of a result: what is declared of it, and how it is written. Both follow from one list of members.
package struct ResultObject<Value>: Sendable {
  let type: ObjectType
  let members: ResultMembers<Value>

  /// - Parameters:
  ///   - name: what clients call the type; nil where nothing else has one like it.
  ///   - summary: one sentence.
  ///   - identity: the member that tells one of them from all others where several stand side by side.
  package init(
    _ name: String?, _ summary: String, toldBy identity: StaticString? = nil, _ members: [ResultMembers<Value>]
  ) {
    self.members = ResultMembers(members)
    type = ObjectType(name, summary, toldBy: identity, self.members.fields)
  }

  func write(_ value: Value, to json: inout JSONWriter) {
    json.object { members.write(value, to: &$0) }
  }

  /// The object as JSON.
  func bytes(of value: Value, reserving capacity: Int = 1024) -> [UInt8] {
    var json = JSONWriter(reserving: capacity)
    write(value, to: &json)
    return json.bytes
  }
}

/// Members of an object that are made of a value.
package struct ResultMembers<Value>: Sendable {
  typealias Writer = @Sendable (Value, inout JSONWriter) -> Void

  let fields: [WireField]
  private let writers: [Writer]

  /// Members that are written in another way.
  init(_ fields: [WireField], _ write: @escaping Writer) {
    self.fields = fields
    writers = [write]
  }

  init(_ parts: [ResultMembers]) {
    fields = parts.flatMap(\.fields)
    writers = parts.flatMap(\.writers)
  }

  @inline(__always)
  func write(_ value: Value, to json: inout JSONWriter) {
    for writer in writers { writer(value, &json) }
  }
}

extension ResultMembers {
  /// A member with a value of its own; null where that is nil.
  ///
  /// - Parameter type: where more is known than the value's type tells.
  @inline(__always)
  package static func field<Shown: ResultValue>(
    _ name: StaticString, as type: ValueType? = nil, unit: WireField.Unit? = nil, _ summary: String,
    _ get: @escaping @Sendable (Value) -> Shown
  ) -> ResultMembers {
    let field = WireField(
      name, type ?? Shown.resultType, isRequired: true, isNullable: Shown.isNullable, summary, unit: unit)
    return ResultMembers([field]) { value, json in
      json.key(name)
      get(value).writeResult(to: &json)
    }
  }

  /// A member that is left out where it is nil.
  package static func sometimes<Shown: ResultValue>(
    _ name: StaticString, _ summary: String, _ get: @escaping @Sendable (Value) -> Shown?
  ) -> ResultMembers {
    let field = WireField(name, Shown.resultType, isRequired: false, isNullable: false, summary)
    return ResultMembers([field]) { value, json in
      guard let shown = get(value) else { return }
      json.key(name)
      shown.writeResult(to: &json)
    }
  }

  package static func object<Shown>(
    _ name: StaticString, _ object: ResultObject<Shown>, _ summary: String,
    _ get: @escaping @Sendable (Value) -> Shown
  ) -> ResultMembers {
    ResultMembers([.field(name, .object(object.type), summary)]) { value, json in
      json.key(name)
      object.write(get(value), to: &json)
    }
  }

  /// A member that is null where there is no such object.
  package static func nullableObject<Shown>(
    _ name: StaticString, _ object: ResultObject<Shown>, _ summary: String,
    _ get: @escaping @Sendable (Value) -> Shown?
  ) -> ResultMembers {
    ResultMembers([.nullable(name, .object(object.type), summary)]) { value, json in
      json.key(name)
      if let shown = get(value) { object.write(shown, to: &json) } else { json.null() }
    }
  }

  @inline(__always)
  package static func list<Shown: Sequence & SendableMetatype>(
    _ name: StaticString, of object: ResultObject<Shown.Element>, _ summary: String,
    _ get: @escaping @Sendable (Value) -> Shown
  ) -> ResultMembers {
    ResultMembers([.field(name, .list(of: .object(object.type)), summary)]) { value, json in
      json.key(name)
      json.array(get(value)) { object.write($1, to: &$0) }
    }
  }

  /// A list that may be null.
  package static func nullableList<Element>(
    _ name: StaticString, of object: ResultObject<Element>, _ summary: String,
    _ get: @escaping @Sendable (Value) -> [Element]?
  ) -> ResultMembers {
    ResultMembers([.nullable(name, .list(of: .object(object.type)), summary)]) { value, json in
      json.key(name)
      if let list = get(value) { json.array(list) { object.write($1, to: &$0) } } else { json.null() }
    }
  }

  package static func nextCursor(_ get: @escaping @Sendable (Value) -> String?) -> ResultMembers {
    ResultMembers([PageParameters.nextCursor]) { value, json in json.field("next_cursor", get(value)) }
  }

  /// The members of something else, side by side with the object's own.
  package static func members<Part>(
    _ part: ResultMembers<Part>, of get: @escaping @Sendable (Value) -> Part
  ) -> ResultMembers {
    ResultMembers(part.fields) { value, json in part.write(get(value), to: &json) }
  }
}

// MARK: - Values

/// A value that results show as one member.
package protocol ResultValue: SendableMetatype {
  static var resultType: ValueType { get }
  static var isNullable: Bool { get }
  func writeResult(to json: inout JSONWriter)
}

extension ResultValue {
  package static var isNullable: Bool { false }
}

extension Bool: ResultValue {
  package static var resultType: ValueType { .flag }
  package func writeResult(to json: inout JSONWriter) { json.bool(self) }
}

extension Int: ResultValue {
  package static var resultType: ValueType { .integer() }
  package func writeResult(to json: inout JSONWriter) { json.integer(self) }
}

extension Double: ResultValue {
  package static var resultType: ValueType { .number }
  package func writeResult(to json: inout JSONWriter) { json.double(self) }
}

extension String: ResultValue {
  package static var resultType: ValueType { .text() }
  package func writeResult(to json: inout JSONWriter) { json.string(self) }
}

extension Timestamp: ResultValue {
  package static var resultType: ValueType { .time }
  package func writeResult(to json: inout JSONWriter) { json.timestamp(self) }
}

extension CalendarDate: ResultValue {
  package static var resultType: ValueType { .date }
  package func writeResult(to json: inout JSONWriter) { json.string(description) }
}

extension Identifier: ResultValue where Kind: NamedKind {
  package static var resultType: ValueType { .id(of: Kind.name) }
  package func writeResult(to json: inout JSONWriter) { json.identifier(self) }
}

extension Optional: ResultValue where Wrapped: ResultValue {
  package static var resultType: ValueType { Wrapped.resultType }
  package static var isNullable: Bool { true }
  package func writeResult(to json: inout JSONWriter) {
    if let self { self.writeResult(to: &json) } else { json.null() }
  }
}

extension Array: ResultValue where Element: ResultValue {
  package static var resultType: ValueType { .list(of: Element.resultType) }
  package func writeResult(to json: inout JSONWriter) { json.array(self) { $1.writeResult(to: &$0) } }
}

/// JSON that was written elsewhere.
struct WrittenObject: ResultValue {
  let json: [UInt8]

  package static var resultType: ValueType { .document }
  package func writeResult(to json: inout JSONWriter) { json.raw(self.json) }
}

/// An enumeration of words. Clients call it as its Swift type is called, unless it says otherwise.
package protocol ResultChoice: ResultValue, RawRepresentable<String>, CaseIterable {
  static var choiceName: String { get }
}

extension ResultChoice {
  package static var choiceName: String { "\(Self.self)" }
  package static var resultType: ValueType { .choice(Choice(choiceName, of: Self.self)) }
  package func writeResult(to json: inout JSONWriter) { json.string(rawValue) }
}

/// What an id is of.
package protocol NamedKind {
  static var name: String { get }
}

extension HouseholdKind: NamedKind { package static let name = "household" }
extension MemberKind: NamedKind { package static let name = "member" }
extension RoundKind: NamedKind { package static let name = "round" }
extension TokenKind: NamedKind { package static let name = "token" }
extension InviteKind: NamedKind { package static let name = "invite" }
