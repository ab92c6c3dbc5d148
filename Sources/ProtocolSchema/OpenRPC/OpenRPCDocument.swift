import MovieNightPrimitives

extension ProtocolDescription {
  /// The protocol as an OpenRPC document (https://spec.open-rpc.org), on one line. Members with `x-` extend OpenRPC.
  public var openRPC: [UInt8] { openRPC(examples: [:]) }

  /// Returns the document. `examples` are by method; a server passes none: they are in `docs/protocol`.
  func openRPC(examples: [String: MethodExample]) -> [UInt8] {
    JSONWriter.object(reserving: 512 << 10) { json in
      json.field("openrpc", "1.3.2")
      json.object("info") { json in
        json.field("title", "movienight")
        json.field("version", version)
        json.field("description", "JSON-RPC 2.0 over TCP or a Unix socket, one JSON text per line: docs/protocol.")
        json.field("x-protocol", number)
      }
      json.array("methods", methods) { $0.method($1, examples[$1.name]) }
      json.array("x-notifications", notifications) { $0.notification($1) }
      json.array("x-events", events) { $0.event($1) }
      json.array("x-errors-of-connections", refusalsOfConnections) { $0.error($1, isComponent: false) }
      json.object("components") { json in
        json.object("schemas") { json in
          for component in components {
            json.key(component.name)
            json.definition(of: component.type, by: component.author)
          }
        }
        json.object("errors") { json in
          for refusal in refusals {
            json.key(refusal.componentName)
            json.error(refusal, isComponent: true)
          }
        }
      }
    }.bytes
  }

  struct Component {
    let name: String
    let type: ValueType
    let author: Author
  }

  /// The named objects with their authors, sorted by name, without the members that commands add and event data.
  public var objects: [(name: String, type: ObjectType, author: Author)] {
    namedTypes { $0.kind == .command ? $0.ownResult.fields.map(\.type) : [.object($0.result)] }
      .compactMap { component in
        guard case .object(let type) = component.type else { return nil }
        return (component.name, type, component.author)
      }
  }

  /// The named types, sorted by name. A test checks that no two types share a name.
  var components: [Component] {
    namedTypes(in: { [.object($0.result)] }, and: events.flatMap(\.data.fields).map(\.type))
  }

  /// Returns the named types in parameters, in the `results` of methods, and in `others`, which a server writes.
  private func namedTypes(in results: (MethodDescription) -> [ValueType], and others: [ValueType] = []) -> [Component] {
    var found: [String: Component] = [:]
    func visit(_ type: ValueType, _ author: Author) {
      if let name = type.componentName {
        guard found[name] == nil else { return }
        found[name] = Component(name: name, type: type, author: author)
      }
      for part in type.parts { visit(part, author) }
    }
    for method in methods {
      for parameter in method.parameters { visit(parameter.type, .client) }
      for result in results(method) { visit(result, .server) }
    }
    for notification in notifications { visit(.object(notification.parameters), .server) }
    for refusal in refusals { visit(.object(refusal.dataType), .server) }
    for type in others { visit(type, .server) }
    return found.values.sorted { $0.name < $1.name }
  }
}

/// An example of a method: a request with its successful result.
public struct MethodExample: Sendable {
  let parameters: [(name: String, value: JSONValue)]
  let result: JSONValue

  /// Creates an example. `parameters` is an object, or nil if the request has none.
  public init(parameters: JSONValue?, result: JSONValue) {
    self.parameters = parameters.map { $0.members.map { ($0.name, $0.value) } } ?? []
    self.result = result
  }
}

extension Refusal {
  /// The name of the refusal among the components. It includes the code, because two codes can share a reason.
  var componentName: String { "\(code)_\(reason)" }
}

extension JSONWriter {
  fileprivate mutating func method(_ method: MethodDescription, _ example: MethodExample?) {
    object { json in
      json.field("name", method.name)
      json.field("summary", method.summary)
      json.field("paramStructure", "by-name")
      json.key("params")
      // Required parameters are first, for languages with positional arguments.
      json.array(method.parameters.filter(\.isRequired) + method.parameters.filter { !$0.isRequired }) {
        $0.descriptor($1)
      }
      json.object("result") { json in
        json.field("name", method.result.name ?? "result")
        json.field("description", method.result.summary)
        json.key("schema")
        json.schema(.object(method.result), by: .server)
      }
      json.array("errors", method.refusals) { $0.error($1, isComponent: false) }
      if let example {
        json.array("examples", [example]) { $0.example($1, of: method) }
      }
      json.field("x-kind", method.kind.rawValue)
      json.field("x-access", method.access.rawValue)
      if !method.alternatives.isEmpty {
        json.array("x-one-of", method.alternatives) { json, names in json.array(names) { $0.string($1) } }
      }
      if !method.notifications.isEmpty {
        json.array("x-notifications", method.notifications) { $0.string($1.name) }
      }
    }
  }

  private mutating func example(_ example: MethodExample, of method: MethodDescription) {
    object { json in
      json.field("name", method.name)
      json.array("params", example.parameters) { $0.value($1.value, named: $1.name) }
      json.key("result")
      json.value(example.result, named: method.result.name ?? "result")
    }
  }

  private mutating func value(_ value: JSONValue, named name: String) {
    object { json in
      json.field("name", name)
      json.key("value")
      json.raw(value.encoded)
    }
  }

  private mutating func descriptor(_ parameter: WireField) {
    object { json in
      json.field("name", parameter.name.description)
      json.field("description", parameter.described)
      json.field("required", parameter.isRequired)
      json.key("schema")
      json.schema(
        parameter.type, by: .client, isNullable: parameter.isNullable, defaultValue: parameter.defaultValue)
      if let unit = parameter.unit { json.field("x-unit", unit.rawValue) }
      if parameter.isCustomValidated { json.field("x-ruled", true) }
    }
  }

  fileprivate mutating func notification(_ notification: NotificationDescription) {
    object { json in
      json.field("name", notification.name)
      json.field("summary", notification.summary)
      json.key("params")
      json.schema(.object(notification.parameters), by: .server)
    }
  }

  /// Writes an event type. Clients may decode an event's data by its `type` if the version is the one written here.
  fileprivate mutating func event(_ event: EventDescription) {
    object { json in
      json.field("name", event.name)
      json.field("version", event.version)
      json.field("audience", event.audience.rawValue)
      json.key("data")
      json.definition(of: .object(event.data), by: .server)
    }
  }

  /// Writes a refusal: in full for a method, because generators of clients do not resolve references to errors; as a
  /// component with the schema of `data`. OpenRPC has no place for that schema, so it is written as a member of `data`.
  fileprivate mutating func error(_ refusal: Refusal, isComponent: Bool) {
    object { json in
      json.field("code", refusal.code)
      json.field("message", refusal.summary)
      json.object("data") { json in
        json.field("reason", refusal.reason)
        guard isComponent else { return }
        json.key("schema")
        json.definition(of: .object(refusal.dataType), by: .server)
      }
    }
  }
}
