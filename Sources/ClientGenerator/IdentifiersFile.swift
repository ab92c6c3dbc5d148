import WireProtocol

/// The ids of the protocol, one type for each kind of thing.
struct IdentifiersFile {
  let kinds: [String]

  var file: GeneratedFile {
    GeneratedFile("Identifiers.swift") { text in
      text.line("import Primitives")
      text.line()
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
}
