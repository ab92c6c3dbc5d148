import ProtocolSchema

struct Argument {
  let key: String
  let label: String?
  let name: String
  let documentation: String
  let type: String
  private let isOptional: Bool
  /// Whether nil omits the parameter; otherwise nil is sent as null.
  private let isLeftOut: Bool
  private let bool: Bool?

  private init(_ field: WireField, label: String?, of method: MethodDescription) throws(GeneratorError) {
    key = field.name.description
    let name = Self.name(of: field)
    self.name = Self.taken.contains(name) ? "\(name)Value" : name
    self.label = label
    guard let type = field.swiftType() else { throw .noType(at: "`\(key)` of `\(method.name)`") }
    self.type = type
    isLeftOut = !field.isRequired
    isOptional = field.isNullable || !field.isRequired
    if isLeftOut, case .bool(let defaultValue)? = field.defaultValue { bool = defaultValue } else { bool = nil }
    documentation = Sentences.ofParameter(field, isDefaulted: bool != nil)
  }

  /// The local names in a method's body.
  private static let taken: Set<String> = ["json", "options", "route"]

  /// The parameters of every command, which `ClientMethods.acting` and `CommandOptions` set.
  private static let ofCommands: Set<String> = ["acting_as", "expected_revision", "command_id"]

  static func all(
    of fields: [WireField], in method: MethodDescription, _ labels: [Wording.Label]
  ) throws(GeneratorError) -> [Argument] {
    let named = labels.flatMap { label in
      fields.filter { $0.name.description == label.parameter }.map { ($0, label.label) }
    }
    let others = fields.filter { field in
      !labels.contains { $0.parameter == field.name.description }
        && !(method.kind == .command && ofCommands.contains(field.name.description))
    }
    let required = others.filter(\.isRequired)
    // The subject of a method needs no label: `rounds.get(round)`.
    let isAbout = labels.isEmpty && required.count == 1 && required[0].type.isSubject(required[0].name.description)
    let unnamed = required.map { ($0, isAbout ? nil : label(of: $0)) }
    let optional = others.filter { !$0.isRequired }.map { ($0, Optional(label(of: $0))) }
    return try (named + unnamed + optional).map { field, label throws(GeneratorError) in
      try Argument(field, label: label, of: method)
    }
  }

  private static func label(of field: WireField) -> String {
    Wording.ofParameters[field.name.description]?.label ?? name(of: field)
  }

  /// An id is named after its thing, because its type already says that it is an id.
  private static func name(of field: WireField) -> String {
    let key = field.name.description
    if let name = Wording.ofParameters[key]?.name { return name }
    if case .id = field.type, key.hasSuffix("_id") { return Names.lowerCamel(key.dropLast(3)) }
    return Names.lowerCamel(key)
  }

  var parameter: String {
    let inner = Names.escaped(name)
    let head = label.map { $0 == name ? inner : "\($0) \(inner)" } ?? "_ \(inner)"
    if let bool { return "\(head): \(type) = \(bool)" }
    return "\(head): \(type)\(isOptional ? "?" : "")\(isLeftOut ? " = nil" : "")"
  }

  /// The argument in a call of another method with the same parameters.
  var passed: String {
    let inner = Names.escaped(name)
    return label.map { "\($0): \(inner)" } ?? inner
  }

  /// The call that writes the argument into a request.
  var writing: String {
    let inner = Names.escaped(name)
    switch bool {
    case true?: return "fieldIfPresent(\"\(key)\", \(inner) ? nil : false)"
    case false?: return "fieldIfPresent(\"\(key)\", \(inner) ? true : nil)"
    case nil: return "\(isLeftOut ? "fieldIfPresent" : "field")(\"\(key)\", \(inner))"
    }
  }
}

extension ValueType {
  /// Whether the value can be a method's subject, as opposed to an attribute.
  fileprivate func isSubject(_ key: String) -> Bool {
    switch self {
    case .id, .object: true
    case .integer: key.hasSuffix("_id")
    default: false
    }
  }
}
