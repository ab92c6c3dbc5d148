import WireProtocol

/// What `docs/protocol.md` says of a method that its declaration says: all but prose and examples.
public struct MethodBlock {
  private let method: MethodDescription
  private let common: CommonRefusals

  public init(_ method: MethodDescription, in description: ProtocolDescription) {
    self.method = method
    common = CommonRefusals(of: description)
  }

  /// In Markdown.
  public var lines: [String] {
    var lines = wrapped("\(kind), \(method.access.rawValue). \(method.summary)")
    let own = method.kind == .command ? method.parameters.dropLast(common.parametersOfCommands) : method.parameters[...]
    if !own.isEmpty {
      lines += [""] + head("parameter") + own.flatMap { row($0, of: .client) }
    }
    for names in method.alternatives {
      lines += ["", "At least one of \(listed(names.map { "`\($0)`" }, "and")) has to be there."]
    }
    lines += [""] + result
    let refusals = common.own(of: method)
    if !refusals.isEmpty {
      lines += [""] + wrapped("Refusals: \(byCode(refusals)).")
    }
    if !method.notifications.isEmpty {
      let names = method.notifications.map { link($0.name) }
      lines += [
        "",
        "Because of it the server sends the \(names.count > 1 ? "notifications" : "notification") \(listed(names, "and")).",
      ]
    }
    return lines
  }

  /// Those of one code together.
  private func byCode(_ reasons: [Reason]) -> String {
    var parts: [(code: Int, names: [String])] = []
    for reason in reasons {
      if parts.last?.code != reason.code { parts.append((reason.code, [])) }
      parts[parts.count - 1].names.append("`\(reason.name)`")
    }
    return parts.map { "\($0.code) \($0.names.joined(separator: ", "))" }.joined(separator: "; ")
  }

  private var kind: String {
    switch method.kind {
    case .query: "Query"
    case .command: "Command"
    case .control: "Control"
    }
  }

  private var result: [String] {
    if let name = method.result.name, method.kind != .command { return ["Result: \(link(name))."] }
    let own =
      method.kind == .command ? method.result.fields.dropLast(common.fieldsOfCommands) : method.result.fields[...]
    if own.isEmpty { return [method.kind == .command ? "Result: nothing of its own." : "Result: `{}`."] }
    return head("result") + own.flatMap { row($0, of: .server) }
  }
}

/// What all methods, or all commands, can be refused with, and have in common besides.
struct CommonRefusals {
  private let ofAll: Set<Reason>
  private let ofCommands: Set<Reason>
  let parametersOfCommands = 3
  let fieldsOfCommands = 2

  init(of description: ProtocolDescription) {
    func shared(_ methods: [MethodDescription]) -> Set<Reason> {
      methods.reduce(Set(description.reasons)) { $0.intersection($1.refusals) }
    }
    ofAll = shared(description.methods)
    ofCommands = shared(description.methods.filter { $0.kind == .command })
  }

  /// Those that do not follow from what kind of method it is, and who may call it.
  func own(of method: MethodDescription) -> [Reason] {
    method.refusals.filter { reason in
      if ofAll.contains(reason) || method.kind == .command && ofCommands.contains(reason) { return false }
      switch reason.name.description {
      case "not_authenticated": return method.access == .everyone
      case "not_allowed": return method.access != .administrator
      case "not_a_member", "unknown_household": return false
      default: return true
      }
    }
  }
}
