import Glibc
import MovieNightPrimitives

/// An HTTP/1.1 server on a free port of 127.0.0.1, with one thread per connection.
final class HTTPServer: Sendable {
  typealias Answer = @Sendable (HTTPHead) -> Reply

  private struct State {
    var isStopping = false
    /// The descriptors of the open connections.
    var open: Set<Int32> = []
    var threads: Set<pthread_t> = []
    /// The finished threads, which hold their stacks until they are joined.
    var ended: [pthread_t] = []
  }

  struct SetupError: Error {
    let call: String
    let code: Int32
  }

  let port: Int
  private let listener: Int32
  private let answer: Answer
  private let state = Locked(State())

  /// Starts a server that answers requests with the results of `answer`, called on the thread of the connection.
  init(_ answer: @escaping Answer) throws {
    self.answer = answer
    (listener, port) = try Self.listen()
    let thread = startThread { self.accept() }
    state.withLock { _ = $0.threads.insert(thread) }
  }

  /// Closes every connection and waits until all threads have ended. Running threads retain the server.
  func stop() {
    let threads = state.withLock { state -> Set<pthread_t> in
      // Shut down the descriptors only once, because they may belong to other files afterwards.
      guard !state.isStopping else { return [] }
      state.isStopping = true
      shutdown(listener, Int32(SHUT_RDWR))
      for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
      defer { state.threads = [] }
      return state.threads
    }
    for thread in threads { pthread_join(thread, nil) }
  }

  // MARK: Threads

  private func accept() {
    while !state.withLock({ $0.isStopping }) {
      let descriptor = Glibc.accept(listener, nil, nil)
      if descriptor >= 0 {
        // Close on exec, so that a child process of a test does not keep the connection open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        begin(descriptor)
      } else {
        // The error can be a temporary lack of descriptors, so try again after a pause.
        usleep(1000)
      }
    }
    close(listener)
  }

  private func begin(_ descriptor: Int32) {
    let ended = state.withLock { state -> [pthread_t] in
      guard !state.isStopping else {
        close(descriptor)
        return []
      }
      state.open.insert(descriptor)
      state.threads.insert(startThread { self.serve(descriptor) })
      defer { state.ended = [] }
      state.threads.subtract(state.ended)
      return state.ended
    }
    for thread in ended { pthread_join(thread, nil) }
  }

  private func serve(_ descriptor: Int32) {
    var connection = HTTPConnection(descriptor)
    while let head = connection.receive() {
      guard connection.perform(answer(head)), head.keepsAlive else { break }
    }
    state.withLock { state in
      state.open.remove(descriptor)
      close(descriptor)
      state.ended.append(pthread_self())
    }
  }

  private static func listen() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SetupError(call: "socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 128) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard listens else {
      defer { close(descriptor) }
      throw SetupError(call: "listen", code: errno)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}

/// Starts a thread, which the caller must join.
private func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(body))
  let started = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }, work.toOpaque())
  precondition(started == 0, "no thread for the fake of TMDb")
  return thread
}
