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

/// A value that can only be accessed under its lock. The project uses no other kind of lock, except in `Mailbox`.
///
/// The lock is a pthread mutex, because ThreadSanitizer understands it, but reports false races on
/// `Synchronization.Mutex`. `@unchecked Sendable`: every access to the value holds the lock.
public final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  public init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` while no other thread has access. Keep it short, because other threads wait.
  public func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Runs `body` if the lock is free, and otherwise does nothing.
  public func withLockIfFree(_ body: (inout Value) -> Void) {
    guard pthread_mutex_trylock(mutex) == 0 else { return }
    defer { pthread_mutex_unlock(mutex) }
    body(&value)
  }
}

extension Locked where Value == Bool {
  /// Sets the value to true, and returns whether it was false.
  public func set() -> Bool {
    withLock { value in
      defer { value = true }
      return !value
    }
  }
}
