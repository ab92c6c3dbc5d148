import CLinux
import Glibc
import Platform
import MovieNightPrimitives
import Synchronization

/// Work from other threads for the loop, and the descriptor that wakes it.
final class Inbox: Sendable {
  enum Item: Sendable {
    case answers([OutgoingAnswer])
    case notification(ConnectionID, [UInt8])
    case job(@Sendable () -> Void)
  }

  // Edge-triggered in the poller: every write wakes the loop, and the count need not be read back.
  let wakeup: Descriptor
  /// With the bytes that they bring and that no buffer counts yet.
  private let items = Locked<(all: [Item], byteCount: Int)>(([], 0))
  private let loopSleeps = Atomic(false)

  init() throws(SystemError) {
    wakeup = Descriptor(try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  /// Adds an item, on any thread. Makes a system call only if the loop sleeps and was not woken yet.
  func put(_ item: Item) { _ = put(item, byteCount: 0, limit: 0) }

  /// - Returns: false if the item was not added, because it does not fit beside what the loop has not taken.
  func put(_ item: Item, byteCount: Int, limit: Int) -> Bool {
    let fits = items.withLock { items in
      guard byteCount == 0 || items.byteCount == 0 || items.byteCount + byteCount <= limit else { return false }
      items.all.append(item)
      items.byteCount += byteCount
      return true
    }
    if fits { ring() }
    return fits
  }

  private func ring() {
    guard loopSleeps.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // This can fail only with a full counter, and then the loop is awake.
    eventfd_write(wakeup.number, 1)
  }

  /// Takes everything added so far, in order. Loop thread only.
  func takeAll() -> [Item] {
    items.withLock { items in
      guard !items.all.isEmpty else { return [] }
      defer { items = ([], 0) }
      return items.all
    }
  }

  /// Whether the loop may sleep. From then on `put` wakes it. Loop thread only.
  func prepareToSleep() -> Bool {
    // Set before the check, so that an item that the check misses wakes the loop.
    loopSleeps.store(true, ordering: .sequentiallyConsistent)
    if items.withLock({ $0.all.isEmpty }) { return true }
    loopSleeps.store(false, ordering: .sequentiallyConsistent)
    return false
  }

  func didWake() {
    loopSleeps.store(false, ordering: .sequentiallyConsistent)
  }
}
