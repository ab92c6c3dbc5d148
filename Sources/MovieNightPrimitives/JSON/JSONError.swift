/// The reason why a text is not JSON, or not the JSON that was expected.
public struct JSONError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind of error. The last two concern a member, the others the whole text.
  public enum Reason: Hashable, Codable, Sendable {
    case unexpectedEnd
    case unexpectedByte
    case invalidString
    case invalidNumber
    case invalidUTF8
    case tooDeep
    /// More combining marks in a row than `JSONDocument.maximumMarks`.
    case tooManyMarks
    case trailingBytes
    /// More values and keys than `JSONDocument.Limits` allows.
    case tooManyValues
    /// More elements of the outermost array than `JSONDocument.Limits` allows.
    case tooManyElements
    /// A required member is missing.
    case missing
    /// A member has another type than expected.
    case wrongType(expected: String)
  }

  public let reason: Reason
  /// The path of the member; empty if the error concerns the whole text.
  public let field: String
  /// The offset in the text, in bytes.
  public let offset: Int

  public init(_ reason: Reason, field: String = "", offset: Int = 0) {
    self.reason = reason
    self.field = field
    self.offset = offset
  }

  /// Returns the same error with `step` before its path: `year` within `movie` becomes `movie.year`.
  public func within(_ step: String) -> JSONError {
    let path = field.isEmpty || field.hasPrefix("[") ? step + field : "\(step).\(field)"
    return JSONError(reason, field: path, offset: offset)
  }

  public var description: String {
    let what =
      switch reason {
      case .unexpectedEnd: "unexpected end of the text"
      case .unexpectedByte: "unexpected character"
      case .invalidString: "invalid string"
      case .invalidNumber: "invalid number"
      case .invalidUTF8: "invalid UTF-8"
      case .tooDeep: "nested deeper than \(JSONDocument.maximumDepth)"
      case .tooManyMarks: "more than \(JSONDocument.maximumMarks) combining marks in a row"
      case .trailingBytes: "unexpected text after the value"
      case .tooManyValues: "too many values"
      case .tooManyElements: "too many elements"
      case .missing: "is missing"
      case .wrongType(let expected): "is not \(expected)"
      }
    return field.isEmpty ? "\(what) (at byte \(offset))" : "\(field) \(what)"
  }
}
