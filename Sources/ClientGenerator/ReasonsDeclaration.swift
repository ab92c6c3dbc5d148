import WireProtocol

/// The reasons of refusals, and what comes with them.
struct ReasonsDeclaration {
  private let reasons: [Reason]
  private let common: CommonReasons
  private let data: [Property]

  /// - Throws: where two reasons have data of one name that differ.
  init(_ reasons: [Reason], common: CommonReasons) throws(GeneratorError) {
    self.reasons = reasons
    self.common = common
    var data: [Property] = []
    for field in reasons.flatMap(\.data) {
      let property = try Property(field, of: "data")
      guard let known = data.first(where: { $0.key == property.key }) else {
        data.append(property)
        continue
      }
      if known.type != property.type { throw .twoTypes("data.\(property.key)") }
    }
    self.data = data
  }

  func write(to text: inout SwiftText) {
    text.doc("Why a request was refused, as programs tell it.")
    text.openChoice("RefusalReason", words)
    text.line()
    text.line("// Data of some refusals; nil for the others.")
    text.block("extension Refusal") { text in
      for property in data {
        text.doc("\(property.documentation.map { "\($0) " } ?? "")Of \(reasonsWith(property.key)).")
        text.line("public var \(property.name): \(property.type)? { value(\"\(property.key)\") }")
      }
    }
  }

  /// Each name once, in the order of the declarations, with what all reasons of that name say.
  private var words: [(word: String, documentation: [String])] {
    var words: [(word: String, documentation: [String])] = []
    for reason in reasons {
      let name = reason.name.description
      if let index = words.firstIndex(where: { $0.word == name }) {
        words[index].documentation.append(documentation(of: reason))
      } else {
        words.append((name, [documentation(of: reason)]))
      }
    }
    return words
  }

  private func documentation(of reason: Reason) -> String {
    var text = "\(reason.code): \(Sentences.inSwift(reason.summary))."
    if common.ofMethods.contains(reason) { text += " Of every method." }
    if common.ofMembers.contains(reason) { text += " Of every method that needs a token." }
    if common.ofCommands.contains(reason) { text += " Of every command." }
    let names = reason.data.map { "``Refusal/\(Names.lowerCamel($0.name.description))``" }
    return names.isEmpty ? text : text + " With \(names.joined(separator: ", "))."
  }

  private func reasonsWith(_ key: String) -> String {
    var names: [String] = []
    for reason in reasons where reason.data.contains(where: { $0.name.description == key }) {
      let name = "``RefusalReason/\(Names.lowerCamel(reason.name.description))``"
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: ", ")
  }
}
