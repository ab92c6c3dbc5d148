/// A set of words as an enumeration.
struct DeclaredChoice: Sendable {
  let name: String
  let words: [String]
  let summary: String
}

/// The sets of words that an area names first.
struct ChoicesFile {
  let area: String
  let choices: [DeclaredChoice]

  var file: GeneratedFile {
    let area = Names.upperCamel(area)
    return GeneratedFile(area.isEmpty ? "Choices.swift" : "\(area)/\(area)Choices.swift") { text in
      for (index, choice) in choices.enumerated() {
        if index > 0 { text.line() }
        text.doc(choice.summary)
        text.openChoice(choice.name, choice.words.map { ($0, []) })
      }
    }
  }
}

extension SwiftText {
  /// An enumeration with a case for each word, each with its paragraphs of documentation, and one for those to come.
  mutating func openChoice(_ name: String, _ words: [(word: String, documentation: [String])]) {
    let cases = words.map { (name: Names.escaped(Names.lowerCamel($0.word)), word: $0.word) }
    block("public enum \(name): OpenChoice") { text in
      for (index, entry) in words.enumerated() {
        for (line, paragraph) in entry.documentation.enumerated() {
          if line > 0 { text.docBreak() }
          text.doc(paragraph)
        }
        text.line("case \(cases[index].name)")
      }
      text.doc("A word that this version of the client does not know.")
      text.line("case other(String)")
      text.line()
      text.list(
        "public static let allCases: [\(name)] = [", cases.map { ".\($0.name)".replacingBackticks }, "]",
        endsWithComma: true)
      text.line()
      text.block("public init(rawValue: String)") { text in
        text.line("switch rawValue {")
        for entry in cases { text.line("case \"\(entry.word)\": self = .\(entry.name)".replacingBackticks) }
        text.line("default: self = .other(rawValue)")
        text.line("}")
      }
      text.line()
      text.block("public var rawValue: String") { text in
        text.line("switch self {")
        for entry in cases { text.line("case .\(entry.name): \"\(entry.word)\"".replacingBackticks) }
        text.line("case .other(let word): word")
        text.line("}")
      }
    }
  }
}

extension String {
  /// Behind a point every word is a name.
  fileprivate var replacingBackticks: String { filter { $0 != "`" } }
}
