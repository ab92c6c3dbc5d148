/// The ids of the protocol, one type for each kind of thing.
struct IdentifiersFile {
  let kinds: [String]

  var file: GeneratedFile {
    GeneratedFile("Identifiers.swift") { text in
      text.line("import Primitives")
      text.line()
      for kind in kinds {
        text.doc("The id of \(Self.article(kind)) \(kind).")
        text.line("public typealias \(Names.upperCamel(kind))ID = Identifier<IdentifiedKind.\(Names.upperCamel(kind))>")
      }
      text.line()
      text.doc("What ids are of: only that one cannot stand where another is due.")
      text.block("public enum IdentifiedKind") { text in
        for kind in kinds { text.line("public enum \(Names.upperCamel(kind)) {}") }
      }
    }
  }

  private static func article(_ noun: String) -> String {
    noun.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
  }
}
