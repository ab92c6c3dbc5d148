import Primitives
import TestSupport
import Testing
import WireProtocol

@testable import Server

/// Whatever is of the declared types is taken, and whatever is not is refused, by every method that there is. (That results
/// and refusals are as declared the server sees to itself, in a debug build.)
@Suite struct DeclaredParametersTests {
  /// Rules that a type cannot tell, because they look at several parameters or what is in a document: what is of the type
  /// may be refused as a bad parameter all the same.
  private static let beyondTypes: [String: Set<String>] = [
    "preferences.set": ["genre_likes", "genre_dislikes"], "households.update": ["streaming_services"],
    "rounds.import": ["round"], "events.import": ["events", "texts"],
    "tokens.issue": ["secret", "member_id", "household_id"],
    "households.create": ["secret"], "invites.accept": ["secret"], "rounds.active": ["household_id"],
    "sessions.list": ["cursor", "household_id"], "watchlist.list": ["cursor"], "watched.list": ["cursor"],
    "events.read": ["types"], "providers.list": ["country"], "catalog.clear": ["id", "kind"],
    "catalog.export": ["cursor"],
    "auth.authenticate": ["token", "administrator"],
  ]

  private static let tries = 60

  @Test(arguments: MethodTable.current.all)
  func parametersAreTakenAndRefusedAsDeclared(method: Method) throws {
    let fixture = try Fixture()
    let told = method.description
    var drawn = DrawnParameters(
      generator: SeededGenerator(seed: TestSeed.current &+ UInt64(method.name.utf8.count)), known: fixture.known)
    for _ in 0..<Self.tries {
      let right = DrawnParameters.text(drawn.right(told))
      let answer = try fixture.call(told, right)
      #expect(isTaken(answer, method.name), "\(method.name) {\(right)}: \(answer.text.prefix(400)) \(seed)")
      let (members, place) = drawn.wrong(told)
      let wrong = DrawnParameters.text(members)
      let refused = try fixture.call(told, wrong)
      let fields = refused.error?["data"]?["fields"]?.elements.compactMap { $0["field"]?.string } ?? []
      #expect(
        refused.code == -32602 && fields.contains { $0.hasPrefix(place) },
        "\(method.name) {\(wrong)} is not refused for \(place): \(refused.text.prefix(400)) \(seed)")
      #expect(refused.reason != "internal" && answer.reason != "internal")
    }
  }

  private var seed: String { TestSeed.command(seed: TestSeed.current, filter: "DeclaredParametersTests") }

  private func isTaken(_ answer: Answer, _ method: String) -> Bool {
    guard answer.code == -32602 else { return true }
    let fields = answer.error?["data"]?["fields"]?.elements.compactMap { $0["field"]?.string } ?? []
    let beyond = Self.beyondTypes[method] ?? []
    return !fields.isEmpty && fields.allSatisfy { field in beyond.contains { field.hasPrefix($0) } }
  }

  /// A server with a household whose creator asks, or an administrator where that is needed.
  private final class Fixture {
    let server: LocalServer
    let known: [String: [String]]
    private var household: Household

    init() throws {
      server = try LocalServer(catalog: .demo())
      household = try server.found()
      let wire = try server.wire(token: household.token)
      let round = try wire.result(
        "rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#
      ).object("round").string("round_id")
      known = ["household": [household.id], "member": household.members, "round": [round]]
    }

    func call(_ method: MethodDescription, _ parameters: String) throws -> Answer {
      guard method.access == .authenticated else { return try server.administrator().call(method.name, parameters) }
      let wire = try server.wire()
      if try wire.call("auth.authenticate", #""token":"\#(household.token)""#).code == 401 {
        // What was drawn has ended its access: leaving, an erasure, a revocation.
        household = try server.found()
        return try server.wire(token: household.token).call(method.name, parameters)
      }
      return try wire.call(method.name, parameters)
    }
  }
}
