/// The requests in flight on one connection, by number, and the bytes that wait to be sent on it.
struct Flight {
  struct Entry {
    /// The call that waits for the answer; nil if it has ended, or if the client authenticates again on its own.
    var call: CallID?
    let sentAt: Duration
  }

  private var entries: [Int: Entry] = [:]
  private var nextNumber = 1
  private var oldestNumber = 1
  private(set) var outgoing: [UInt8] = []

  var count: Int { entries.count }
  var oldest: Entry? { entries[oldestNumber] }

  var calls: [CallID] { entries.sorted { $0.key < $1.key }.compactMap(\.value.call) }

  /// Queues a request, and returns the number that its answer will have.
  mutating func send(_ request: Request, for call: CallID?, _ now: Duration) -> Int {
    defer { nextNumber += 1 }
    if entries.isEmpty { oldestNumber = nextNumber }
    entries[nextNumber] = Entry(call: call, sentAt: now)
    request.write(id: nextNumber, to: &outgoing)
    return nextNumber
  }

  /// Removes an answered request; nil if not in flight. Without a number, takes the oldest: answers arrive in order.
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
