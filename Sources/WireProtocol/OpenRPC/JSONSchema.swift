import Primitives

// A type as JSON Schema (draft 7) tells it. What it cannot tell stands under names that begin with `x-`.
extension JSONWriter {
  /// - Parameters:
  ///   - author: who writes what is of the type. What a server writes may have gained fields by tomorrow.
  ///   - standard: what it is where it is missing. Beside a reference draft 7 reads nothing else: so that stands in a list of
  ///     one.
  mutating func schema(
    _ type: ValueType, by author: Author, isNullable: Bool = false, standard: StandardValue? = nil
  ) {
    if isNullable || standard != nil {
      object { json in
        if let standard { json.standardValue(standard) }
        json.anyOf(type, by: author, orNull: isNullable)
      }
    } else if let name = type.componentName {
      reference("schemas", name)
    } else {
      definition(of: type, by: author)
    }
  }

  private mutating func anyOf(_ type: ValueType, by author: Author, orNull isNullable: Bool) {
    key("anyOf")
    array(isNullable ? [type, nil] : [type]) { json, type in
      if let type { json.schema(type, by: author) } else { json.object { $0.field("type", "null") } }
    }
  }

  private mutating func standardValue(_ value: StandardValue) {
    switch value {
    case .flag(let flag): field("default", flag)
    case .integer(let integer): field("default", integer)
    case .text(let text): field("default", text)
    case .emptyList: field("default", [Int]())
    }
  }

  mutating func reference(_ components: String, _ name: String) {
    object { $0.field("$ref", "#/components/\(components)/\(name)") }
  }

  /// The type itself, also where it has a name.
  mutating func definition(of type: ValueType, by author: Author) {
    object { json in
      switch type {
      case .flag: json.field("type", "boolean")
      case .integer(let bounds): json.integerSchema(bounds)
      case .number: json.field("type", "number")
      case .text(let form): json.textSchema(form, by: author)
      case .id(let kind):
        json.field("type", "string")
        json.field("format", "uuid")
        json.field("x-id-of", kind)
      case .time:
        json.field("type", "string")
        json.field("format", "date-time")
      case .date:
        json.field("type", "string")
        json.field("format", "date")
      case .choice(let choice):
        json.field("type", "string")
        json.key("enum")
        json.array(choice.words) { $0.string($1) }
      case .list(let element, let least, let limit):
        json.field("type", "array")
        json.key("items")
        json.schema(element, by: author)
        if least > 0 { json.field("minItems", least) }
        if let limit { json.field("maxItems", limit) }
      case .object(let object): json.objectSchema(object, by: author)
      case .either(let types):
        json.key("anyOf")
        json.array(types) { json, type in json.schema(type, by: author) }
      case .document: json.field("type", "object")
      }
    }
  }

  private mutating func integerSchema(_ bounds: ClosedRange<Int>?) {
    field("type", "integer")
    guard let bounds else { return }
    field("minimum", bounds.lowerBound)
    if bounds.upperBound < .max { field("maximum", bounds.upperBound) }
  }

  /// JSON Schema counts code points. Where bytes are bounded, there are no more of them than that.
  private mutating func textSchema(_ form: TextForm, by author: Author) {
    field("type", "string")
    switch form {
    case .any: break
    case .bytes(let bounds):
      if bounds.lowerBound > 0 { field("minLength", 1) }
      field("maxLength", bounds.upperBound)
      field("x-max-bytes", bounds.upperBound)
    case .name(let characters):
      field("description", "\(characters.lowerBound) to \(characters.upperBound) characters, trimmed.")
      // A name that a server writes can be from before there was a rule for it, or follow a looser one tomorrow.
      if author == .client { characterSchema(from: characters.lowerBound, to: characters.upperBound) }
      field("x-max-bytes", TextForm.nameBytes)
    case .searched(let characters, let bytes):
      field("description", "\(characters) characters at least, trimmed.")
      if author == .client { characterSchema(from: characters, to: nil) }
      field("x-max-bytes", bytes)
    case .country(let codes):
      field("description", "A country's code in ISO 3166-1.")
      field("pattern", codes.pattern)
    case .stream:
      field("description", "The name of a stream: a word, `-` and a UUID, all in lower case.")
      field("pattern", TextForm.streamPattern)
    case .opaque(let what): field("description", "Opaque: \(what).")
    case .secret(let what):
      field("description", "Secret: \(what).")
      field("x-secret", true)
    }
  }

  /// How many characters there are as people count them, without the white space at both ends. JSON Schema counts the code
  /// points of all that is sent, which are never fewer: the least goes for them too, the most does not.
  private mutating func characterSchema(from least: Int, to most: Int?) {
    if least > 0 { field("minLength", least) }
    field("x-min-characters", least)
    if let most { field("x-max-characters", most) }
  }

  private mutating func objectSchema(_ type: ObjectType, by author: Author) {
    field("type", "object")
    if let name = type.name { field("title", name) }
    if let identity = type.identity { field("x-told-by", identity.description) }
    if !type.summary.isEmpty { field("description", type.summary) }
    key("required")
    array(type.fields.filter(\.isRequired)) { $0.string($1.name.description) }
    key("properties")
    object { json in
      for field in type.fields {
        json.key(field.name)
        json.property(field, by: author)
      }
    }
    // A server refuses what it does not know; a client leaves it aside.
    if author == .client { field("additionalProperties", false) }
  }

  /// Beside a reference draft 7 reads nothing else: it stands in a list of one.
  private mutating func property(_ field: WireField, by author: Author) {
    object { json in
      if !field.summary.isEmpty { json.field("description", field.told) }
      if let unit = field.unit { json.field("x-unit", unit.rawValue) }
      if field.isRuled { json.field("x-ruled", true) }
      if let standard = field.standard { json.standardValue(standard) }
      json.anyOf(field.type, by: author, orNull: field.isNullable)
    }
  }
}

extension [String] {
  /// What these codes match and no other text does, those that begin alike together: `^(A[DE]|B[E])$`.
  fileprivate var pattern: String {
    let groups = Dictionary(grouping: self) { $0.prefix(1) }.sorted { $0.key < $1.key }
    let alternatives = groups.map { first, codes in
      "\(first)[" + codes.map { String($0.dropFirst()) }.sorted().joined(separator: "") + "]"
    }
    return "^(" + alternatives.joined(separator: "|") + ")$"
  }
}

extension ValueType {
  /// What the type is called among the components of a document; nil where it stands in its place.
  var componentName: String? {
    switch self {
    case .choice(let choice): choice.name
    case .object(let type): type.name
    default: nil
    }
  }

  /// The types inside.
  var parts: [ValueType] {
    switch self {
    case .list(let element, _, _): [element]
    case .object(let type): type.fields.map(\.type)
    case .either(let types): types
    default: []
    }
  }
}

extension WireField {
  /// What it is, as a sentence with its unit.
  public var told: String {
    let unit = unit.map { ", in \($0.rawValue)" } ?? ""
    let text = summary.hasPrefix("`") ? summary : summary.prefix(1).uppercased() + summary.dropFirst()
    return "\(text)\(unit)."
  }
}
