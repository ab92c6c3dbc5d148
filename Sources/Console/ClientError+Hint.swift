import MovieNightKit

extension ClientError {
  /// What to type next; nil if there is no general advice.
  package var commandLineHint: String? {
    switch self {
    case .unreachable: "Is the server running? Start it with: movienight serve"
    case .refused(let refusal) where refusal.code == 401:
      "Is it the right token? Look at --token and MOVIENIGHT_TOKEN, or log in with: movienight login"
    default: hint
    }
  }
}
