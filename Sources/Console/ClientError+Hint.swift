import MovieNightKit

extension ClientError {
  /// Advice for a person at the command line; nil if there is none.
  package var commandLineHint: String? {
    switch self {
    case .unreachable: "Is the server running? Start it with: movienight serve"
    case .refused(let refusal): refusal.declaredHint ?? hint ?? refusal.retryAdvice
    default: hint
    }
  }
}

extension Refusal {
  /// The hint of the refusal's declaration, with advice on when to try again for each `%`; nil if it has none.
  fileprivate var declaredHint: String? {
    kind.hint?.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: retryAdvice ?? "Try again later.")
  }

  /// Advice on when to try again; nil if the server did not name a time.
  package var retryAdvice: String? {
    guard let milliseconds = retryAfterMilliseconds, milliseconds > 0 else { return nil }
    let seconds = milliseconds / 1000 + (milliseconds % 1000 == 0 ? 0 : 1)
    return "Try again in \(grouped(seconds)) \(seconds == 1 ? "second" : "seconds")."
  }
}
