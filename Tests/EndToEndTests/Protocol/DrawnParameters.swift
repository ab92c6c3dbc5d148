import Domain
import MovieNightPrimitives
import TestSupport
import ProtocolSchema

/// Random parameters for a method, either as declared or with one error.
struct DrawnParameters {
  var generator: SeededGenerator
  /// Existing ids by kind, from which ids are drawn. For a kind without existing ids, ids are made up.
  var existingIDs: [String: [String]] = [:]

  /// Returns the members of a parameters object that the method accepts.
  mutating func validMembers(_ method: MethodDescription) -> [(name: String, json: String)] {
    // The method needs at least one parameter of each group of alternatives.
    let needed = Set(method.alternatives.compactMap { $0.randomElement(using: &generator) })
    return method.parameters.compactMap { parameter in
      let name = parameter.name.description
      let isThere = parameter.isRequired || needed.contains(name) || Int.random(in: 0..<3, using: &generator) == 0
      guard isThere else { return nil }
      if parameter.isNullable, !needed.contains(name), Int.random(in: 0..<6, using: &generator) == 0 {
        return (name, "null")
      }
      return (name, value(parameter.type))
    }
  }

  /// Returns parameters with one error, and the name of the faulty parameter.
  ///
  /// - Parameters:
  ///   - method: The method that takes the parameters.
  ///   - documents: Parameters that are documents. They never have the error, and are left out if they are optional.
  ///   - rules: Parameters that are custom-validated. They are left out if they are optional.
  mutating func invalidMembers(_ method: MethodDescription, documents: Set<String>, rules: Set<String>) -> (
    members: [(name: String, json: String)], at: String
  ) {
    let required = Set(method.parameters.filter(\.isRequired).map(\.name.description))
    var members = validMembers(method).filter {
      required.contains($0.name) || !documents.union(rules).contains($0.name)
    }
    let parameter = method.parameters.filter { !documents.contains($0.name.description) }.randomElement(
      using: &generator)
    guard let parameter, Int.random(in: 0..<8, using: &generator) > 0 else {
      let place = Int.random(in: 0...members.count, using: &generator)
      members.insert(("no_parameter", "1"), at: place)
      return (members, "no_parameter")
    }
    let name = parameter.name.description
    members.removeAll { $0.name == name }
    if parameter.isRequired, Int.random(in: 0..<3, using: &generator) == 0 { return (members, name) }
    members.append((name, invalidValue(parameter.type)))
    return (members, name)
  }

  static func text(_ members: [(name: String, json: String)]) -> String {
    members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",")
  }

  // MARK: Valid values

  private mutating func value(_ type: ValueType) -> String {
    switch type {
    case .bool: Bool.random(using: &generator) ? "true" : "false"
    case .integer(let bounds): "\(integer(bounds ?? -1_000_000...1_000_000))"
    case .number: Bool.random(using: &generator) ? "\(integer(-9...99)).25" : "\(integer(0...9))"
    case .text(let form): "\"\(text(form))\""
    case .id(let kind): "\"\(existingIDs[kind]?.randomElement(using: &generator) ?? randomID())\""
    case .time: "\"2026-02-1\(integer(0...9))T20:00:00Z\""
    case .date: "\"2026-02-1\(integer(0...9))\""
    case .enumeration(let enumeration): "\"\(enumeration.words.randomElement(using: &generator) ?? "")\""
    case .list(let element, let least, let most):
      "["
        + (0..<integer(least...max(least, min(most ?? 4, least + 3)))).map { _ in value(element) }.joined(
          separator: ",")
        + "]"
    case .object(let type):
      "{"
        + type.fields.compactMap { field in
          field.isRequired || Bool.random(using: &generator) ? "\"\(field.name)\":\(value(field.type))" : nil
        }.joined(separator: ",") + "}"
    case .either(let types): value(types.randomElement(using: &generator) ?? .bool)
    case .document: "{}"
    }
  }

  private mutating func integer(_ bounds: ClosedRange<Int>) -> Int {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bounds.lowerBound
    case 1: bounds.upperBound
    default: Int.random(in: bounds, using: &generator)
    }
  }

  private mutating func text(_ form: TextForm) -> String {
    switch form {
    case .any, .opaque, .secret: word(integer(0...20))
    case .country(let codes): codes.randomElement(using: &generator) ?? ""
    case .stream: "round-\(randomID())"
    case .bytes(let bounds): word(integer(bounds.lowerBound...min(bounds.upperBound, bounds.lowerBound + 40)))
    case .name(let characters): word(integer(characters))
    case .searched(let characters, let bytes): word(integer(characters...min(bytes, characters + 20)))
    }
  }

  private mutating func word(_ count: Int) -> String {
    String((0..<count).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "a" })
  }

  // MARK: Invalid values

  private mutating func invalidValue(_ type: ValueType) -> String {
    var faults = ["true", "1.5", "\"\u{1F3AC}\"", "[[]]", "{\"a\":1}", "-7e300"]
    switch type {
    case .bool: faults.removeAll { $0 == "true" }
    case .integer(let bounds?):
      if bounds.upperBound < .max { faults.append("\(bounds.upperBound + 1)") }
      if bounds.lowerBound > .min { faults.append("\(bounds.lowerBound - 1)") }
    case .number: faults = ["true", "\"1\"", "[]"]
    case .text(.any), .text(.opaque), .text(.secret): faults.removeAll { $0.hasPrefix("\"") }
    case .text(.bytes(let bounds)):
      faults = ["1", "true", "\"\(word(bounds.upperBound + 1))\""] + (bounds.lowerBound > 0 ? ["\"\""] : [])
    case .text(.name): faults = ["1", "true", "\"\(word(TextForm.nameBytes + 1))\""]
    case .text(.searched(_, let bytes)): faults = ["1", "\"a\"", "\"\(word(bytes + 1))\""]
    case .text(.stream): faults += ["\"round\"", "\"Round-\(randomID())\"", "\"round-\(randomID().uppercased())A\""]
    case .text(.country): faults += ["\"us\"", "\"XX\"", "\"USA\"", "\"\""]
    case .list(let element, let least, let most):
      faults = ["1", "\"a\"", "{}", "[\(invalidValue(element))]"]
      if least > 0 { faults.append("[]") }
      if let most, most <= 200 {
        faults.append("[" + (0...most).map { _ in value(element) }.joined(separator: ",") + "]")
      }
    case .object(let type):
      faults = ["1", "[]", "\"a\"", "{\"no_field\":1}"]
      if let field = type.fields.randomElement(using: &generator) {
        let others = type.fields.filter { $0.isRequired && $0.name.description != field.name.description }
        let rest = others.map { "\"\($0.name)\":\(value($0.type))" }
        faults.append("{" + (rest + ["\"\(field.name)\":\(invalidValue(field.type))"]).joined(separator: ",") + "}")
      }
    case .document: faults = ["1", "[]", "\"a\""]
    case .integer(nil), .id, .time, .date, .enumeration, .either: break
    }
    return faults.randomElement(using: &generator) ?? "[[]]"
  }
}
