import MovieNightPrimitives
import Transport

/// The state of one connection. Confined to the event loop's thread.
final class ConnectionState {
  let peer: Peer
  /// Whether it came through the Unix socket, from the server's own user or from root.
  let mayAdminister: Bool
  var identity = Identity.nobody
  /// Tells workers when the connection ends.
  let jobs = ConnectionJobs()
  var commandsInFlight = 0
  /// Whether all later requests wait: for a worker (an authentication, a new token's digest), or for a command's lookup.
  var isBlocked = false
  /// Queries that wait for a worker or a lookup.
  var pendingQueries = 0
  /// Bytes of answers since the peer last took all output.
  private var bytesAnswered = 0
  /// Whether requests wait until the peer has taken its output.
  private var isFull = false
  /// Requests of the line parsed last, which wait for earlier ones or for their turn.
  var waiting = Queue<WaitingRequest>()
  /// Batches with responses missing, by slot.
  var batches: [UInt64: Batch] = [:]
  /// Later lines, not parsed yet.
  private var lines = Queue<ReceivedLine?>()
  var failedAuthentications = 0
  var checksUnderWay = 0
  /// Whether an answer already sent ends the connection: later requests are ignored.
  var isClosing = false
  /// Delayed answers to wrong secrets; all later requests wait for them.
  var lateFailures = 0

  init(peer: Peer, mayAdminister: Bool) {
    self.peer = peer
    self.mayAdminister = mayAdminister
  }

  /// The most queries of one connection that wait at a time, so that others get their turn.
  private static let maximumPendingQueries = 16

  /// Wrong secrets after which a connection ends.
  static let failuresAllowed = 5

  private var isWaiting: Bool { isBlocked || isFull || lateFailures > 0 }

  /// Whether a request may start now. Queries wait until earlier commands are answered; commands do not.
  func mayStart(_ method: Method) -> Bool {
    guard !isWaiting else { return false }
    if method.access == .bySecret, !mayAdminister {
      // Each check under way may fail, so no more are started than failures are left.
      guard failedAuthentications + checksUnderWay < Self.failuresAllowed else { return false }
    }
    if method.kind == .command { return true }
    return commandsInFlight == 0 && pendingQueries < Self.maximumPendingQueries
  }

  /// Whether a line that arrives now may be parsed at once.
  var mayParse: Bool { waiting.isEmpty && lines.isEmpty && !isWaiting && !isClosing }

  /// The minimum cost of the next work; nil if there is none that may start.
  var nextCost: Int? {
    if let next = waiting.first { return mayStart(next.method) ? WorkScheduler.Cost.request + next.byteCount : nil }
    guard !isWaiting, let line = lines.first else { return nil }
    return line?.bytes.count
  }

  func hold(_ line: ReceivedLine) { lines.append(line) }

  func takeLine() -> ReceivedLine? { lines.popFirstAndRelease() }

  /// Drops everything that was not started, and returns the requests among it.
  func close() -> [WaitingRequest] {
    isClosing = true
    lines = Queue()
    return waiting.takeAll()
  }

  /// Counts an answer. Returns whether it is the one that reaches the limit.
  func isFilled(by byteCount: Int, limit: Int) -> Bool {
    bytesAnswered += byteCount
    guard !isFull, bytesAnswered >= limit else { return false }
    isFull = true
    return true
  }

  /// Starts counting again when the peer has taken all answers.
  func empty() {
    bytesAnswered = 0
    isFull = false
  }
}

/// A request that waits for its turn or for a worker. It is kept encoded, as the buffer budget counts it: parsed, `[0,0,0]`
/// takes ten times the memory.
struct WaitingRequest: Sendable {
  let reply: Reply
  let method: Method
  private let params: [UInt8]?

  /// The size of its parameters, which are parsed again.
  var byteCount: Int { params?.count ?? 0 }

  init(_ reply: Reply, _ method: Method, _ params: JSONValue?) {
    self.reply = reply
    self.method = method
    self.params = params.map { Array($0.encoded) }
  }

  /// - Throws: never, because it was valid JSON on arrival.
  func parsed() throws(JSONError) -> JSONValue? {
    guard let params else { return nil }
    return try JSONDocument(params).root
  }

  func parameters() throws(Refusal) -> Parameters {
    let json: JSONValue?
    do throws(JSONError) { json = try parsed() } catch { throw .notJSON }
    return try Parameters(json, of: method)
  }
}

/// Tells workers that a connection has ended, so that they do nothing more for it and release what its jobs need.
final class ConnectionJobs: Sendable {
  /// The request that a worker prepares, for which the connection waits; and whether the connection has ended.
  private let state = Locked<(request: WaitingRequest?, haveEnded: Bool)>((nil, false))

  var haveEnded: Bool { state.withLock { $0.haveEnded } }

  func keep(_ request: WaitingRequest) { state.withLock { $0.request = request } }

  func take() -> WaitingRequest? {
    state.withLock { state in
      defer { state.request = nil }
      return state.request
    }
  }

  func end() { state.withLock { $0 = (nil, true) } }
}
