/// A generated file of the client or its tests.
public struct GeneratedFile: Hashable, Sendable {
  /// The path in the folder of generated files: `Rounds.swift`.
  public let path: String
  public let text: String

  /// The beginning of every generated file. Other files were written by hand.
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

  /// One or several declarations, and the name of their file without the extension.
  typealias Part = (file: String, write: (inout SwiftText) -> Void)
}

/// The reason why the declarations cannot be turned into a client.
public enum GeneratorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two different types have this name.
  case twoTypes(String)
  /// An object other than a result has no name.
  case unnamed(at: String)
  /// There is no Swift type for it.
  case noType(at: String)
  /// The object has no such field to identify it.
  case unknownIdentity(ofType: String, field: String)
  /// `Wording` names something that is not declared.
  case notDeclared(String)

  public var description: String {
    switch self {
    case .twoTypes(let name): "Two different types have the name \(name)"
    case .unnamed(let place): "\(place) is an object without a name: give its type one"
    case .noType(let place): "\(place) has a type without a Swift type"
    case .unknownIdentity(let type, let field): "\(type) has no field \(field) to identify it"
    case .notDeclared(let name): "\(name) is not declared, but `Wording` names it"
    }
  }
}
