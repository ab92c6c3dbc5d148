import Transport

/// The destination of an answer: a slot among a connection's answers, or an element of the batch in that slot.
struct Reply: Sendable {
  let connection: ConnectionID
  let slot: UInt64
  /// The encoded id; nil for a notification, which gets no answer.
  let id: [UInt8]?
  let batch: Batch?
  #if DEBUG
    /// The method that the request calls; nil if there is no such method.
    var method: Method?
  #endif

  /// Returns the answer to send for a response; nil if other responses of the batch are still missing. If `closing` is
  /// true, the connection is closed after the answer, or after the whole batch.
  func answer(_ response: OutgoingLine?, closing: Bool = false) -> OutgoingAnswer? {
    guard let batch else {
      return OutgoingAnswer(connection: connection, slot: slot, line: response, closeAfter: closing)
    }
    if closing { batch.closesAfter = true }
    guard let responses = batch.add(response) else { return nil }
    let line = responses.isEmpty ? nil : OutgoingLine(arrayOf: responses)
    return OutgoingAnswer(connection: connection, slot: slot, line: line, closeAfter: batch.closesAfter)
  }

  /// Returns the answer to send if the connection ends before the request is processed.
  func dropped() -> OutgoingAnswer? { answer(nil) }

  func result(_ result: [UInt8]) -> OutgoingAnswer? {
    #if DEBUG
      method?.requireDeclared(result)
    #endif
    return answer(id.map { Response.result(id: $0, result) })
  }

  func error(_ error: Refusal, closing: Bool = false) -> OutgoingAnswer? {
    #if DEBUG
      if let method { method.requireDeclared(error) } else { Response.requireDeclared(error) }
    #endif
    return answer(id.map { Response.error(id: $0, error) }, closing: closing)
  }
}

/// A batch's responses, sent together. Until then, the budget counts them. Confined to the event loop's thread.
final class Batch: @unchecked Sendable {
  private var missing: Int
  private var responses: [OutgoingLine] = []
  private(set) var byteCount = 0
  private var heldBytes = 0
  var closesAfter = false
  /// Callbacks for the loop iteration in which the responses are sent.
  var whenSent: [() -> Void] = []
  private let changeHeld: (Int) -> Void
  private var isAbandoned = false

  static let limit = 100
  init(count: Int, changeHeld: @escaping (_ byBytes: Int) -> Void) {
    missing = count
    self.changeHeld = changeHeld
  }

  /// Adds a response, which is nil for a request that gets none.
  /// - Returns: all responses, none if all requests were notifications; nil if one is missing.
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

  /// Drops all responses, now and later, because the connection has ended.
  func abandon() {
    isAbandoned = true
    responses = []
    whenSent = []
  }
}
