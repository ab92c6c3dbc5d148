/// What stands in one place of the protocol's JSON: of a parameter, or of a result.
public indirect enum ValueType: Sendable {
  /// `true` or `false`.
  case flag
  /// A whole number; without bounds as far as 64 bits go.
  case integer(ClosedRange<Int>? = nil)
  case number
  case text(TextForm = .any)
  /// A UUID. It names the kind of thing: `round`.
  case id(of: String)
  /// A moment in UTC, in whole seconds: `2026-02-14T20:00:00Z`.
  case time
  /// A day: `2026-02-14`.
  case date
  /// One of these words.
  case choice(Choice)
  case list(of: ValueType, atLeast: Int = 0, atMost: Int? = nil)
  case object(ObjectType)
  /// One of several, told apart by their JSON.
  case either([ValueType])
  /// Any object, as it was written elsewhere.
  case document
}

/// What a text is.
public enum TextForm: Hashable, Sendable {
  case any
  /// At most this many bytes in UTF-8.
  case bytes(ClosedRange<Int>)
  /// What a person calls something: so many characters after white space at both ends is cut, in at most `nameBytes`.
  case name(ClosedRange<Int>)
  /// Typed to find something: so many characters at least after white space at both ends is cut, in at most so many bytes.
  case searched(characters: Int, bytes: Int)
  /// A country's code, one of these: those of ISO 3166-1.
  case country(codes: [String])
  /// The name of a stream of events: a word, `-` and a UUID in lower case.
  case stream
  /// Made elsewhere, to be sent as it came: `what` it is, in a few words.
  case opaque(what: String)
  /// What opens a door: `what` it is, in a few words. Nobody writes it down beside where it is needed.
  case secret(what: String)

  /// A character can have any number of variation selectors, so that bytes bound a name.
  public static let nameBytes = 2000
  /// The most bytes of an opaque or secret text that a client sends.
  public static let opaqueBytes = 2000
  /// The regular expression of a stream's name. With its UUID it is a word (`JSONValue.word`).
  static let streamPattern = "^[a-z][a-z0-9_]{0,26}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
}

/// A closed set of words.
public struct Choice: Sendable {
  /// What clients call the type: `RoundStatus`.
  public let name: String
  public let words: [String]

  public init(_ name: String, _ words: [String]) {
    self.name = name
    self.words = words
  }

  /// The raw values of an enumeration, in the order of its declaration.
  public init<Value: RawRepresentable<String> & CaseIterable>(_ name: String, of: Value.Type) {
    self.init(name, Value.allCases.map(\.rawValue))
  }

  /// Whether a sentence with all of the words says less than the name of them.
  public var isLong: Bool { words.count > 20 }
}

/// An object with members that are known by name.
public struct ObjectType: Sendable {
  /// What clients call the type: `Round`. Nil where nothing else has one like it.
  public let name: String?
  /// One sentence.
  public let summary: String
  public let fields: [WireField]
  /// The field that tells one of them from all others where several stand side by side; nil where there is none.
  public let identity: StaticString?
  let names: [StaticString]

  /// - Precondition: no field is there twice.
  public init(_ name: String?, _ summary: String, toldBy identity: StaticString? = nil, _ fields: [WireField]) {
    self.name = name
    self.summary = summary
    self.fields = fields
    self.identity = identity
    names = fields.map(\.name)
    precondition(Set(names.map(\.description)).count == names.count, "\(name ?? summary) has a field twice")
  }

  /// This with further fields behind its own.
  public func adding(_ further: [WireField], as name: String?, _ summary: String) -> ObjectType {
    ObjectType(name, summary, toldBy: identity, fields + further)
  }
}

/// A member of an object, or a parameter.
public struct WireField: Sendable {
  public let name: StaticString
  public let type: ValueType
  /// Whether it has to be there.
  public let isRequired: Bool
  public let isNullable: Bool
  /// Of a parameter that may be missing: what it is then, where that is a value.
  public let standard: StandardValue?
  /// What it is, in a few words; of a parameter that may be missing, also what its absence means.
  public let summary: String
  public let unit: Unit?
  /// Of a parameter: whether more counts than its type. What is of it may be refused as a bad parameter all the same; `summary`
  /// says what it has to be besides.
  public private(set) var isRuled = false

  public enum Unit: String, Sendable {
    case milliseconds, seconds, minutes, hours, days, bytes
  }

  public init(
    _ name: StaticString, _ type: ValueType, isRequired: Bool, isNullable: Bool,
    standard: StandardValue? = nil, _ summary: String, unit: Unit? = nil
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.isNullable = isNullable
    self.standard = standard
    // Nobody writes it by hand: it would be another one day.
    self.summary = standard.map { "\(summary); \($0.words) where it is missing" } ?? summary
    self.unit = unit
  }

  /// This as one for which more counts than its type.
  public var ruled: WireField {
    var ruled = self
    ruled.isRuled = true
    return ruled
  }

  /// A member of a result that is never null.
  public static func field(_ name: StaticString, _ type: ValueType, _ summary: String, unit: Unit? = nil) -> WireField {
    WireField(name, type, isRequired: true, isNullable: false, summary, unit: unit)
  }

  /// A member of a result that may be null: it is there all the same.
  public static func nullable(_ name: StaticString, _ type: ValueType, _ summary: String, unit: Unit? = nil)
    -> WireField
  {
    WireField(name, type, isRequired: true, isNullable: true, summary, unit: unit)
  }
}

/// What a parameter is that is missing.
public enum StandardValue: Hashable, Sendable {
  case flag(Bool)
  case integer(Int)
  /// Also a word of a choice.
  case text(String)
  case emptyList

  /// As a sentence says it, in Markdown.
  package var words: String {
    switch self {
    case .flag(let flag): "`\(flag)`"
    case .integer(let integer): "\(integer)"
    case .text(let text): "`\(text)`"
    case .emptyList: "none"
    }
  }
}

extension ValueType {
  /// What it must be, as it goes on after "must be".
  public var expectation: String {
    switch self {
    case .flag: "true or false"
    case .integer(nil): "a whole number"
    case .integer(let bounds?): "a whole number \(bounds.words)"
    case .number: "a number"
    case .text(.bytes(let bounds)) where bounds.lowerBound == 0: "a string of up to \(bounds.upperBound) bytes"
    case .text(.bytes(let bounds)): "a string of \(bounds.lowerBound) to \(bounds.upperBound) bytes"
    case .text(.name): "a string of up to \(TextForm.nameBytes) bytes"
    case .text(.opaque), .text(.secret): "a string of up to \(TextForm.opaqueBytes) bytes"
    case .text(.stream): "a stream's name, such as \"round-\" and a UUID in lower case"
    case .text(.country): "a country's code of two capital letters (ISO 3166-1), such as \"US\""
    case .text: "a string"
    case .id: "an id (a UUID)"
    case .time: "a time (2026-02-14T20:00:00Z)"
    case .date: "a date (2026-02-14)"
    case .choice(let choice) where choice.isLong: "a word of \(choice.name)"
    case .choice(let choice): "one of " + choice.words.map { "\"\($0)\"" }.joined(separator: ", ")
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
    case .choice(let choice) where choice.isLong: "words of \(choice.name)"
    case .object(let type): type.name.map { "objects (\($0))" } ?? "objects"
    case .document: "objects"
    default: "what is \(expectation)"
    }
  }
}

extension ClosedRange<Int> {
  /// `from 1 to 9`, or `from 1 on`: as messages, documents and terminals say it of numbers.
  public var words: String { upperBound == .max ? "from \(lowerBound) on" : "from \(lowerBound) to \(upperBound)" }
}

extension ValueType {
  /// Whether it is such a one, or has one inside, however deep.
  public func holds(_ isOne: (ValueType) -> Bool) -> Bool {
    isOne(self) || parts.contains { $0.holds(isOne) }
  }

  /// Whether it is a secret, or has one inside.
  var holdsSecrets: Bool { holds { if case .text(.secret) = $0 { true } else { false } } }
}
