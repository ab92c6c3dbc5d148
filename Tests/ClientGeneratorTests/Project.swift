import Foundation
import MovieNightClient
import Primitives

/// The working copy that the tests were built from.
enum Project {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Below `folder`, by path.
  static func sources(in folder: String) throws -> [String: String] {
    let folder = root.appendingPathComponent(folder)
    var texts: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
      texts[path] = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
    return texts
  }

  /// The results that `docs/protocol.md` shows, each with the title of its section: its method's name.
  static func examples() throws -> [(section: String, json: String)] {
    var examples: [(section: String, json: String)] = []
    var section = ""
    for line in try text("docs/protocol.md").components(separatedBy: "\n") {
      if line.hasPrefix("### ") {
        section = String(line.dropFirst(4))
      } else if line.hasPrefix("← "), let result = try JSONValue(text: String(line.dropFirst(2)))["result"] {
        examples.append((section, String(decoding: result.rawBytes, as: UTF8.self)))
      }
    }
    return examples
  }
}

extension JSONValue {
  init(text: String) throws { self = try JSONDocument(text).root }
}
