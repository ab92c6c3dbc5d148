import Foundation
import TestSupport
import Testing

/// `docs/permissions.md`, as far as the tests compare it with the deciders.
enum PermissionPage {
  /// What stands in a cell where there is nothing to send.
  static let none = "–"
  /// What stands where it is carried out, and nothing is recorded.
  static let nothing = "nothing"

  /// The lines of a table as cells, by the heading above it.
  static func table(_ heading: String) throws -> [[String]] {
    let text = try Project.text("docs/permissions.md")
    let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(heading)\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("| ---") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
    }
  }

  /// The code of every reason.
  static func codes() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try table("Reasons").dropFirst().map { ($0[0], $0[1]) })
  }

  /// What a cell stands for: `403 creator_only`, or the cell itself.
  static func expected(_ cell: String, _ codes: [String: String]) -> String {
    codes[cell].map { "\($0) \(cell)" } ?? cell
  }
}
