import Transport

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
