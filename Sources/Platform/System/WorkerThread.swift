import CLinux
import Glibc
import MovieNightPrimitives

/// A named thread that runs one function, and that other threads can join.
package final class WorkerThread: Sendable {
  private let name: String
  private let stackSize: Int
  private let body: @Sendable () -> Void
  private let state = Locked(State.new)

  private enum State {
    case new
    case running(pthread_t)
    case joined
  }

  /// Creates a thread without starting it. The system shows at most 15 bytes of `name`. `stackSize` is in bytes.
  package init(name: String, stackSize: Int = 8 << 20, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.stackSize = stackSize
    self.body = body
  }

  // A thread that was not joined is detached, so that the system frees its resources when its body returns.
  deinit {
    if case .running(let thread) = state.withLock({ $0 }) { pthread_detach(thread) }
  }

  /// Starts the thread. Later calls do nothing.
  package func start() throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      guard case .new = state else { return }
      state = .running(try spawn())
    }
  }

  /// Waits until the body has returned. Returns at once if the thread has not been started or has already been joined.
  package func join() {
    let thread: pthread_t? = state.withLock { state in
      guard case .running(let thread) = state else { return nil }
      state = .joined
      return thread
    }
    if let thread { pthread_join(thread, nil) }
  }

  private func spawn() throws(SystemError) -> pthread_t {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)

    // The new thread owns this reference, which keeps the object alive while the body runs.
    let reference = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let worker = Unmanaged<WorkerThread>.fromOpaque(argument).takeRetainedValue()
        pthread_setname_np(pthread_self(), String(decoding: worker.name.utf8.prefix(15), as: UTF8.self))
        worker.body()
        return nil
      }, reference.toOpaque())
    guard code == 0 else {
      reference.release()
      throw SystemError(call: "pthread_create", code: code)
    }
    return thread
  }
}
