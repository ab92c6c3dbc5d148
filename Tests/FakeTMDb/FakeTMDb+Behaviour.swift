extension FakeTMDb {
  /// The server's reaction to a request.
  public enum Behaviour: Sendable {
    case ok
    /// Answers with an error in TMDb's format, whether or not the credential is valid.
    case status(Int, headers: [(String, String)] = [])
    /// Reads the request but sends no answer, until the client closes the connection or the server stops.
    case silence
    /// Resets the connection.
    case reset
    /// Answers with status 200 and exactly these bytes.
    case body([UInt8], headers: [(String, String)] = [])
    /// Like `.ok`, but after a delay.
    case slow(milliseconds: Int)
    /// Like `.ok`, but the connection ends in the middle of the body.
    case truncated
    /// Answers with status 302 and this address.
    case redirect(to: String)
    /// Repeats the request, including its credential, in every text of the body.
    case echo(Int)

    /// Returns the reaction to a request, for which `answer` makes the regular answer.
    func reply(to request: Request, _ answer: () -> HTTPResponse) -> Reply {
      switch self {
      case .ok: Reply(action: .send(answer()))
      case .status(let status, let headers): Reply(action: .send(.refusal(status, 11, "Internal error.", headers)))
      case .silence: Reply(action: .silence)
      case .reset: Reply(action: .reset)
      case .body(let body, let headers): Reply(action: .send(HTTPResponse(status: 200, headers: headers, body: body)))
      case .slow(let milliseconds): Reply(afterMilliseconds: milliseconds, action: .send(answer()))
      case .truncated: Reply(action: .sendHalf(answer()))
      case .redirect(let address):
        Reply(action: .send(HTTPResponse(status: 302, headers: [("Location", address)], body: [])))
      case .echo(let status): Reply(action: .send(.echo(request, status)))
      }
    }
  }
}

/// The behaviours set for paths. The latest one that covers a path applies.
struct BehaviourRules {
  private struct Rule {
    let behaviour: FakeTMDb.Behaviour
    /// The path that the rule covers, together with all paths below it; nil covers all paths.
    let path: String?
    /// The number of requests to which the rule still applies; nil for no limit.
    var times: Int?

    func covers(_ other: String) -> Bool { path.map { other == $0 || other.hasPrefix($0 + "/") } ?? true }
  }

  private var rules: [Rule] = []

  mutating func add(_ behaviour: FakeTMDb.Behaviour, _ path: String?, _ times: Int?) {
    let rule = Rule(behaviour: behaviour, path: path, times: times)
    // If this rule is permanent, remove the rules that will never apply again.
    if times == nil { rules.removeAll { $0.path.map(rule.covers) ?? (path == nil) } }
    rules.append(rule)
  }

  mutating func next(for path: String) -> FakeTMDb.Behaviour {
    rules.removeAll { $0.times.map { $0 <= 0 } ?? false }
    guard let index = rules.lastIndex(where: { $0.covers(path) }) else { return .ok }
    if let times = rules[index].times { rules[index].times = times - 1 }
    return rules[index].behaviour
  }
}
