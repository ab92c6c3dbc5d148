import ProtocolSchema

/// The generated part of a method's section in `docs/protocol`. Only prose and examples are written by hand.
struct MethodBlock {
  let method: MethodDescription
  /// The refusals that the documentation lists once for all methods.
  let common: CommonRefusals
  let tables: Tables

  var lines: [String] {
    var lines = wrapped("\(kind), \(method.access.rawValue). \(method.summary)")
    if !method.ownParameters.isEmpty {
      lines += [""] + tables.table("parameter", method.ownParameters, of: .client)
    }
    for names in method.alternatives {
      lines += ["", "At least one of \(listed(names.map { "`\($0)`" }, "and")) is required."]
    }
    lines += [""] + result
    if !refusals.isEmpty {
      lines += [""] + wrapped("Refusals: \(byCode(refusals)).")
    }
    if !method.notifications.isEmpty {
      let names = method.notifications.map { "[\($0.name)](#\($0.name.filter { $0 != "." }))" }
      lines += ["", "Notification\(names.count > 1 ? "s" : ""): \(names.joined(separator: ", "))."]
    }
    return lines
  }

  /// The refusals to list. It omits those that follow from the method's kind, its access, or its `household_id`.
  private var refusals: [Refusal] {
    common.own(of: method).filter { refusal in
      switch refusal.reason {
      case "not_allowed": method.access != .administrator
      case "not_a_member", "unknown_household": false
      default: true
      }
    }
  }

  /// Returns the refusals' reasons, grouped by code.
  private func byCode(_ refusals: [Refusal]) -> String {
    var parts: [(code: Int, names: [String])] = []
    for refusal in refusals {
      if parts.last?.code != refusal.code { parts.append((refusal.code, [])) }
      parts[parts.count - 1].names.append("`\(refusal.reason)`")
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
    let own = method.ownResult.fields
    if let name = method.result.name, method.kind != .command {
      if tables.isShared(method.result) { return ["Result: \(link(name))."] }
      return tables.table("result `\(name)`", own, of: .server)
    }
    let table = tables.table("result", own, of: .server)
    if own.isEmpty { return [method.kind == .command ? "Result: `position` and `revision`." : "Result: `{}`."] }
    // A result with a single field is described in a sentence instead of a table.
    guard own.count == 1, let field = own.first, table.count == 3, !field.isNullable, field.unit == nil else {
      return table
    }
    return wrapped("Result: `\(field.name)`, \(tables.words(field.type)): \(field.summary).")
  }
}
