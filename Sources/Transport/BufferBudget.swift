/// Counts the buffered bytes of all connections in constant time. Looks for the largest buffers only above the limit.
struct BufferBudget {
  let limit: Int
  private(set) var used = 0
  /// The maximum of `used` since freed memory was last returned to the system.
  private var peak = 0

  private static let releaseThreshold = 32 << 20

  init(limit: Int) { self.limit = limit }

  var isExceeded: Bool { used > limit }

  mutating func change(from before: Int, to now: Int) {
    used += now - before
    peak = max(peak, used)
  }

  /// Returns the connections with the largest buffers. Ending them brings `used` down to seven eighths of the limit, so
  /// that not every new line ends another connection.
  func heaviest<ID>(of holders: [(id: ID, bytes: Int)]) -> [ID] {
    var excess = used - limit / 8 * 7
    var victims: [ID] = []
    for holder in holders.sorted(by: { $0.bytes > $1.bytes }) where excess > 0 && holder.bytes > 0 {
      victims.append(holder.id)
      excess -= holder.bytes
    }
    return victims
  }

  /// Returns whether enough memory was freed to return it to the system. Then false until as much is freed again.
  mutating func takeReleaseRequest() -> Bool {
    guard peak - used >= Self.releaseThreshold, used <= peak / 2 else { return false }
    peak = used
    return true
  }
}
