import Foundation
import MovieNightKit
import MovieNightPrimitives
import TestSupport

extension Project {
  /// The results that `docs/protocol` shows, each with the title of its section: its method's name.
  static func examples() throws -> [(section: String, json: String)] {
    try exampleBlocks().completed().flatMap { block in
      block.examples.flatMap(\.answers).compactMap { answer in
        answer["result"].map { (block.section, String(decoding: $0.rawBytes, as: UTF8.self)) }
      }
    }
  }
}

extension JSONValue {
  init(text: String) throws { self = try JSONDocument(text).root }
}
