import MovieNightPrimitives

/// TMDb's API v3 at 127.0.0.1, with movies and series of its own, which can be told to misbehave.
///
///     let tmdb = try FakeTMDb()
///     tmdb.credential = .token("T")
///     tmdb.behave(.status(503), on: "/movie/550", times: 2)
///     ... what asks `tmdb.base` + "/movie/550?language=en-US" ...
///     #expect(tmdb.count(of: "/movie/550") == 3)
public final class FakeTMDb: Sendable {
  public enum Credential: Equatable, Sendable {
    /// Of version 4: `Authorization: Bearer`.
    case token(String)
    /// Of version 3: the parameter `api_key`.
    case key(String)
  }

  private struct State {
    var requests: [Request] = []
    var rules = BehaviourRules()
    var credential: Credential?
    var content = Content()
  }

  /// "http://127.0.0.1:PORT/3".
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

  /// Ends every connection, those too that wait for an answer. When it returns nobody listens any more.
  public func stop() { server.stop() }

  // MARK: What it has

  public var movies: [Movie] {
    get { state.withLock { $0.content.movies } }
    set { state.withLock { $0.content.movies = newValue } }
  }
  public var series: [Series] {
    get { state.withLock { $0.content.series } }
    set { state.withLock { $0.content.series = newValue } }
  }
  /// Of movies and of series alike.
  public var providers: [ListedProvider] {
    get { state.withLock { $0.content.providers } }
    set { state.withLock { $0.content.providers = newValue } }
  }

  // MARK: What it does

  /// What a request must come with; nil (at the start) where none is needed.
  public var credential: Credential? {
    get { state.withLock { $0.credential } }
    set { state.withLock { $0.credential = newValue } }
  }

  /// From now on, whatever was said before about these paths.
  ///
  /// - Parameters:
  ///   - path: this path and those below it; all where it is nil.
  ///   - times: for so many requests; then what was said before about wider paths counts again, else `.ok`.
  public func behave(_ behaviour: Behaviour, on path: String? = nil, times: Int? = nil) {
    state.withLock { $0.rules.add(behaviour, path, times) }
  }

  // MARK: What it was asked

  /// In order of arrival, those too that were refused or not answered.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// - Parameter path: below `base`, and nothing but that path.
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
