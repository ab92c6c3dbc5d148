import Foundation
import MovieNightClient
import Primitives
import TestSupport

extension Project {
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
