/// The requests in flight on one connection, by number, and the bytes that wait to be sent on it.
struct Flight {
  struct Entry {
    /// Nil after the call has ended: the answer is dropped.
    var call: CallID?
    let at: Duration
  }

  private var entries: [Int: Entry] = [:]
  private var nextNumber = 1
  /// No smaller number is in flight.
  private var oldestNumber = 1
  private(set) var outgoing: [UInt8] = []

  var count: Int { entries.count }
  var oldest: Entry? { entries[oldestNumber] }

  var calls: [CallID] { entries.sorted { $0.key < $1.key }.compactMap(\.value.call) }

  /// Queues a request, and returns the number that its answer will have.
  mutating func send(_ request: Request, for call: CallID?, _ now: Duration) -> Int {
    defer { nextNumber += 1 }
    if entries.isEmpty { oldestNumber = nextNumber }
    entries[nextNumber] = Entry(call: call, at: now)
    request.write(id: nextNumber, to: &outgoing)
    return nextNumber
  }

  /// Removes an answered request; without a number the oldest one, because answers come in the order of the requests.
  mutating func take(_ number: Int?) -> (number: Int, call: CallID?)? {
    let number = number ?? oldestNumber
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    while oldestNumber < nextNumber, entries[oldestNumber] == nil { oldestNumber += 1 }
    return (number, entry.call)
  }

  mutating func abandon(_ number: Int) { entries[number]?.call = nil }

  mutating func takeOutgoing() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &outgoing)
    return taken
  }
}
