import MovieNightPrimitives

/// The reason why a body does not answer the question. It never contains any content of the body, because it is logged.
public enum UnexpectedBody: Error, Equatable, Sendable {
  case tooLarge
  /// Decoding the body would take too much memory.
  case tooManyValues
  case notJSON(JSONError)
  /// This member is missing or invalid, so the body does not answer the question.
  case without(String)
  /// This member identifies another movie, series, season or episode.
  case other(String)
}

extension UnexpectedBody: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge: "more than \(CleanedBody.maximumBytes) bytes"
    case .tooManyValues: "more than \(CleanedBody.maximumValues) values"
    case .notJSON(let error): "not JSON: \(error)"
    case .without(let member): "\"\(member)\" is missing or invalid"
    case .other(let member): "\"\(member)\" is not the requested one"
    }
  }
}
