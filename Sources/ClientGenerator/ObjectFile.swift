import WireProtocol

/// An object of the protocol as a struct.
struct ObjectFile {
  let name: String
  let area: String
  /// Whether clients send it, besides reading it.
  var isSent: Bool
  private let summary: String
  private let properties: [Property]
  /// The property that tells one from all others.
  private let identity: Property?

  init(_ object: ObjectType, name: String, area: String, isSent: Bool) throws(GeneratorError) {
    self.name = name
    self.area = area
    self.isSent = isSent
    summary = object.summary
    var properties: [Property] = []
    for field in object.fields { properties.append(try Property(field, of: name)) }
    self.properties = properties
    identity = object.identity.flatMap { field in properties.first { $0.key == field.description } }
    if let field = object.identity, identity == nil {
      throw .unknownIdentity(ofType: name, field: field.description)
    }
  }

  func hasSameShape(as other: ObjectFile) -> Bool {
    summary == other.summary && properties == other.properties && identity == other.identity
  }

  var file: GeneratedFile {
    GeneratedFile(area.isEmpty ? "\(name).swift" : "\(Names.upperCamel(area))/\(name).swift") { text in
      text.line("import Primitives")
      text.line()
      declaration(to: &text)
      text.line()
      coding(to: &text)
      text.line()
      reading(to: &text)
      if isSent {
        text.line()
        writing(to: &text)
      }
    }
  }

  // MARK: What people read

  private func declaration(to text: inout SwiftText) {
    text.doc(Sentences.sentence(summary))
    text.block("public struct \(name): \(identity == nil ? "" : "Identifiable, ")Hashable, Sendable") { text in
      for property in properties {
        text.doc(property.documentation)
        text.line("public var \(property.declaration)")
      }
      if let identity, identity.name != "id" {
        text.line()
        text.doc("The same as `\(identity.name)`.")
        text.line("public var id: \(identity.type) { \(identity.name) }")
      }
      text.line()
      text.list("public init(", properties.map(\.parameter), ") {")
      text.indented { text in
        for property in properties { text.line("self.\(property.name) = \(property.name)") }
      }
      text.line("}")
    }
  }

  // MARK: What machines do

  /// Written out: what Swift would write leaves out what is nil, where the wire has null, and has an enumeration of keys for each
  /// type, each of which a program carries with it whether or not it codes anything.
  private func coding(to text: inout SwiftText) {
    guard !properties.isEmpty else { return text.line("extension \(name): Codable {}") }
    text.block("extension \(name): Codable") { text in
      text.block("public init(from decoder: any Decoder) throws") { text in
        text.line("let object = try decoder.container(keyedBy: WireKey.self)")
        for property in properties {
          let decode = property.isOptional ? "decodeIfPresent" : "decode"
          text.line("\(property.name) = try object.\(decode)(\(property.type).self, forKey: \"\(property.key)\")")
        }
      }
      text.line()
      text.block("public func encode(to encoder: any Encoder) throws") { text in
        text.line("var object = encoder.container(keyedBy: WireKey.self)")
        for property in properties {
          let encode = property.isOptional && !property.isNullOnTheWire ? "encodeIfPresent" : "encode"
          text.line("try object.\(encode)(\(property.name), forKey: \"\(property.key)\")")
        }
      }
    }
  }

  private func reading(to text: inout SwiftText) {
    text.block("extension \(name): JSONReadable") { text in
      text.block("public init(json: JSONValue) throws(JSONError)") { text in
        text.line("try json.requireObject()")
        for property in properties {
          let read = property.isOptional ? "readIfPresent" : "read"
          text.line("\(property.name) = try json.\(read)(\"\(property.key)\")")
        }
      }
    }
  }

  private func writing(to text: inout SwiftText) {
    text.block("extension \(name): JSONWritable") { text in
      text.block("public func write(to json: inout JSONWriter)") { text in
        text.block("json.object { json in", closing: properties) { property in
          let field = property.isOptional && !property.isNullOnTheWire ? "fieldIfPresent" : "field"
          return "json.\(field)(\"\(property.key)\", \(property.name))"
        }
      }
    }
  }
}

extension SwiftText {
  /// A closure that does one thing for each element.
  mutating func block<Element>(_ head: String, closing elements: [Element], _ line: (Element) -> String) {
    self.line(head)
    indented { text in
      for element in elements { text.line(line(element)) }
    }
    self.line("}")
  }
}

/// A member of an object as a property of its struct.
struct Property: Equatable {
  /// As the wire has it.
  let key: String
  let name: String
  let type: String
  let isOptional: Bool
  /// Whether it is there as null where it is nil, and not left out.
  let isNullOnTheWire: Bool
  let documentation: String

  init(_ field: WireField, of object: String) throws(GeneratorError) {
    key = field.name.description
    name = Names.escaped(Names.lowerCamel(key))
    guard let type = field.type.swiftType() else { throw .noType(at: "\(object).\(key)") }
    self.type = type
    isOptional = !field.isRequired || (field.isNullable && !field.type.saysNull)
    isNullOnTheWire = field.isNullable && field.isRequired
    documentation = Sentences.of(field)
  }

  var declaration: String { "\(name): \(type)\(isOptional ? "?" : "")" }

  var parameter: String { isOptional ? "\(declaration) = nil" : declaration }
}
