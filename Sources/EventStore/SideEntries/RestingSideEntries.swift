import Glibc
import Primitives

/// Entries that are left alone for a moment after they were waited for in vain: all that is asked meanwhile fails at
/// once, so that it does not wait one after the other.
final class RestingSideEntries: SideEntries {
  private let entries: any SideEntries
  private let uptime: @Sendable () -> Int64
  private let rest = Locked<Rest?>(nil)

  private struct Rest {
    let end: Int64
    let failure: StoreError
  }

  /// In microseconds. A failure that took that long was waited for.
  static let longWait: Int64 = 300_000
  static let duration: Int64 = 1_000_000

  /// - Parameter uptime: microseconds that never go back.
  init(_ entries: any SideEntries, uptime: @escaping @Sendable () -> Int64 = RestingSideEntries.monotonic) {
    self.entries = entries
    self.uptime = uptime
  }

  static func monotonic() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  func read(_ key: SideKey, at now: Timestamp) throws(StoreError) -> [UInt8]? {
    try attempt { () throws(StoreError) in try entries.read(key, at: now) }
  }

  func write(_ bytes: [UInt8], for key: SideKey, at now: Timestamp) throws(StoreError) {
    try attempt { () throws(StoreError) in try entries.write(bytes, for: key, at: now) }
  }

  func touch(_ key: SideKey, at now: Timestamp) throws(StoreError) {
    try attempt { () throws(StoreError) in try entries.touch(key, at: now) }
  }

  func remove(kind: String?, id: String?) throws(StoreError) -> Int {
    try attempt { () throws(StoreError) in try entries.remove(kind: kind, id: id) }
  }

  func remove(_ keys: [SideKey]) throws(StoreError) {
    try attempt { () throws(StoreError) in try entries.remove(keys) }
  }

  func page(after cursor: String?, limit: Int) throws(StoreError) -> [SideEntry] {
    try attempt { () throws(StoreError) in try entries.page(after: cursor, limit: limit) }
  }

  func size() throws(StoreError) -> SideSize {
    try attempt { () throws(StoreError) in try entries.size() }
  }

  private func attempt<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let start = uptime()
    if let rest = rest.withLock({ $0 }), start < rest.end { throw rest.failure }
    do throws(StoreError) {
      return try body()
    } catch {
      let end = uptime()
      if end - start >= Self.longWait { rest.withLock { $0 = Rest(end: end + Self.duration, failure: error) } }
      throw error
    }
  }
}
