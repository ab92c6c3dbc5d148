import MovieNightPrimitives
import ProtocolDocuments
import Testing
import ProtocolSchema

@testable import Server

/// Comparisons of the examples in `docs/protocol` with the declared types and with a running server's answers.
@Suite struct DocumentedExamplesTests {
  private let description = MethodTable.current.description
  private let methods: [String: MethodDescription]
  private let examples: ProtocolExamples

  init() throws {
    methods = Dictionary(uniqueKeysWithValues: description.methods.map { ($0.name, $0) })
    examples = try ProtocolExamples()
  }

  @Test func everyMethodAndNotificationHasAnExample() {
    #expect(Set(methods.keys).subtracting(examples.blocks.ofMethods.keys) == [])
    let sent = examples.blocks.flatMap(\.examples).flatMap(\.notifications).compactMap { $0["method"]?.string }
    #expect(Set(sent) == Set(description.notifications.map(\.name)))
  }

  @Test func examplesMatchDeclaredTypes() throws {
    for example in try examples.blocks.completed().flatMap(\.examples) {
      for notification in example.notifications { check(notification, of: example) }
      guard example.request != nil else {
        #expect(example.answer == nil, "\(example.place): an answer to what?")
        continue
      }
      try check(example)
    }
    let objects = Dictionary(uniqueKeysWithValues: description.objects.map { ($0.name, $0) })
    let values = examples.blocks.compactMap(\.value)
    #expect(!values.isEmpty)
    for (name, json) in values {
      let object = try #require(objects[name], "no type is called \(name)")
      expectValid(ValueType.object(object.type).validationError(in: json, by: object.author), name)
    }
  }

  /// Checks a request and its answer against the method's declaration.
  private func check(_ example: DocumentedExample) throws {
    let request = try #require(example.request)
    let method = try #require(methods[try request.string("method")], "\(example.place): there is no such method")
    let answer = try #require(example.answer, "\(example.place): there is no answer")
    #expect(request["jsonrpc"]?.string == "2.0" && answer["jsonrpc"]?.string == "2.0", "\(example.place)")
    #expect(request["id"]?.asWritten == answer["id"]?.asWritten, "\(example.place)")
    #expect(answer.members.map(\.name).count == 3, "\(example.place)")
    if let result = answer["result"] {
      let parameters = ObjectType(nil, "", method.parameters)
      if let given = request["params"] {
        expectValid(ValueType.object(parameters).validationError(in: given, by: .client), example.place)
      }
      expectValid(ValueType.object(method.result).validationError(in: result, by: .server), example.place)
    } else {
      let error = try answer.object("error")
      let (code, data) = (try error.integer("code"), try error.object("data"))
      let refusal = try #require(
        method.refusals.first { $0.code == code && $0.reason == data["reason"]?.string },
        "\(example.place): not one of its refusals")
      expectValid(ValueType.object(refusal.dataType).validationError(in: data, by: .server), example.place)
    }
  }

  private func check(_ notification: JSONValue, of example: DocumentedExample) {
    let name = notification["method"]?.string
    guard let type = description.notifications.first(where: { $0.name == name }), let given = notification["params"]
    else {
      Issue.record("\(example.place): not a notification: \(notification.text)")
      return
    }
    expectValid(
      ValueType.object(type.parameters).validationError(in: given, by: .server), "\(example.place), \(type.name)")
    if let method = example.method.flatMap({ methods[$0] }) {
      #expect(method.notifications.contains { $0.name == name }, "\(example.place) does not lead to \(type.name)")
    }
  }

  private func expectValid(_ validationError: ValidationError?, _ place: String) {
    if let validationError { Issue.record("\(place): `\(validationError.path)` \(validationError.message)") }
  }

  @Test func serverAnswersExamplesAsDocumented() throws {
    #expect(examples.unplayed == [], "each block needs a mark such as `<!-- played: 120, creator -->`")
    var player = try ExamplePlayer()
    try player.play(examples.night) { _, _ in }
    let commands = Set(methods.values.filter { $0.kind == .command }.map(\.name))
    #expect(commands.subtracting(player.resent) == ["members.leave"])
  }
}
