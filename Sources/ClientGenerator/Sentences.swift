import WireProtocol

/// The declarations' few words, as documentation says them.
enum Sentences {
  /// With a capital letter and a full stop, and of `nil` where the wire has null.
  static func sentence(_ words: String) -> String {
    let text = inSwift(words)
    let sentence = text.prefix(1).uppercased() + text.dropFirst()
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  /// What a member of an object is; nil where nothing is said of it but its name.
  static func of(_ field: WireField, showsUnit: Bool = true) -> String? {
    let isNameAlone = field.summary.isEmpty || field.summary == "`\(field.name)`"
    let text = (isNameAlone ? "" : sentence(field.summary)) + (showsUnit ? unit(of: field) : "")
    return text.isEmpty ? nil : text
  }

  /// What a parameter is, and what it must be.
  ///
  /// - Parameter isDefaulted: whether its declaration says what it is where it is missing.
  static func ofParameter(_ field: WireField, isDefaulted: Bool = false) -> String {
    let bounds = field.type.isBounded ? " Must be \(inSwift(field.type.expectation))." : ""
    let ending = field.standard.map { "; \($0.words) where it is missing" }
    let summary = isDefaulted ? String(field.summary.dropLast(ending?.count ?? 0)) : field.summary
    return sentence(summary) + unit(of: field) + bounds
  }

  /// Of `nil` where the wire has null.
  static func inSwift(_ words: String) -> String {
    words.split(separator: " ", omittingEmptySubsequences: false)
      .map { word in
        let isNull = word.hasPrefix("null") && word.dropFirst(4).first?.isLetter != true
        return isNull ? "nil" + word.dropFirst(4) : word
      }
      .joined(separator: " ").replacing("where it is missing", with: "where it is nil")
  }

  private static func unit(of field: WireField) -> String { field.unit.map { " In \($0.rawValue)." } ?? "" }
}

extension ValueType {
  /// Whether there is more to say of it than its Swift type does.
  fileprivate var isBounded: Bool {
    switch self {
    case .integer(let bounds?): bounds != Int.min...Int.max
    case .text(.bytes), .text(.country): true
    case .list(_, let least, let limit): least > 0 || limit != nil
    default: false
    }
  }
}
