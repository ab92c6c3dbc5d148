import ProtocolSchema

struct ObjectDeclaration {
  let name: String
  let area: String
  var isSent: Bool
  private let summary: String
  private let properties: [Property]
  private let identity: Property?

  init(_ object: ObjectType, name: String, area: String, isSent: Bool) throws(GeneratorError) {
    self.name = name
    self.area = area
    self.isSent = isSent
    summary = object.summary
    let properties = try object.fields.map { field throws(GeneratorError) in try Property(field, of: name) }
    self.properties = properties
    identity = object.identity.flatMap { field in properties.first { $0.key == field.description } }
    if let field = object.identity, identity == nil {
      throw .unknownIdentity(ofType: name, field: field.description)
    }
  }

  func hasSameShape(as other: ObjectDeclaration) -> Bool {
    summary == other.summary && properties == other.properties && identity == other.identity
  }

  func write(to text: inout SwiftText) {
    text.doc(Sentences.sentence(summary))
    let protocols = (identity == nil ? [] : ["Identifiable"]) + ["Hashable", "Codable", "Sendable"]
    let head = "public struct \(name): \((protocols + (isSent ? ["JSONWritable"] : [])).joined(separator: ", "))"
    guard !properties.isEmpty else { return text.line("\(head) {}") }
    text.block(head) { text in
      for property in properties {
        if let documentation = property.documentation { text.doc(documentation) }
        text.line("\(property.isInMinutes ? "@Minutes " : "")public var \(property.declaration)")
      }
      if let identity, identity.name != "id" {
        text.line()
        text.line("public var id: \(identity.type) { \(identity.name) }")
      }
      // If all coding keys equal the properties' names, the compiler generates them.
      if properties.contains(where: { $0.codingKey != $0.name || $0.isInMinutes }) {
        text.line()
        text.block("private enum CodingKeys: String, CodingKey") { text in
          text.fill("case", properties.map(\.codingKey))
        }
      }
      if isSent { writeSending(to: &text) }
    }
  }

  private func writeSending(to text: inout SwiftText) {
    text.line()
    text.function("public init(", properties.map(\.parameter), ")") { text in
      for property in properties { text.line("self.\(property.name) = \(property.name)") }
    }
    text.line()
    text.block("public func write(to json: inout JSONWriter)") { text in
      text.block("json.object", opening: "{ json in") { text in
        for property in properties {
          let field = property.isOptional && !property.isNullOnTheWire ? "fieldIfPresent" : "field"
          text.line("json.\(field)(\"\(property.key)\", \(property.isInMinutes ? "_" : "")\(property.name))")
        }
      }
    }
  }
}

struct Property: Equatable {
  let key: String
  let name: String
  let type: String
  let isOptional: Bool
  /// Whether nil is written as null. Otherwise the member is omitted if it is nil.
  let isNullOnTheWire: Bool
  /// The text of the doc comment; nil if the name says everything.
  let documentation: String?

  init(_ field: WireField, of object: String) throws(GeneratorError) {
    key = field.name.description
    name = Names.escaped(Names.lowerCamel(key))
    isOptional = !field.isRequired || (field.isNullable && !field.type.representsNull)
    guard let type = field.swiftType(in: object), isOptional || type != "Duration" else {
      throw .noType(at: "\(object).\(key)")
    }
    self.type = type
    isNullOnTheWire = field.isNullable && field.isRequired
    documentation = Sentences.of(field, showsUnit: type != "Duration")
  }

  /// Whether the property is a `Duration`, which JSON represents as a number of minutes.
  var isInMinutes: Bool { type == "Duration" }

  var declaration: String { "\(name): \(type)\(isOptional ? "?" : "")" }

  var parameter: String { isOptional ? "\(declaration) = nil" : declaration }

  var codingKey: String { name == Names.escaped(key) ? name : "\(name) = \"\(key)\"" }
}
