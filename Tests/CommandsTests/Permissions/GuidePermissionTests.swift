import Commands
import Domain
import Testing

@testable import CommandsSupport

/// Compares every command of a guide, for every sender, with `docs/permissions.md`.
@Suite struct GuidePermissionTests {
  private typealias Role = PermissionCast.Role

  private static func reminder(of member: MemberID) -> Reminder { Cast.reminder(Int(member.low), of: 1) }

  /// Every member has a reminder.
  private static let night: Night = {
    var night = Night(founding: Cast.founding + [Cast.joined(PermissionCast.gone, parent: nil)])
    for member in Cast.independent + [PermissionCast.gone] {
      night.send(.setReminder(reminder(of: member)), by: .member(member))
    }
    for (child, parent) in Cast.parents {
      night.send(.setReminder(reminder(of: child)), by: .member(parent, actingAs: child))
    }
    night.send(.leave, by: .member(PermissionCast.gone))
    return night
  }()

  /// Returns a valid command, which can be refused only because of its sender and target.
  private static func example(_ method: String, target: String, by actor: MemberID) -> GuideCommand? {
    switch method {
    case "guide.set_show": .hide(1)
    case "reminders.set": .remind(90, of: 2)
    case "reminders.remove": .removeReminder(reminder(of: target == "own" ? actor : Cast.starter).id)
    default: nil
    }
  }

  @Test func pageMatchesDeciderOutcomes() throws {
    let codes = try PermissionPage.codes()
    let table = try PermissionPage.table("Guide commands", labels: 2)
    #expect(table[0] == ["command", "target"] + Role.allCases.map(\.rawValue))
    #expect(table.count == 5)
    for row in table.dropFirst() {
      for (role, cell) in zip(Role.allCases, row.dropFirst(2)) {
        guard case .member(let sender, let actingAs) = role.sender else {
          #expect(cell == "not_authenticated", "\(row[0]) by \(role.rawValue)")
          continue
        }
        let command = try #require(Self.example(row[0], target: row[1], by: actingAs ?? sender))
        var night = Self.night
        let result = night.send(command, by: role.sender)
        #expect((night.log == Self.night.log) == (result.refused != nil), "only an accepted command is recorded")
        let expected = PermissionPage.expected(cell, codes)
        #expect(result.refused ?? "yes" == expected, "\(row[0]) by \(role.rawValue), \(row[1])")
      }
    }
  }
}
