import MovieNightKit

extension ClientError {
  /// Advice for a person at the command line; nil if there is none.
  package var commandLineHint: String? {
    switch self {
    case .unreachable: "Is the server running? Start it with: movienight serve"
    case .refused(let refusal) where refusal.code == 401:
      "Is it the right token? Check --token and MOVIENIGHT_TOKEN, or log in with: movienight login"
    default: hint ?? refusal?.retryAdvice
    }
  }
}

extension Refusal {
  /// Advice on when to try again; nil if the server did not name a time.
  package var retryAdvice: String? {
    guard let milliseconds = retryAfterMilliseconds, milliseconds > 0 else { return nil }
    let seconds = milliseconds / 1000 + (milliseconds % 1000 == 0 ? 0 : 1)
    return "Try again in \(grouped(seconds)) \(seconds == 1 ? "second" : "seconds")."
  }
}
