import Commands
import Domain
import MovieNightPrimitives
import Testing

@testable import CommandsSupport

/// Compares every command of a household and its library, and the import of a round, for every sender and every target
/// with `docs/permissions.md`.
@Suite struct PermissionTests {
  private typealias Role = PermissionCast.Role
  private typealias Target = PermissionCast.Target

  @Test func pageListsEveryCommandSenderAndTarget() throws {
    let table = try PermissionPage.table("Household and library commands", labels: 2)
    #expect(table[0] == ["command", "target"] + Role.allCases.map(\.rawValue))
    let rows = MethodName.allCases.flatMap { name in
      (name.hasTarget ? Target.allCases.map(\.rawValue) : [PermissionPage.none]).map { [name.rawValue, $0] }
    }
    let listed = table.dropFirst().map { Array($0.prefix(2)) }
    #expect(Set(listed) == Set(rows))
    #expect(listed.count == rows.count, "each once")
    #expect(table.allSatisfy { $0.count == 2 + Role.allCases.count })
    #expect(try PermissionPage.table("Senders").dropFirst().map { $0[0] } == Role.allCases.map(\.rawValue))
  }

  @Test(arguments: MethodName.allCases)
  func pageMatchesDeciderOutcomes(name: MethodName) throws {
    let codes = try PermissionPage.codes()
    for row in try PermissionPage.table("Household and library commands", labels: 2) where row[0] == name.rawValue {
      for (role, cell) in zip(Role.allCases, row.dropFirst(2)) {
        let expected = PermissionPage.expected(cell, codes)
        #expect(outcome(of: name, by: role, about: row[1]) == expected, "\(role.rawValue), about \(row[1])")
      }
    }
  }

  @Test func pageReasonsMatchItsTables() throws {
    let cells =
      try ["Household and library commands", "Collection commands", "Guide commands"].flatMap { section in
        try PermissionPage.table(section).dropFirst().flatMap { $0.dropFirst(2) }
      }
      + PermissionPage.table("Round commands").dropFirst().flatMap { $0.dropFirst(3) }
    let reasons = Set(try PermissionPage.codes().keys)
    #expect(Set(cells) == reasons.union(["yes", PermissionPage.nothing, PermissionPage.none]))
  }

  private func outcome(of name: MethodName, by role: Role, about target: String) -> String {
    // A household can only be founded where none exists.
    var night = name == .create ? Night(founding: []) : PermissionCast.night
    var about = Cast.ann
    if name.hasTarget {
      guard let member = Target(rawValue: target)?.member(for: role) else { return PermissionPage.none }
      about = member
    }
    let before = night
    let result =
      switch name.example(about: about) {
      case .household(let command): night.send(command, by: role.sender)
      case .library(let command): night.send(command, by: role.sender)
      case .importRound(let round): night.importRound(Cast.round(1), round, by: role.sender)
      }
    if result.refusal == nil { return night.log == before.log ? PermissionPage.nothing : "yes" }
    #expect(night.log == before.log && night.hasSameStates(as: before), "a refusal records nothing")
    return result.refused ?? ""
  }
}
