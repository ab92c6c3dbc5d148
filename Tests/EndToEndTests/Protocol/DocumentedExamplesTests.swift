import Primitives
import Testing
import WireProtocol

@testable import Server

/// The examples of `docs/protocol.md` are as declared, and a server does what they say.
@Suite struct DocumentedExamplesTests {
  private let told = MethodTable.current.description
  private let methods: [String: MethodDescription]
  private let examples: ProtocolExamples

  init() throws {
    methods = Dictionary(uniqueKeysWithValues: told.methods.map { ($0.name, $0) })
    examples = try ProtocolExamples()
  }

  @Test func everyMethodAndNotificationHasOne() {
    let shown = examples.all.filter { $0.method == $0.section && $0.answer?["result"] != nil }.compactMap(\.method)
    #expect(Set(methods.keys).subtracting(shown) == [])
    let sent = examples.all.flatMap(\.notifications).compactMap { $0["method"]?.string }
    #expect(Set(sent) == Set(told.notifications.map(\.name)))
  }

  @Test func allAreAsDeclared() throws {
    for example in examples.all {
      for notification in example.notifications { check(notification, of: example) }
      guard example.request != nil else {
        #expect(example.answer == nil, "\(example.place): an answer to what?")
        continue
      }
      try check(example)
    }
    let objects = Dictionary(uniqueKeysWithValues: told.objects.map { ($0.name, $0) })
    #expect(!examples.objects.isEmpty)
    for (name, json) in examples.objects {
      let object = try #require(objects[name], "no type is called \(name)")
      expectNoFault(ValueType.object(object.type).fault(in: json, by: object.author), name)
    }
  }

  /// A request with its answer.
  private func check(_ example: DocumentedExample) throws {
    let request = try #require(example.request)
    let method = try #require(methods[try request.string("method")], "\(example.place): there is no such method")
    let answer = try #require(example.answer, "\(example.place): there is no answer")
    #expect(request["jsonrpc"]?.string == "2.0" && answer["jsonrpc"]?.string == "2.0", "\(example.place)")
    #expect(request["id"]?.asWritten == answer["id"]?.asWritten, "\(example.place)")
    #expect(answer.members.map(\.name).count == 3, "\(example.place)")
    if let result = answer["result"] {
      let parameters = ObjectType(nil, "", method.parameters)
      if let given = request["params"] {
        expectNoFault(ValueType.object(parameters).fault(in: given, by: .client), example.place)
      }
      expectNoFault(ValueType.object(method.result).fault(in: result, by: .server), example.place)
    } else {
      let error = try answer.object("error")
      let (code, data) = (try error.integer("code"), try error.object("data"))
      let reason = try #require(
        method.refusals.first { $0.code == code && $0.name.description == data["reason"]?.string },
        "\(example.place): not one of its refusals")
      expectNoFault(ValueType.object(reason.dataType).fault(in: data, by: .server), example.place)
    }
  }

  private func check(_ notification: JSONValue, of example: DocumentedExample) {
    let name = notification["method"]?.string
    guard let type = told.notifications.first(where: { $0.name == name }), let given = notification["params"] else {
      Issue.record("\(example.place): not a notification: \(notification.text)")
      return
    }
    expectNoFault(ValueType.object(type.parameters).fault(in: given, by: .server), "\(example.place), \(type.name)")
    if let method = example.method.flatMap({ methods[$0] }) {
      #expect(method.notifications.contains { $0.name == name }, "\(example.place) does not lead to \(type.name)")
    }
  }

  private func expectNoFault(_ fault: Fault?, _ place: String) {
    if let fault { Issue.record("\(place): `\(fault.path)` \(fault.message)") }
  }

  // MARK: One night

  @Test func aServerAnswersThemAsDocumented() throws {
    let unplayed = examples.unplayed.map(\.place)
    #expect(
      unplayed == [],
      "examples that nobody plays: <!-- played: 120, creator --> before their block says who does, and when")
    let server = try LocalServer(catalog: .demo())
    let otherStore = try LocalServer()
    let creator = try server.wire()
    var wires: [ExampleSender: Wire] = [
      .stranger: try server.wire(), .administrator: try server.administrator(), .creator: creator,
      .connection: try server.wire(), .otherStore: try otherStore.administrator(),
    ]
    var ids = DocumentedIDs()
    for turn in examples.night {
      #expect(!turn.examples.isEmpty, "docs/protocol.md, line \(turn.block): nothing is sent here")
      for example in turn.examples {
        let wire = try #require(wires[turn.sender], "\(example.place) comes before its sender")
        let result = try play(example, on: wire, &ids)
        switch example.section {
        case "households.create": wires[.subscriber] = try server.wire(token: try result.string("token"))
        case "invites.accept": wires[.newcomer] = try server.wire(token: try result.string("token"))
        default: break
        }
      }
    }
  }

  /// Sends what the example sends, and compares what comes back: the keys of a result, the whole of an error. The result.
  private func play(_ example: DocumentedExample, on wire: Wire, _ ids: inout DocumentedIDs) throws -> JSONValue {
    let request = try #require(example.request)
    let name = try request.string("method")
    let method = try #require(methods[name])
    var members = #""jsonrpc":"2.0","id":\#(request["id"]?.asWritten ?? "1"),"method":"\#(name)""#
    if let given = request["params"] {
      members += #","params":"# + ids.replaced(in: given, .object(ObjectType(nil, "", method.parameters)))
    }
    try wire.send("{\(members)}\n")
    var answer = try wire.readAnswer()
    while answer.json["id"] == nil { answer = try wire.readAnswer() }
    let documented = try #require(example.answer)
    if let error = documented["error"] {
      #expect(answer.json["error"]?.text == error.text, "\(example.place)")
      return error
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
struct DocumentedIDs {
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
  fileprivate var asWritten: String { String(decoding: encoded, as: UTF8.self) }
}
