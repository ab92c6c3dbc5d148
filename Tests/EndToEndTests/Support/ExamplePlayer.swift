import MovieNightPrimitives
import ProtocolDocuments
import Testing
import ProtocolSchema

@testable import Server

/// Sends the examples of `docs/protocol` to its own servers, and compares the answers and notifications.
struct ExamplePlayer {
  private let methods = Dictionary(
    uniqueKeysWithValues: MethodTable.current.description.methods.map { ($0.name, $0) })
  private let server: LocalServer
  /// A second server, which stops with the player.
  private let otherStore: LocalServer
  private var wires: [ExampleSender: Wire]
  /// The notifications that no example has shown yet.
  private var unshown: [ExampleSender: [Answer]] = [:]
  private var comparison = ExampleComparison()

  init() throws {
    server = try LocalServer(catalog: .demo(adding: [WholeFacts.wallE]))
    otherStore = try LocalServer()
    wires = [
      .unauthenticated: try server.wire(), .administrator: try server.administrator(), .creator: try server.wire(),
      .connection: try server.wire(), .otherStore: try otherStore.administrator(),
    ]
  }

  /// - Parameter hear: Called with every result and its method.
  mutating func play(_ night: [ExampleTurn], _ hear: (MethodDescription, JSONValue) -> Void) throws {
    for turn in night {
      #expect(!turn.block.examples.isEmpty, "\(turn.block.place): nothing is sent or heard here")
      for example in turn.block.examples {
        guard let wire = wires[turn.sender] else { throw TestFailure("\(example.place) comes before its sender") }
        if let request = example.request {
          guard let method = methods[example.method ?? ""] else {
            throw TestFailure("\(example.place): there is no such method")
          }
          let answer = try send(request, as: turn.sender, on: wire)
          let documented = try #require(example.answer)
          compare(documented, answer, of: example)
          if let result = answer.json["result"] {
            hear(method, result)
            try note(result, of: method.name)
          }
        }
        for notification in example.notifications {
          let came = try next(notification.string("method"), to: turn.sender, on: wire)
          compare(notification, came, of: example)
        }
      }
    }
  }

  /// Connects the subscriber or the newcomer once a result has the token for it.
  private mutating func note(_ result: JSONValue, of method: String) throws {
    switch method {
    case "households.create": wires[.subscriber] = try server.wire(token: try result.string("token"))
    case "invites.accept": wires[.newcomer] = try server.wire(token: try result.string("token"))
    default: break
    }
  }

  /// Sends the request with the server's ids, and waits for its answer.
  private mutating func send(_ request: JSONValue, as sender: ExampleSender, on wire: Wire) throws -> Answer {
    try wire.send(comparison.replaced(in: request) + "\n")
    while true {
      let answer = try wire.readAnswer()
      if answer.json["id"] != nil { return answer }
      unshown[sender, default: []].append(answer)
    }
  }

  /// The next notification with that name, which may have come already.
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
    if let difference { Issue.record("\(example.place): \(difference). It came: \(answer.text)") }
  }
}

/// Compares a documented answer with a server's answer.
private struct ExampleComparison {
  /// The server's ids and secrets, by those in the document.
  private var known: [String: String] = [:]

  /// The ends of paths whose values may differ.
  private static let differing = [
    // Positions among all events, which move with every example added in between.
    ".result.position", ".params.position", ".events[].position", ".revision", ".library_revision", ".head",
    ".checkpoint", "rebuild.result.events",
    // Depends on the machine, the release, the tests' store, or the number of earlier lookups.
    "rebuild.result.seconds", ".events_per_second", ".uptime_s", ".result.version", ".info.version", ".result.store",
    "metrics.result.text", ".hits",
    // Contains an id within its text.
    ".stream",
    // Longer than the document can show.
    "discover.result.components",
  ]

  /// Finds the first difference between a documented value and a server's value.
  ///
  /// Ids, secrets and times may differ in value, but not in kind, and each id or secret of the document must match exactly one
  /// of the server's.
  ///
  /// - Returns: The difference, or nil if there is none.
  mutating func difference(_ documented: JSONValue, _ answered: JSONValue, at path: String) -> String? {
    if Self.differing.contains(where: { path.hasSuffix($0) }) { return nil }
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
      // The document may shorten a list, but not to an empty one.
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

  /// The document shortens secrets, and other long values that mean nothing to a reader.
  private static func isSecret(_ json: JSONValue) -> Bool { json.string?.contains("…") ?? false }

  /// - Returns: Whether the document may use this name: it has no other name for the server's value.
  private mutating func learn(_ documented: JSONValue, _ answered: JSONValue) -> Bool {
    guard let left = documented.string, let right = answered.string else { return false }
    if known[left] == right { return true }
    // In an example that is played twice, a name has two values in turn; the later one replaces the earlier one.
    guard !known.values.contains(right) else { return false }
    known[left] = right
    return true
  }

  /// The JSON with the server's ids and secrets. Values that clients choose are unchanged.
  func replaced(in json: JSONValue) -> String {
    switch json.kind {
    // The names of streams contain ids.
    case .string: known.reduce(json.asWritten) { text, known in text.replacing(known.key, with: known.value) }
    case .array: "[" + json.elements.map { replaced(in: $0) }.joined(separator: ",") + "]"
    case .object:
      "{" + json.members.map { "\"\($0.name)\":" + replaced(in: $0.value) }.joined(separator: ",") + "}"
    case .null, .bool, .number: json.asWritten
    }
  }
}

extension JSONValue {
  /// The value as JSON text; a string with its quotes.
  var asWritten: String { String(decoding: encoded, as: UTF8.self) }
}
