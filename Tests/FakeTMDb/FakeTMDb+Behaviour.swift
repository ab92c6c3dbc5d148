extension FakeTMDb {
  /// How a request is treated.
  public enum Behaviour: Sendable {
    case ok
    /// With a body as TMDb's errors have, a credential or none.
    case status(Int, headers: [(String, String)] = [])
    /// It is read, and not answered until `stop`.
    case silence
    /// The connection is reset.
    case reset
    /// 200 with these bytes, whatever they are.
    case body([UInt8], headers: [(String, String)] = [])
    /// As `.ok`, so much later.
    case slow(milliseconds: Int)
    /// As `.ok`, but the connection ends in the middle of the body.
    case truncated
    /// 302 to that address.
    case redirect(to: String)
    /// All that the request had, its credential too, in every text of the body.
    case echo(Int)

    /// - Parameter answer: what a server that is well would say.
    func reply(to request: Request, _ answer: () -> HTTPResponse) -> Reply {
      switch self {
      case .ok: Reply(deed: .send(answer()))
      case .status(let status, let headers): Reply(deed: .send(.refusal(status, 11, "Internal error.", headers)))
      case .silence: Reply(deed: .silence)
      case .reset: Reply(deed: .reset)
      case .body(let body, let headers): Reply(deed: .send(HTTPResponse(status: 200, headers: headers, body: body)))
      case .slow(let milliseconds): Reply(afterMilliseconds: milliseconds, deed: .send(answer()))
      case .truncated: Reply(deed: .sendHalf(answer()))
      case .redirect(let address):
        Reply(deed: .send(HTTPResponse(status: 302, headers: [("Location", address)], body: [])))
      case .echo(let status): Reply(deed: .send(.echo(request, status)))
      }
    }
  }
}

/// What was said about paths: what was said last counts.
struct BehaviourRules {
  private struct Rule {
    let behaviour: FakeTMDb.Behaviour
    /// Nil for all.
    let path: String?
    /// Nil for ever.
    var times: Int?

    func covers(_ other: String) -> Bool { path.map { other == $0 || other.hasPrefix($0 + "/") } ?? true }
  }

  private var rules: [Rule] = []

  mutating func add(_ behaviour: FakeTMDb.Behaviour, _ path: String?, _ times: Int?) {
    let rule = Rule(behaviour: behaviour, path: path, times: times)
    // What could never count again goes.
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
