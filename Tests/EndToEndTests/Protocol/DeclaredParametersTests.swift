import MovieNightPrimitives
import TestSupport
import Testing
import WireProtocol

@testable import Server

/// Whatever is of the declared types is taken, and whatever is not is refused, by every method that there is. (That results
/// and refusals are as declared the server sees to itself, in a debug build.)
@Suite struct DeclaredParametersTests {
  private static let tries = 60

  @Test(arguments: MethodTable.current.all)
  func parametersAreTakenAndRefusedAsDeclared(method: Method) throws {
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
      // Where one of those has to be there, it may be refused first.
      let required = Set(told.parameters.filter(\.isRequired).map(\.name.description))
      let isFirst = isFor([place], refused) || isFor(rules.union(documents).intersection(required), refused)
      #expect(
        refused.code == -32602 && isFirst,
        "\(method.name) {\(wrong)} is not refused for \(place): \(refused.text.prefix(400)) \(seed)")
      #expect(refused.reason != "internal" && answer.reason != "internal")
    }
  }

  /// Whether what is refused is one of these, or stands in one.
  private func isFor(_ parameters: Set<String>, _ answer: Answer) -> Bool {
    let fields = answer.error?["data"]?["fields"]?.elements.compactMap { $0["field"]?.string } ?? []
    return !fields.isEmpty && fields.allSatisfy { field in parameters.contains { field.hasPrefix($0) } }
  }

  private var seed: String { TestSeed.command(seed: TestSeed.current, filter: "DeclaredParametersTests") }

  /// A server with a household whose creator asks, or an administrator where that is needed.
  private final class Fixture {
    private let server: LocalServer
    private var household: Household

    init() throws {
      server = try LocalServer(catalog: .demo())
      household = try server.found()
    }

    /// Ids of what is there; what was drawn before may have ended the asker's access: leaving, an erasure, a revocation.
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
  /// More counts than its type: what is of it may be refused as a bad parameter all the same. It is declared so, or there is a
  /// text in it that others make, and only they know whether it is one of theirs.
  fileprivate var hasRules: Bool {
    isRuled
      || type.holds { part in
        switch part {
        case .text(.opaque), .text(.secret): true
        case .object(let object): object.fields.contains(where: \.isRuled)
        default: false
        }
      }
  }

  /// It is an object of other programs and times, or has one inside: it is read as far as it is understood.
  fileprivate var isDocument: Bool { type.holds { if case .document = $0 { true } else { false } } }
}
