/// The members of an object in the order in which they are written, with functions to write and read each.
///
///     public static let fields = Fields(
///       Self.init(memberID:vote:), Field("member_id", \.memberID), Field("vote", \.vote))
///
/// The fields are a parameter pack, so the compiler checks them against the initializer: a missing field, or one of
/// another type, does not compile. Only a test can find two fields of the same type that are swapped.
///
/// All code that reads and writes is inlinable, so that it is specialized in the module that declares the object.
public struct Fields<Object>: Sendable {
  @usableFromInline let read: @Sendable (JSONValue) throws(JSONError) -> Object
  @usableFromInline let write: @Sendable (Object, inout JSONWriter) -> Void
  private let describe: @Sendable () -> [FieldMember]

  /// The members in order, to describe the object.
  public var members: [FieldMember] { describe() }

  /// Combines `fields` with `make`, which creates the object from their values in the same order.
  @inlinable
  public init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Object, _ fields: repeat Field<Object, each Value>
  ) {
    self.init(
      read: { json throws(JSONError) in make(repeat try (each fields).read(json)) },
      write: { object, json in repeat (each fields).write(object, &json) },
      describe: {
        var members: [FieldMember] = []
        repeat members.append(contentsOf: (each fields).describe())
        return members
      })
  }

  @usableFromInline init(
    read: @escaping @Sendable (JSONValue) throws(JSONError) -> Object,
    write: @escaping @Sendable (Object, inout JSONWriter) -> Void, describe: @escaping @Sendable () -> [FieldMember]
  ) {
    self.read = read
    self.write = write
    self.describe = describe
  }
}

/// The description of an object's member.
public struct FieldMember: Sendable {
  public let name: StaticString
  public let shape: FieldShape

  @inlinable
  public init(_ name: StaticString, _ shape: FieldShape) {
    self.name = name
    self.shape = shape
  }
}

/// The description of a field's values.
public indirect enum FieldShape: Sendable {
  case bool, number
  /// A whole number in the range; without a range, any number that 64 bits can hold.
  case integer(ClosedRange<Int>? = nil)
  /// A text whose number of UTF-8 bytes is in the range; without a range, any text.
  case text(bytes: ClosedRange<Int>? = nil)
  /// An id, with the name of the type of its kind, such as `MemberKind`.
  case identifier(String)
  case time, date
  /// One of these words, with the name of the enumeration.
  case enumeration(String, [String])
  case list(FieldShape, atMost: Int? = nil)
  /// A value of that shape, or null.
  case optional(FieldShape)
  /// An object with these members, and the name of its type.
  case object(String, [FieldMember])
  /// A value of one of several shapes, which can be distinguished by their JSON.
  case either([FieldShape])
}

/// One member of an object: its name, and a function that gets its value from the object.
///
/// Initializers take functions, which key path literals become. A stored key path is evaluated on each access.
public struct Field<Object, Value>: Sendable {
  @usableFromInline let read: @Sendable (JSONValue) throws(JSONError) -> Value
  @usableFromInline let write: @Sendable (Object, inout JSONWriter) -> Void
  @usableFromInline let describe: @Sendable () -> [FieldMember]

  /// Declares a member that is always written, and must be present when it is read.
  @inlinable
  public init(_ name: StaticString, _ value: @escaping @Sendable (Object) -> Value) where Value: FieldValue {
    describe = { [FieldMember(name, Value.shape)] }
    read = { json throws(JSONError) in try json.value(name) }
    write = { object, json in
      json.key(name)
      value(object).write(to: &json)
    }
  }

  /// Declares a member that is always written. A missing or null member is read as `absent`.
  @inlinable
  public init(_ name: StaticString, _ value: @escaping @Sendable (Object) -> Value, absent: Value)
  where Value: FieldValue & Sendable {
    describe = { [FieldMember(name, Value.shape)] }
    read = { json throws(JSONError) in try json.optional(name) ?? absent }
    write = Field(name, value).write
  }

  /// Declares a member that is always written. Reading it fails if its value is out of bounds.
  @inlinable
  public init(
    _ name: StaticString, _ value: @escaping @Sendable (Object) -> Value, _ bounds: FieldBounds<Value>
  ) where Value: FieldValue {
    describe = { [FieldMember(name, bounds.shape)] }
    read = { json throws(JSONError) in try bounds.check(json.value(name), name) }
    write = Field(name, value).write
  }

  /// Declares an always written member. Reading it out of bounds fails. A missing or null member reads as `absent`.
  @inlinable
  public init(
    _ name: StaticString, _ value: @escaping @Sendable (Object) -> Value, absent: Value, _ bounds: FieldBounds<Value>
  ) where Value: FieldValue & Sendable {
    describe = { [FieldMember(name, bounds.shape)] }
    read = { json throws(JSONError) in
      guard let value: Value = try json.optional(name) else { return absent }
      return try bounds.check(value, name)
    }
    write = Field(name, value).write
  }

  /// Declares a member that is written as another type. `value` and `make` convert between the types.
  @inlinable
  public init<Stored: FieldValue>(
    _ name: StaticString, _ value: @escaping @Sendable (Object) -> Stored, _ make: @escaping @Sendable (Stored) -> Value
  ) {
    describe = { [FieldMember(name, Stored.shape)] }
    read = { json throws(JSONError) in make(try json.value(name)) }
    write = Field<Object, Stored>(name, value).write
  }

  /// Declares a value whose members are written into the object itself instead of a nested one.
  @inlinable
  public init(members value: @escaping @Sendable (Object) -> Value) where Value: FieldObject {
    describe = { Value.fields.members }
    read = { json throws(JSONError) in try Value(json: json) }
    write = { object, json in value(object).writeMembers(to: &json) }
  }
}

/// A restriction on the values that a field accepts.
public struct FieldBounds<Value>: Sendable {
  public let shape: FieldShape
  /// The end of an error message that begins with "is not".
  @usableFromInline let expected: String
  public let contains: @Sendable (Value) -> Bool

  public init(_ shape: FieldShape, _ expected: String, _ contains: @escaping @Sendable (Value) -> Bool) {
    self.shape = shape
    self.expected = expected
    self.contains = contains
  }

  @inlinable
  func check(_ value: Value, _ name: StaticString) throws(JSONError) -> Value {
    guard contains(value) else { throw JSONError(.wrongType(expected: expected), field: "\(name)") }
    return value
  }
}

extension FieldBounds {
  public static func integer(_ range: ClosedRange<Int>) -> FieldBounds<Int> where Value == Int {
    FieldBounds(.integer(range), "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      range.contains($0)
    }
  }

  /// Accepts a text whose number of UTF-8 bytes is in the range.
  public static func bytes(_ range: ClosedRange<Int>) -> FieldBounds<String> where Value == String {
    FieldBounds(.text(bytes: range), "a string of \(range.lowerBound) to \(range.upperBound) bytes") {
      range.contains($0.utf8.count)
    }
  }

  public static func list<Element>(
    of bounds: FieldBounds<Element>, atMost limit: Int
  ) -> FieldBounds<[Element]> where Value == [Element] {
    FieldBounds(.list(bounds.shape, atMost: limit), "a list of at most \(limit), each \(bounds.expected)") {
      $0.count <= limit && $0.allSatisfy(bounds.contains)
    }
  }

  /// Accepts a list of at most `limit` values, without bounds for the values.
  public static func list<Element: FieldValue>(atMost limit: Int) -> FieldBounds<[Element]> where Value == [Element] {
    FieldBounds(.list(Element.shape, atMost: limit), "a list of at most \(limit)") { $0.count <= limit }
  }

  /// Accepts null, or a value within bounds.
  public static func orNull<Wrapped>(
    _ bounds: FieldBounds<Wrapped>
  ) -> FieldBounds<Wrapped?> where Value == Wrapped? {
    FieldBounds(.optional(bounds.shape), bounds.expected) { $0.map(bounds.contains) ?? true }
  }
}

/// A value that can be read from JSON, written as JSON and described.
public protocol FieldValue: JSONWritable, SendableMetatype {
  static var shape: FieldShape { get }
  /// The value of a missing member; nil if a member of this type must be present.
  static var whenMissing: Self? { get }
  /// Reads a value. The error names no field, because `JSONValue.value(_:)` adds the name.
  static func decode(_ json: JSONValue) throws(JSONError) -> Self
}

extension FieldValue {
  @inlinable
  public static var whenMissing: Self? { nil }
}

/// A value that is an object with declared fields.
public protocol FieldObject: FieldValue {
  static var fields: Fields<Self> { get }

  /// Reads the members of the object.
  init(json: JSONValue) throws(JSONError)
  /// Writes all members of the object, always in the same order. The caller may write further members of its own.
  func writeMembers(to json: inout JSONWriter)
}

extension FieldObject {
  public static var shape: FieldShape { .object("\(Self.self)", fields.members) }

  @inlinable
  public init(json: JSONValue) throws(JSONError) {
    self = try Self.fields.read(json)
  }

  @inlinable
  public func writeMembers(to json: inout JSONWriter) {
    Self.fields.write(self, &json)
  }

  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> Self {
    guard json.kind == .object else { throw JSONError(.wrongType(expected: "an object")) }
    return try Self(json: json)
  }

  @inlinable
  public func write(to json: inout JSONWriter) {
    json.object { writeMembers(to: &$0) }
  }
}

// MARK: - Types of field values

extension Int: FieldValue {
  public static var shape: FieldShape { .integer() }
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> Int {
    try json.expect(json.integer, "a whole number")
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Double: FieldValue {
  public static var shape: FieldShape { .number }
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> Double { try json.expect(json.double, "a number") }
  @inlinable
  public func write(to json: inout JSONWriter) { json.double(self) }
}

extension Bool: FieldValue {
  public static var shape: FieldShape { .bool }
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> Bool { try json.expect(json.bool, "true or false") }
  @inlinable
  public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension String: FieldValue {
  public static var shape: FieldShape { .text() }
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> String { try json.expect(json.string, "a string") }
  @inlinable
  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Timestamp: FieldValue {
  public static var shape: FieldShape { .time }
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> Timestamp {
    let time = try json.expect(json.timestamp, "a time")
    return try json.expect(time < latestInEvents ? time : nil, "a time before 2202")
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.timestamp(self, .microseconds) }
}

extension Identifier: FieldValue {
  public static var shape: FieldShape { .identifier("\(Kind.self)") }
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> Self { try json.expect(json.identifier(), "an id") }
  @inlinable
  public func write(to json: inout JSONWriter) { json.identifier(self) }
}

extension FieldValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var shape: FieldShape { .enumeration("\(Self.self)", allCases.map(\.rawValue)) }
}

/// An enumeration is written as the raw value of its case.
extension FieldValue where Self: RawRepresentable, RawValue == String {
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> Self {
    try json.expect(json.word.flatMap(Self.init), "a known value")
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

extension Array: FieldValue where Element: FieldValue {
  public static var shape: FieldShape { .list(Element.shape) }
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> [Element] {
    guard json.kind == .array else { throw JSONError(.wrongType(expected: "a list")) }
    var list: [Element] = []
    for element in json.elements {
      do throws(JSONError) { list.append(try Element.decode(element)) } catch { throw error.within("[\(list.count)]") }
    }
    return list
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  @inlinable
  public func write(to json: inout JSONWriter) { json.array(self) { $1.write(to: &$0) } }
}

/// Nil is written as null, so that the member is always present.
extension Optional: FieldValue where Wrapped: FieldValue {
  public static var shape: FieldShape { .optional(Wrapped.shape) }
  @inlinable
  public static var whenMissing: Wrapped?? { .some(nil) }
  @inlinable
  public static func decode(_ json: JSONValue) throws(JSONError) -> Wrapped? {
    json.isNull ? nil : try Wrapped.decode(json)
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  @inlinable
  public func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.null() }
  }
}
