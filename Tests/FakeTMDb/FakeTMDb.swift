import MovieNightPrimitives

/// A fake of TMDb's API version 3 on 127.0.0.1, with its own movies and series, that misbehaves on demand.
///
///     let tmdb = try FakeTMDb()
///     tmdb.credential = .token("T")
///     tmdb.behave(.status(503), on: "/movie/550", times: 2)
///     ... request `tmdb.base` + "/movie/550?language=en-US" ...
///     #expect(tmdb.count(of: "/movie/550") == 3)
public final class FakeTMDb: Sendable {
  public enum Credential: Equatable, Sendable {
    /// A token of version 4, sent as `Authorization: Bearer`.
    case token(String)
    /// A key of version 3, sent as the parameter `api_key`.
    case key(String)
  }

  private struct State {
    var requests: [Request] = []
    var rules = BehaviourRules()
    var credential: Credential?
    var content = Content()
  }

  /// The base of all addresses, "http://127.0.0.1:PORT/3".
  public let base: String
  private let server: HTTPServer
  private let state: Locked<State>

  public init() throws {
    let state = Locked(State())
    self.state = state
    server = try HTTPServer { Self.reply(to: $0, state) }
    base = "http://127.0.0.1:\(server.port)\(Request.base)"
  }

  deinit { stop() }

  /// Closes every connection, including those waiting for an answer, and stops listening before it returns.
  public func stop() { server.stop() }

  // MARK: Content

  public var movies: [Movie] {
    get { state.withLock { $0.content.movies } }
    set { state.withLock { $0.content.movies = newValue } }
  }
  public var series: [Series] {
    get { state.withLock { $0.content.series } }
    set { state.withLock { $0.content.series = newValue } }
  }
  /// The list of providers, which movies and series share.
  public var providers: [ListedProvider] {
    get { state.withLock { $0.content.providers } }
    set { state.withLock { $0.content.providers = newValue } }
  }

  // MARK: Behaviour

  /// The credential that requests need; nil, the default, if they need none.
  public var credential: Credential? {
    get { state.withLock { $0.credential } }
    set { state.withLock { $0.credential = newValue } }
  }

  /// Sets the behaviour for paths from now on, overriding earlier ones.
  ///
  /// - Parameters:
  ///   - path: the path, which includes those below it, or nil for all paths.
  ///   - times: the number of requests, or nil for no limit. Afterwards, earlier behaviours apply again, else `.ok`.
  public func behave(_ behaviour: Behaviour, on path: String? = nil, times: Int? = nil) {
    state.withLock { $0.rules.add(behaviour, path, times) }
  }

  // MARK: Requests

  /// All requests in order of arrival, including those refused or not answered.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// Returns the number of requests for exactly this path below `base`.
  public func count(of path: String) -> Int { requests.count { $0.path == path } }

  public func forget() { state.withLock { $0.requests = [] } }

  // MARK: Answers

  private static func reply(to head: HTTPHead, _ state: Locked<State>) -> Reply {
    let request = Request(head)
    let (behaviour, credential, content) = state.withLock { state in
      state.requests.append(request)
      return (state.rules.next(for: request.path), state.credential, state.content)
    }
    return behaviour.reply(to: request) {
      guard head.method == "GET" else { return .refusal(405, 1, "Invalid method.") }
      guard head.path.hasPrefix(Request.base + "/") else { return .notFound }
      guard request.has(credential) else {
        return .refusal(401, 7, "Invalid API key: You must be granted a valid key.")
      }
      return content.answer(request)
    }
  }
}
