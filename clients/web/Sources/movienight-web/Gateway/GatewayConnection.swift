import MovieNightKit

/// A connection to the movienight server that the requests of one token share. Answers come in the order of requests.
actor GatewayConnection {
  /// Calls that are sent together, and their answers so far.
  private final class Exchange {
    var answers: [GatewayAnswer] = []
    let count: Int
    var bytes = 0
    var continuation: CheckedContinuation<[GatewayAnswer], Never>?

    init(_ count: Int) { self.count = count }
  }

  private let connection: any TransportConnection
  private let limits: GatewayLimits
  private var lastNumber = 0
  /// The requests without an answer, by number.
  private var waiting: [Int: Exchange] = [:]
  private var outgoing: [UInt8] = []
  private var isSending = false
  private(set) var isClosed = false
  private var lastUsed = ContinuousClock.now

  init(to address: ServerAddress, token: String?, limits: GatewayLimits) async throws {
    let lines = try await ServerLines(to: address, token: token, limits: limits)
    connection = lines.connection
    self.limits = limits
    Task { await receive(lines) }
  }

  /// Sends requests in their order, and returns their answers in the same order.
  func answers(to calls: [GatewayRequest.Call]) async -> [GatewayAnswer] {
    guard !isClosed else { return calls.map { _ in .unreachable } }
    let deadline = Task {
      try await Task.sleep(for: limits.answerTime)
      close()
    }
    defer {
      deadline.cancel()
      lastUsed = .now
    }
    return await withCheckedContinuation { continuation in
      let exchange = Exchange(calls.count)
      exchange.continuation = continuation
      for call in calls {
        lastNumber += 1
        waiting[lastNumber] = exchange
        outgoing += call.line(number: lastNumber)
      }
      guard !isSending else { return }
      isSending = true
      Task { await send() }
    }
  }

  /// Whether the connection is closed, also by this call, because it was not used for `time`.
  func closeIfIdle(for time: Duration) -> Bool {
    if waiting.isEmpty, lastUsed.duration(to: .now) >= time { close() }
    return isClosed
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    connection.close()
    for number in waiting.keys.sorted() { finish(number, .outcomeUnknown) }
  }

  private func send() async {
    while !outgoing.isEmpty, !isClosed {
      let bytes = outgoing
      outgoing = []
      do { try await connection.send(bytes) } catch { close() }
    }
    isSending = false
  }

  private func receive(_ lines: ServerLines) async {
    var lines = lines
    while !isClosed, case .line(let line)? = try? await lines.next() {
      guard let message = try? JSONDocument(stored: line).root else { break }
      // A line without a number is no answer to a request, but says why the server is about to close the connection.
      guard let number = message["id"]?.integer else { continue }
      guard let answer = GatewayAnswer(message) else { break }
      finish(number, answer)
    }
    close()
  }

  private func finish(_ number: Int, _ answer: GatewayAnswer) {
    guard let exchange = waiting.removeValue(forKey: number) else { return }
    exchange.bytes += answer.json.count
    exchange.answers.append(exchange.bytes > limits.answerBytes ? .answerTooLarge : answer)
    if exchange.answers.count == exchange.count { exchange.continuation?.resume(returning: exchange.answers) }
  }
}
