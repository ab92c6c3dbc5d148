import MovieNightPrimitives

/// Puts the answers of one connection into the order of its requests, whatever order they come in.
struct AnswerSequence {
  private var nextSlot: UInt64 = 0
  private var nextToSend: UInt64 = 0
  // Answers that wait for one before them. Most answers never do.
  private var early: [UInt64: OutgoingAnswer] = [:]
  private(set) var waitingBytes = 0
  /// What they take in memory.
  private(set) var waitingHeldBytes = 0
  // Of the requests in flight, in their order.
  private var requestSizes = Queue<Int>()
  /// What they take up together.
  private(set) var requestBytes = 0

  /// Slots that are given and whose answer, or an earlier one, has not come.
  var inFlight: Int { Int(nextSlot - nextToSend) }

  /// The slot of the next request, which has so many bytes.
  mutating func open(byteCount: Int) -> UInt64 {
    defer { nextSlot += 1 }
    requestSizes.append(byteCount)
    requestBytes += byteCount
    return nextSlot
  }

  /// Takes an answer and appends to `output` what may go now. An answer to a slot that never was, or that has had one,
  /// is dropped. Returns whether the connection ends with what was appended.
  mutating func complete(_ answer: OutgoingAnswer, output: inout OutputBuffer) -> Bool {
    guard answer.slot >= nextToSend, answer.slot < nextSlot else { return false }
    guard answer.slot == nextToSend else {
      if early[answer.slot] == nil {
        early[answer.slot] = answer
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
      if early.isEmpty { return false }
      guard let following = early.removeValue(forKey: nextToSend) else { return false }
      waitingBytes -= following.line?.count ?? 0
      waitingHeldBytes -= following.line?.heldBytes ?? 0
      due = following
    }
  }

  /// Nobody waits for an answer any more.
  private mutating func end() {
    nextToSend = nextSlot
    requestSizes = Queue()
    requestBytes = 0
    early = [:]
    waitingBytes = 0
    waitingHeldBytes = 0
  }
}
