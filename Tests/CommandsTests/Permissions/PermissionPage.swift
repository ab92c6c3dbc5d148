import Foundation
import TestSupport
import Testing

/// The tables of `docs/permissions.md` that the tests compare with the deciders.
enum PermissionPage {
  /// The cell of a combination that cannot occur.
  static let none = "–"
  /// The cell of a command that succeeds and records nothing.
  static let nothing = "nothing"

  /// Returns the cells of the table under a heading, by row. The first `labels` cells of a line may list several
  /// values; such a line is a row for each combination.
  static func table(_ heading: String, labels: Int = 0) throws -> [[String]] {
    let text = try Project.text("docs/permissions.md")
    let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(heading)\n") })
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("| ---") }
    return lines.flatMap { line in
      rows(line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }, labels: labels)
    }
  }

  private static func rows(_ cells: [String], labels: Int) -> [[String]] {
    var rows: [[String]] = [[]]
    for cell in cells.prefix(labels) {
      let values = cell.components(separatedBy: ", ").map { $0.trimmingCharacters(in: [" ", "`"]) }
      rows = rows.flatMap { row in values.map { row + [$0] } }
    }
    return rows.map { $0 + Array(cells.dropFirst(labels)) }
  }

  /// Returns the code of every reason.
  static func codes() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try table("Reasons").dropFirst().map { ($0[0], $0[1]) })
  }

  /// Returns the outcome that a cell means: `403 creator_only` for a reason, else the cell itself.
  static func expected(_ cell: String, _ codes: [String: String]) -> String {
    codes[cell].map { "\($0) \(cell)" } ?? cell
  }
}
