/// The bytes used by the buffers of all connections, and their limit. Each change takes constant time; the connections that hold
/// most are only looked for when the limit is exceeded. A pure value.
struct BufferBudget {
  /// In bytes.
  let limit: Int
  private(set) var used = 0
  /// The peak since freed memory was last returned to the system.
  private var peak = 0

  private static let releaseThreshold = 32 << 20

  init(limit: Int) { self.limit = limit }

  var isExceeded: Bool { used > limit }

  mutating func change(from before: Int, to now: Int) {
    used += now - before
    peak = max(peak, used)
  }

  /// The connections that hold most: enough of them to leave an eighth of the limit free, so that not every new line ends one.
  func heaviest<ID>(of holders: [(id: ID, bytes: Int)]) -> [ID] {
    var excess = used - limit / 8 * 7
    var victims: [ID] = []
    for holder in holders.sorted(by: { $0.bytes > $1.bytes }) where excess > 0 && holder.bytes > 0 {
      victims.append(holder.id)
      excess -= holder.bytes
    }
    return victims
  }

  /// Whether enough was freed to return it to the system; false from then on, until it happens again.
  mutating func takeReleaseRequest() -> Bool {
    guard peak - used >= Self.releaseThreshold, used <= peak / 2 else { return false }
    peak = used
    return true
  }
}
