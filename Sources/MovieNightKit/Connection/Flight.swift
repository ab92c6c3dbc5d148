/// The requests that are under way on one connection, each under its number, and the bytes that wait to be sent on it.
struct Flight {
  struct Entry {
    /// Nil once nobody waits for it any more: its answer is dropped.
    var call: CallID?
    let at: Duration
  }

  private var entries: [Int: Entry] = [:]
  private var nextNumber = 1
  /// No smaller number is under way.
  private var oldestNumber = 1
  private(set) var outgoing: [UInt8] = []

  var count: Int { entries.count }
  var oldest: Entry? { entries[oldestNumber] }

  /// The calls in the order in which they were sent.
  var calls: [CallID] { entries.sorted { $0.key < $1.key }.compactMap(\.value.call) }

  /// - Returns: the number that its answer will have.
  mutating func send(_ request: Request, for call: CallID?, _ now: Duration) -> Int {
    defer { nextNumber += 1 }
    if entries.isEmpty { oldestNumber = nextNumber }
    entries[nextNumber] = Entry(call: call, at: now)
    request.write(id: nextNumber, to: &outgoing)
    return nextNumber
  }

  /// Takes out what was answered: without a number the oldest one, because answers come in the order of the requests.
  mutating func take(_ number: Int?) -> (number: Int, call: CallID?)? {
    let number = number ?? oldestNumber
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    while oldestNumber < nextNumber, entries[oldestNumber] == nil { oldestNumber += 1 }
    return (number, entry.call)
  }

  /// Nobody waits for it any more.
  mutating func abandon(_ number: Int) { entries[number]?.call = nil }

  mutating func takeOutgoing() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &outgoing)
    return taken
  }
}
