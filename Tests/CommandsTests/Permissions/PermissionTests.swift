import Commands
import Domain
import Foundation
import Primitives
import Testing

/// Every command of a household and its library × every sender × whom it is about, against `docs/permissions.md`.
@Suite struct PermissionTests {
  private typealias Role = PermissionCast.Role
  private typealias Target = PermissionCast.Target

  /// What stands in a cell where there is nothing to send.
  private static let none = "–"

  /// The lines of a table as cells, by the heading above it.
  private static func table(_ heading: String) throws -> [[String]] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("docs/permissions.md"), encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(heading)\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("| ---") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
    }
  }

  @Test func thePageHasEveryCommandSenderAndTarget() throws {
    let table = try Self.table("Table")
    #expect(table[0] == ["command", "about"] + Role.allCases.map(\.rawValue))
    let rows = MethodName.allCases.flatMap { name in
      (name.hasTarget ? Target.allCases.map(\.rawValue) : [Self.none]).map { [name.rawValue, $0] }
    }
    #expect(table.dropFirst().map { Array($0.prefix(2)) } == rows)
    #expect(table.allSatisfy { $0.count == 2 + Role.allCases.count })
    #expect(try Self.table("Who sends").dropFirst().map { $0[0] } == Role.allCases.map(\.rawValue))
    for name in MethodName.allCases {
      switch name.example(about: Cast.ann) {
      case .household(let command): #expect(MethodName(command) == name)
      case .library(let command): #expect(MethodName(command) == name)
      }
    }
  }

  @Test(arguments: MethodName.allCases)
  func thePageSaysWhatTheDecidersDecide(name: MethodName) throws {
    let codes = try Self.codes()
    for row in try Self.table("Table") where row[0] == name.rawValue {
      for (role, cell) in zip(Role.allCases, row.dropFirst(2)) {
        let expected = codes[cell].map { "\($0) \(cell)" } ?? cell
        #expect(outcome(of: name, by: role, about: row[1]) == expected, "\(role.rawValue), about \(row[1])")
      }
    }
  }

  @Test func everyReasonOfThePageIsUsed() throws {
    let used = Set(try Self.table("Table").dropFirst().flatMap { $0.dropFirst(2) })
    #expect(used == Set(try Self.codes().keys).union(["yes", Self.none]))
  }

  private static func codes() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try table("Reasons").dropFirst().map { ($0[0], $0[1]) })
  }

  private func outcome(of name: MethodName, by role: Role, about target: String) -> String {
    // A new household is founded where there is none.
    var night = name == .create ? Night(founding: []) : PermissionCast.night
    var about = Cast.ann
    if name.hasTarget {
      guard let member = Target(rawValue: target)?.member(for: role) else { return Self.none }
      about = member
    }
    let before = night
    let result =
      switch name.example(about: about) {
      case .household(let command): night.send(command, by: role.sender)
      case .library(let command): night.send(command, by: role.sender)
      }
    if result.refusal == nil { return night.log == before.log ? "nothing" : "yes" }
    #expect(night.log == before.log && night.hasSameStates(as: before), "a refusal records nothing")
    return result.refused ?? ""
  }
}
