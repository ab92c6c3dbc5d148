import ProtocolSchema

struct Argument {
  let key: String
  let label: String?
  let name: String
  let documentation: String
  let type: String
  private let isOptional: Bool
  /// Whether the parameter is omitted if the argument is nil. Otherwise nil is sent as null.
  private let isOmittedIfNil: Bool
  private let bool: Bool?

  private init(_ field: WireField, label: String?, of method: MethodDescription) throws(GeneratorError) {
    key = field.name.description
    let name = Self.name(of: field, in: method)
    self.name = Self.reservedNames.contains(name) ? "\(name)Value" : name
    self.label = label
    guard let type = field.swiftType(in: method.name) else { throw .noType(at: "`\(key)` of `\(method.name)`") }
    self.type = type
    isOmittedIfNil = !field.isRequired
    isOptional = field.isNullable || !field.isRequired
    if isOmittedIfNil, case .bool(let defaultValue)? = field.defaultValue { bool = defaultValue } else { bool = nil }
    documentation = Sentences.ofParameter(field, isDefaulted: bool != nil)
  }

  /// The names of local variables in the generated methods, which no argument may have.
  private static let reservedNames: Set<String> = ["json", "options", "route"]

  /// The parameters that every command has. `ClientMethods.acting` and `CommandOptions` set them, not arguments.
  private static let commandParameters: Set<String> = ["acting_as", "expected_revision", "command_id"]

  static func all(
    of fields: [WireField], in method: MethodDescription, _ labels: [Wording.Label]
  ) throws(GeneratorError) -> [Argument] {
    let named = labels.flatMap { label in
      fields.filter { $0.name.description == label.parameter }.map { ($0, label.label) }
    }
    let others = fields.filter { field in
      !labels.contains { $0.parameter == field.name.description }
        && !(method.kind == .command && commandParameters.contains(field.name.description))
    }
    let required = others.filter(\.isRequired)
    // The subject of a method needs no label, as in `rounds.get(round)`.
    let hasSubject = labels.isEmpty && required.count == 1 && required[0].type.isSubject(required[0].name.description)
    let unnamed = required.map { ($0, hasSubject ? nil : label(of: $0, in: method)) }
    let optional = others.filter { !$0.isRequired }.map { ($0, Optional(label(of: $0, in: method))) }
    return try (named + unnamed + optional).map { field, label throws(GeneratorError) in
      try Argument(field, label: label, of: method)
    }
  }

  private static func label(of field: WireField, in method: MethodDescription) -> String {
    Wording.parameterNames[field.name.description]?.label ?? name(of: field, in: method)
  }

  /// Returns the argument's name. An id is named without the ending `_id`, because its type says that it is an id.
  private static func name(of field: WireField, in method: MethodDescription) -> String {
    let key = field.name.description
    if let name = Wording.parameterNames[key]?.name { return name }
    if field.swiftType(in: method.name) == "SeriesID" { return "series" }
    if case .id = field.type, key.hasSuffix("_id") { return Names.lowerCamel(key.dropLast(3)) }
    return Names.lowerCamel(key)
  }

  var parameter: String {
    let escapedName = Names.escaped(name)
    let head = label.map { $0 == name ? escapedName : "\($0) \(escapedName)" } ?? "_ \(escapedName)"
    if let bool { return "\(head): \(type) = \(bool)" }
    return "\(head): \(type)\(isOptional ? "?" : "")\(isOmittedIfNil ? " = nil" : "")"
  }

  /// The argument in a call that passes it on to a method with the same parameters.
  var passed: String {
    let escapedName = Names.escaped(name)
    return label.map { "\($0): \(escapedName)" } ?? escapedName
  }

  /// The Swift code that writes the argument into a request.
  var writingCode: String {
    let escapedName = Names.escaped(name)
    switch bool {
    case true?: return "fieldIfPresent(\"\(key)\", \(escapedName) ? nil : false)"
    case false?: return "fieldIfPresent(\"\(key)\", \(escapedName) ? true : nil)"
    case nil: return "\(isOmittedIfNil ? "fieldIfPresent" : "field")(\"\(key)\", \(escapedName))"
    }
  }
}

extension ValueType {
  /// Whether a value of this type can be a method's subject, as in `rounds.get(round)`. Others are attributes.
  fileprivate func isSubject(_ key: String) -> Bool {
    switch self {
    case .id, .object: true
    case .integer: key.hasSuffix("_id")
    default: false
    }
  }
}
