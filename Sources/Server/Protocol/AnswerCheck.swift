#if DEBUG
  import Primitives
  import WireProtocol

  // A debug build holds all that it sends against what is declared: so whatever a test is sent, by whatever client, is
  // checked. In a release build none of this is there.

  extension Reply {
    /// What is sent instead of a result that is not as its method declares it.
    func undeclared(_ result: [UInt8]) -> WireError? {
      guard let told = method.map(DeclaredMethods.shared.told) else { return nil }
      return fault(of: result, told.result).map { .undeclared("\(told.name) gives `\($0.path)`, which \($0.message)") }
    }

    /// What is sent instead of a refusal that its method does not declare.
    func undeclared(_ error: WireError) -> WireError? {
      let told = method.map(DeclaredMethods.shared.told)
      let name = told?.name ?? "no method"
      let declared = told?.refusals ?? Reason.ofConnections
      guard let reason = declared.first(where: { $0.code == error.code && $0.name.description == error.reason }) else {
        return .undeclared("\(name) refuses with \(error.code) \(error.reason): \(error.message)")
      }
      var json = JSONWriter()
      error.writeData(to: &json)
      return fault(of: json.bytes, reason.dataType).map {
        .undeclared("\(name), \(error.reason): `\($0.path)` \($0.message)")
      }
    }
  }

  extension Response {
    /// Ends the program where a notification is not as it is declared.
    static func requireDeclared(_ method: StaticString, _ parameters: [UInt8]) {
      guard let told = DeclaredMethods.shared.notifications[method.description] else {
        preconditionFailure("no method declares that it sends \(method)")
      }
      if let fault = fault(of: parameters, told.parameters) {
        preconditionFailure("\(method) says `\(fault.path)`, which \(fault.message)")
      }
    }
  }

  extension WireError {
    fileprivate static func undeclared(_ what: String) -> WireError {
      WireError(500, "internal", "This is not as it is declared: \(what)")
    }
  }

  private func fault(of json: [UInt8], _ type: ObjectType) -> Fault? {
    do throws(JSONError) {
      return ValueType.object(type).fault(in: try JSONDocument(json).root, by: .server)
    } catch {
      return Fault("is no JSON: \(error)")
    }
  }

  /// What is told of methods, made once.
  private final class DeclaredMethods: Sendable {
    static let shared = DeclaredMethods()
    let notifications: [String: NotificationDescription]
    private let methods = Locked<[String: MethodDescription]>([:])

    private init() {
      let all = MethodTable.current.description.notifications
      notifications = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    func told(_ method: Method) -> MethodDescription {
      methods.withLock { methods in
        if let told = methods[method.name] { return told }
        let told = method.description
        methods[method.name] = told
        return told
      }
    }
  }
#endif
