import MovieNightPrimitives

/// Describes types in JSON Schema (draft 7). Members with the prefix `x-` are extensions of it.
extension JSONWriter {
  /// Writes a type's schema for values from `author`. A server's objects may have members that later versions add.
  mutating func schema(
    _ type: ValueType, by author: Author, isNullable: Bool = false, defaultValue: DefaultValue? = nil
  ) {
    object { json in
      if let defaultValue { json.defaultField(defaultValue) }
      json.schemaMembers(type, by: author, isNullable: isNullable)
    }
  }

  /// Writes the members of a type's schema. Draft 7 ignores members beside a reference, but only descriptions, units
  /// and defaults are written there, which do not affect the validity of values.
  private mutating func schemaMembers(
    _ type: ValueType, by author: Author, isNullable: Bool, description: String? = nil
  ) {
    if isNullable {
      if let description { field("description", description) }
      key("anyOf")
      array([type, nil]) { json, type in
        if let type { json.schema(type, by: author) } else { json.object { $0.field("type", "null") } }
      }
    } else if let name = type.componentName {
      if let description { field("description", description) }
      field("$ref", "#/components/schemas/\(name)")
    } else {
      definitionMembers(of: type, by: author, description: description)
    }
  }

  private mutating func defaultField(_ value: DefaultValue) {
    switch value {
    case .bool(let bool): field("default", bool)
    case .integer(let integer): field("default", integer)
    case .text(let text): field("default", text)
    case .emptyList: field("default", [Int]())
    }
  }

  /// Writes the schema itself, and not a reference, even if the type has a name.
  mutating func definition(of type: ValueType, by author: Author) {
    object { $0.definitionMembers(of: type, by: author) }
  }

  private mutating func definitionMembers(of type: ValueType, by author: Author, description: String? = nil) {
    switch type {
    case .text(let form) where form.note != nil:
      field("description", [description, form.note].compactMap { $0 }.joined(separator: " "))
    case .object(let object) where description == nil && !object.summary.isEmpty:
      field("description", object.summary)
    default: if let description { field("description", description) }
    }
    switch type {
    case .bool: field("type", "boolean")
    case .integer(let bounds): integerSchema(bounds)
    case .number: field("type", "number")
    case .text(let form): textSchema(form, by: author)
    case .id(let kind):
      field("type", "string")
      field("format", "uuid")
      field("x-id-of", kind)
    case .time:
      field("type", "string")
      field("format", "date-time")
    case .date:
      field("type", "string")
      field("format", "date")
    case .enumeration(let enumeration):
      field("type", "string")
      key("enum")
      array(enumeration.words) { $0.string($1) }
    case .list(let element, let least, let limit):
      field("type", "array")
      key("items")
      schema(element, by: author)
      if least > 0 { field("minItems", least) }
      if let limit { field("maxItems", limit) }
    case .object(let object): objectSchema(object, by: author)
    case .either(let types):
      key("anyOf")
      array(types) { json, type in json.schema(type, by: author) }
    case .document: field("type", "object")
    }
  }

  private mutating func integerSchema(_ bounds: ClosedRange<Int>?) {
    field("type", "integer")
    guard let bounds else { return }
    field("minimum", bounds.lowerBound)
    if bounds.upperBound < .max { field("maximum", bounds.upperBound) }
  }

  /// Writes the schema of a text. JSON Schema limits code points, which are never more than bytes.
  private mutating func textSchema(_ form: TextForm, by author: Author) {
    field("type", "string")
    switch form {
    case .any, .opaque: break
    case .bytes(let bounds):
      if bounds.lowerBound > 0 { field("minLength", 1) }
      field("maxLength", bounds.upperBound)
      field("x-max-bytes", bounds.upperBound)
    case .name(let characters):
      // A server may return a name that was valid under an earlier or a later rule.
      if author == .client { characterSchema(from: characters.lowerBound, to: characters.upperBound) }
      field("x-max-bytes", TextForm.nameBytes)
    case .searched(let characters, let bytes):
      if author == .client { characterSchema(from: characters, to: nil) }
      field("x-max-bytes", bytes)
    case .country(let codes): field("pattern", codes.pattern)
    case .stream: field("pattern", TextForm.streamPattern)
    case .secret: field("x-secret", true)
    }
  }

  /// Writes the limits on the number of characters after trimming. JSON Schema counts the code points of the untrimmed
  /// text instead. There are at least as many of them, so only the lower bound can be expressed.
  private mutating func characterSchema(from least: Int, to most: Int?) {
    if least > 0 { field("minLength", least) }
    field("x-min-characters", least)
    if let most { field("x-max-characters", most) }
  }

  private mutating func objectSchema(_ type: ObjectType, by author: Author) {
    field("type", "object")
    if let name = type.name { field("title", name) }
    if let identity = type.identity { field("x-told-by", identity.description) }
    key("required")
    array(type.fields.filter(\.isRequired)) { $0.string($1.name.description) }
    key("properties")
    object { json in
      for field in type.fields {
        json.key(field.name)
        json.property(field, by: author)
      }
    }
    // Servers reject unknown members, and clients ignore them.
    if author == .client { field("additionalProperties", false) }
  }

  private mutating func property(_ field: WireField, by author: Author) {
    object { json in
      if let unit = field.unit { json.field("x-unit", unit.rawValue) }
      if field.isCustomValidated { json.field("x-ruled", true) }
      if let defaultValue = field.defaultValue { json.defaultField(defaultValue) }
      json.schemaMembers(
        field.type, by: author, isNullable: field.isNullable, description: field.summary.isEmpty ? nil : field.described
      )
    }
  }
}

extension TextForm {
  fileprivate var note: String? {
    switch self {
    case .any, .bytes: nil
    case .name(let characters):
      "\(characters.lowerBound) to \(characters.upperBound) characters after trimming white space."
    case .searched(let characters, _): "At least \(characters) characters after trimming white space."
    case .country: "An ISO 3166-1 country code."
    case .stream: "A stream name: a word, `-` and a UUID, all in lower case."
    case .opaque(let what): "Opaque: \(what)."
    case .secret(let what): "Secret: \(what)."
    }
  }
}

extension [String] {
  /// A regular expression that matches exactly these codes, grouped by their first letters, such as `^(A[DE]|B[E])$`.
  fileprivate var pattern: String {
    let groups = Dictionary(grouping: self) { $0.prefix(1) }.sorted { $0.key < $1.key }
    let alternatives = groups.map { first, codes in
      "\(first)[" + codes.map { String($0.dropFirst()) }.sorted().joined(separator: "") + "]"
    }
    return "^(" + alternatives.joined(separator: "|") + ")$"
  }
}

extension ValueType {
  /// The type's name among the components of the document; nil if its schema is written in place.
  var componentName: String? {
    switch self {
    case .enumeration(let enumeration): enumeration.name
    case .object(let type): type.name
    default: nil
    }
  }

  /// The types of the elements, fields or alternatives of this type.
  public var parts: [ValueType] {
    switch self {
    case .list(let element, _, _): [element]
    case .object(let type): type.fields.map(\.type)
    case .either(let types): types
    default: []
    }
  }
}

extension WireField {
  /// The description as a sentence, with the unit.
  public var described: String {
    let unit = unit.map { ", in \($0.rawValue)" } ?? ""
    let text = summary.hasPrefix("`") ? summary : summary.prefix(1).uppercased() + summary.dropFirst()
    return "\(text)\(unit)."
  }
}
