import Domain
import MovieNightPrimitives
import ProtocolSchema

extension ValidationError {
  init(_ error: JSONError) {
    let path = error.field.isEmpty ? "" : ".\(error.field)"
    if case .wrongType(let expected) = error.reason {
      self.init(at: path, "must be \(expected)")
    } else {
      self.init(at: path, "is missing")
    }
  }
}

/// The declared type of a value from a client, and the function that validates and decodes it.
package struct WireValue<Value: Sendable>: Sendable {
  let type: ValueType
  let read: @Sendable (JSONValue) throws(ValidationError) -> Value

  /// Creates a wire value that is decoded by `read`, which returns nil for a value that is not of the type.
  init(_ type: ValueType, _ read: @escaping @Sendable (JSONValue) -> Value?) {
    self.type = type
    self.read = { json throws(ValidationError) in
      guard let value = read(json) else { throw ValidationError("must be \(type.expectation)") }
      return value
    }
  }

  init(_ type: ValueType, reading read: @escaping @Sendable (JSONValue) throws(ValidationError) -> Value) {
    self.type = type
    self.read = read
  }
}

/// A parameter of a method, without the Swift type of its value.
package protocol DeclaredParameter: Sendable {
  var field: WireField { get }
  /// Whether the parameter identifies a person. A command's fingerprint omits it, because that stays forever, and an
  /// erased short name could be guessed from it. So a command with another name counts as repeated.
  var isPersonal: Bool { get }
}

/// The declaration of a parameter: its name, type and default. Documentation and validation both follow from it.
package struct Parameter<Value: Sendable>: DeclaredParameter {
  package let field: WireField
  package let isPersonal: Bool
  private let read: @Sendable (JSONValue?) throws(ValidationError) -> Value

  private init(
    _ field: WireField, isPersonal: Bool, _ read: @escaping @Sendable (JSONValue?) throws(ValidationError) -> Value
  ) {
    self.field = field
    self.isPersonal = isPersonal
    self.read = read
  }

  package static func required(
    _ name: StaticString, _ value: WireValue<Value>, _ summary: String, isPersonal: Bool = false
  ) -> Parameter {
    let field = WireField(name, value.type, isRequired: true, isNullable: false, summary)
    return Parameter(field, isPersonal: isPersonal) { json throws(ValidationError) in
      guard let json, !json.isNull else { throw ValidationError("is missing") }
      return try value.read(json)
    }
  }

  /// Declares a required parameter that may be null. Null has a meaning of its own, so it must be sent.
  static func nullable<Wrapped>(_ name: StaticString, _ value: WireValue<Wrapped>, _ summary: String) -> Parameter
  where Value == Wrapped? {
    let field = WireField(name, value.type, isRequired: true, isNullable: true, summary)
    return Parameter(field, isPersonal: false) { json throws(ValidationError) in
      guard let json else { throw ValidationError("is missing") }
      return json.isNull ? nil : try value.read(json)
    }
  }

  /// Declares an optional parameter. Null means the same as leaving it out.
  package static func optional<Wrapped>(
    _ name: StaticString, _ value: WireValue<Wrapped>, _ summary: String, isPersonal: Bool = false
  ) -> Parameter where Value == Wrapped? {
    let field = WireField(name, value.type, isRequired: false, isNullable: true, summary)
    return Parameter(field, isPersonal: isPersonal) { json throws(ValidationError) in
      guard let json, !json.isNull else { return nil }
      return try value.read(json)
    }
  }

  /// Declares a parameter that is `defaultValue` if missing or null. Documentation adds this to `summary`.
  static func optional(
    _ name: StaticString, _ value: WireValue<Int>, or defaultValue: Int, _ summary: String
  ) -> Parameter where Value == Int {
    .optional(name, value, or: defaultValue, describedAs: .integer(defaultValue), summary)
  }

  static func optional(
    _ name: StaticString, _ value: WireValue<String>, or defaultValue: String, _ summary: String,
    isPersonal: Bool = false
  ) -> Parameter where Value == String {
    .optional(name, value, or: defaultValue, describedAs: .text(defaultValue), summary, isPersonal: isPersonal)
  }

  static func optional(
    _ name: StaticString, _ value: WireValue<Value>, or defaultValue: Value, _ summary: String
  ) -> Parameter where Value: RawRepresentable<String> {
    .optional(name, value, or: defaultValue, describedAs: .text(defaultValue.rawValue), summary)
  }

  /// Declares a Boolean parameter that is false if missing.
  static func bool(_ name: StaticString, _ summary: String) -> Parameter where Value == Bool {
    .optional(name, .bool, or: false, describedAs: .bool(false), summary)
  }

  /// Declares a list parameter that is empty if missing.
  static func list<Element>(
    _ name: StaticString, _ element: WireValue<Element>, atMost limit: Int, _ summary: String
  ) -> Parameter where Value == [Element] {
    .optional(name, .list(element, atMost: limit), or: [], describedAs: .emptyList, summary)
  }

  private static func optional(
    _ name: StaticString, _ value: WireValue<Value>, or defaultValue: Value, describedAs declared: DefaultValue,
    _ summary: String,
    isPersonal: Bool = false
  ) -> Parameter {
    let field = WireField(name, value.type, isRequired: false, isNullable: true, defaultValue: declared, summary)
    return Parameter(field, isPersonal: isPersonal) { json throws(ValidationError) in
      guard let json, !json.isNull else { return defaultValue }
      return try value.read(json)
    }
  }

  /// A copy marked as custom-validated: even a value of the declared type may be refused as a bad parameter, and
  /// `summary` states the rule. Texts that the client got from elsewhere (`TextForm.opaque`, `.secret`) need no mark.
  var customValidated: Parameter { Parameter(field.customValidated, isPersonal: isPersonal, read) }

  /// Reads the parameter's value from an object. `path` is the object's, and ends in a period unless empty.
  func value(in json: JSONValue?, at path: String) throws(Refusal) -> Value {
    do throws(ValidationError) {
      return try read(json?[field.name])
    } catch {
      throw .badParameter("\(path)\(field.name)\(error.path)", error.message)
    }
  }
}

// MARK: - Types of parameters

extension WireValue where Value == Bool {
  static var bool: WireValue { WireValue(.bool) { $0.bool } }
}

extension WireValue where Value == Int {
  static func integer(_ bounds: ClosedRange<Int>? = nil) -> WireValue {
    WireValue(.integer(bounds)) { json in
      json.integer.flatMap { bounds?.contains($0) ?? true ? $0 : nil }
    }
  }
}

extension WireValue where Value == String {
  package static func text(_ form: TextForm = .any) -> WireValue {
    let type = ValueType.text(form)
    return WireValue(
      type,
      reading: { json throws(ValidationError) in
        if let validationError = type.validationError(in: json, by: .client) { throw validationError }
        return json.string ?? ""
      })
  }

  /// A name given by a person. The domain checks its number of characters.
  static func name(_ characters: ClosedRange<Int>) -> WireValue { .text(.name(characters)) }

  static var country: WireValue { .text(.country(codes: Country.codes)) }
}

extension WireValue {
  package static func id<Kind>(_ kind: String) -> WireValue where Value == Identifier<Kind> {
    WireValue(.id(of: kind)) { $0.identifier() }
  }

  static func enumeration(_ name: String) -> WireValue where Value: RawRepresentable<String> & CaseIterable {
    WireValue(.enumeration(EnumType(name, of: Value.self))) { $0.word.flatMap(Value.init(rawValue:)) }
  }

  static func list<Element>(
    _ element: WireValue<Element>, atLeast least: Int = 0, atMost limit: Int
  ) -> WireValue where Value == [Element] {
    let type = ValueType.list(of: element.type, atLeast: least, atMost: limit)
    return WireValue(
      type,
      reading: { json throws(ValidationError) in
        guard json.kind == .array else { throw ValidationError("must be \(type.expectation)") }
        var list: [Element] = []
        for value in json.elements {
          guard list.count < limit else { throw ValidationError("must be \(type.expectation)") }
          do throws(ValidationError) { list.append(try element.read(value)) } catch {
            throw error.within("[\(list.count)]")
          }
        }
        guard list.count >= least else { throw ValidationError("must be \(type.expectation)") }
        return list
      })
  }

  /// Declares an object. It is validated against `type` before `read` decodes it.
  static func object(_ type: ObjectType, _ read: @escaping @Sendable (JSONValue) throws(ValidationError) -> Value)
    -> WireValue
  {
    let declared = ValueType.object(type)
    return WireValue(
      declared,
      reading: { json throws(ValidationError) in
        if let validationError = declared.validationError(in: json, by: .client) { throw validationError }
        return try read(json)
      })
  }
}

extension WireValue where Value == JSONValue {
  /// Declares an object that has parameters of its own, to be read with `Parameters[inside:]`.
  static func object(_ name: String?, _ summary: String, _ parameters: [any DeclaredParameter]) -> WireValue {
    WireValue<JSONValue>.object(ObjectType(name, summary, parameters.map(\.field))) { $0 }
  }
}
