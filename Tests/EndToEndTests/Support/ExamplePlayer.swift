import Primitives
import Testing
import WireProtocol

@testable import Server

/// Sends the examples of `docs/protocol.md` to servers of its own, and compares what comes back.
struct ExamplePlayer {
  private let methods = Dictionary(
    uniqueKeysWithValues: MethodTable.current.description.methods.map { ($0.name, $0) })
  private let server: LocalServer
  /// It runs as long as there is somebody who plays.
  private let otherStore: LocalServer
  private var wires: [ExampleSender: Wire]
  private var ids = DocumentedIDs()

  init() throws {
    server = try LocalServer(catalog: .demo())
    otherStore = try LocalServer()
    wires = [
      .stranger: try server.wire(), .administrator: try server.administrator(), .creator: try server.wire(),
      .connection: try server.wire(), .otherStore: try otherStore.administrator(),
    ]
  }

  /// - Parameter hear: told of every result, and of which method it is.
  mutating func play(_ night: [ExampleTurn], _ hear: (MethodDescription, JSONValue) -> Void) throws {
    for turn in night {
      #expect(!turn.examples.isEmpty, "docs/protocol.md, line \(turn.block): nothing is sent here")
      for example in turn.examples {
        guard let wire = wires[turn.sender] else { throw TestFailure("\(example.place) comes before its sender") }
        guard let method = methods[example.method ?? ""] else {
          throw TestFailure("\(example.place): there is no such method")
        }
        guard let result = try play(example, of: method, on: wire) else { continue }
        hear(method, result)
        try note(result, of: example.section)
      }
    }
  }

  /// With some results somebody comes who was not there.
  private mutating func note(_ result: JSONValue, of section: String) throws {
    switch section {
    case "households.create": wires[.subscriber] = try server.wire(token: try result.string("token"))
    case "invites.accept": wires[.newcomer] = try server.wire(token: try result.string("token"))
    default: break
    }
  }

  /// Sends what the example sends, and compares what comes back: the keys of a result, the whole of an error.
  ///
  /// - Returns: the result; nil where it is refused, as documented.
  private mutating func play(_ example: DocumentedExample, of method: MethodDescription, on wire: Wire) throws
    -> JSONValue?
  {
    let request = try #require(example.request)
    var members = #""jsonrpc":"2.0","id":\#(request["id"]?.asWritten ?? "1"),"method":"\#(method.name)""#
    if let given = request["params"] {
      members += #","params":"# + ids.replaced(in: given, .object(ObjectType(nil, "", method.parameters)))
    }
    try wire.send("{\(members)}\n")
    var answer = try wire.readAnswer()
    while answer.json["id"] == nil { answer = try wire.readAnswer() }
    let documented = try #require(example.answer)
    if let error = documented["error"] {
      #expect(answer.json["error"]?.text == error.text, "\(example.place)")
      return nil
    }
    guard let result = answer.json["result"] else {
      throw TestFailure("\(example.place) is refused. Sent: {\(members)}. Answered: \(answer.text)")
    }
    let difference = ids.learn(try documented.object("result"), result, .object(method.result))
    if let difference { Issue.record("\(example.place): \(difference). Answered: \(answer.text)") }
    return result
  }
}

/// What stands in a server's answers for the ids and secrets of the document.
private struct DocumentedIDs {
  private var known: [String: String] = [:]

  /// Compares two results as far as both have something, and remembers what is called otherwise in them.
  ///
  /// - Returns: the first place where their keys differ.
  mutating func learn(_ documented: JSONValue, _ answered: JSONValue, _ type: ValueType, at path: String = "")
    -> String?
  {
    guard !documented.isNull, !answered.isNull else { return nil }
    switch type {
    case .id(let kind): remember(documented, answered, kind + " ")
    case .text(.opaque), .text(.secret): remember(documented, answered)
    case .list(let element, _, _):
      // The document shortens lists.
      for (left, right) in zip(documented.elements, answered.elements) {
        if let difference = learn(left, right, element, at: "\(path)[]") { return difference }
      }
    case .object(let type):
      let (left, right) = (Set(documented.members.map(\.name)), Set(answered.members.map(\.name)))
      guard left == right else { return "`\(path)` differs in \(left.symmetricDifference(right).sorted())" }
      for field in type.fields {
        guard let left = documented[field.name], let right = answered[field.name] else { continue }
        if let difference = learn(left, right, field.type, at: "\(path).\(field.name)") { return difference }
      }
    case .flag, .integer, .number, .text, .time, .date, .choice, .either, .document: break
    }
    return nil
  }

  /// - Parameter kind: of an id. A secret has one name where it is given and another where it is taken.
  private mutating func remember(_ documented: JSONValue, _ answered: JSONValue, _ kind: String = "") {
    guard let left = documented.string, let right = answered.string else { return }
    known[kind + left] = right
  }

  /// The JSON with the ids and secrets of the server. Those that clients make stay as they are.
  func replaced(in json: JSONValue, _ type: ValueType) -> String {
    switch type {
    case .id(let kind): json.string.flatMap { known["\(kind) \($0)"] }.map { "\"\($0)\"" } ?? json.asWritten
    case .text(.opaque), .text(.secret): json.string.flatMap { known[$0] }.map { "\"\($0)\"" } ?? json.asWritten
    case .list(let element, _, _) where json.kind == .array:
      "[" + json.elements.map { replaced(in: $0, element) }.joined(separator: ",") + "]"
    case .object(let type) where json.kind == .object:
      "{"
        + json.members.map { member in
          let field = type.fields.first { $0.name.description == member.name }
          return "\"\(member.name)\":\(replaced(in: member.value, field?.type ?? .document))"
        }.joined(separator: ",") + "}"
    default: json.asWritten
    }
  }
}

extension JSONValue {
  /// As it stands in its text, a string with its quotes.
  var asWritten: String { String(decoding: encoded, as: UTF8.self) }
}
