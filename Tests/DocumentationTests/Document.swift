import Foundation
import TestSupport
import Testing

/// A Markdown document, split into sections and code blocks.
struct Document: CustomTestStringConvertible {
  /// The path from the project's root.
  let path: String
  let text: String
  let sections: [Section]

  /// A heading and the text below it, up to the next heading.
  struct Section {
    let level: Int
    let title: String
    let lines: [String]

    var text: String { lines.joined(separator: "\n") }
    /// The fragment of a link to the section.
    var anchor: String {
      String(title.lowercased().map { $0 == " " ? "-" : $0 }.filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
    }
    var blocks: [CodeBlock] { CodeBlock.all(in: lines) }

    /// Returns whether the section contains the word as code.
    func names(_ word: String) -> Bool { text.contains("`\(word)`") }
  }

  var testDescription: String { path }
  var blocks: [CodeBlock] { CodeBlock.all(in: text.components(separatedBy: "\n")) }

  init(_ path: String) throws {
    self.path = path
    text = try Project.text(path)
    var sections: [Section] = []
    var level = 0
    var title = ""
    var lines: [String] = []
    var isInBlock = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") { isInBlock.toggle() }
      let marks = line.prefix { $0 == "#" }.count
      guard marks > 0, !isInBlock else {
        lines.append(line)
        continue
      }
      sections.append(Section(level: level, title: title, lines: lines))
      level = marks
      title = line.dropFirst(marks).trimmingCharacters(in: .whitespaces)
      lines = []
    }
    self.sections = sections + [Section(level: level, title: title, lines: lines)]
  }

  /// Returns the only block with this info string, as a reader copies it.
  func block(_ info: String) throws -> String {
    let found = blocks.filter { $0.info == info }
    #expect(found.count == 1, "\(path), \(info)")
    return try #require(found.first).text + "\n"
  }

  func section(_ title: String) throws -> Section {
    try #require(sections.first { $0.title == title }, "\(path) has no section \(title)")
  }

  /// Returns the documents in the root and below `docs`.
  static func all() throws -> [Document] {
    let names = try FileManager.default.contentsOfDirectory(atPath: Project.root.path)
    let paths = names.filter { $0.hasSuffix(".md") }.sorted() + (try Project.files(in: "docs", ending: ".md"))
    return try paths.map { try Document($0) }
  }
}

/// A fenced code block.
struct CodeBlock {
  /// The info string after the opening fence, such as `sh first-night`.
  let info: String
  let text: String

  static func all(in lines: [String]) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var info: String?
    var content: [String] = []
    for line in lines {
      if line.hasPrefix("```") {
        if let opened = info {
          blocks.append(CodeBlock(info: opened, text: content.joined(separator: "\n")))
          info = nil
        } else {
          info = String(line.dropFirst(3))
          content = []
        }
      } else {
        content.append(line)
      }
    }
    return blocks
  }
}
