import Domain
import EventStore
import MovieNightPrimitives
import ProtocolSchema

/// An object in a result. Its declaration and its encoding both follow from one list of members.
package struct ResultObject<Value>: Sendable {
  let type: ObjectType
  let members: ResultMembers<Value>

  /// - Parameters:
  ///   - name: the type's name for clients; nil if no other object has the type.
  ///   - summary: one sentence.
  ///   - identity: the member that distinguishes an object from others of its type.
  package init(
    _ name: String?, _ summary: String, identityKey identity: StaticString? = nil, _ members: [ResultMembers<Value>]
  ) {
    self.members = ResultMembers(members)
    type = ObjectType(name, summary, identityKey: identity, self.members.fields)
  }

  func write(_ value: Value, to json: inout JSONWriter) {
    json.object { members.write(value, to: &$0) }
  }

  func bytes(of value: Value, reserving capacity: Int = 1024) -> [UInt8] {
    var json = JSONWriter(reserving: capacity)
    write(value, to: &json)
    return json.bytes
  }
}

/// Members of an object, with their declarations and their encoding from a value.
package struct ResultMembers<Value>: Sendable {
  typealias Writer = @Sendable (Value, inout JSONWriter) -> Void

  let fields: [WireField]
  private let writer: Writer

  init(_ fields: [WireField], _ write: @escaping Writer) {
    self.fields = fields
    writer = write
  }

  init(_ parts: [ResultMembers]) {
    fields = parts.flatMap(\.fields)
    writer = Self.joined(parts[...])
  }

  @inline(__always)
  func write(_ value: Value, to json: inout JSONWriter) {
    writer(value, &json)
  }

  /// Joins writers in order. Nested closures avoid the retain and release of calling each element of an array.
  private static func joined(_ parts: ArraySlice<ResultMembers>) -> Writer {
    guard let first = parts.first else { return { _, _ in } }
    guard parts.count > 1 else { return first.writer }
    let middle = parts.startIndex + parts.count / 2
    let front = joined(parts[..<middle])
    let back = joined(parts[middle...])
    return { value, json in
      front(value, &json)
      back(value, &json)
    }
  }
}

extension ResultMembers {
  /// A member that is always present, with null for a nil value. `type` may be more specific than the value's own type.
  package static func field<Shown: ResultValue>(
    _ name: StaticString, as type: ValueType? = nil, unit: WireField.Unit? = nil, _ summary: String,
    _ get: @escaping @Sendable (Value) -> Shown
  ) -> ResultMembers {
    let field = WireField(
      name, type ?? Shown.resultType, isRequired: true, isNullable: Shown.isNullable, summary, unit: unit)
    let key = JSONKey(name)
    return ResultMembers([field]) { value, json in
      json.key(key)
      get(value).writeResult(to: &json)
    }
  }

  /// A member that is always present and never null. `write` encodes its value, so that large values need no copy.
  static func written(
    _ name: StaticString, _ type: ValueType, _ summary: String,
    _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) -> ResultMembers {
    let key = JSONKey(name)
    return ResultMembers([.field(name, type, summary)]) { value, json in
      json.key(key)
      write(value, &json)
    }
  }

  package static func omittedIfNil<Shown: ResultValue>(
    _ name: StaticString, _ summary: String, _ get: @escaping @Sendable (Value) -> Shown?
  ) -> ResultMembers {
    let field = WireField(name, Shown.resultType, isRequired: false, isNullable: false, summary)
    let key = JSONKey(name)
    return ResultMembers([field]) { value, json in
      guard let shown = get(value) else { return }
      json.key(key)
      shown.writeResult(to: &json)
    }
  }

  package static func object<Shown>(
    _ name: StaticString, _ object: ResultObject<Shown>, _ summary: String,
    _ get: @escaping @Sendable (Value) -> Shown
  ) -> ResultMembers {
    let key = JSONKey(name)
    return ResultMembers([.field(name, .object(object.type), summary)]) { value, json in
      json.key(key)
      object.write(get(value), to: &json)
    }
  }

  package static func nullableObject<Shown>(
    _ name: StaticString, _ object: ResultObject<Shown>, _ summary: String,
    _ get: @escaping @Sendable (Value) -> Shown?
  ) -> ResultMembers {
    let key = JSONKey(name)
    return ResultMembers([.nullable(name, .object(object.type), summary)]) { value, json in
      json.key(key)
      if let shown = get(value) { object.write(shown, to: &json) } else { json.null() }
    }
  }

  package static func list<Shown: Sequence & SendableMetatype>(
    _ name: StaticString, of object: ResultObject<Shown.Element>, _ summary: String,
    _ get: @escaping @Sendable (Value) -> Shown
  ) -> ResultMembers {
    let key = JSONKey(name)
    return ResultMembers([.field(name, .list(of: .object(object.type)), summary)]) { value, json in
      json.key(key)
      json.array(get(value)) { object.write($1, to: &$0) }
    }
  }

  package static func nullableList<Element>(
    _ name: StaticString, of object: ResultObject<Element>, _ summary: String,
    _ get: @escaping @Sendable (Value) -> [Element]?
  ) -> ResultMembers {
    let key = JSONKey(name)
    return ResultMembers([.nullable(name, .list(of: .object(object.type)), summary)]) { value, json in
      json.key(key)
      if let list = get(value) { json.array(list) { object.write($1, to: &$0) } } else { json.null() }
    }
  }

  package static func nextCursor(_ get: @escaping @Sendable (Value) -> String?) -> ResultMembers {
    ResultMembers([PageParameters.nextCursor]) { value, json in json.field("next_cursor", get(value)) }
  }

  /// The members of a part of the value. They are encoded in the same object as the other members.
  package static func members<Part>(
    _ part: ResultMembers<Part>, of get: @escaping @Sendable (Value) -> Part
  ) -> ResultMembers {
    ResultMembers(part.fields) { value, json in part.write(get(value), to: &json) }
  }
}

// MARK: - Values of members

/// A value that a member can have, with its declared type and its encoding.
package protocol ResultValue: SendableMetatype {
  static var resultType: ValueType { get }
  static var isNullable: Bool { get }
  func writeResult(to json: inout JSONWriter)
}

extension ResultValue {
  package static var isNullable: Bool { false }
}

extension Bool: ResultValue {
  package static var resultType: ValueType { .bool }
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

/// An object that is already encoded as JSON.
struct WrittenObject: ResultValue {
  let json: [UInt8]

  package static var resultType: ValueType { .document }
  package func writeResult(to json: inout JSONWriter) { json.raw(self.json) }
}

/// An enumeration whose values are words. Clients see its Swift type's name, unless `enumName` is declared differently.
package protocol ResultEnum: ResultValue, RawRepresentable<String>, CaseIterable {
  static var enumName: String { get }
}

extension ResultEnum {
  package static var enumName: String { "\(Self.self)" }
  package static var resultType: ValueType { .enumeration(EnumType(enumName, of: Self.self)) }
  package func writeResult(to json: inout JSONWriter) { json.string(rawValue) }
}

/// A kind of id, with the name that clients see.
package protocol NamedKind {
  static var name: String { get }
}

extension OwnerKind: NamedKind { package static let name = HouseholdKind.name }
extension ActorKind: NamedKind { package static let name = MemberKind.name }
extension CommandKind: NamedKind { package static let name = "command" }
extension TextKind: NamedKind { package static let name = "text" }
extension SubscriptionKind: NamedKind { package static let name = "subscription" }
extension HouseholdKind: NamedKind { package static let name = "household" }
extension MemberKind: NamedKind { package static let name = "member" }
extension RoundKind: NamedKind { package static let name = "round" }
extension TokenKind: NamedKind { package static let name = "token" }
extension InviteKind: NamedKind { package static let name = "invite" }
