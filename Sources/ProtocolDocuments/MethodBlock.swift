import WireProtocol

/// What `docs/protocol.md` says of a method that its declaration says: all but prose and examples.
public struct MethodBlock {
  private let method: MethodDescription
  private let common: CommonReasons

  /// - Parameter common: what the document says once of all methods.
  public init(_ method: MethodDescription, common: CommonReasons) {
    self.method = method
    self.common = common
  }

  /// In Markdown.
  public var lines: [String] {
    var lines = wrapped("\(kind), \(method.access.rawValue). \(method.summary)")
    if !method.ownParameters.isEmpty {
      lines += [""] + head("parameter") + method.ownParameters.flatMap { row($0, of: .client) }
    }
    for names in method.alternatives {
      lines += ["", "At least one of \(listed(names.map { "`\($0)`" }, "and")) has to be there."]
    }
    lines += [""] + result
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

  /// Those that do not follow from what kind of method it is, who may call it, and that it takes a `household_id`.
  private var refusals: [Reason] {
    common.own(of: method).filter { reason in
      switch reason.name.description {
      case "not_allowed": method.access != .administrator
      case "not_a_member", "unknown_household": false
      default: true
      }
    }
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
    let own = method.ownResult.fields
    if own.isEmpty { return [method.kind == .command ? "Result: nothing of its own." : "Result: `{}`."] }
    return head("result") + own.flatMap { row($0, of: .server) }
  }
}
