#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Bionic)
  import Bionic
#endif

/// A queue with many senders, and one receiver that takes all at once or several that take one element at a time.
///
/// `@unchecked Sendable`: the mutable state is accessed only under the mutex.
public final class Mailbox<Element>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var elements = Queue<Element>()
  private var isClosed = false
  /// The number of waiting threads. If there are none, `send` skips the wakeup.
  private var waiters = 0

  public init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    #if canImport(Darwin)
      condition.initialize(to: pthread_cond_t())
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Appends elements and wakes a receiver. Returns false if the mailbox is closed, and drops the elements.
  @discardableResult
  public func send(_ added: [Element]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isClosed else { return false }
    elements.append(contentsOf: added)
    if waiters > 0 { pthread_cond_signal(condition) }
    return true
  }

  /// Takes all elements in order. If none, waits at most `microseconds` for the first; nil waits forever.
  /// - Returns: The elements; empty after a timeout; nil if the mailbox is closed and empty.
  public func receive(within microseconds: Int64? = nil) -> [Element]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    // Even a wait of 0 microseconds would put the thread to sleep, which costs a tenth of a millisecond.
    if elements.isEmpty, !isClosed, microseconds != 0 { wait(microseconds) }
    guard !elements.isEmpty else { return isClosed ? nil : [] }
    return elements.takeAll()
  }

  /// Takes the first element, and waits if there is none; nil if closed and empty. For threads that share the work.
  public func receiveOne() -> Element? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    wait(nil)
    return elements.popFirst()
  }

  /// Rejects further elements. Those in the mailbox can still be received.
  public func close() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isClosed = true
    pthread_cond_broadcast(condition)
  }

  private func wait(_ microseconds: Int64?) {
    waiters += 1
    defer { waiters -= 1 }
    guard let microseconds else {
      while elements.isEmpty, !isClosed { pthread_cond_wait(condition, mutex) }
      return
    }
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let nanoseconds = Int64(deadline.tv_nsec) + max(0, microseconds) % 1_000_000 * 1000
    deadline.tv_sec += Int(max(0, microseconds) / 1_000_000 + nanoseconds / 1_000_000_000)
    deadline.tv_nsec = Int(nanoseconds % 1_000_000_000)
    while elements.isEmpty, !isClosed {
      if Self.wait(condition, mutex, until: &deadline) == ETIMEDOUT { return }
    }
  }

  private static func wait(
    _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
    until deadline: inout timespec
  ) -> Int32 {
    #if canImport(Darwin)
      // On Darwin, a condition variable has no monotonic clock, so pass the remaining time, not the deadline.
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let left = (deadline.tv_sec - now.tv_sec) * 1_000_000_000 + deadline.tv_nsec - now.tv_nsec
      guard left > 0 else { return ETIMEDOUT }
      var rest = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
      return pthread_cond_timedwait_relative_np(condition, mutex, &rest)
    #else
      return pthread_cond_timedwait(condition, mutex, &deadline)
    #endif
  }
}
