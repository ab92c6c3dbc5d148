import WireProtocol

/// All that a client is made of.
public struct Declarations: Sendable {
  let methods: [MethodDescription]
  let notifications: [NotificationDescription]
  let reasons: [Reason]
  let events: [EventDescription]
  let wording: Wording

  /// - Parameters:
  ///   - order: the names of all methods as they are declared: areas have theirs in that order.
  ///   - events: all types.
  public init(_ description: ProtocolDescription, inOrderOf order: [String], events: [EventDescription]) {
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let methods = description.methods.sorted { (places[$0.name] ?? order.count) < (places[$1.name] ?? order.count) }
    self.init(
      methods: methods, notifications: description.notifications, reasons: description.reasons, events: events,
      wording: .current)
  }

  init(
    methods: [MethodDescription], notifications: [NotificationDescription] = [], reasons: [Reason] = [],
    events: [EventDescription] = [], wording: Wording
  ) {
    self.methods = methods
    self.notifications = notifications
    self.reasons = reasons
    self.events = events
    self.wording = wording
  }

  /// What of the declarations the connection itself speaks of. It stands in a module of its own, so that a program which needs no
  /// more, as the command line, does not carry all the rest with it.
  private static let ofConnection: Set<String> = [
    "Auth/AuthChoices.swift", "Auth/Identity.swift", "Events/Event.swift", "Events/EventMetadata.swift",
    "Identifiers.swift", "RequestKinds.swift",
  ]

  /// The files of the module with the connection.
  public func connectionFiles() throws(GeneratorError) -> [GeneratedFile] {
    try files().filter { Self.ofConnection.contains($0.path) }
  }

  /// The files of the module with all that the protocol names.
  public func clientFiles() throws(GeneratorError) -> [GeneratedFile] {
    try files().filter { !Self.ofConnection.contains($0.path) }
  }

  /// In no order that matters; the same declarations give the same files.
  func files() throws(GeneratorError) -> [GeneratedFile] {
    try checkWording()
    let types = try DeclaredTypes(self)
    var files = types.objects.map { $0.file }
    files += types.choicesByArea.map { area, choices in ChoicesFile(area: area, choices: choices).file }
    for area in try areas() { files += [try area.file] + area.outboxFiles }
    files.append(IdentifiersFile(kinds: types.kinds).file)
    files += try ReasonsFiles(reasons, common: commonReasons).files
    files.append(kindsFile)
    if !events.isEmpty { files.append(EventPayloadFile(events: events).file) }
    return files
  }

  /// What the client's own tests have to know of the methods, also of those that the client offers otherwise.
  public var testFiles: [GeneratedFile] { [ResultTypesFile(methods: methods).file] }

  /// In the order in which they are declared.
  private func areas() throws(GeneratorError) -> [AreaFile] {
    var areas: [AreaFile] = []
    for method in methods where wording.exceptions[method.name] == nil {
      let call = try MethodCall(method, wording.labels[method.name] ?? [], common: commonReasons)
      if let index = areas.firstIndex(where: { $0.name == call.area }) {
        areas[index].calls.append(call)
      } else {
        areas.append(AreaFile(name: call.area, calls: [call]))
      }
    }
    return areas
  }

  private var commonReasons: CommonReasons { CommonReasons(methods) }

  /// Nothing is called otherwise that is not there.
  private func checkWording() throws(GeneratorError) {
    let declared = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    for name in wording.exceptions.keys.sorted() where declared[name] == nil { throw .notDeclared(name) }
    for (name, labels) in wording.labels.sorted(by: { $0.key < $1.key }) {
      guard let method = declared[name] else { throw .notDeclared(name) }
      for label in labels where !method.parameters.contains(where: { $0.name.description == label.parameter }) {
        throw .notDeclared("\(label.parameter) of \(name)")
      }
    }
  }

  private var kindsFile: GeneratedFile {
    GeneratedFile("RequestKinds.swift") { text in
      text.block("extension Request") { text in
        text.doc("The methods that take no command id. They change nothing, or nothing more when sent twice.")
        text.list("public static let reads: Set<String> = [", names { $0.kind != .command }, "]", endsWithComma: true)
        text.line()
        text.doc("The methods with which a secret is sent, or comes back: no outbox keeps them.")
        text.list("static let withSecrets: Set<String> = [", names(where: \.holdsSecrets), "]", endsWithComma: true)
      }
    }
  }

  private func names(where isOne: (MethodDescription) -> Bool) -> [String] {
    methods.filter(isOne).map { "\"\($0.name)\"" }.sorted()
  }
}
