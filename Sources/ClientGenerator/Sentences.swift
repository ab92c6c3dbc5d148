import ProtocolSchema

enum Sentences {
  /// Returns the words as a sentence, with `nil` in place of the protocol's null.
  static func sentence(_ words: String) -> String {
    let text = inSwift(words)
    let sentence = text.prefix(1).uppercased() + text.dropFirst()
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  /// Returns the documentation of an object's member; nil if there would be only its name.
  static func of(_ field: WireField, showsUnit: Bool = true) -> String? {
    let isNameAlone = field.summary.isEmpty || field.summary == "`\(field.name)`"
    let text = (isNameAlone ? "" : sentence(field.summary)) + (showsUnit ? unit(of: field) : "")
    return text.isEmpty ? nil : text
  }

  /// Returns a parameter's documentation, with bounds. `isDefaulted` omits the default, which the declaration shows.
  static func ofParameter(_ field: WireField, isDefaulted: Bool = false) -> String {
    let bounds = field.type.isBounded ? " Must be \(inSwift(field.type.expectation))." : ""
    let ending = field.defaultValue.map { "; default: \($0.words)" }
    let summary = isDefaulted ? String(field.summary.dropLast(ending?.count ?? 0)) : field.summary
    return sentence(summary) + unit(of: field) + bounds
  }

  /// Returns the words with `nil` in place of the protocol's null.
  static func inSwift(_ words: String) -> String {
    words.split(separator: " ", omittingEmptySubsequences: false)
      .map { word in
        let isNull = word.hasPrefix("null") && word.dropFirst(4).first?.isLetter != true
        return isNull ? "nil" + word.dropFirst(4) : word
      }
      .joined(separator: " ").replacing("it is missing", with: "it is nil")
  }

  private static func unit(of field: WireField) -> String { field.unit.map { " In \($0.rawValue)." } ?? "" }
}

extension ValueType {
  /// Whether the protocol restricts the values more than the Swift type does.
  fileprivate var isBounded: Bool {
    switch self {
    case .integer(let bounds?): bounds != Int.min...Int.max
    case .text(.bytes), .text(.country): true
    case .list(_, let least, let limit): least > 0 || limit != nil
    default: false
    }
  }
}
