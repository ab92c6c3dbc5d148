import MovieNightPrimitives
import TestSupport
import Testing
import ProtocolSchema

@testable import Server

/// Random parameters for every method. Values of the declared types are accepted, and all others are refused. Results
/// and refusals need no check here, because debug builds of the server validate them.
@Suite struct DeclaredParametersTests {
  private static let tries = 60

  @Test(arguments: MethodTable.current.all)
  func parametersAreAcceptedAndRefusedAsDeclared(method: Method) throws {
    let fixture = try Fixture()
    let description = method.description
    let rules = Set(description.parameters.filter(\.hasRules).map(\.name.description))
    let documents = Set(description.parameters.filter(\.isDocument).map(\.name.description))
    var drawn = DrawnParameters(
      generator: SeededGenerator(seed: TestSeed.current &+ UInt64(method.name.utf8.count)))
    for _ in 0..<Self.tries {
      drawn.existingIDs = try fixture.existingIDs()
      let valid = DrawnParameters.text(drawn.validMembers(description))
      let answer = try fixture.call(description, valid)
      #expect(
        answer.code != -32602 || refuses(rules.union(documents), answer),
        "\(method.name) {\(valid)}: \(answer.text.prefix(400)) \(seed)")
      drawn.existingIDs = try fixture.existingIDs()
      let (members, place) = drawn.invalidMembers(description, documents: documents, rules: rules)
      let invalid = DrawnParameters.text(members)
      let refused = try fixture.call(description, invalid)
      // The refusal may instead name a required parameter that is a document or custom-validated, or the first of
      // several of which one is required.
      let required = Set(description.parameters.filter(\.isRequired).map(\.name.description))
      let others = rules.union(documents).intersection(required)
        .union(method.alternatives.compactMap(\.first?.description))
      let isExpectedField = refuses([place], refused) || refuses(others, refused)
      #expect(
        refused.code == -32602 && isExpectedField,
        "\(method.name) {\(invalid)} is not refused for \(place): \(refused.text.prefix(400)) \(seed)")
      #expect(refused.reason != "internal" && answer.reason != "internal")
    }
  }

  /// Whether the answer is a refusal of fields all of which are one of `parameters` or a part of one.
  private func refuses(_ parameters: Set<String>, _ answer: Answer) -> Bool {
    let fields = answer.error?["data"]?["fields"]?.elements.compactMap { $0["field"]?.string } ?? []
    return !fields.isEmpty && fields.allSatisfy { field in parameters.contains { field.hasPrefix($0) } }
  }

  private var seed: String { TestSeed.command(seed: TestSeed.current, filter: "DeclaredParametersTests") }

  /// A server with a household. The creator calls the methods for members, and an administrator all others.
  private final class Fixture {
    private let server: LocalServer
    private var household: Household

    init() throws {
      server = try LocalServer(catalog: .demo())
      household = try server.createHousehold()
    }

    /// Returns existing ids by kind. Founds a new household if an earlier call has ended the creator's access.
    func existingIDs() throws -> [String: [String]] {
      if try server.wire().call("auth.authenticate", #""token":"\#(household.token)""#).code == 401 {
        household = try server.createHousehold()
      }
      let wire = try server.wire(token: household.token)
      var round = try wire.result("rounds.active")["round"]?["round_id"]?.string
      if round == nil {
        round = try wire.result(
          "rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#
        ).object("round").string("round_id")
      }
      return ["household": [household.id], "member": household.members, "round": [round ?? ""]]
    }

    func call(_ method: MethodDescription, _ parameters: String) throws -> Answer {
      let isMembers = method.access == .authenticated
      let wire = isMembers ? try server.wire(token: household.token) : try server.administrator()
      return try wire.call(method.name, parameters)
    }
  }
}

extension WireField {
  /// Whether a value of the declared type may still be refused as a bad parameter, because the field is
  /// custom-validated or contains an opaque text that only the server can check.
  fileprivate var hasRules: Bool {
    isCustomValidated
      || type.holds { part in
        switch part {
        case .text(.opaque), .text(.secret): true
        case .object(let object): object.fields.contains(where: \.isCustomValidated)
        default: false
        }
      }
  }

  /// Whether the field is or contains a document of another program or version, whose members are not declared.
  fileprivate var isDocument: Bool { type.holds { if case .document = $0 { true } else { false } } }
}
