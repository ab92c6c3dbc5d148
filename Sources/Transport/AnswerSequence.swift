import MovieNightPrimitives

/// Puts the answers of one connection into the order of its requests.
struct AnswerSequence {
  private var nextSlot: UInt64 = 0
  private var nextToSend: UInt64 = 0
  // Answers that must wait for an earlier one, by slot. Most answers never have to wait.
  private var outOfOrder: [UInt64: OutgoingAnswer] = [:]
  private(set) var waitingBytes = 0
  private(set) var waitingHeldBytes = 0
  // The sizes in bytes of the requests in flight, in order.
  private var requestSizes = Queue<Int>()
  private(set) var requestBytes = 0

  /// The number of requests in flight. A request is in flight until its answer and all earlier ones have been added.
  var inFlight: Int { Int(nextSlot - nextToSend) }

  /// Assigns a slot to the next request, and returns it.
  mutating func open(byteCount: Int) -> UInt64 {
    defer { nextSlot += 1 }
    requestSizes.append(byteCount)
    requestBytes += byteCount
    return nextSlot
  }

  /// Adds an answer, and appends to `output` all answers that may be sent now. Ignores an answer whose slot is unknown
  /// or already answered. Returns whether the connection closes after this output.
  mutating func complete(_ answer: OutgoingAnswer, output: inout OutputBuffer) -> Bool {
    guard answer.slot >= nextToSend, answer.slot < nextSlot else { return false }
    guard answer.slot == nextToSend else {
      if outOfOrder[answer.slot] == nil {
        outOfOrder[answer.slot] = answer
        waitingBytes += answer.line?.count ?? 0
        waitingHeldBytes += answer.line?.heldBytes ?? 0
      }
      return false
    }
    var current = answer
    while true {
      nextToSend += 1
      requestBytes -= requestSizes.popFirst() ?? 0
      if let line = current.line { output.append(line) }
      if current.closeAfter {
        end()
        return true
      }
      if outOfOrder.isEmpty { return false }
      guard let following = outOfOrder.removeValue(forKey: nextToSend) else { return false }
      waitingBytes -= following.line?.count ?? 0
      waitingHeldBytes -= following.line?.heldBytes ?? 0
      current = following
    }
  }

  private mutating func end() {
    nextToSend = nextSlot
    requestSizes = Queue()
    requestBytes = 0
    outOfOrder = [:]
    waitingBytes = 0
    waitingHeldBytes = 0
  }
}
