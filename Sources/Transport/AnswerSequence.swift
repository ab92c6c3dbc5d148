import MovieNightPrimitives

/// Puts the answers of one connection into the order of its requests.
struct AnswerSequence {
  private var nextSlot: UInt64 = 0
  private var nextToSend: UInt64 = 0
  // Answers that wait for an earlier one. Most never do.
  private var outOfOrder: [UInt64: OutgoingAnswer] = [:]
  private(set) var waitingBytes = 0
  private(set) var waitingHeldBytes = 0
  // Of the requests in flight, in order.
  private var requestSizes = Queue<Int>()
  private(set) var requestBytes = 0

  /// Slots that are assigned and whose answer, or an earlier one, is missing.
  var inFlight: Int { Int(nextSlot - nextToSend) }

  /// Assigns the slot of the next request.
  mutating func open(byteCount: Int) -> UInt64 {
    defer { nextSlot += 1 }
    requestSizes.append(byteCount)
    requestBytes += byteCount
    return nextSlot
  }

  /// Takes an answer and appends to `output` what may be sent now; drops one whose slot is unknown or already answered.
  /// Returns whether the connection ends with that output.
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
    var due = answer
    while true {
      nextToSend += 1
      requestBytes -= requestSizes.popFirst() ?? 0
      if let line = due.line { output.append(line) }
      if due.closeAfter {
        end()
        return true
      }
      if outOfOrder.isEmpty { return false }
      guard let following = outOfOrder.removeValue(forKey: nextToSend) else { return false }
      waitingBytes -= following.line?.count ?? 0
      waitingHeldBytes -= following.line?.heldBytes ?? 0
      due = following
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
