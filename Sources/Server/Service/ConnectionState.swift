import MovieNightPrimitives
import Transport

/// The state of one connection. It belongs to the event loop's thread.
final class ConnectionState {
  let peer: Peer
  /// Whether it came through the Unix socket, from the server's own user or from root.
  let mayAdminister: Bool
  var identity = Identity.nobody
  /// For workers that have not come to its requests.
  let jobs = ConnectionJobs()
  /// Commands that have no answer yet.
  var commandsInFlight = 0
  /// Whether everything behind a request waits for it: it is with a worker (an authentication, a new token's digest), or a
  /// command waits for a lookup.
  var isBlocked = false
  /// Queries that a worker answers.
  var queriesAside = 0
  /// Bytes of answers since the peer had last taken all of them.
  private var bytesAnswered = 0
  /// Whether it is owed so much that no more is answered before it has taken that.
  private var isFull = false
  /// Requests of the line that was parsed last: they wait for those before them, or for their turn.
  var waiting = Queue<WaitingRequest>()
  /// Batches of which some responses are missing, by their place.
  var batches: [UInt64: Batch] = [:]
  /// Lines behind them, not parsed yet.
  private var lines = Queue<ReceivedLine?>()
  var failedAuthentications = 0
  /// Secrets that are being checked.
  var checksUnderWay = 0
  /// Whether the connection ends with an answer that was sent: nothing behind that is looked at.
  var isClosing = false
  /// Answers to wrong secrets that are late on purpose; everything behind them waits.
  var lateFailures = 0

  init(peer: Peer, mayAdminister: Bool) {
    self.peer = peer
    self.mayAdminister = mayAdminister
  }

  /// So many queries of one connection are with the workers at most: others have their turn between them.
  private static let queriesAsideAtMost = 16

  /// Wrong secrets after which a connection ends.
  static let failuresAllowed = 5

  /// Whether every request behind those that were started has to wait.
  private var isWaiting: Bool { isBlocked || isFull || lateFailures > 0 }

  /// A look at the read models waits for the commands before it; commands wait for nothing but looks before them.
  func mayStart(_ method: Method) -> Bool {
    guard !isWaiting else { return false }
    if method.access == .bySecret, !mayAdminister {
      // Those under way may fail: then no further secret is checked.
      guard failedAuthentications + checksUnderWay < Self.failuresAllowed else { return false }
    }
    if method.kind == .command { return true }
    return commandsInFlight == 0 && queriesAside < Self.queriesAsideAtMost
  }

  /// Whether a line that comes now may be parsed at once.
  var mayParse: Bool { waiting.isEmpty && lines.isEmpty && !isWaiting && !isClosing }

  /// What the next work costs at least; nil where there is none that may be done now.
  var nextCost: Int? {
    if let next = waiting.first { return mayStart(next.method) ? WorkScheduler.Cost.request + next.byteCount : nil }
    guard !isWaiting, let line = lines.first else { return nil }
    return line?.bytes.count
  }

  func hold(_ line: ReceivedLine) { lines.append(line) }

  func takeLine() -> ReceivedLine? { lines.popFirstAndRelease() }

  /// Gives up everything that was not started. Returns the requests among that.
  func close() -> [WaitingRequest] {
    isClosing = true
    lines = Queue()
    return waiting.takeAll()
  }

  /// Counts an answer. Returns whether it is the one that makes too many.
  func isFilled(by byteCount: Int, limit: Int) -> Bool {
    bytesAnswered += byteCount
    guard !isFull, bytesAnswered >= limit else { return false }
    isFull = true
    return true
  }

  /// The peer has taken all answers.
  func empty() {
    bytesAnswered = 0
    isFull = false
  }
}

/// A request that waits, for its turn or for a worker. It is kept as it was sent, which is what the budget for buffers
/// counts: parsed, `[0,0,0]` takes ten times the room.
struct WaitingRequest: Sendable {
  let reply: Reply
  let method: Method
  private let params: [UInt8]?

  /// The bytes of its parameters, which are parsed again.
  var byteCount: Int { params?.count ?? 0 }

  init(_ reply: Reply, _ method: Method, _ params: JSONValue?) {
    self.reply = reply
    self.method = method
    self.params = params.map { Array($0.encoded) }
  }

  /// - Throws: never for what was JSON when it came.
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

/// What tells workers that a connection has ended: then nothing more is done for it, and what its jobs need is released.
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
