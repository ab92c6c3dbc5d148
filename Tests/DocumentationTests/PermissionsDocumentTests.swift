import Testing
import WireProtocol

@testable import Server

/// `docs/permissions.md` and the methods' declarations agree. (That it agrees with the deciders is tested beside those.)
struct PermissionsDocumentTests {
  /// The reasons in the cells of each method.
  private func reasons() throws -> [String: Set<String>] {
    let document = try Document("docs/permissions.md")
    var reasons: [String: Set<String>] = [:]
    for (section, labels) in [("Table", 2), ("Rounds", 3)] {
      let lines = try document.section(section).lines.filter { $0.hasPrefix("| `") }
      #expect(lines.count > 30)
      for line in lines {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
        let method = String(try #require(cells[0].split(separator: " ").first))
        reasons[method, default: []].formUnion(
          cells.dropFirst(labels).filter { !["yes", "nothing", "–"].contains($0) })
      }
    }
    return reasons
  }

  @Test func whoIsRefusedIsDeclared() throws {
    for (name, reasons) in try reasons() {
      let method = try #require(MethodTable.current[name], "\(name)")
      let declared = Set(method.description.refusals.map { $0.reason })
      #expect(reasons.subtracting(declared) == [], "\(name)")
    }
  }

  /// Of what is refused for who somebody is. In no table stands what the server asks before the deciders, what every command
  /// declares, and a ceiling that nobody sets like this.
  @Test func whatIsDeclaredOfWhoIsRefusedStandsThere() throws {
    let elsewhere = Set(Refusal.ofEveryCommand + [.notAllowed, .noMember, .notAMember, .ceilingFixed])
    for (name, reasons) in try reasons() {
      let method = try #require(MethodTable.current[name], "\(name)")
      let declared = Set(method.description.refusals.filter { $0.code == 403 }).subtracting(elsewhere)
      #expect(Set(declared.map { $0.reason }).subtracting(reasons) == [], "\(name)")
    }
  }
}
