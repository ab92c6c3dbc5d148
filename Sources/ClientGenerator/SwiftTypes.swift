import ProtocolSchema

extension WireField {
  /// Returns the Swift type of the field as a member of `object`; nil if no Swift type can represent it.
  func swiftType(in object: String = "") -> String? {
    guard let named = Wording.type(of: name.description, in: object) else { return type.swiftType() }
    switch type {
    case .integer, .text, .enumeration: return named
    case .list(of: .integer, _, _): return "[\(named)]"
    default: return type.swiftType()
    }
  }
}

extension ValueType {
  /// Returns the Swift type; nil if no Swift type can represent this one.
  func swiftType() -> String? {
    switch self {
    case .bool: "Bool"
    case .integer: "Int"
    case .number: "Double"
    case .text: "String"
    case .id(let kind): "\(Names.upperCamel(kind))ID"
    case .time: "Timestamp"
    case .date: "CalendarDate"
    case .enumeration(let enumeration): enumeration.name
    case .list(let element, _, _): element.swiftType().map { "[\($0)]" }
    case .object(let type): type.name
    case .document: "JSONObject"
    case .either(let types): types.isMoment ? "Moment" : types.listOrWord
    }
  }

  /// Whether the Swift type is a hand-written one that represents null by a value of its own.
  var representsNull: Bool { if case .either(let types) = self { types.listOrWord != nil } else { false } }
}

extension [ValueType] {
  /// The hand-written Swift type for a list that a word can replace, named like the word's type; nil for others.
  fileprivate var listOrWord: String? {
    guard count == 2, case .list = self[0], case .enumeration(let enumeration) = self[1] else { return nil }
    return enumeration.name
  }

  fileprivate var isMoment: Bool {
    guard count == 2, case .integer = self[0], case .time = self[1] else { return false }
    return true
  }
}

extension ValueType {
  var onlyWord: String? {
    guard case .enumeration(let enumeration) = self, enumeration.words.count == 1 else { return nil }
    return enumeration.words[0]
  }
}
