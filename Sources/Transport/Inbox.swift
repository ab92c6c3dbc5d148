import CLinux
import Glibc
import Platform
import MovieNightPrimitives
import Synchronization

/// What other threads have for the loop, and the bell that wakes it.
final class Inbox: Sendable {
  enum Item: Sendable {
    case answers([OutgoingAnswer])
    case notification(ConnectionID, [UInt8])
    case job(@Sendable () -> Void)
  }

  // Edge-triggered in the poller: every write wakes, and nobody has to read the count back.
  let bell: Descriptor
  /// With the bytes of what they bring that no buffer counts yet.
  private let items = Locked<(all: [Item], byteCount: Int)>(([], 0))
  private let loopSleeps = Atomic(false)

  init() throws(SystemError) {
    bell = Descriptor(try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  /// Any thread. Makes a system call only when the loop sleeps and nobody has woken it yet.
  func put(_ item: Item) { _ = put(item, byteCount: 0, limit: 0) }

  /// - Returns: false where it does not fit beside what the loop has not taken, and was not put.
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
    // It can fail only with a full counter, and then the loop is awake.
    eventfd_write(bell.number, 1)
  }

  /// Loop thread: everything put so far, in order.
  func takeAll() -> [Item] {
    items.withLock { items in
      guard !items.all.isEmpty else { return [] }
      defer { items = ([], 0) }
      return items.all
    }
  }

  /// Loop thread, before it waits: whether it may sleep. From then on a `put` rings.
  func prepareToSleep() -> Bool {
    // Told before the look, so that whatever the look misses rings.
    loopSleeps.store(true, ordering: .sequentiallyConsistent)
    if items.withLock({ $0.all.isEmpty }) { return true }
    loopSleeps.store(false, ordering: .sequentiallyConsistent)
    return false
  }

  /// Loop thread, after it waited.
  func wokeUp() {
    loopSleeps.store(false, ordering: .sequentiallyConsistent)
  }
}
