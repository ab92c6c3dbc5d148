import MovieNightPrimitives

/// Why a body is no answer to what was asked. Never holds what the body says: it goes into logs.
public enum UnfittingBody: Error, Equatable, Sendable {
  case tooLarge
  /// So dense that reading it would take more memory than a body is worth.
  case tooManyValues
  case notJSON(JSONError)
  /// JSON, but not the kind of object that answers the question: without this member.
  case without(String)
  /// About another movie, series, season or episode than asked: this member says so.
  case other(String)
}

extension UnfittingBody: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge: "more than \(CleanedBody.maximumBytes) bytes"
    case .tooManyValues: "more than \(CleanedBody.maximumValues) values"
    case .notJSON(let error): "no JSON: \(error)"
    case .without(let member): "without a fit \"\(member)\""
    case .other(let member): "another \"\(member)\" than asked"
    }
  }
}
