import MovieNightPrimitives
import ProtocolDocuments
import Testing
import ProtocolSchema

@testable import Server

/// Sends the examples of `docs/protocol` to servers that it starts, and compares their answers and notifications with
/// the documented ones. Resends each command, which must return its first result.
struct ExamplePlayer {
  private let methods = Dictionary(
    uniqueKeysWithValues: MethodTable.current.description.methods.map { ($0.name, $0) })
  private let server: LocalServer
  /// A second server, kept here so that it runs as long as the player exists.
  private let otherStore: LocalServer
  private var wires: [ExampleSender: Wire]
  /// The notifications that were received before their examples.
  private var unshown: [ExampleSender: [Answer]] = [:]
  private var comparison = ExampleComparison()
  /// The commands that were resent.
  private(set) var resent: Set<String> = []

  init() throws {
    server = try LocalServer(catalog: .demo(adding: [WholeFacts.wallE]))
    otherStore = try LocalServer()
    wires = [
      .unauthenticated: try server.wire(), .administrator: try server.administrator(), .creator: try server.wire(),
      .connection: try server.wire(), .otherStore: try otherStore.administrator(),
    ]
  }

  /// - Parameter onResult: Called with every result and its method.
  mutating func play(_ night: [ExampleTurn], _ onResult: (MethodDescription, JSONValue) -> Void) throws {
    for turn in night {
      #expect(!turn.block.examples.isEmpty, "\(turn.block.place): the block has no example")
      for example in turn.block.examples {
        guard let wire = wires[turn.sender] else { throw TestFailure("\(example.place) precedes its sender") }
        if let request = example.request {
          guard let method = methods[example.method ?? ""] else {
            throw TestFailure("\(example.place): there is no such method")
          }
          let line = line(of: request, method)
          let answer = try send(line, as: turn.sender, on: wire)
          let documented = try #require(example.answer)
          compare(documented, answer, of: example)
          if let result = answer.json["result"] {
            onResult(method, result)
            try connectTokenOwner(result, of: method.name)
            // A member who has left can send no more commands.
            if method.kind == .command, method.name != "members.leave" {
              let again = try send(line, as: turn.sender, on: wire)
              #expect(again.json["result"]?.text == result.text.secretsReplacedByNull, "\(example.place), resent")
              try expectOtherCommandRefused(line, as: turn.sender, on: wire, of: example)
              resent.insert(method.name)
            }
          }
        }
        for notification in example.notifications {
          let received = try next(notification.string("method"), to: turn.sender, on: wire)
          compare(notification, received, of: example)
        }
      }
    }
  }

  /// Sends the command with another parameter but the same id, which must be refused because the id was used.
  private mutating func expectOtherCommandRefused(
    _ line: String, as sender: ExampleSender, on wire: Wire, of example: DocumentedExample
  ) throws {
    guard !line.contains("expected_revision") else { return }
    let other = line.replacing(#""command_id":"#, with: #""expected_revision":1,"command_id":"#, maxReplacements: 1)
    let answer = try send(other, as: sender, on: wire)
    #expect(answer.json["error"]?["data"]?["reason"]?.string == "command_id_reused", "\(example.place), changed")
  }

  /// Connects the subscriber or the newcomer if the result contains its token.
  private mutating func connectTokenOwner(_ result: JSONValue, of method: String) throws {
    switch method {
    case "households.create": wires[.subscriber] = try server.wire(token: try result.string("token"))
    case "invites.accept": wires[.newcomer] = try server.wire(token: try result.string("token"))
    default: break
    }
  }

  /// Returns the request with the document's ids replaced by the server's. A command without an id gets one.
  private func line(of request: JSONValue, _ method: MethodDescription) -> String {
    let line = comparison.replaced(in: request)
    guard method.kind == .command, request["params"]?["command_id"] == nil else { return line }
    let id = #""command_id":"\#(randomID())""#
    guard let params = request["params"], !Array(params.members).isEmpty else {
      return line.replacing(#","params":{}"#, with: "").dropLast() + #","params":{\#(id)}}"#
    }
    return line.replacing(#""params":{"#, with: #""params":{\#(id),"#, maxReplacements: 1)
  }

  /// Sends the request and waits for its answer.
  private mutating func send(_ line: String, as sender: ExampleSender, on wire: Wire) throws -> Answer {
    try wire.send(line + "\n")
    while true {
      let answer = try wire.readAnswer()
      if answer.json["id"] != nil { return answer }
      unshown[sender, default: []].append(answer)
    }
  }

  /// Returns the next notification with that name, which may have been received before an earlier answer.
  private mutating func next(_ name: String, to sender: ExampleSender, on wire: Wire) throws -> Answer {
    while true {
      if let place = unshown[sender]?.firstIndex(where: { $0.json["method"]?.string == name }),
        let found = unshown[sender]?.remove(at: place)
      {
        return found
      }
      unshown[sender, default: []].append(try wire.readAnswer())
    }
  }

  private mutating func compare(_ documented: JSONValue, _ answer: Answer, of example: DocumentedExample) {
    let difference = comparison.difference(documented, answer.json, at: example.method ?? "notification")
    if let difference { Issue.record("\(example.place): \(difference); received: \(answer.text)") }
  }
}

/// Compares a documented answer with a server's answer.
private struct ExampleComparison {
  /// The server's id or secret for each id or secret of the document.
  private var known: [String: String] = [:]

  /// The suffixes of the paths whose values may differ.
  private static let differing = [
    // Positions among all events, which change when an example is added to the documents.
    ".result.position", ".params.position", ".events[].position", ".revision", ".library_revision", ".head",
    ".checkpoint", "rebuild.result.events",
    // These values depend on the machine, the release, the tests' store, or the number of earlier lookups.
    "rebuild.result.seconds", ".events_per_second", ".uptime_s", ".result.version", ".info.version", ".result.store",
    "metrics.result.text", ".hits",
    // The documents and the tests take place in different months.
    "statistics.result.months[].nights",
    // The value contains an id within a longer text.
    ".stream",
    // The value is too long to document in full.
    "discover.result.components",
  ]

  /// Finds the first difference between a documented value and a server's value.
  ///
  /// An id, secret or time need only be of the same kind. In addition, each id or secret of the document must stand for
  /// exactly one of the server's.
  ///
  /// - Returns: The difference, or nil if there is none.
  mutating func difference(_ documented: JSONValue, _ answered: JSONValue, at path: String) -> String? {
    if Self.differing.contains(where: { path.hasSuffix($0) }) { return nil }
    // Commands of examples without an id get one.
    if path.hasSuffix(".metadata.command_id"), documented.isNull { return nil }
    let isSame: Bool
    switch (documented.kind, answered.kind) {
    case (.object, .object):
      let (shown, right) = (Set(documented.members.map(\.name)), Set(answered.members.map(\.name)))
      // The key `…` marks keys that the document omits.
      let left = shown.contains("…") ? shown.subtracting(["…"]).union(right) : shown
      guard left == right else { return "`\(path)` differs in \(left.symmetricDifference(right).sorted())" }
      let values = Dictionary(answered.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      for (name, value) in documented.members {
        guard let counterpart = values[name] else { continue }
        if let found = difference(value, counterpart, at: "\(path).\(name)") { return found }
      }
      return nil
    case (.array, .array):
      let (left, right) = (Array(documented.elements), Array(answered.elements))
      // The document may show fewer elements than the server, but at least one if the server has any.
      guard left.count <= right.count, left.isEmpty == right.isEmpty else {
        return "`\(path)` has \(right.count), not \(left.count)"
      }
      for (value, counterpart) in zip(left, right) {
        if let found = difference(value, counterpart, at: "\(path)[]") { return found }
      }
      return nil
    case (.string, .string) where Self.isID(documented) || Self.isSecret(documented):
      isSame = Self.isID(documented) == Self.isID(answered) && learn(documented, answered)
    case (.string, .string) where documented.timestamp != nil: isSame = answered.timestamp != nil
    default: isSame = documented.asWritten == answered.asWritten
    }
    return isSame ? nil : "`\(path)` is \(answered.asWritten), not \(documented.asWritten)"
  }

  private static func isID(_ json: JSONValue) -> Bool { json.identifier(of: Never.self) != nil }

  /// Whether the document abbreviates the value with `…`, as it does for secrets and other long, opaque values.
  private static func isSecret(_ json: JSONValue) -> Bool { json.string?.contains("…") ?? false }

  /// Records that an id or secret of the document stands for one of the server's.
  /// - Returns: False if another one of the document already stands for the server's value.
  private mutating func learn(_ documented: JSONValue, _ answered: JSONValue) -> Bool {
    guard let left = documented.string, let right = answered.string else { return false }
    if known[left] == right { return true }
    // An example that is played twice gets a new value from the server each time; the second replaces the first.
    guard !known.values.contains(right) else { return false }
    known[left] = right
    return true
  }

  /// Returns the text of `json` with the document's ids and secrets replaced by the server's. Values that clients
  /// choose are unchanged.
  func replaced(in json: JSONValue) -> String {
    switch json.kind {
    // Ids are replaced within longer texts, too, because the name of a stream contains an id.
    case .string: known.reduce(json.asWritten) { text, known in text.replacing(known.key, with: known.value) }
    case .array: "[" + json.elements.map { replaced(in: $0) }.joined(separator: ",") + "]"
    case .object:
      "{" + json.members.map { "\"\($0.name)\":" + replaced(in: $0.value) }.joined(separator: ",") + "}"
    case .null, .bool, .number: json.asWritten
    }
  }
}

extension JSONValue {
  /// The value as JSON text, in which a string has its quotes.
  var asWritten: String { String(decoding: encoded, as: UTF8.self) }
}
