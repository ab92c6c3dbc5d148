import ProtocolSchema

/// A method of the protocol: its request, and the function of its area that sends it.
struct MethodCall {
  let area: String
  let name: String
  let method: MethodDescription
  let arguments: [Argument]
  private let common: CommonRefusals

  init(_ method: MethodDescription, _ labels: [Wording.Label], common: CommonRefusals) throws(GeneratorError) {
    self.method = method
    self.common = common
    let parts = Names.parts(ofMethod: method.name)
    area = parts.area
    name = Names.lowerCamel(parts.verb)
    let fields = method.parameters.filter { !$0.hasOneValue }
    arguments = try Argument.all(of: fields, in: method, labels)
  }

  private var isCommand: Bool { method.kind == .command }

  var isAdministrative: Bool { if case .administrator = method.access { true } else { false } }

  func writeRequest(to text: inout SwiftText) {
    text.doc("The request `\(method.name)`: \(Sentences.inSwift(method.summary).lowercasedFirst)")
    text.function(
      "public static func \(Names.escaped(name))(", arguments.map(\.parameter),
      ") -> TypedRequest<\(method.resultType ?? "JSONObject")>"
    ) { text in
      // A parameter that has only one possible value is not an argument, but always sent.
      let fixed = method.parameters.filter(\.hasOneValue)
        .map { "field(\"\($0.name)\", \"\($0.type.onlyWord ?? "")\")" }
      let calls = arguments.map(\.writingCode) + fixed
      let head = "TypedRequest(\"\(method.name)\")"
      if calls.isEmpty { return text.line(head) }
      if calls.count == 1, text.hasRoom(for: "\(head) { $0.\(calls[0]) }") {
        return text.line("\(head) { $0.\(calls[0]) }")
      }
      text.block(head, opening: "{ json in") { text in for call in calls { text.line("json.\(call)") } }
    }
  }

  func write(to text: inout SwiftText) {
    document(to: &text)
    if isCommand { text.line("@discardableResult") }
    let returns = method.resultType.map { " -> \($0)" } ?? ""
    let options = isCommand ? ["options: CommandOptions = CommandOptions()"] : []
    text.function(
      "public func \(Names.escaped(name))(", arguments.map(\.parameter) + options, ") async throws\(returns)"
    ) { text in
      let head = "\(returns.isEmpty ? "_ = " : "")try await scope.send("
      let request = "\(Names.requests(ofArea: area)).\(Names.escaped(name))("
      let (passed, tail) = (arguments.map(\.passed), isCommand ? "), options: options)" : "))")
      let whole = head + request + passed.joined(separator: ", ") + tail
      if text.hasRoom(for: whole) { return text.line(whole) }
      text.line(head)
      text.indented { $0.call(request, passed, tail) }
    }
  }
}

// MARK: - The doc comment of a generated method

extension MethodCall {
  private func document(to text: inout SwiftText) {
    text.doc(Sentences.sentence(method.summary))
    text.docBreak()
    let accessNote = method.access == .everyone ? " Needs no token." : ""
    text.doc("Sends `\(method.name)`.\(accessNote)\(refusalSentence)")
    for group in method.alternatives where group.count > 1 {
      text.docBreak()
      text.doc("At least one of \(group.map { "`\(Names.lowerCamel($0))`" }.joined(separator: ", ")) is required.")
    }
    if !arguments.isEmpty || method.resultType != nil { text.docBreak() }
    if !arguments.isEmpty {
      text.docItem("Parameters:")
      for argument in arguments { text.docItem("\(argument.name): \(argument.documentation)", steps: 1) }
      if isCommand { text.docItem("options: The command's id and the expected revision.", steps: 1) }
    }
    if method.resultType != nil { text.docItem("Returns: \(Sentences.sentence(method.ownResult.summary))") }
  }

  /// The sentence that lists the method's refusals, except those that all methods share; empty if there are no others.
  private var refusalSentence: String {
    let names = Names.links(toReasons: common.own(of: method).map(\.reason))
    if names.isEmpty { return "" }
    return " Refused with \(names), and with the refusals of any \(isCommand ? "command" : "request")."
  }
}

extension WireField {
  fileprivate var hasOneValue: Bool { isRequired && type.onlyWord != nil }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
