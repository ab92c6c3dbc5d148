import MovieNightPrimitives
import TestSupport
import Testing
import ProtocolSchema

@testable import Server

/// Random parameters for every method: those of the declared types are accepted, others are refused. (Debug builds
/// validate results and refusals themselves.)
@Suite struct DeclaredParametersTests {
  private static let tries = 60

  @Test(arguments: MethodTable.current.all)
  func parametersAreAcceptedAndRefusedAsDeclared(method: Method) throws {
    let fixture = try Fixture()
    let told = method.description
    let rules = Set(told.parameters.filter(\.hasRules).map(\.name.description))
    let documents = Set(told.parameters.filter(\.isDocument).map(\.name.description))
    var drawn = DrawnParameters(
      generator: SeededGenerator(seed: TestSeed.current &+ UInt64(method.name.utf8.count)))
    for _ in 0..<Self.tries {
      drawn.known = try fixture.known(for: told)
      let right = DrawnParameters.text(drawn.right(told))
      let answer = try fixture.call(told, right)
      #expect(
        answer.code != -32602 || isFor(rules.union(documents), answer),
        "\(method.name) {\(right)}: \(answer.text.prefix(400)) \(seed)")
      drawn.known = try fixture.known(for: told)
      let (members, place) = drawn.wrong(told, documents: documents, rules: rules)
      let wrong = DrawnParameters.text(members)
      let refused = try fixture.call(told, wrong)
      // A required document or custom-validated parameter may be refused first.
      let required = Set(told.parameters.filter(\.isRequired).map(\.name.description))
      let isFirst = isFor([place], refused) || isFor(rules.union(documents).intersection(required), refused)
      #expect(
        refused.code == -32602 && isFirst,
        "\(method.name) {\(wrong)} is not refused for \(place): \(refused.text.prefix(400)) \(seed)")
      #expect(refused.reason != "internal" && answer.reason != "internal")
    }
  }

  /// Whether every refused field is one of `parameters` or inside one.
  private func isFor(_ parameters: Set<String>, _ answer: Answer) -> Bool {
    let fields = answer.error?["data"]?["fields"]?.elements.compactMap { $0["field"]?.string } ?? []
    return !fields.isEmpty && fields.allSatisfy { field in parameters.contains { field.hasPrefix($0) } }
  }

  private var seed: String { TestSeed.command(seed: TestSeed.current, filter: "DeclaredParametersTests") }

  /// A server with a household, whose creator sends the calls that need no administrator.
  private final class Fixture {
    private let server: LocalServer
    private var household: Household

    init() throws {
      server = try LocalServer(catalog: .demo())
      household = try server.found()
    }

    /// Existing ids by kind. Founds a new household if an earlier call has ended the creator's access.
    func known(for method: MethodDescription) throws -> [String: [String]] {
      if try server.wire().call("auth.authenticate", #""token":"\#(household.token)""#).code == 401 {
        household = try server.found()
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
  /// Whether a value of the declared type may still be refused as a bad parameter: the field is custom-validated, or
  /// contains an opaque text that only its issuer can check.
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

  /// Whether the field is or contains a document of another program or version, which is read leniently.
  fileprivate var isDocument: Bool { type.holds { if case .document = $0 { true } else { false } } }
}
