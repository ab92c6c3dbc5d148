import MovieNightPrimitives
import Transport

/// The state of one connection. Confined to the event loop's thread.
final class ConnectionState {
  let peer: Peer
  /// Whether the connection comes through the Unix socket, from root or from the server's own user.
  let mayAdminister: Bool
  var identity = Identity.nobody
  /// Tells workers when the connection ends.
  let jobs = ConnectionJobs()
  var commandsInFlight = 0
  /// Whether all later requests wait for an authentication, the digest of a new token, or the lookup of a command.
  var isBlocked = false
  /// The number of queries that wait for a worker or a lookup.
  var pendingQueries = 0
  /// The size of the answers since the connection last had no unsent output.
  private var bytesAnswered = 0
  /// Whether requests wait until the connection has sent all of its output.
  private var isFull = false
  /// The requests of the last parsed line that wait for earlier requests or for their turn.
  var waiting = Queue<WaitingRequest>()
  /// The batches with missing responses, by slot.
  var batches: [UInt64: Batch] = [:]
  /// The lines that have been received but not yet parsed.
  private var lines = Queue<ReceivedLine?>()
  var failedAuthentications = 0
  var checksInProgress = 0
  /// Whether the connection ends with an answer that has already been sent, so that later requests are ignored.
  var isClosing = false
  /// The number of delayed answers to wrong secrets. All later requests wait for these answers.
  var lateFailures = 0

  init(peer: Peer, mayAdminister: Bool) {
    self.peer = peer
    self.mayAdminister = mayAdminister
  }

  /// The maximum number of a connection's queries that wait at a time, so that other connections get their turn.
  private static let maximumPendingQueries = 16

  /// The number of wrong secrets after which a connection is closed.
  static let failuresAllowed = 5

  private var isWaiting: Bool { isBlocked || isFull || lateFailures > 0 }

  /// Whether a request may start now. Queries wait until earlier commands are answered; commands do not.
  func mayStart(_ method: Method) -> Bool {
    guard !isWaiting else { return false }
    if method.access == .bySecret, !mayAdminister {
      // Each check in progress may fail, so do not start more checks than the connection has failures left.
      guard failedAuthentications + checksInProgress < Self.failuresAllowed else { return false }
    }
    if method.kind == .command { return true }
    return commandsInFlight == 0 && pendingQueries < Self.maximumPendingQueries
  }

  /// Whether a line that arrives now may be parsed immediately.
  var mayParse: Bool { waiting.isEmpty && lines.isEmpty && !isWaiting && !isClosing }

  /// The minimum cost of the connection's next work; nil if it has no work that may start.
  var nextCost: Int? {
    if let next = waiting.first { return mayStart(next.method) ? WorkScheduler.Cost.request + next.byteCount : nil }
    guard !isWaiting, let line = lines.first else { return nil }
    return line?.bytes.count
  }

  func hold(_ line: ReceivedLine) { lines.append(line) }

  func takeLine() -> ReceivedLine? { lines.popFirstAndRelease() }

  /// Drops all requests and lines that have not been started, and returns the dropped requests.
  func close() -> [WaitingRequest] {
    isClosing = true
    lines = Queue()
    return waiting.takeAll()
  }

  /// Counts the bytes of an answer. Returns whether this answer makes the total reach the limit.
  func countAnswer(ofSize byteCount: Int, limit: Int) -> Bool {
    bytesAnswered += byteCount
    guard !isFull, bytesAnswered >= limit else { return false }
    isFull = true
    return true
  }

  /// Starts counting from zero, because the connection has sent all of its output.
  func resetAnswerCount() {
    bytesAnswered = 0
    isFull = false
  }
}

/// A request that waits for its turn or for a worker. Its parameters are kept as JSON text, which has the size that the
/// buffer budget counts. Parsed, an array such as `[0,0,0]` takes ten times the memory.
struct WaitingRequest: Sendable {
  let reply: Reply
  let method: Method
  private let params: [UInt8]?

  /// The size of the request's parameters, which have to be parsed again.
  var byteCount: Int { params?.count ?? 0 }

  init(_ reply: Reply, _ method: Method, _ params: JSONValue?) {
    self.reply = reply
    self.method = method
    self.params = params.map { Array($0.encoded) }
  }

  /// Parses the parameters again. Never throws in practice, because they were valid JSON when they arrived.
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

/// Tells workers that a connection has ended, so that they skip its remaining jobs and release their memory.
final class ConnectionJobs: Sendable {
  /// The request for which the connection waits while a worker prepares it, and whether the connection has ended.
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
