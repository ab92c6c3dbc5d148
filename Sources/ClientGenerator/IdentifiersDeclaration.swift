import WireProtocol

/// The ids of the protocol, one type for each kind of thing.
struct IdentifiersDeclaration {
  let kinds: [String]

  func write(to text: inout SwiftText) {
    for kind in kinds {
      text.doc("The id of \(withArticle(kind)).")
      text.line("public typealias \(Names.upperCamel(kind))ID = Identifier<IdentifiedKind.\(Names.upperCamel(kind))>")
    }
    text.line()
    text.doc("What ids are of: only that one cannot stand where another is due.")
    text.block("public enum IdentifiedKind") { text in
      for kind in kinds {
        text.doc("What ``\(Names.upperCamel(kind))ID`` names.")
        text.line("public enum \(Names.upperCamel(kind)) {}")
      }
    }
  }
}
