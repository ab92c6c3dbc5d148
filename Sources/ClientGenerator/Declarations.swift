import ProtocolSchema

/// The declarations of methods, notifications and events from which the client is generated.
public struct Declarations: Sendable {
  let methods: [MethodDescription]
  var notifications: [NotificationDescription] = []
  var refusals: [Refusal] = []
  var events: [EventDescription] = []
  let wording: Wording
}

extension Declarations {
  /// Creates the declarations. `order` contains the names of all methods in order of declaration, in which the
  /// generated areas list them. `events` contains all event types.
  public init(_ description: ProtocolDescription, inOrderOf order: [String], events: [EventDescription]) {
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let methods = description.methods.sorted { (places[$0.name] ?? order.count) < (places[$1.name] ?? order.count) }
    self.init(
      methods: methods, notifications: description.notifications, refusals: description.refusals, events: events,
      wording: .current)
  }

  public func clientFiles() throws(GeneratorError) -> [GeneratedFile] {
    Dictionary(grouping: try parts(), by: \.file).map { file, parts in
      GeneratedFile("\(file).swift", imports: file == "Identifiers" ? "MovieNightPrimitives" : nil, parts)
    }
  }

  /// Returns the parts of all files, in their order within a file. The order depends only on the declarations.
  private func parts() throws(GeneratorError) -> [GeneratedFile.Part] {
    try checkWording()
    let types = try DeclaredTypes(self)
    var parts: [GeneratedFile.Part] = []
    func add(_ area: String, _ write: @escaping (inout SwiftText) -> Void) {
      parts.append((Names.upperCamel(area), write))
    }
    for area in try areas() { add(area.name, area.write) }
    if !events.isEmpty { add("event_payloads", EventPayloadDeclaration(events: events).write) }
    add("refusals", try RefusalsDeclaration(refusals, common: commonRefusals).write)
    add("identifiers") { write(identifiersOf: types.kinds, to: &$0) }
    add("request_kinds", writeKinds)
    for object in types.objects { add(object.area, object.write) }
    for enumeration in types.enums { add(enumeration.area, enumeration.write) }
    return parts
  }

  /// The files for the client's tests. They contain every generated result type, also of methods that the client offers
  /// differently, so that the tests can decode the documented results.
  public var testFiles: [GeneratedFile] {
    let typed = methods.filter { !wording.untyped.contains($0.name) }.sorted { $0.name < $1.name }
    let types = typed.compactMap { method in method.resultType.map { (method.name, $0) } }
    let part: GeneratedFile.Part = (
      "ResultTypes",
      { text in
        text.doc("The type of each method's result, if the client has one.")
        text.line("let resultTypes: [String: any ReadValue.Type] = [")
        text.indented { text in for (method, type) in types { text.line("\"\(method)\": \(type).self,") } }
        text.line("]")
      }
    )
    return [GeneratedFile("ResultTypes.swift", imports: "MovieNightKit", [part])]
  }

  private func areas() throws(GeneratorError) -> [AreaDeclaration] {
    var areas: [AreaDeclaration] = []
    for method in methods where wording.exceptions[method.name] == nil {
      let call = try MethodCall(method, wording.labels[method.name] ?? [], common: commonRefusals)
      if let index = areas.firstIndex(where: { $0.name == call.area }) {
        areas[index].calls.append(call)
      } else {
        areas.append(AreaDeclaration(name: call.area, calls: [call]))
      }
    }
    return areas
  }

  private var commonRefusals: CommonRefusals { CommonRefusals(methods) }

  /// Checks that every method, notification and parameter that `Wording` names is declared.
  private func checkWording() throws(GeneratorError) {
    let declared = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    for name in wording.exceptions.keys.sorted() where declared[name] == nil { throw .notDeclared(name) }
    for name in wording.untyped.sorted()
    where declared[name] == nil && !notifications.contains(where: { $0.name == name }) {
      throw .notDeclared(name)
    }
    for (name, labels) in wording.labels.sorted(by: { $0.key < $1.key }) {
      guard let method = declared[name] else { throw .notDeclared(name) }
      for label in labels where !method.parameters.contains(where: { $0.name.description == label.parameter }) {
        throw .notDeclared("\(label.parameter) of \(name)")
      }
    }
  }

  private func write(identifiersOf kinds: [String], to text: inout SwiftText) {
    for kind in kinds {
      text.doc("The id of \(withArticle(kind)).")
      text.line("public typealias \(Names.upperCamel(kind))ID = Identifier<IdentifiedKind.\(Names.upperCamel(kind))>")
    }
    text.line()
    text.doc("The kinds of ids, so that one cannot be passed as another.")
    text.block("public enum IdentifiedKind") { text in
      for kind in kinds {
        text.doc("The kind of ``\(Names.upperCamel(kind))ID``.")
        text.line("public enum \(Names.upperCamel(kind)) {}")
      }
    }
  }

  private func writeKinds(to text: inout SwiftText) {
    text.block("extension Request") { text in
      text.doc("The methods without a command id. Sending one twice changes nothing more.")
      text.list("static let reads: Set<String> = [", names { $0.kind != .command }, "]", endsWithComma: true)
      text.line()
      text.doc("The methods that send or return a secret. An outbox does not keep them.")
      text.list("static let withSecrets: Set<String> = [", names(where: \.holdsSecrets), "]", endsWithComma: true)
    }
  }

  private func names(where isOne: (MethodDescription) -> Bool) -> [String] {
    methods.filter(isOne).map { "\"\($0.name)\"" }.sorted()
  }
}
