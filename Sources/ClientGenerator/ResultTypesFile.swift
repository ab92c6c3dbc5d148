import WireProtocol

/// The types of all results by their methods' names, as the client's own tests have them: they read every documented result
/// as what its method gives, and a new method is among them without a line there.
struct ResultTypesFile {
  let methods: [MethodDescription]

  var file: GeneratedFile {
    GeneratedFile("ResultTypes.swift", imports: "MovieNightKit", [.init(file: "", write: write)])
  }

  private func write(to text: inout SwiftText) {
    text.doc("The type of each method's result. A method that gives nothing has none.")
    text.line("let resultTypes: [String: any ReadValue.Type] = [")
    text.indented { text in
      for (method, type) in types { text.line("\"\(method)\": \(type).self,") }
    }
    text.line("]")
  }

  /// By name, so that a new one is one line among the others.
  private var types: [(method: String, type: String)] {
    methods.sorted { $0.name < $1.name }.compactMap { method in method.resultType.map { (method.name, $0) } }
  }
}
