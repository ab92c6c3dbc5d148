import WireProtocol

extension WireField {
  /// Its type in Swift; nil where there is none.
  ///
  /// - Parameter object: The type that it is a member of.
  func swiftType(in object: String = "") -> String? {
    guard let named = Wording.type(of: name.description, in: object) else { return type.swiftType() }
    switch type {
    case .integer, .text, .choice: return named
    case .list(of: .integer, _, _): return "[\(named)]"
    default: return type.swiftType()
    }
  }
}

extension ValueType {
  /// Its type in Swift; nil where there is none.
  func swiftType() -> String? {
    switch self {
    case .flag: "Bool"
    case .integer: "Int"
    case .number: "Double"
    case .text: "String"
    case .id(let kind): "\(Names.upperCamel(kind))ID"
    case .time: "Timestamp"
    case .date: "CalendarDate"
    case .choice(let choice): choice.name
    case .list(let element, _, _): element.swiftType().map { "[\($0)]" }
    case .object(let type): type.name
    case .document: "JSONObject"
    case .either(let types): types.isMoment ? "Moment" : types.listOrWord
    }
  }

  /// Whether somebody wrote its type, which says null too.
  var saysNull: Bool { if case .either(let types) = self { types.listOrWord != nil } else { false } }
}

extension [ValueType] {
  /// Of a list, or a word in its place: what the word's type is called somebody wrote for both.
  fileprivate var listOrWord: String? {
    guard count == 2, case .list = self[0], case .choice(let choice) = self[1] else { return nil }
    return choice.name
  }

  /// A position or a time.
  fileprivate var isMoment: Bool {
    guard count == 2, case .integer = self[0], case .time = self[1] else { return false }
    return true
  }
}

extension ValueType {
  /// The word that it always is, where it can be but one.
  var onlyWord: String? {
    guard case .choice(let choice) = self, choice.words.count == 1 else { return nil }
    return choice.words[0]
  }
}
