import Foundation
import TestSupport
import Testing

/// The tables of `docs/permissions.md` that the tests compare with the deciders.
enum PermissionPage {
  /// The cell of a combination that cannot occur.
  static let none = "–"
  /// The cell of a command that succeeds and records nothing.
  static let nothing = "nothing"

  /// Returns the cells of the table under a heading, by line.
  static func table(_ heading: String) throws -> [[String]] {
    let text = try Project.text("docs/permissions.md")
    let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(heading)\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("| ---") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
    }
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
