/// The type of a parameter, a result, or a value within one.
public indirect enum ValueType: Sendable {
  case bool
  /// A whole number. Without bounds, any 64-bit integer is allowed.
  case integer(ClosedRange<Int>? = nil)
  case number
  case text(TextForm = .any)
  /// A UUID that identifies a thing of the given kind, such as `round`.
  case id(of: String)
  /// A time in UTC, in whole seconds: `2026-02-14T20:00:00Z`.
  case time
  /// A day: `2026-02-14`.
  case date
  case enumeration(EnumType)
  case list(of: ValueType, atLeast: Int = 0, atMost: Int? = nil)
  case object(ObjectType)
  /// A value of one of several types, which can be told apart by their JSON.
  case either([ValueType])
  /// Any object. It was written elsewhere, so its members are not declared here.
  case document
}

/// The form of a text.
public enum TextForm: Hashable, Sendable {
  case any
  /// A text whose number of UTF-8 bytes is in the range.
  case bytes(ClosedRange<Int>)
  /// A name whose number of characters after trimming white space is in the range. It has at most `nameBytes` bytes.
  case name(ClosedRange<Int>)
  /// A text to search for. At least `characters` characters after trimming white space, and at most `bytes` bytes.
  case searched(characters: Int, bytes: Int)
  /// A country code of ISO 3166-1, which must be one of `codes`.
  case country(codes: [String])
  /// The name of an event stream, which consists of a word, `-` and a lower-case UUID.
  case stream
  /// A text from elsewhere, which is passed on unchanged. `what` describes it in a few words.
  case opaque(what: String)
  /// A secret, which is stored only where it is needed. `what` describes it in a few words.
  case secret(what: String)

  /// The maximum bytes of a name. Limiting characters is not enough: each can have any number of variation selectors.
  public static let nameBytes = 2000
  /// The maximum number of bytes in an opaque or secret text from a client.
  public static let opaqueBytes = 2000
  /// The regular expression for the name of a stream. A name that matches is short enough for `JSONValue.word`.
  static let streamPattern = "^[a-z][a-z0-9_]{0,26}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
}

/// An enumeration: a closed set of words.
public struct EnumType: Sendable {
  /// The name that clients use for the type, such as `RoundStatus`.
  public let name: String
  public let words: [String]

  public init(_ name: String, _ words: [String]) {
    self.name = name
    self.words = words
  }

  /// Creates the type from the raw values of a Swift enumeration, in order of declaration.
  public init<Value: RawRepresentable<String> & CaseIterable>(_ name: String, of: Value.Type) {
    self.init(name, Value.allCases.map(\.rawValue))
  }

  /// Whether the enumeration has too many words to list them in a sentence.
  public var isLong: Bool { words.count > 20 }
}

/// An object with declared members.
public struct ObjectType: Sendable {
  /// The name that clients use for the type, such as `Round`; nil for a type that is used only once.
  public let name: String?
  /// A one-sentence description.
  public let summary: String
  public let fields: [WireField]
  /// The field that identifies an object in a list; nil if no field does.
  public let identity: StaticString?
  let names: [StaticString]

  /// - Precondition: All fields have different names.
  public init(_ name: String?, _ summary: String, identityKey identity: StaticString? = nil, _ fields: [WireField]) {
    self.name = name
    self.summary = summary
    self.fields = fields
    self.identity = identity
    names = fields.map(\.name)
    precondition(Set(names.map(\.description)).count == names.count, "\(name ?? summary) has a field twice")
  }

  /// Returns this type under another name and summary, with further fields at the end.
  public func adding(_ further: [WireField], as name: String?, _ summary: String) -> ObjectType {
    ObjectType(name, summary, identityKey: identity, fields + further)
  }
}

/// A member of an object, or a parameter.
public struct WireField: Sendable {
  public let name: StaticString
  public let type: ValueType
  public let isRequired: Bool
  public let isNullable: Bool
  /// The default of an optional parameter; nil if there is none, or if it is not a simple value.
  public let defaultValue: DefaultValue?
  /// A description in a few words. For an optional parameter it also says what happens if the parameter is missing.
  public let summary: String
  public let unit: Unit?
  /// Whether a value of the type can still be refused as a bad parameter, by a restriction that `summary` states.
  public private(set) var isCustomValidated = false

  public enum Unit: String, Sendable {
    case milliseconds, seconds, minutes, hours, days, bytes
  }

  public init(
    _ name: StaticString, _ type: ValueType, isRequired: Bool, isNullable: Bool,
    defaultValue: DefaultValue? = nil, _ summary: String, unit: Unit? = nil
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    // The default is appended here, so that the text always agrees with the value.
    self.summary = defaultValue.map { "\(summary); default: \($0.words)" } ?? summary
    self.unit = unit
  }

  public var customValidated: WireField {
    var customValidated = self
    customValidated.isCustomValidated = true
    return customValidated
  }

  /// Returns a member of a result that is always present and never null.
  public static func field(_ name: StaticString, _ type: ValueType, _ summary: String, unit: Unit? = nil) -> WireField {
    WireField(name, type, isRequired: true, isNullable: false, summary, unit: unit)
  }

  /// Returns a member of a result that is always present but may be null.
  public static func nullable(_ name: StaticString, _ type: ValueType, _ summary: String, unit: Unit? = nil)
    -> WireField
  {
    WireField(name, type, isRequired: true, isNullable: true, summary, unit: unit)
  }

  /// Returns a member that clients may leave out of an object. Null means the same.
  public static func optional(_ name: StaticString, _ type: ValueType, _ summary: String, unit: Unit? = nil)
    -> WireField
  {
    WireField(name, type, isRequired: false, isNullable: true, summary, unit: unit)
  }
}

public enum DefaultValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int)
  /// A text or a word of an enumeration.
  case text(String)
  case emptyList

  package var words: String {
    switch self {
    case .bool(let bool): "`\(bool)`"
    case .integer(let integer): "\(integer)"
    case .text(let text): "`\(text)`"
    case .emptyList: "none"
    }
  }
}

extension ValueType {
  /// The expected value, in words that can follow "must be".
  public var expectation: String {
    switch self {
    case .bool: "true or false"
    case .integer(nil): "a whole number"
    case .integer(let bounds?): "a whole number \(bounds.words)"
    case .number: "a number"
    case .text(.bytes(let bounds)) where bounds.lowerBound == 0: "a string of up to \(bounds.upperBound) bytes"
    case .text(.bytes(let bounds)): "a string of \(bounds.lowerBound) to \(bounds.upperBound) bytes"
    case .text(.name): "a string of up to \(TextForm.nameBytes) bytes"
    case .text(.opaque), .text(.secret): "a string of up to \(TextForm.opaqueBytes) bytes"
    case .text(.stream): "a stream name: a word, \"-\" and a lower-case UUID"
    case .text(.country): "a two-letter country code (ISO 3166-1), such as \"US\""
    case .text: "a string"
    case .id: "an id (a UUID)"
    case .time: "a time (2026-02-14T20:00:00Z)"
    case .date: "a date (2026-02-14)"
    case .enumeration(let enumeration) where enumeration.isLong: "one of the \(enumeration.name) values"
    case .enumeration(let enumeration): "one of " + enumeration.words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .list(let element, _, nil): "a list of \(element.plural)"
    case .list(let element, 0, let limit?): "a list of \(element.plural), at most \(limit)"
    case .list(let element, let least, let limit?): "a list of \(element.plural), \(least) to \(limit)"
    case .object, .document: "an object"
    case .either(let types): types.map(\.expectation).joined(separator: ", or ")
    }
  }

  private var plural: String {
    switch self {
    case .integer(nil): "whole numbers"
    case .integer(let bounds?): "whole numbers \(bounds.words)"
    case .text(.bytes(let bounds)): "strings of up to \(bounds.upperBound) bytes"
    case .text(.name): "strings of up to \(TextForm.nameBytes) bytes"
    case .text: "strings"
    case .id: "ids"
    case .enumeration(let enumeration) where enumeration.isLong: "\(enumeration.name) values"
    case .object(let type): type.name.map { "objects (\($0))" } ?? "objects"
    case .document: "objects"
    default: "values that are each \(expectation)"
    }
  }
}

extension ClosedRange<Int> {
  /// The range in words, such as `from 1 to 9` or `of at least 1`.
  public var words: String { upperBound == .max ? "of at least \(lowerBound)" : "from \(lowerBound) to \(upperBound)" }
}

extension ValueType {
  /// Whether the type, or any type nested in it, satisfies the condition.
  public func holds(_ condition: (ValueType) -> Bool) -> Bool {
    condition(self) || parts.contains { $0.holds(condition) }
  }

  var holdsSecrets: Bool { holds { if case .text(.secret) = $0 { true } else { false } } }
}
