import Testing
import ProtocolSchema

@testable import Server

/// `docs/permissions.md` agrees with the methods' declarations. Other tests compare the document with the deciders.
struct PermissionsDocumentTests {
  /// Returns the reasons in the cells of each method.
  private func reasons() throws -> [String: Set<String>] {
    let document = try Document("docs/permissions.md")
    var reasons: [String: Set<String>] = [:]
    for (section, labels, count) in [
      ("Household and library commands", 2, 6), ("Collection commands", 2, 6), ("Guide commands", 2, 3),
      ("Round commands", 3, 6),
    ] {
      let lines = try document.section(section).lines.filter { $0.hasPrefix("| `") }
      #expect(lines.count >= count)
      for line in lines {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
        let found = cells.dropFirst(labels).filter { !["yes", "nothing", "–"].contains($0) }
        for command in cells[0].split(separator: ", ") {
          let words = command.trimmingCharacters(in: [" ", "`"]).split(separator: " ")
          let method = String(try #require(words.first))
          reasons[method, default: []].formUnion(found)
        }
      }
    }
    return reasons
  }

  @Test func documentListsEveryCommand() throws {
    #expect(Set(try reasons().keys) == Set(MethodTable.current.all.filter { $0.kind == .command }.map(\.name)))
  }

  @Test func documentedRefusalsAreDeclared() throws {
    for (name, reasons) in try reasons() {
      let method = try #require(MethodTable.current[name], "\(name)")
      let declared = Set(method.description.refusals.map { $0.reason })
      #expect(reasons.subtracting(declared) == [], "\(name)")
    }
  }

  /// Compares the refusals with code 403. The tables leave out the refusals that the server gives before a decider
  /// runs, those that every command declares, and `ceilingFixed`.
  @Test func declaredPermissionRefusalsAreDocumented() throws {
    let elsewhere = Set(Refusal.ofEveryCommand + [.notAllowed, .noMember, .notAMember, .ceilingFixed])
    for (name, reasons) in try reasons() {
      let method = try #require(MethodTable.current[name], "\(name)")
      let declared = Set(method.description.refusals.filter { $0.code == 403 }).subtracting(elsewhere)
      #expect(Set(declared.map { $0.reason }).subtracting(reasons) == [], "\(name)")
    }
  }
}
