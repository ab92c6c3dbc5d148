struct EnumDeclaration: Sendable {
  let name: String
  let area: String
  let words: [String]
  let summary: String

  func write(to text: inout SwiftText) {
    text.doc(summary)
    text.openEnum(name, words.map { ($0, []) })
  }
}

extension SwiftText {
  /// Writes an `OpenEnum` with a constant for each word. The documentation of a word has one or more paragraphs.
  mutating func openEnum(_ name: String, _ words: [(word: String, documentation: [String])]) {
    block("public struct \(name): OpenEnum") { text in
      for (word, documentation) in words {
        for (line, paragraph) in documentation.enumerated() {
          if line > 0 { text.docBreak() }
          text.doc(paragraph)
        }
        text.line("public static let \(Names.escaped(Names.lowerCamel(word))) = Self(rawValue: \"\(word)\")")
      }
      text.line()
      let all = words.map { ".\(Names.lowerCamel($0.word))" }
      text.list("public static let allCases: [Self] = [", all, "]", endsWithComma: true)
      text.line("public let rawValue: String")
      text.line("public init(rawValue: String) { self.rawValue = rawValue }")
    }
  }
}
