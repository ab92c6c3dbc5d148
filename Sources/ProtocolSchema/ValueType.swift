/// The type of a parameter, a result, or a value inside.
public indirect enum ValueType: Sendable {
  /// `true` or `false`.
  case bool
  /// A whole number; without bounds, any 64-bit one.
  case integer(ClosedRange<Int>? = nil)
  case number
  case text(TextForm = .any)
  /// A UUID, with the kind of thing that it identifies: `round`.
  case id(of: String)
  /// A time in UTC, in whole seconds: `2026-02-14T20:00:00Z`.
  case time
  /// A day: `2026-02-14`.
  case date
  /// One of these words.
  case enumeration(EnumType)
  case list(of: ValueType, atLeast: Int = 0, atMost: Int? = nil)
  case object(ObjectType)
  /// One of several types, which their JSON distinguishes.
  case either([ValueType])
  /// Any object, as it was written elsewhere.
  case document
}

/// The meaning of a text.
public enum TextForm: Hashable, Sendable {
  case any
  /// A number of UTF-8 bytes in the range.
  case bytes(ClosedRange<Int>)
  /// A name: a number of characters in the range after trimming white space, in at most `nameBytes`.
  case name(ClosedRange<Int>)
  /// A search text: at least `characters` after trimming white space, in at most `bytes`.
  case searched(characters: Int, bytes: Int)
  /// A country's code of ISO 3166-1, one of these.
  case country(codes: [String])
  /// The name of an event stream: a word, `-` and a lower-case UUID.
  case stream
  /// A text from elsewhere that is passed on unchanged. `what` describes it in a few words.
  case opaque(what: String)
  /// A secret, which is stored nowhere but where it is needed. `what` describes it in a few words.
  case secret(what: String)

  /// The limit on a name's bytes, because a character can have any number of variation selectors.
  public static let nameBytes = 2000
  /// The limit on the bytes of an opaque or secret text from a client.
  public static let opaqueBytes = 2000
  /// The regular expression of a stream's name. The whole name is short enough to be a word (`JSONValue.word`).
  static let streamPattern = "^[a-z][a-z0-9_]{0,26}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
}

/// A closed set of words.
public struct EnumType: Sendable {
  /// The clients' name for the type: `RoundStatus`.
  public let name: String
  public let words: [String]

  public init(_ name: String, _ words: [String]) {
    self.name = name
    self.words = words
  }

  /// The raw values of an enumeration, in order of declaration.
  public init<Value: RawRepresentable<String> & CaseIterable>(_ name: String, of: Value.Type) {
    self.init(name, Value.allCases.map(\.rawValue))
  }

  /// Whether there are too many words to list them in a sentence.
  public var isLong: Bool { words.count > 20 }
}

/// An object with known members.
public struct ObjectType: Sendable {
  /// The clients' name for the type: `Round`. Nil for a type that is used once.
  public let name: String?
  /// A one-sentence description.
  public let summary: String
  public let fields: [WireField]
  /// The field that identifies an object in a list; nil if there is none.
  public let identity: StaticString?
  let names: [StaticString]

  /// - Precondition: No field is there twice.
  public init(_ name: String?, _ summary: String, identityKey identity: StaticString? = nil, _ fields: [WireField]) {
    self.name = name
    self.summary = summary
    self.fields = fields
    self.identity = identity
    names = fields.map(\.name)
    precondition(Set(names.map(\.description)).count == names.count, "\(name ?? summary) has a field twice")
  }

  /// This type with further fields at the end.
  public func adding(_ further: [WireField], as name: String?, _ summary: String) -> ObjectType {
    ObjectType(name, summary, identityKey: identity, fields + further)
  }
}

/// A member of an object, or a parameter.
public struct WireField: Sendable {
  public let name: StaticString
  public let type: ValueType
  /// Whether it must be present.
  public let isRequired: Bool
  public let isNullable: Bool
  /// The default of an optional parameter, if that is a value.
  public let defaultValue: DefaultValue?
  /// A description in a few words; for an optional parameter, also what its absence means.
  public let summary: String
  public let unit: Unit?
  /// Whether a parameter is restricted beyond its type: a value of the type may still be refused as a bad parameter. `summary`
  /// states the restriction.
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
    // Generated, so that the text cannot disagree with the value.
    self.summary = defaultValue.map { "\(summary); default: \($0.words)" } ?? summary
    self.unit = unit
  }

  /// This field, restricted beyond its type.
  public var customValidated: WireField {
    var customValidated = self
    customValidated.isCustomValidated = true
    return customValidated
  }

  /// A member of a result that is never null.
  public static func field(_ name: StaticString, _ type: ValueType, _ summary: String, unit: Unit? = nil) -> WireField {
    WireField(name, type, isRequired: true, isNullable: false, summary, unit: unit)
  }

  /// A member of a result that is always present but may be null.
  public static func nullable(_ name: StaticString, _ type: ValueType, _ summary: String, unit: Unit? = nil)
    -> WireField
  {
    WireField(name, type, isRequired: true, isNullable: true, summary, unit: unit)
  }
}

/// The default of a missing parameter.
public enum DefaultValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int)
  /// A text, or a word of an enumeration.
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
  /// The expected value, to follow "must be".
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
  /// `from 1 to 9`, or `of at least 1`: for messages and documents.
  public var words: String { upperBound == .max ? "of at least \(lowerBound)" : "from \(lowerBound) to \(upperBound)" }
}

extension ValueType {
  /// Whether the type, or one nested in it, satisfies the condition.
  public func holds(_ isOne: (ValueType) -> Bool) -> Bool {
    isOne(self) || parts.contains { $0.holds(isOne) }
  }

  var holdsSecrets: Bool { holds { if case .text(.secret) = $0 { true } else { false } } }
}
