import Primitives

/// A client of a movienight server.
///
///     let client = try BlockingClient.connect(to: ServerAddress("127.0.0.1:6684"))
///     try client.authenticate(token: token)
///     let round = try client.call("rounds.get") { $0.field("round_id", id) }
///
/// Every command gets a `command_id` (version 7) unless it has one. When the connection is lost, or the server says
/// that it cannot serve just now, the client connects and authenticates again and sends the same bytes again until
/// its deadline: the command id makes that safe. `events` follows what happens in the same way.
///
/// A client belongs to one thread at a time. To have more under way at once, use `pipeline` or more clients.
public final class BlockingClient {
  /// How long a client waits for what, and how much it takes at once.
  public struct Options: Sendable {
    /// How long a call may take, all attempts together.
    public var callTimeout: Duration
    /// How long one attempt to connect may take.
    public var connectTimeout: Duration
    /// How long a server that went away during a call is waited for.
    public var reconnectTimeout: Duration
    /// How long a feed of events hears nothing before it asks whether the server is there.
    public var quietTime: Duration
    /// The longest line taken from a server.
    public var maximumLineBytes: Int

    public init(
      callTimeout: Duration = .seconds(30), connectTimeout: Duration = .seconds(5),
      reconnectTimeout: Duration = .seconds(30), quietTime: Duration = .seconds(30),
      maximumLineBytes: Int = 64 * 1024 * 1024
    ) {
      self.callTimeout = callTimeout
      self.connectTimeout = connectTimeout
      self.reconnectTimeout = reconnectTimeout
      self.quietTime = quietTime
      self.maximumLineBytes = maximumLineBytes
    }
  }

  public let address: ServerAddress
  /// Gets what the server sends unasked: during a call, a pipeline or `listen`. It must not call this client.
  public var onNotification: (_ method: String, _ parameters: JSONValue) -> Void = { _, _ in }

  let options: Options
  let clock: ClientClock
  private var randomness: any RandomNumberGenerator
  private var connection: BlockingConnection? {
    didSet { connectionNumber += 1 }
  }
  private var authentication: Request?
  /// Another one with each connection, and while there is none: so a feed sees that its subscription went with one.
  private(set) var connectionNumber = 0
  private var feeds: [WeakFeed] = []

  private struct WeakFeed {
    weak var feed: BlockingFeed?
  }

  private init(
    _ address: ServerAddress, _ options: Options, _ clock: ClientClock, _ randomness: any RandomNumberGenerator
  ) {
    self.address = address
    self.options = options
    self.clock = clock
    self.randomness = randomness
  }

  /// Connects. Throws `unreachable` at once when nobody listens there: only a connection that stood is made again.
  public static func connect(
    to address: ServerAddress, options: Options = Options(), clock: ClientClock = .system,
    randomness: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) throws(ClientError) -> BlockingClient {
    let client = BlockingClient(address, options, clock, randomness)
    _ = try client.openConnection(within: options.callTimeout, by: clock.uptime() + options.callTimeout)
    return client
  }

  /// Ends the connection. A later call opens a new one.
  public func close() {
    connection = nil
  }

  // MARK: Authenticating

  /// Acts as the member that `token` belongs to, also after the connection had to be made again.
  @discardableResult
  public func authenticate(token: String) throws(ClientError) -> JSONValue {
    try authenticate(Request("auth.authenticate") { $0.field("token", token) })
  }

  /// Acts as the administrator: on the Unix socket of a server that runs under the same user.
  @discardableResult
  public func authenticateAsAdministrator() throws(ClientError) -> JSONValue {
    try authenticate(Request("auth.authenticate") { $0.field("administrator", true) })
  }

  private func authenticate(_ request: Request) throws(ClientError) -> JSONValue {
    let answer = try call(request)
    authentication = request
    return answer
  }

  // MARK: Calling

  /// The result of one method; `parameters` writes the members of its parameters.
  public func call(
    _ method: String, timeout: Duration? = nil, parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) -> JSONValue {
    try call(Request(method, parameters: parameters), timeout: timeout)
  }

  /// The result of `request`, within `timeout` (else the one of the options), all attempts together.
  public func call(_ request: Request, timeout: Duration? = nil) throws(ClientError) -> JSONValue {
    try pipeline([request], timeout: timeout)[0].get()
  }

  /// Sends all requests at once and returns their outcomes in the same order.
  ///
  /// What was not answered, or may be sent again, is sent again behind the rest: where a later request needs
  /// an earlier one to have succeeded, call them one after the other.
  public func pipeline(_ requests: [Request], timeout: Duration? = nil) -> [Result<JSONValue, ClientError>] {
    var batch = Batch(requests, commandID: makeCommandID)
    let limit = timeout ?? options.callTimeout
    let deadline = clock.uptime() + limit
    var backoff = Backoff()
    var lastAttempt = deadline
    while true {
      do {
        try attempt(&batch, within: limit, by: deadline)
      } catch {
        connection = nil
        batch.breakOff(error)
        // A server that went away is waited for, but not as long as an answer may take.
        lastAttempt = min(lastAttempt, clock.uptime() + options.reconnectTimeout)
      }
      guard let least = batch.leastRetryDelay else { return batch.outcomes }
      let delay = max(least, backoff.next(using: &randomness))
      guard clock.uptime() + delay < lastAttempt else { return batch.outcomes }
      clock.blockingSleep(delay)
    }
  }

  /// Hands what the server sends unasked to `onNotification` for `duration`.
  public func listen(for duration: Duration) throws(ClientError) {
    try listen(until: clock.uptime() + duration) { true }
  }

  /// The same, as long as `wantsMore`.
  func listen(until deadline: Duration, while wantsMore: () -> Bool) throws(ClientError) {
    do {
      let connection = try openConnection(within: options.callTimeout, by: clock.uptime() + options.callTimeout)
      try connection.listen(until: deadline, while: wantsMore, notified: notified)
    } catch {
      connection = nil
      throw error
    }
  }

  // MARK: Events

  /// The household's events after a position, else from now on: each once, in order, across lost connections.
  ///
  /// - Parameter household: which one, for an administrator.
  public func events(after position: Int? = nil, household: String? = nil) throws(ClientError) -> BlockingFeed {
    try BlockingFeed(self, after: position, household: household)
  }

  func remember(_ feed: BlockingFeed) {
    feeds.removeAll { $0.feed == nil || $0.feed === feed }
    feeds.append(WeakFeed(feed: feed))
  }

  func forget(_ feed: BlockingFeed) {
    feeds.removeAll { $0.feed == nil || $0.feed === feed }
  }

  func waitBeforeConnecting(_ backoff: inout Backoff) {
    clock.blockingSleep(backoff.next(using: &randomness))
  }

  /// Gives a notification to the feed that it is for, else to `onNotification`.
  private func notified(_ method: String, _ parameters: JSONValue) {
    for entry in feeds where entry.feed?.take(method, parameters) == true { return }
    onNotification(method, parameters)
  }

  // MARK: Attempts

  private func attempt(_ batch: inout Batch, within limit: Duration, by deadline: Duration) throws(ClientError) {
    let open = batch.open()
    guard !open.isEmpty else { return }
    let connection = try openConnection(within: limit, by: deadline)
    let requests = open.map { batch.requests[$0] }
    try connection.exchange(requests, within: limit, by: deadline, notified: notified) { index, result in
      batch.answer(open[index], result)
    }
  }

  private func openConnection(within limit: Duration, by deadline: Duration) throws(ClientError) -> BlockingConnection {
    if let connection { return connection }
    let opened = try BlockingConnection(
      to: address, by: min(deadline, clock.uptime() + options.connectTimeout),
      maximumLineBytes: options.maximumLineBytes, clock)
    if let authentication {
      var refused: ClientError?
      try opened.exchange([authentication], within: limit, by: deadline, notified: notified) { _, result in
        if case .failure(let error) = result { refused = error }
      }
      if let refused { throw refused }
    }
    connection = opened
    return opened
  }

  private func makeCommandID() -> CommandID {
    CommandID(version7At: clock.now(), using: &randomness)
  }
}
