import Foundation
import Primitives

/// The examples of `docs/protocol.md`: lines that are sent (`→`), with those that come back (`←`).
struct ProtocolExamples {
  private(set) var all: [DocumentedExample] = []
  /// Objects that stand there by themselves, with the name of their type: a block that begins with `json HealthProblem`.
  private(set) var objects: [(type: String, json: JSONValue)] = []

  /// - Throws: for a line in a block that is nothing of this: no example is passed over.
  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
    var (section, block) = ("", String?.none)
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      do {
        if line.hasPrefix("```") {
          block = block == nil ? String(line.dropFirst(3)) : nil
          if block == "" { all.append(DocumentedExample(section: section, line: index + 2)) }
        } else if let block {
          try read(line, at: index + 1, in: block, of: section)
        } else if line.hasPrefix("#") {
          section = String(line.drop { $0 == "#" }.dropFirst())
        }
      } catch {
        throw TestFailure("docs/protocol.md, line \(index + 1): \(error)")
      }
    }
    all.removeAll { $0.request == nil && $0.answers.isEmpty }
  }

  private mutating func read(_ line: String, at number: Int, in block: String, of section: String) throws {
    if block.hasPrefix("json ") {
      objects.append((String(block.dropFirst(5)), try JSONDocument(line).root))
    } else if block.isEmpty, line.hasPrefix("→ ") {
      all.append(
        DocumentedExample(section: section, line: number, request: try JSONDocument(String(line.dropFirst(2))).root))
    } else if block.isEmpty, line.hasPrefix("← ") {
      all[all.count - 1].answers.append(try JSONDocument(String(line.dropFirst(2))).root)
    } else {
      throw TestFailure("neither sent nor received, nor an object of a type that is named")
    }
  }
}

/// One line that is sent, with what comes back; without a request what comes unasked.
struct DocumentedExample: Sendable {
  let section: String
  let line: Int
  var request: JSONValue?
  var answers: [JSONValue] = []

  var method: String? { request?["method"]?.string }
  /// What has the request's id.
  var answer: JSONValue? { answers.first { $0["id"] != nil } }
  var notifications: [JSONValue] { answers.filter { $0["id"] == nil } }
  var place: String { "docs/protocol.md, line \(line), \(method ?? section)" }
}
