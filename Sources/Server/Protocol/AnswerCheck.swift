#if DEBUG
  import MovieNightPrimitives
  import ProtocolSchema

  // Debug builds validate everything that the server sends against its declaration, and stop the program at the first
  // difference. So every test with a server also checks the declarations. Release builds do not contain this code.

  extension Method {
    func requireDeclared(_ result: [UInt8]) {
      if let validationError = validationError(of: result, DeclaredMethods.shared.declared(self).result) {
        preconditionFailure("\(name) gives `\(validationError.path)`, which \(validationError.message)")
      }
    }

    func requireDeclared(_ error: Refusal) {
      Response.requireDeclared(error, among: DeclaredMethods.shared.declared(self).refusals, by: name)
    }
  }

  extension Response {
    /// Stops the program if an error is not declared. `declared` contains the refusals of the method `name`. If `name`
    /// is nil, the error does not answer a request of a known method.
    static func requireDeclared(
      _ error: Refusal, among declared: [Refusal] = Refusal.ofConnections, by name: String? = nil
    ) {
      let place = "\(name ?? "no method"): \(error.code) \(error.reason)"
      guard let refusal = declared.first(where: { $0 == error }) else {
        preconditionFailure("\(place) is not declared: \(error.message)")
      }
      var json = JSONWriter()
      error.writeData(to: &json)
      if let validationError = validationError(of: json.bytes, refusal.dataType) {
        preconditionFailure("\(place) says `\(validationError.path)`, which \(validationError.message)")
      }
    }

    static func requireDeclared(_ method: StaticString, _ parameters: [UInt8]) {
      guard let declared = DeclaredMethods.shared.notifications[method.description] else {
        preconditionFailure("no method declares that it sends \(method)")
      }
      if let validationError = validationError(of: parameters, declared.parameters) {
        preconditionFailure("\(method) says `\(validationError.path)`, which \(validationError.message)")
      }
    }
  }

  private func validationError(of json: [UInt8], _ type: ObjectType) -> ValidationError? {
    do throws(JSONError) {
      let root = try JSONDocument(stored: json).root
      return ValueType.object(type).validationError(in: root, by: .server) ?? errorInEvents(in: root, type)
    } catch {
      return ValidationError("is no JSON: \(error)")
    }
  }

  /// Returns the first error in the data of events in the object. Event types declare this data, not the method.
  private func errorInEvents(in json: JSONValue, _ type: ObjectType) -> ValidationError? {
    for field in type.fields {
      guard case .list(.object(let element), _, _) = field.type, element.name == EventTypes.event.type.name else {
        continue
      }
      guard let events = json[field.name]?.elements else { continue }
      for (index, event) in events.enumerated() {
        if let validationError = errorInData(of: event) {
          return validationError.within(".\(field.name)[\(index)].data")
        }
      }
    }
    return nil
  }

  /// Returns the error in an event's data. Nil also if it is not shown, of another version, or of a test area.
  private func errorInData(of event: JSONValue) -> ValidationError? {
    guard let data = event["data"], !data.isNull, let type = event["type"]?.string,
      let described = DeclaredMethods.shared.events[type], event["version"]?.integer == described.version
    else { return nil }
    return described.validationError(inData: data)
  }

  private final class DeclaredMethods: Sendable {
    static let shared = DeclaredMethods()
    let notifications: [String: NotificationDescription]
    let events: [String: EventDescription]
    private let methods = Locked<[String: MethodDescription]>([:])

    private init() {
      let all = MethodTable.current.description
      notifications = Dictionary(uniqueKeysWithValues: all.notifications.map { ($0.name, $0) })
      events = Dictionary(uniqueKeysWithValues: all.events.map { ($0.name, $0) })
    }

    func declared(_ method: Method) -> MethodDescription {
      methods.withLock { methods in
        if let declared = methods[method.name] { return declared }
        let declared = method.description
        methods[method.name] = declared
        return declared
      }
    }
  }
#endif
