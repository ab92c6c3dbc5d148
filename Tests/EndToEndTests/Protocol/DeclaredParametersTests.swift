import Primitives
import TestSupport
import Testing
import WireProtocol

@testable import Server

/// Whatever is of the declared types is taken, and whatever is not is refused, by every method that there is. (That results
/// and refusals are as declared the server sees to itself, in a debug build.)
@Suite struct DeclaredParametersTests {
  /// For these more counts than their type: what is of it may be refused as a bad parameter all the same.
  private static let rules: [String: Set<String>] = [
    "preferences.set": ["genre_likes", "genre_dislikes", "max_content_rating"],
    "households.update": ["streaming_services", "settings"], "tokens.issue": ["secret", "member_id", "household_id"],
    "households.create": ["secret"], "invites.accept": ["secret"], "sessions.list": ["cursor"],
    "watchlist.list": ["cursor"], "watched.list": ["cursor"], "events.read": ["types"], "providers.list": ["country"],
    "catalog.clear": ["id", "kind"], "catalog.export": ["cursor"], "auth.authenticate": ["administrator", "token"],
  ]
  /// Objects of other programs and times, which are read as far as they are understood.
  private static let documents: [String: Set<String>] = [
    "rounds.import": ["round"], "events.import": ["events", "texts"],
  ]

  private static let tries = 60

  @Test(arguments: MethodTable.current.all)
  func parametersAreTakenAndRefusedAsDeclared(method: Method) throws {
    let fixture = try Fixture()
    let told = method.description
    let (rules, documents) = (Self.rules[method.name] ?? [], Self.documents[method.name] ?? [])
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
