import Foundation
import MovieNightKit
import MovieNightPrimitives
import TestSupport

extension Project {
  /// Returns the example results in `docs/protocol`, each with the title of its section, which is the method's name.
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
