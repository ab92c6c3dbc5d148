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
  private let items = Locked<[Item]>([])
  private let loopSleeps = Atomic(false)

  init() throws(SystemError) {
    bell = Descriptor(try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  /// Any thread. Makes a system call only when the loop sleeps and nobody has woken it yet.
  func put(_ item: Item) {
    items.withLock { $0.append(item) }
    guard loopSleeps.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // It can fail only with a full counter, and then the loop is awake.
    eventfd_write(bell.number, 1)
  }

  /// Loop thread: everything put so far, in order.
  func takeAll() -> [Item] {
    items.withLock { items in
      guard !items.isEmpty else { return [] }
      let taken = items
      items = []
      return taken
    }
  }

  /// Loop thread, before it waits: whether it may sleep. From then on a `put` rings.
  func prepareToSleep() -> Bool {
    // Told before the look, so that whatever the look misses rings.
    loopSleeps.store(true, ordering: .sequentiallyConsistent)
    if items.withLock({ $0.isEmpty }) { return true }
    loopSleeps.store(false, ordering: .sequentiallyConsistent)
    return false
  }

  /// Loop thread, after it waited.
  func wokeUp() {
    loopSleeps.store(false, ordering: .sequentiallyConsistent)
  }
}
