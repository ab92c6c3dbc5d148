import WireProtocol

/// A method of the protocol: what makes its request, and a method of its area that sends it.
struct MethodCall {
  let area: String
  let name: String
  let method: MethodDescription
  let arguments: [Argument]
  /// Nil where it gives nothing.
  private let result: String?
  private let refusals: [Refusal]
  /// Parameters that can be but one word, which the method sends by itself.
  private let fixed: [(key: String, word: String)]

  init(_ method: MethodDescription, _ labels: [Wording.Label], common: CommonRefusals) throws(GeneratorError) {
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

  private var isCommand: Bool { method.kind == .command }

  /// Whether only administrators may call it.
  var isAdministrative: Bool { if case .administrator = method.access { true } else { false } }

  /// Writes the function that makes the request.
  func writeRequest(to text: inout SwiftText) {
    text.doc("The request `\(method.name)`: \(Sentences.inSwift(method.summary).lowercasedFirst)")
    text.list(
      "public static func \(Names.escaped(name))(", arguments.map(\.parameter),
      ") -> TypedRequest<\(result ?? "JSONObject")> {")
    text.indented { text in
      let lines = arguments.map(\.writing) + fixed.map { "json.field(\"\($0.key)\", \"\($0.word)\")" }
      if lines.isEmpty { return text.line("TypedRequest(\"\(method.name)\")") }
      text.line("TypedRequest(\"\(method.name)\") { json in")
      text.indented { text in for line in lines { text.line(line) } }
      text.line("}")
    }
    text.line("}")
  }

  /// Writes the method that sends it.
  func write(to text: inout SwiftText) {
    document(to: &text)
    if isCommand { text.line("@discardableResult") }
    let returns = result.map { " -> \($0)" } ?? ""
    let options = isCommand ? ["options: CommandOptions = CommandOptions()"] : []
    text.list(
      "public func \(Names.escaped(name))(", arguments.map(\.parameter) + options,
      ") async throws\(returns) {")
    text.indented { text in
      let head = "\(result == nil ? "_ = " : "")try await scope.send("
      let request = "\(Names.requests(ofArea: area)).\(Names.escaped(name))("
      let (passed, tail) = (arguments.map(\.passed), isCommand ? "), options: options)" : "))")
      if text.hasRoom(for: head + request + passed.joined(separator: ", ") + tail) {
        return text.line(head + request + passed.joined(separator: ", ") + tail)
      }
      text.line(head)
      text.indented { $0.call(request, passed, tail) }
    }
    text.line("}")
  }
}

// MARK: - Documentation

extension MethodCall {
  private func document(to text: inout SwiftText) {
    text.doc(Sentences.sentence(method.summary))
    text.docBreak()
    text.doc("Sends `\(method.name)`.\(standing)\(refused)")
    for group in method.alternatives where group.count > 1 {
      text.docBreak()
      text.doc("At least one of \(group.map { "`\(Names.lowerCamel($0))`" }.joined(separator: ", ")) has to be there.")
    }
    if !arguments.isEmpty || result != nil { text.docBreak() }
    if !arguments.isEmpty {
      text.docItem("Parameters:")
      for argument in arguments { text.docItem("\(argument.name): \(argument.documentation)", steps: 1) }
      if isCommand { text.docItem("options: The command's id and the expected revision.", steps: 1) }
    }
    if result != nil { text.docItem("Returns: \(Sentences.sentence(method.ownResult.summary))") }
  }

  /// Who may call it.
  private var standing: String {
    switch method.access {
    case .everyone: " Everyone may, also without a token."
    case .authenticated: ""
    case .administrator: ""
    }
  }

  /// Besides with what any method is refused with.
  private var refused: String {
    if refusals.isEmpty { return "" }
    var names: [String] = []
    for refusal in refusals {
      let name = "``RefusalReason/\(Names.lowerCamel(refusal.reason))``"
      if !names.contains(name) { names.append(name) }
    }
    return
      " Refused with \(names.joined(separator: ", ")), and with what refuses any \(isCommand ? "command" : "request")."
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
