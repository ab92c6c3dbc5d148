import CLinux
import Glibc
import Platform
import MovieNightPrimitives
import Synchronization

/// The queue of work that other threads have for the loop, with the descriptor that wakes it.
final class Inbox: Sendable {
  enum Item: Sendable {
    case answers([OutgoingAnswer])
    case notification(ConnectionID, [UInt8])
    case job(@Sendable () -> Void)
  }

  // The poller watches this descriptor edge-triggered. Every write wakes the loop, and the counter need not be read.
  let wakeup: Descriptor
  /// The items, and the number of bytes they hold that are not yet counted in any buffer.
  private let items = Locked<(all: [Item], byteCount: Int)>(([], 0))
  private let loopSleeps = Atomic(false)

  init() throws(SystemError) {
    wakeup = Descriptor(try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  /// Adds an item of `byteCount` bytes, and returns true, if the inbox then holds at most `limit` bytes or held none
  /// before. May be called on any thread. Makes a system call only if the loop is asleep and has not been woken yet.
  @discardableResult
  func put(_ item: Item, byteCount: Int = 0, limit: Int = 0) -> Bool {
    let fits = items.withLock { items in
      guard byteCount == 0 || items.byteCount == 0 || items.byteCount + byteCount <= limit else { return false }
      items.all.append(item)
      items.byteCount += byteCount
      return true
    }
    if fits { wakeLoop() }
    return fits
  }

  private func wakeLoop() {
    guard loopSleeps.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // The write can fail only if the counter is full, and then the loop is already awake.
    eventfd_write(wakeup.number, 1)
  }

  /// Removes and returns all items, in the order in which they were added. Must be called on the loop's thread.
  func takeAll() -> [Item] {
    items.withLock { items in
      guard !items.all.isEmpty else { return [] }
      defer { items = ([], 0) }
      return items.all
    }
  }

  /// Returns whether the loop may sleep. If it may, the next `put` wakes it. Must be called on the loop's thread.
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
