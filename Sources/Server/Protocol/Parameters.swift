import Domain
import EventStore
import MovieNightPrimitives
import ProtocolSchema

/// The parameters of a request. Reading one validates it as declared. If it is invalid, the error names it.
package struct Parameters: Sendable {
  /// The parameters as an object; nil if the request has none.
  private let json: JSONValue?
  /// The path of the object, ending in a period; empty for the method's own parameters.
  private let path: String

  /// - Throws: -32602 if a parameter is not declared or is given twice, or if none of a group of alternatives is given.
  init(_ json: JSONValue?, of method: Method) throws(Refusal) {
    self.init(json, at: "")
    if let name = json?.memberName(notIn: method.parameterNames) {
      throw .badParameter(name.excerpt, "is unknown or given twice")
    }
    for names in method.alternatives where !names.contains(where: { self[given: $0] }) {
      let others = names.dropFirst().map { ", and \($0) too" }.joined()
      throw .badParameter("\(names[0])", "is missing\(others)")
    }
  }

  private init(_ json: JSONValue?, at path: String) {
    self.json = json
    self.path = path
  }

  private subscript(given name: StaticString) -> Bool { json?[name].map { !$0.isNull } ?? false }

  /// Whether the request has a parameter with a value other than null.
  func has(_ name: String) -> Bool { json?.members.contains { $0.name == name && !$0.value.isNull } ?? false }

  /// - Throws: -32602 if the value does not match the declaration.
  package subscript<Value>(parameter: Parameter<Value>) -> Value {
    get throws(Refusal) { try parameter.value(in: json, at: path) }
  }

  subscript(inside parameter: Parameter<JSONValue>) -> Parameters {
    get throws(Refusal) { Parameters(try self[parameter], at: "\(path)\(parameter.field.name).") }
  }

  /// The parameters inside an object; nil if it is missing.
  subscript(inside parameter: Parameter<JSONValue?>) -> Parameters? {
    get throws(Refusal) { try self[parameter].map { Parameters($0, at: "\(path)\(parameter.field.name).") } }
  }

  /// Returns the command's id and the request's fingerprint without the `ignored` parameters; nil without an id.
  func commandMark(method: String, ignoring ignored: [String]) throws(Refusal) -> CommandMark? {
    guard let id = try self[CommandParameters.commandID], let json else { return nil }
    var fingerprint = json.fingerprint(ignoring: ignored)
    for byte in method.utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return CommandMark(id: id, fingerprint: fingerprint)
  }
}

/// The parameters of every command (`docs/protocol/README.md`, "Commands").
enum CommandParameters {
  static let commandID = Parameter<CommandID?>.optional(
    "command_id", .id("command"),
    "an id made by the client; a command sent again with the same id returns its first result")
  static let actingAs = Parameter<MemberID?>.optional(
    "acting_as", .id("member"), "the managed member that a parent acts for")
  static let expectedRevision = Parameter<Int?>.optional(
    "expected_revision", .integer(noRevision...Int.max),
    "the revision that the client has seen, -1 if nothing was recorded; default: no check")

  static let all: [any DeclaredParameter] = [commandID, actingAs, expectedRevision]
}

enum PageParameters {
  static let limit = Parameter<Int>.optional("limit", .integer(1...100), or: 20, "the maximum number of items")
  static let cursor = Parameter<String?>.optional(
    "cursor", .text(.opaque(what: "`next_cursor` of the previous page")),
    "`next_cursor` of the previous page; default: the first page")

  static let nextCursor = WireField.nullable(
    "next_cursor", .text(.opaque(what: "a position in the list")),
    "the `cursor` for the next page; null on the last page")
}

extension Method {
  /// Declares a method that shows a page of one of the household's lists.
  static func page<Asked: ResultQuery>(
    _ name: String, _ summary: String,
    _ query: @escaping @Sendable (_ household: HouseholdID, _ limit: Int, _ cursor: String?) -> Asked
  ) -> Method {
    .query(name, summary, takes: [PageParameters.limit, PageParameters.cursor, HouseholdParameters.household]) {
      (parameters, caller) throws(Refusal) in
      query(
        try caller.household(parameters), try parameters[PageParameters.limit], try parameters[PageParameters.cursor])
    }
  }
}
