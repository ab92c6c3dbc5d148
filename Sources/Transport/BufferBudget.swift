/// What the buffers of all connections take up together, and may.
///
/// Counting costs the same for each change, however many connections there are; who holds most is only looked for when
/// there is too much. Values in, values out.
struct BufferBudget {
  /// In bytes.
  let limit: Int
  private(set) var used = 0
  /// The most that was used since freed memory was last given back to the system.
  private var peak = 0

  /// What it is worth to give memory back for, in bytes.
  private static let worthReturning = 32 << 20

  init(limit: Int) { self.limit = limit }

  var isExceeded: Bool { used > limit }

  /// A connection's buffers have grown or shrunk.
  mutating func change(from before: Int, to now: Int) {
    used += now - before
    peak = max(peak, used)
  }

  /// Those that hold most, so many that an eighth of the budget is free without them: not one by one with each line
  /// that comes.
  func heaviest<ID>(of holders: [(id: ID, bytes: Int)]) -> [ID] {
    var excess = used - limit / 8 * 7
    var victims: [ID] = []
    for holder in holders.sorted(by: { $0.bytes > $1.bytes }) where excess > 0 && holder.bytes > 0 {
      victims.append(holder.id)
      excess -= holder.bytes
    }
    return victims
  }

  /// Whether so much was freed that it is worth giving back; asked again, no, until it happens anew.
  mutating func takeReturn() -> Bool {
    guard peak - used >= Self.worthReturning, used <= peak / 2 else { return false }
    peak = used
    return true
  }
}
