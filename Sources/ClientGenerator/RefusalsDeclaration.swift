import ProtocolSchema

struct RefusalsDeclaration {
  private let refusals: [Refusal]
  private let common: CommonRefusals
  private let data: [Property]
  private let hints: [(reason: String, hint: String)]

  /// - Throws: An error if two refusals have data with the same name but different types, or the same reason but
  ///   different hints.
  init(_ refusals: [Refusal], common: CommonRefusals) throws(GeneratorError) {
    self.refusals = refusals
    self.common = common
    var data: [Property] = []
    for datum in refusals.flatMap(\.data) {
      let property = try Property(datum.field, of: "data")
      guard let known = data.first(where: { $0.key == property.key }) else {
        data.append(property)
        continue
      }
      if known.type != property.type { throw .twoTypes("data.\(property.key)") }
    }
    self.data = data
    var hints: [(reason: String, hint: String)] = []
    for refusal in refusals {
      guard let hint = refusal.hint else { continue }
      guard let known = hints.first(where: { $0.reason == refusal.reason }) else {
        hints.append((refusal.reason, hint))
        continue
      }
      if known.hint != hint { throw .twoHints(reason: refusal.reason) }
    }
    self.hints = hints
  }

  func write(to text: inout SwiftText) {
    text.doc("The reason for a refusal, for programs.")
    text.openEnum("RefusalReason", words)
    text.line()
    text.block("extension RefusalReason", writeHints)
    text.line()
    text.line("// Data of some refusals; nil for the others.")
    text.block("extension Refusal") { text in
      for property in data {
        text.doc("\(property.documentation.map { "\($0) " } ?? "")Set for \(reasonsWith(property.key)).")
        text.line("public var \(property.name): \(property.type)? { value(\"\(property.key)\") }")
      }
    }
  }

  private func writeHints(to text: inout SwiftText) {
    text.doc("Advice at the command line; nil if there is none. A `%` is a placeholder for when to try again.")
    text.block("package var hint: String?") { text in
      text.line("switch self {")
      for (reason, hint) in hints {
        text.line("case .\(Names.lowerCamel(reason)):")
        text.indented { $0.line("\"\(hint)\"") }
      }
      text.line("default: nil")
      text.line("}")
    }
  }

  /// The reasons without duplicates, in order of declaration. Each has the documentation of all refusals with it.
  private var words: [(word: String, documentation: [String])] {
    var words: [(word: String, documentation: [String])] = []
    for refusal in refusals {
      if let index = words.firstIndex(where: { $0.word == refusal.reason }) {
        words[index].documentation.append(documentation(of: refusal))
      } else {
        words.append((refusal.reason, [documentation(of: refusal)]))
      }
    }
    return words
  }

  private func documentation(of refusal: Refusal) -> String {
    var text = "\(refusal.code): \(Sentences.inSwift(refusal.summary))."
    if common.ofMethods.contains(refusal) { text += " For every method." }
    if common.ofAuthenticatedMethods.contains(refusal) { text += " For every method that needs a token." }
    if common.ofCommands.contains(refusal) { text += " For every command." }
    let names = refusal.data.map { "``Refusal/\(Names.lowerCamel($0.field.name.description))``" }
    return names.isEmpty ? text : text + " With \(names.joined(separator: ", "))."
  }

  private func reasonsWith(_ key: String) -> String {
    let named = refusals.filter { refusal in refusal.data.contains { $0.field.name.description == key } }
    return Names.links(toReasons: named.map(\.reason))
  }
}
