import CLinux
import Glibc
import MovieNightPrimitives

/// A thread with a name that runs one body and can be waited for.
package final class WorkerThread: Sendable {
  private let name: String
  private let stackSize: Int
  private let body: @Sendable () -> Void
  private let state = Locked(State.new)

  private enum State {
    /// To `running` by `start`.
    case new
    /// To `joined` by `join`.
    case running(pthread_t)
    case joined
  }

  /// The system shows at most 15 bytes of `name`. `stackSize` is in bytes.
  package init(name: String, stackSize: Int = 8 << 20, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.stackSize = stackSize
    self.body = body
  }

  // Nobody waits for it: the system forgets it when its body has returned.
  deinit {
    if case .running(let thread) = state.withLock({ $0 }) { pthread_detach(thread) }
  }

  /// Starts the thread; a thread starts once, later calls do nothing.
  package func start() throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      guard case .new = state else { return }
      state = .running(try spawn())
    }
  }

  /// Waits until the body has returned. Returns at once when it never started or was waited for before.
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

    // The new thread takes this reference over, so that it lives as long as its body runs.
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
