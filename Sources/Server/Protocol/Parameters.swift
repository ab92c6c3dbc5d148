import Domain
import EventStore
import Primitives

/// The parameters of one request: reading one of the wrong shape is an error that names it.
struct Parameters: Sendable {
  /// An object; nil where the request has none.
  private let json: JSONValue?

  /// - Throws: -32602 for a parameter that is not among `names`, or stands there twice.
  init(_ json: JSONValue?, allowing names: [StaticString]) throws(WireError) {
    self.json = json
    if let json { try Self.requireOnly(names, in: json, prefix: "") }
  }

  private init(nested json: JSONValue) {
    self.json = json
  }

  static func requireOnly(_ names: [StaticString], in json: JSONValue, prefix: String) throws(WireError) {
    if let name = json.memberName(notIn: names) {
      throw .badParameter(prefix + name, "is not a parameter here, or is given twice")
    }
  }

  /// A parameter that is there and not null.
  func value(_ name: StaticString) -> JSONValue? {
    guard let value = json?[name], !value.isNull else { return nil }
    return value
  }

  func required<Value>(_ name: StaticString, _ value: Value?) throws(WireError) -> Value {
    guard let value else { throw .badParameter("\(name)", "is missing") }
    return value
  }

  private func optional<Value>(_ name: StaticString, _ expected: String, _ read: (JSONValue) -> Value?)
    throws(WireError) -> Value?
  {
    guard let json = value(name) else { return nil }
    guard let value = read(json) else { throw .badParameter("\(name)", "must be \(expected)") }
    return value
  }

  // MARK: Optional

  func optionalString(_ name: StaticString) throws(WireError) -> String? {
    try optional(name, "a string", \.string)
  }
  /// A text that a person gives: bounded, because it stands in every answer about its household.
  func optionalText(_ name: StaticString) throws(WireError) -> String? {
    guard let text = try optionalString(name) else { return nil }
    guard Self.isBounded(text) else { throw .badParameter("\(name)", "has more than \(Self.textBytes) bytes") }
    return text
  }
  func optionalBool(_ name: StaticString) throws(WireError) -> Bool? {
    try optional(name, "true or false", \.bool)
  }
  func optionalInteger(_ name: StaticString, in range: ClosedRange<Int>) throws(WireError) -> Int? {
    try optional(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      $0.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }
  func optionalInteger(_ name: StaticString) throws(WireError) -> Int? {
    try optional(name, "a whole number", \.integer)
  }
  func optionalID<Kind>(_ name: StaticString) throws(WireError) -> Identifier<Kind>? {
    try optional(name, "an id (a UUID)") { $0.identifier() }
  }
  func optionalChoice<Choice: RawRepresentable & CaseIterable>(_ name: StaticString, of: Choice.Type = Choice.self)
    throws(WireError) -> Choice? where Choice.RawValue == String
  {
    let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return try optional(name, "one of \(choices)") { $0.string.flatMap(Choice.init(rawValue:)) }
  }
  func optionalIDs<Kind>(_ name: StaticString, atMost limit: Int) throws(WireError) -> [Identifier<Kind>]? {
    try optionalList(name, atMost: limit, "a list of ids") { $0.identifier() }
  }
  func optionalStrings(_ name: StaticString, atMost limit: Int) throws(WireError) -> [String]? {
    try optionalList(name, atMost: limit, "a list of strings of up to \(Self.textBytes) bytes") { json in
      json.string.flatMap { Self.isBounded($0) ? $0 : nil }
    }
  }
  func optionalIntegers(_ name: StaticString, atMost limit: Int) throws(WireError) -> [Int]? {
    try optionalList(name, atMost: limit, "a list of whole numbers", \.integer)
  }

  private func optionalList<Element>(
    _ name: StaticString, atMost limit: Int, _ expected: String, _ read: (JSONValue) -> Element?
  ) throws(WireError) -> [Element]? {
    try optional(name, "\(expected), at most \(limit)") { json in
      guard json.kind == .array else { return nil }
      var elements: [Element] = []
      for value in json.elements {
        guard elements.count < limit, let element = read(value) else { return nil }
        elements.append(element)
      }
      return elements
    }
  }

  /// The parameters inside an object.
  func optionalObject(_ name: StaticString, allowing names: [StaticString]) throws(WireError) -> Parameters? {
    guard let json = try optional(name, "an object", { $0.kind == .object ? $0 : nil }) else { return nil }
    try Self.requireOnly(names, in: json, prefix: "\(name).")
    return Parameters(nested: json)
  }

  /// Whether the parameter is given, even as null.
  func has(_ name: StaticString) -> Bool { json?[name] != nil }

  // What the domain counts are characters, and one character can have any number of marks.
  private static let textBytes = 2000
  private static func isBounded(_ text: String) -> Bool { text.utf8.count <= textBytes }

  // MARK: Required

  func text(_ name: StaticString) throws(WireError) -> String { try required(name, optionalText(name)) }
  func string(_ name: StaticString) throws(WireError) -> String { try required(name, optionalString(name)) }
  func integers(_ name: StaticString, atMost limit: Int) throws(WireError) -> [Int] {
    try required(name, optionalIntegers(name, atMost: limit))
  }
  func id<Kind>(_ name: StaticString) throws(WireError) -> Identifier<Kind> {
    try required(name, try optionalID(name) as Identifier<Kind>?)
  }
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: StaticString, of: Choice.Type = Choice.self)
    throws(WireError) -> Choice where Choice.RawValue == String
  {
    try required(name, try optionalChoice(name, of: Choice.self))
  }
  func object(_ name: StaticString, allowing names: [StaticString]) throws(WireError) -> Parameters {
    try required(name, try optionalObject(name, allowing: names))
  }

  // MARK: What every command takes

  static let ofEveryCommand: [StaticString] = ["command_id", "acting_as", "expected_revision"]

  /// The command's id with the fingerprint of what it asks; nil where it has no id.
  ///
  /// - Parameter ignored: parameters that do not count.
  func commandMark(method: String, ignoring ignored: [String]) throws(WireError) -> CommandMark? {
    guard let id: CommandID = try optionalID("command_id"), let json else { return nil }
    var fingerprint = json.fingerprint(ignoring: ignored)
    for byte in method.utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return CommandMark(id: id, fingerprint: fingerprint)
  }

  func expectedRevision() throws(WireError) -> Revision? {
    try optionalInteger("expected_revision", in: noRevision...Int.max)
  }
}
