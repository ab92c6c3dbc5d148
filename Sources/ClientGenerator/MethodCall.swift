import WireProtocol

/// A method of the protocol as a method of its area.
struct MethodCall {
  let area: String
  let name: String
  let method: MethodDescription
  let arguments: [Argument]
  /// Nil where it gives nothing.
  let result: String?
  let refusals: [Reason]
  /// Parameters that can be but one word, which the method sends by itself.
  let fixed: [(key: String, word: String)]

  init(_ method: MethodDescription, _ labels: [Wording.Label], common: CommonReasons) throws(GeneratorError) {
    self.method = method
    let parts = Names.parts(ofMethod: method.name)
    area = parts.area
    name = Names.lowerCamel(parts.verb)
    result = method.resultType
    refusals = common.own(of: method)
    var fixed: [(key: String, word: String)] = []
    var fields: [WireField] = []
    for field in method.parameters {
      if field.isRequired, let word = field.type.onlyWord {
        fixed.append((field.name.description, word))
      } else {
        fields.append(field)
      }
    }
    self.fixed = fixed
    arguments = try Argument.all(of: fields, in: method, labels)
  }

  private var effects: String { "async throws(ClientError)" }

  /// Whether an outbox may keep it.
  var isKept: Bool { method.kind == .command && !method.holdsSecrets }

  private var parameters: [String] { arguments.map(\.parameter) }

  /// The same arguments for another method with the same parameters.
  private var passed: [String] {
    arguments.map { argument in
      let name = Names.escaped(argument.name)
      return argument.label.map { "\($0): \(name)" } ?? name
    }
  }

  func write(to text: inout SwiftText) {
    document(to: &text)
    if method.kind == .command { text.line("@discardableResult") }
    let returns = result.map { " -> \($0)" } ?? ""
    text.list("public func \(Names.escaped(name))(", parameters, ") \(effects)\(returns) {")
    text.indented { text in
      guard isKept else { return writeBody(to: &text) }
      writeMaking(of: "request", to: &text)
      text.line("return try await result(of: request)")
    }
    text.line("}")
  }

  /// What makes the requests of its area's commands.
  private var requests: String { Names.requests(ofArea: area) }

  /// Its request, which the client sends at once and an outbox later.
  func writeRequest(to text: inout SwiftText) {
    text.list("static func \(Names.escaped(name))(", parameters, ") -> Request {")
    text.indented { text in
      if arguments.isEmpty, fixed.isEmpty { return text.line("Request(\"\(method.name)\")") }
      text.line("Request(\"\(method.name)\") { json in")
      text.indented(writeFields)
      text.line("}")
    }
    text.line("}")
  }

  /// The method that keeps it.
  func writeKept(to text: inout SwiftText) {
    text.doc(Sentences.sentence(method.summary))
    text.docBreak()
    text.doc("Keeps `\(method.name)`: see the method of that name of ``MovieNightClient/\(Names.type(ofArea: area))``.")
    text.docBreak()
    text.docItem("Throws: `outbox` when it is not kept.")
    text.line("@discardableResult")
    let value = result ?? "JSONObject"
    text.list("public func \(Names.escaped(name))(", parameters, ") \(effects) -> Outbox.Kept<\(value)> {")
    text.indented { text in
      writeMaking(of: "request", to: &text)
      text.line("return try await keep(request)")
    }
    text.line("}")
  }

  private func writeMaking(of constant: String, to text: inout SwiftText) {
    text.call("let \(constant) = \(requests).\(Names.escaped(name))(", passed, ")")
  }

  private func writeFields(to text: inout SwiftText) {
    for argument in arguments {
      text.line("json.\(argument.isLeftOut ? "fieldIfPresent" : "field")(\"\(argument.key)\", \(argument.name))")
    }
    for (key, word) in fixed { text.line("json.field(\"\(key)\", \"\(word)\")") }
  }

  private func writeBody(to text: inout SwiftText) {
    let make = method.kind == .command ? "Request" : "Request.read"
    if arguments.isEmpty, fixed.isEmpty {
      return text.line(answer(of: "\(make)(\"\(method.name)\")"))
    }
    text.line("let request = \(make)(\"\(method.name)\") { json in")
    text.indented(writeFields)
    text.line("}")
    text.line(answer(of: "request", returns: true))
  }

  private func answer(of request: String, returns: Bool = false) -> String {
    result == nil ? "try await send(\(request))" : "\(returns ? "return " : "")try await result(of: \(request))"
  }
}

// MARK: - Documentation

extension MethodCall {
  private func document(to text: inout SwiftText) {
    text.doc(Sentences.sentence(method.summary))
    text.docBreak()
    text.doc(standing)
    documentRefusals(to: &text)
    text.docBreak()
    for group in method.alternatives where group.count > 1 {
      text.doc("At least one of \(group.map { "`\(Names.lowerCamel($0))`" }.joined(separator: ", ")) has to be there.")
      text.docBreak()
    }
    if !arguments.isEmpty {
      text.docItem("Parameters:")
      for argument in arguments { text.docItem("\(argument.name): \(argument.documentation)", steps: 1) }
    }
    if result != nil { text.docItem("Returns: \(Sentences.sentence(method.ownResult.summary))") }
    text.docItem("Throws: why there is no result.")
  }

  /// Its name on the wire, and who may call it.
  private var standing: String {
    let who =
      switch method.access {
      case .everyone: "Everyone may, also without a token."
      case .authenticated: ""
      case .administrator: "Only for administrators."
      }
    return who.isEmpty ? "Sends `\(method.name)`." : "Sends `\(method.name)`. \(who)"
  }

  private func documentRefusals(to text: inout SwiftText) {
    guard !refusals.isEmpty else { return }
    text.docBreak()
    text.doc("Refused, but for what refuses any \(method.kind == .command ? "command" : "request"), with")
    for reason in refusals {
      let name = Names.lowerCamel(reason.name.description)
      text.docItem("``RefusalReason/\(name)`` (\(reason.code)): \(Sentences.inSwift(reason.summary))")
    }
  }
}
