import Foundation
import TestSupport

/// A row of the table of commands in `docs/rules.md`, which states the rules independently of the deciders.
struct RoundRule {
  /// The stages that the row applies to; empty for `start`.
  let stages: [Stage]
  let sender: Sender
  /// The stage that the command leads to; nil if it leaves the stage as it is, or changes it only under a condition.
  let next: Stage?

  /// The members who may send a command. The raw values are the table's cells.
  enum Sender: String {
    case anyMember = "any member"
    case starterOrCreator = "starter, creator"
    case creator
    case attendee
    case proposerOrCreator = "proposer, creator"
  }

  /// The rows by command, in the order of the document, and the lines that this type cannot read.
  static let table: (rules: [CommandName: [RoundRule]], unreadable: [String]) = {
    let lines = ((try? Project.text("docs/rules.md")) ?? "").components(separatedBy: "\n")
    var table: (rules: [CommandName: [RoundRule]], unreadable: [String]) = ([:], [])
    for line in lines.drop(while: { !$0.hasPrefix("| command | from |") }).dropFirst(2) {
      guard line.hasPrefix("|") else { break }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if let name = CommandName.allCases.first(where: { $0.words == cells[0] }), let rule = RoundRule(cells) {
        table.rules[name, default: []].append(rule)
      } else {
        table.unreadable.append(line)
      }
    }
    return table
  }()

  private init?(_ cells: [String]) {
    guard cells.count > 3, let sender = Sender(rawValue: cells[2]) else { return nil }
    let from = cells[1] == "–" ? [] : cells[1].components(separatedBy: ", ")
    stages = from.compactMap(Self.stage)
    self.sender = sender
    // After the comma comes a condition, and after the semicolon what happens in special cases.
    let next = cells[3].components(separatedBy: ";")[0]
    self.next = next == "voting" ? .open : Self.stage(next)
    guard stages.count == from.count, next.isEmpty || next.contains(",") || self.next != nil else { return nil }
  }

  private static func stage(_ words: String) -> Stage? {
    switch words {
    case "voting open": .open
    case "voting closed": .closed
    default: Stage(rawValue: words)
    }
  }

  /// Returns the rule for a command in a stage: the row with that stage, else the command's first row.
  static func of(_ name: CommandName, in stage: Stage) -> RoundRule {
    let rules = rules(of: name)
    return rules.first { $0.stages.contains(stage) } ?? rules[0]
  }

  /// Returns the stages in which a round allows a command.
  static func stages(allowing name: CommandName) -> [Stage] { rules(of: name).flatMap(\.stages) }

  /// Whether a parent may send the command for a managed member, who is never the creator.
  static func isForManaged(_ name: CommandName) -> Bool { rules(of: name).contains { $0.sender != .creator } }

  private static func rules(of name: CommandName) -> [RoundRule] {
    guard let rules = table.rules[name] else {
      preconditionFailure("the table of commands in docs/rules.md has no readable row for \(name.words)")
    }
    return rules
  }
}
