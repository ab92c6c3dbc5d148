import MovieNightPrimitives
import Transport

/// What the service knows of one connection. It belongs to the event loop's thread.
final class Conversation {
  let peer: Peer
  /// Whether it came through the Unix socket, from the server's own user or from root.
  let mayAdminister: Bool
  var identity = Identity.nobody
  /// For workers that have not come to its requests.
  let jobs = JobsOfConnection()
  /// Commands that have no answer yet.
  var commandsInFlight = 0
  /// Whether a request that everything behind it waits for is with a worker: an authentication, or a new token's digest.
  var isBlocked = false
  /// Queries that a worker answers.
  var queriesAside = 0
  /// Bytes of answers since the peer had last taken all of them.
  private var bytesAnswered = 0
  /// Whether it is owed so much that no more is answered before it has taken that.
  private var isFull = false
  /// Requests of the line that was parsed last: they wait for those before them, or for their turn.
  var waiting = Queue<Waiting>()
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
  func close() -> [Waiting] {
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

  struct Request {
    let reply: Reply
    let method: Method
    let params: JSONValue?
  }

  /// A request that waits, for its turn or for a worker. It is kept as it was sent, which is what the budget for buffers
  /// counts: parsed, `[0,0,0]` takes ten times the room.
  struct Waiting: Sendable {
    let reply: Reply
    let method: Method
    private let params: [UInt8]?

    /// The bytes of its parameters, which are parsed again.
    var byteCount: Int { params?.count ?? 0 }

    init(_ request: Request) {
      reply = request.reply
      method = request.method
      params = request.params.map { Array($0.encoded) }
    }

    /// - Throws: never for what was JSON when it came.
    func request() throws(JSONError) -> Request {
      guard let params else { return Request(reply: reply, method: method, params: nil) }
      return Request(reply: reply, method: method, params: try JSONDocument(params).root)
    }

    func parameters() throws(Refusal) -> Parameters {
      let json: JSONValue?
      do throws(JSONError) { json = try request().params } catch { throw .notJSON }
      return try Parameters(json, of: method)
    }
  }
}

/// What tells workers that a connection has ended: then nothing more is done for it, and what its jobs need is released.
final class JobsOfConnection: Sendable {
  /// The request that a worker prepares; the connection waits for it.
  private let request = Locked<Conversation.Waiting?>(nil)
  private let isOver = Locked(false)

  var haveEnded: Bool { isOver.withLock { $0 } }

  func keep(_ waiting: Conversation.Waiting) { request.withLock { $0 = waiting } }

  func take() -> Conversation.Waiting? {
    request.withLock { request in
      defer { request = nil }
      return request
    }
  }

  func end() {
    isOver.withLock { $0 = true }
    request.withLock { $0 = nil }
  }
}

/// Where an answer goes: a place among the answers of a connection, or inside a batch that has that place.
struct Reply: Sendable {
  let connection: ConnectionID
  let slot: UInt64
  /// As the sender wrote it; nil for a notification, which gets no answer.
  let id: [UInt8]?
  let batch: Batch?
  #if DEBUG
    /// What it answers; nil where the request is to no method.
    var method: Method?
  #endif

  /// What to send when the answer is there; nil while a batch waits for others.
  ///
  /// - Parameter closing: whether it is the last that the peer hears; of a batch, all of it is.
  func answered(_ response: OutgoingLine?, closing: Bool = false) -> OutgoingAnswer? {
    guard let batch else {
      return OutgoingAnswer(connection: connection, slot: slot, line: response, closeAfter: closing)
    }
    if closing { batch.closesAfter = true }
    guard let responses = batch.add(response) else { return nil }
    let line = responses.isEmpty ? nil : OutgoingLine(arrayOf: responses)
    return OutgoingAnswer(connection: connection, slot: slot, line: line, closeAfter: batch.closesAfter)
  }

  /// What to send when the connection ends before the request was looked at.
  func dropped() -> OutgoingAnswer? { answered(nil) }

  func result(_ result: [UInt8]) -> OutgoingAnswer? {
    #if DEBUG
      method?.requireDeclared(result)
    #endif
    return answered(id.map { Response.result(id: $0, result) })
  }

  func error(_ error: Refusal, closing: Bool = false) -> OutgoingAnswer? {
    #if DEBUG
      if let method { method.requireDeclared(error) } else { Response.requireDeclared(error) }
    #endif
    return answered(id.map { Response.error(id: $0, error) }, closing: closing)
  }
}

/// The answers of a batch, sent together when the last one is there. Until then the budget for buffers is told how much
/// they take up. It belongs to the event loop's thread.
///
/// `@unchecked Sendable`: replies travel through other threads, but only the loop's thread calls `add`.
final class Batch: @unchecked Sendable {
  private var missing: Int
  private var responses: [OutgoingLine] = []
  /// Of the responses so far.
  private(set) var byteCount = 0
  private var heldBytes = 0
  var closesAfter = false
  /// What to do in the wake in which the responses go to the loop.
  var whenSent: [() -> Void] = []
  private let changeHeld: (Int) -> Void
  private var isAbandoned = false

  static let limit = 100
  init(count: Int, changeHeld: @escaping (_ byBytes: Int) -> Void) {
    missing = count
    self.changeHeld = changeHeld
  }

  /// - Returns: all responses once none is missing, none if all were notifications; nil before.
  func add(_ response: OutgoingLine?) -> [OutgoingLine]? {
    missing -= 1
    if let response, !isAbandoned {
      responses.append(response)
      byteCount += response.count
      heldBytes += response.heldBytes
      changeHeld(response.heldBytes)
    }
    guard missing == 0 else { return nil }
    changeHeld(-heldBytes)
    for act in whenSent { act() }
    whenSent = []
    defer { responses = [] }
    return responses
  }

  /// The connection has ended: no response is kept, however long the others take.
  func abandon() {
    isAbandoned = true
    responses = []
    whenSent = []
  }
}
