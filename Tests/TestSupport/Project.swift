import Foundation
import ProtocolDocuments

/// The working copy that the tests were built from.
public enum Project {
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  public static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  public static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  /// Returns the paths of the files below `folder` whose names have the suffix `ending`.
  public static func files(in folder: String, ending: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
    return names.filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// Returns the example blocks of all pages in `docs/protocol`.
  public static func exampleBlocks() throws -> [ExampleBlock] {
    try files(in: "docs/protocol", ending: ".md").flatMap { try ExampleBlock.blocks(of: text($0), at: $0) }
  }

  /// Returns the path and text of every Swift file below `folder`.
  public static func sources(in folder: String = "Sources") throws -> [(path: String, text: String)] {
    try files(in: folder, ending: ".swift").map { ($0, try text($0)) }
  }

  /// Returns the texts that the capture group of `pattern` matches in the sources below `folder`.
  public static func words(
    in folder: String = "Sources", _ pattern: Regex<(Substring, Substring)>
  ) throws -> Set<String> {
    var words: Set<String> = []
    for source in try sources(in: folder) {
      words.formUnion(source.text.matches(of: pattern).map { String($0.1) })
    }
    return words
  }
}
