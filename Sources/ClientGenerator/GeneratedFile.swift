/// One file of the client, or of its tests.
public struct GeneratedFile: Hashable, Sendable {
  /// Below the folder of generated files: `Rounds.swift`.
  public let path: String
  public let text: String

  /// How every generated file begins: a file that begins otherwise is somebody's.
  public static let mark = "// Made by `make protocol` from the server's declarations: change those."

  init(_ path: String, imports: String? = nil, _ parts: [Part]) {
    var text = SwiftText()
    text.line(Self.mark)
    if let imports {
      text.line()
      text.line("import \(imports)")
    }
    for part in parts {
      text.line()
      part.write(&text)
    }
    self.path = path
    self.text = text.text
  }

  /// A declaration, or some that belong together, and the name of its file without the extension.
  typealias Part = (file: String, write: (inout SwiftText) -> Void)
}

/// Why no client can be made of the declarations.
public enum GeneratorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two types of this name differ.
  case twoTypes(String)
  /// An object that is no result has no name.
  case unnamed(at: String)
  /// Swift has no type for it.
  case noType(at: String)
  /// No object with this name has such a field.
  case unknownIdentity(ofType: String, field: String)
  /// What `Wording` names is not declared.
  case notDeclared(String)

  public var description: String {
    switch self {
    case .twoTypes(let name): "Two types are called \(name), and they differ"
    case .unnamed(let place): "\(place) is an object without a name: give its type one"
    case .noType(let place): "\(place) has a type that the client has no Swift type for"
    case .unknownIdentity(let type, let field): "\(type) has no field \(field) to be told by"
    case .notDeclared(let name): "\(name) is not declared, but the client's generator knows it"
    }
  }
}
