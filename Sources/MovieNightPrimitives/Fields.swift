/// The members of an object, in the order in which they are written: how each is written and read again.
///
///     public static let fields = Fields(
///       Self.init(memberID:vote:), Field("member_id", \.memberID), Field("vote", \.vote))
///
/// The fields are a parameter pack, so that the compiler holds them against the initializer: one too few, or one of
/// another type, does not compile. Two of the same type only a test can tell apart.
///
/// All of this is inlinable: so it is compiled for the object where that is declared, in whatever module.
public struct Fields<Object>: Sendable {
  @usableFromInline let read: @Sendable (JSONValue) throws(JSONError) -> Object
  @usableFromInline let write: @Sendable (Object, inout JSONWriter) -> Void
  private let told: @Sendable () -> [FieldMember]

  /// What the members are, in their order: for those who only describe the object.
  public var members: [FieldMember] { told() }

  /// - Parameters:
  ///   - make: makes the object of the fields' values.
  ///   - fields: in the order of `make`.
  @inlinable
  public init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Object, _ fields: repeat Field<Object, each Value>
  ) {
    self.init(
      read: { json throws(JSONError) in make(repeat try (each fields).read(json)) },
      write: { object, json in repeat (each fields).write(object, &json) },
      told: {
        var members: [FieldMember] = []
        repeat members.append(contentsOf: (each fields).told())
        return members
      })
  }

  @usableFromInline init(
    read: @escaping @Sendable (JSONValue) throws(JSONError) -> Object,
    write: @escaping @Sendable (Object, inout JSONWriter) -> Void, told: @escaping @Sendable () -> [FieldMember]
  ) {
    self.read = read
    self.write = write
    self.told = told
  }
}

/// A member of an object, as it is described.
public struct FieldMember: Sendable {
  public let name: StaticString
  public let shape: FieldShape

  @inlinable
  public init(_ name: StaticString, _ shape: FieldShape) {
    self.name = name
    self.shape = shape
  }
}

/// What a field holds, as it is described.
public indirect enum FieldShape: Sendable {
  case flag, number
  /// A whole number; without bounds as far as 64 bits go.
  case integer(ClosedRange<Int>? = nil)
  /// A text of so many bytes in UTF-8; of any number without bounds.
  case text(bytes: ClosedRange<Int>? = nil)
  /// An id, by the name of what tells its kind: `MemberKind`.
  case identifier(String)
  case time, date
  /// One of these words, by the name of its type.
  case choice(String, [String])
  case list(FieldShape, atMost: Int? = nil)
  /// It may be null.
  case optional(FieldShape)
  /// An object with these members, by the name of its type.
  case object(String, [FieldMember])
  /// One of several, told apart by their JSON.
  case either([FieldShape])
}

/// One member of an object: its name, and where the object keeps its value.
///
/// That is a function, and a key path literal becomes one where it is written; a key path that is kept would be walked
/// each time.
public struct Field<Object, Value>: Sendable {
  @usableFromInline let read: @Sendable (JSONValue) throws(JSONError) -> Value
  @usableFromInline let write: @Sendable (Object, inout JSONWriter) -> Void
  @usableFromInline let told: @Sendable () -> [FieldMember]

  /// A member that is always written, and read as its type demands.
  @inlinable
  public init(_ name: StaticString, _ value: @escaping @Sendable (Object) -> Value) where Value: FieldValue {
    told = { [FieldMember(name, Value.shape)] }
    read = { json throws(JSONError) in try Value.read(name, of: json) }
    write = { object, json in
      json.key(name)
      value(object).write(to: &json)
    }
  }

  /// A member that is always written; where it is missing or null it is read as `absent`.
  @inlinable
  public init(_ name: StaticString, _ value: @escaping @Sendable (Object) -> Value, absent: Value)
  where Value: FieldValue & Sendable {
    told = { [FieldMember(name, Value.shape)] }
    read = { json throws(JSONError) in try Value.readOptional(name, of: json) ?? absent }
    write = Field(name, value).write
  }

  /// A member that is always written, and cannot be read where its value is out of bounds.
  @inlinable
  public init(
    _ name: StaticString, _ value: @escaping @Sendable (Object) -> Value, _ bounds: FieldBounds<Value>
  ) where Value: FieldValue {
    told = { [FieldMember(name, bounds.shape)] }
    read = { json throws(JSONError) in try bounds.check(Value.read(name, of: json), name) }
    write = Field(name, value).write
  }

  /// A member that is always written, and cannot be read where its value is out of bounds; where it is missing or null it
  /// is read as `absent`.
  @inlinable
  public init(
    _ name: StaticString, _ value: @escaping @Sendable (Object) -> Value, absent: Value, _ bounds: FieldBounds<Value>
  ) where Value: FieldValue & Sendable {
    told = { [FieldMember(name, bounds.shape)] }
    read = { json throws(JSONError) in
      try Value.readOptional(name, of: json).map { (value) throws(JSONError) in try bounds.check(value, name) }
        ?? absent
    }
    write = Field(name, value).write
  }

  /// A value whose members stand among the object's own.
  @inlinable
  public init(members value: @escaping @Sendable (Object) -> Value) where Value: FieldObject {
    told = { Value.fields.members }
    read = { json throws(JSONError) in try Value(json: json) }
    write = { object, json in value(object).writeMembers(to: &json) }
  }
}

/// The values that a field accepts among those of its type.
public struct FieldBounds<Value>: Sendable {
  public let shape: FieldShape
  /// The rest of a sentence that begins with "is not".
  @usableFromInline let expected: String
  /// Whether a value is within bounds.
  public let contains: @Sendable (Value) -> Bool

  public init(_ shape: FieldShape, _ expected: String, _ contains: @escaping @Sendable (Value) -> Bool) {
    self.shape = shape
    self.expected = expected
    self.contains = contains
  }

  /// Returns a value that is within bounds.
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

  /// A text of so many bytes in UTF-8.
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

  /// A list of any values of its type.
  public static func list<Element: FieldElement>(atMost limit: Int) -> FieldBounds<[Element]> where Value == [Element] {
    FieldBounds(.list(Element.shape, atMost: limit), "a list of at most \(limit)") { $0.count <= limit }
  }

  /// Null, or a value within bounds.
  public static func orNull<Wrapped>(
    _ bounds: FieldBounds<Wrapped>
  ) -> FieldBounds<Wrapped?> where Value == Wrapped? {
    FieldBounds(.optional(bounds.shape), bounds.expected) { $0.map(bounds.contains) ?? true }
  }
}

/// What a field can hold.
public protocol FieldValue: SendableMetatype {
  static var shape: FieldShape { get }
  /// The member of that name.
  static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Self
  /// The member of that name; nil where it is missing or null.
  static func readOptional(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Self?
  func write(to json: inout JSONWriter)
}

extension FieldValue {
  @inlinable
  public static func readOptional(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Self? {
    guard let value = json[name], !value.isNull else { return nil }
    return try read(name, of: json)
  }
}

/// What a field can also hold a list of.
public protocol FieldElement: FieldValue {
  /// The elements of the list of that name.
  static func readList(_ name: StaticString, of json: JSONValue) throws(JSONError) -> [Self]
}

/// A value that is an object of fields.
public protocol FieldObject: FieldElement {
  static var fields: Fields<Self> { get }

  /// Reads the members of the object.
  init(json: JSONValue) throws(JSONError)
  /// Writes the members of the object, always all of them and in the same order; a caller can add its own.
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
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Self {
    let object = try json.object(name)
    do throws(JSONError) { return try Self(json: object) } catch { throw error.within("\(name)") }
  }

  @inlinable
  public static func readList(_ name: StaticString, of json: JSONValue) throws(JSONError) -> [Self] {
    var list: [Self] = []
    for element in try json.array(name) {
      do throws(JSONError) { list.append(try Self(json: element)) } catch {
        throw error.within("\(name)[\(list.count)]")
      }
    }
    return list
  }

  @inlinable
  public func write(to json: inout JSONWriter) {
    json.object { writeMembers(to: &$0) }
  }
}

// MARK: - Values

extension Int: FieldElement {
  public static var shape: FieldShape { .integer() }
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Int { try json.integer(name) }
  @inlinable
  public static func readOptional(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Int? {
    try json.optionalInteger(name)
  }
  @inlinable
  public static func readList(_ name: StaticString, of json: JSONValue) throws(JSONError) -> [Int] {
    try json.integers(name)
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Double: FieldValue {
  public static var shape: FieldShape { .number }
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Double {
    try json.double(name)
  }
  @inlinable
  public static func readOptional(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Double? {
    try json.optionalDouble(name)
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.double(self) }
}

extension Bool: FieldValue {
  public static var shape: FieldShape { .flag }
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Bool { try json.bool(name) }
  @inlinable
  public static func readOptional(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Bool? {
    try json.optionalBool(name)
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension String: FieldElement {
  public static var shape: FieldShape { .text() }
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> String {
    try json.string(name)
  }
  @inlinable
  public static func readOptional(_ name: StaticString, of json: JSONValue) throws(JSONError) -> String? {
    try json.optionalString(name)
  }
  @inlinable
  public static func readList(_ name: StaticString, of json: JSONValue) throws(JSONError) -> [String] {
    try json.strings(name)
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Timestamp: FieldValue {
  public static var shape: FieldShape { .time }
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Timestamp {
    try bounded(json.timestamp(name), name)
  }
  @inlinable
  public static func readOptional(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Timestamp? {
    try json.optionalTimestamp(name).map { (time) throws(JSONError) in try bounded(time, name) }
  }

  @usableFromInline static func bounded(_ time: Timestamp, _ name: StaticString) throws(JSONError) -> Timestamp {
    guard time < latestInEvents else { throw JSONError(.wrongType(expected: "a time before 2202"), field: "\(name)") }
    return time
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.timestamp(self, .microseconds) }
}

extension Identifier: FieldElement {
  public static var shape: FieldShape { .identifier("\(Kind.self)") }
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Self {
    try json.identifier(name)
  }
  @inlinable
  public static func readList(_ name: StaticString, of json: JSONValue) throws(JSONError) -> [Self] {
    try json.identifiers(name)
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.identifier(self) }
}

extension FieldValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var shape: FieldShape { .choice("\(Self.self)", allCases.map(\.rawValue)) }
}

/// The case that a string names.
extension FieldValue where Self: RawRepresentable, RawValue == String {
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Self {
    guard let value = Self(rawValue: try json.word(name)) else {
      throw JSONError(.wrongType(expected: "a known value"), field: "\(name)")
    }
    return value
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

extension Array: FieldValue where Element: FieldElement {
  public static var shape: FieldShape { .list(Element.shape) }
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> [Element] {
    try Element.readList(name, of: json)
  }
  @inlinable
  public func write(to json: inout JSONWriter) { json.array(self) { $1.write(to: &$0) } }
}

/// Written as null where it is nil: the member is there in any case.
extension Optional: FieldValue where Wrapped: FieldValue {
  public static var shape: FieldShape { .optional(Wrapped.shape) }
  @inlinable
  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Wrapped? {
    try Wrapped.readOptional(name, of: json)
  }
  @inlinable
  public func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.null() }
  }
}
