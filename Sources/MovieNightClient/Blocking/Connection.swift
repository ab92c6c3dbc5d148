import Primitives

/// One connection: sends requests, matches the answers by their ids, hands on what comes between.
final class BlockingConnection {
  typealias NotificationHandler = (_ method: String, _ parameters: JSONValue) -> Void

  private let socket: Socket
  private let address: ServerAddress
  private let clock: ClientClock
  private var incoming: LineBuffer
  private var nextID = 1

  init(to address: ServerAddress, by deadline: Duration, maximumLineBytes: Int, _ clock: ClientClock)
    throws(ClientError)
  {
    self.address = address
    self.clock = clock
    incoming = LineBuffer(maximumLineBytes: maximumLineBytes)
    socket = try Socket(connectingTo: address, by: deadline, clock)
  }

  /// Sends all requests without waiting in between and gives each answer, with the index of its request, to `answered`.
  ///
  /// Sending and receiving go on side by side: a server that stops reading until its answers are taken blocks nobody.
  /// After an error the connection cannot be used any more.
  func exchange(
    _ requests: [Request], within limit: Duration, by deadline: Duration, notified: NotificationHandler,
    answered: (Int, Result<JSONValue, ClientError>) -> Void
  ) throws(ClientError) {
    var awaited = Awaited(firstID: nextID, count: requests.count)
    var outgoing: [UInt8] = []
    for (index, request) in requests.enumerated() { request.write(id: nextID + index, to: &outgoing) }
    nextID += requests.count
    var unsent = outgoing[...]
    while true {
      while !awaited.isEmpty, let line = try incoming.next() {
        switch try ServerMessage(line: line) {
        case .notification(let method, let parameters): notified(method, parameters)
        case .answer(let id, let result): answered(try awaited.take(id), result)
        }
      }
      if awaited.isEmpty { return }
      guard let ready = socket.wait(writing: !unsent.isEmpty, by: deadline, clock) else {
        throw .timedOut(after: limit)
      }
      if ready.writable {
        // A server that takes no more may still have answered (a line too large): what it sent is read to the end.
        unsent = socket.send(unsent).map { unsent.dropFirst($0) } ?? []
      }
      if ready.readable { try receive() }
    }
  }

  /// Hands on what comes without being asked for until `deadline`, as long as `wantsMore`.
  func listen(until deadline: Duration, while wantsMore: () -> Bool, notified: NotificationHandler)
    throws(ClientError)
  {
    while wantsMore() {
      while wantsMore(), let line = try incoming.next() {
        guard case .notification(let method, let parameters) = try ServerMessage(line: line) else {
          throw .protocolViolation("an answer that nobody asked for")
        }
        notified(method, parameters)
      }
      guard wantsMore(), socket.wait(writing: false, by: deadline, clock) != nil else { return }
      try receive()
    }
  }

  private func receive() throws(ClientError) {
    guard try socket.receive(into: &incoming) else {
      throw .unreachable(address: address, reason: "the server closed the connection")
    }
  }
}

/// The requests of one exchange that have no answer yet.
private struct Awaited {
  private let firstID: Int
  private var isAnswered: [Bool]
  private var oldest = 0

  init(firstID: Int, count: Int) {
    self.firstID = firstID
    isAnswered = Array(repeating: false, count: count)
  }

  var isEmpty: Bool { oldest == isAnswered.count }

  /// The index of the request that an answer is for. Without an id it is for the oldest one,
  /// because answers come in the order of the requests.
  mutating func take(_ id: Int?) throws(ClientError) -> Int {
    let index = id.map { $0 - firstID } ?? oldest
    guard isAnswered.indices.contains(index), !isAnswered[index] else {
      throw .protocolViolation("an answer to a request that is not open")
    }
    isAnswered[index] = true
    while oldest < isAnswered.count, isAnswered[oldest] { oldest += 1 }
    return index
  }
}
