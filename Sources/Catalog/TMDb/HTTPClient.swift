#if TMDb
  import CCurl
  import Glibc
  import MovieNightPrimitives

  /// Fetches over HTTPS, many at once and with connections that are kept, on a thread of its own.
  ///
  ///     let client = HTTPClient(HTTPClientOptions(userAgent: "movienight/1.0"))
  ///     client.get(HTTPRequest(url: "https://example.org/")) { outcome in ... }
  ///
  /// A proxy is taken from the environment (`HTTPS_PROXY`, `NO_PROXY`), for `https` only: what is not encrypted goes to
  /// its host directly, or a proxy would read its headers.
  final class HTTPClient: Sendable {
    typealias Done = @Sendable (HTTPOutcome) -> Void

    private enum Thread {
      /// To `running` by the first request, to `stopped` by `stop`.
      case new
      /// To `stopped` by `stop`.
      case running(pthread_t)
      case stopped
    }

    private let loop: HTTPLoop
    private let thread = Locked(Thread.new)

    init(_ options: HTTPClientOptions) { loop = HTTPLoop(options) }

    deinit { stop() }

    /// Fetches; the first call starts the thread.
    /// - Parameter done: called once, on the client's thread or, where there is none, before this returns. Short, and
    ///   without waiting: nothing else goes on meanwhile.
    func get(_ request: HTTPRequest, _ done: @escaping Done) {
      guard loop.add(HTTPLoop.Item(request: request, done: done)) else { return done(.failed(.stopped)) }
      let runs = thread.withLock { thread in
        if case .new = thread, let started = spawn() { thread = .running(started) }
        if case .new = thread { return false }
        return true
      }
      if !runs { loop.answerAll(.connection) }
    }

    /// Answers all who wait with `stopped` and ends the thread, which is done when this returns; later requests get the
    /// same answer. Not to be called with a lock held that a `done` wants.
    func stop() {
      loop.close()
      let last = thread.withLock { thread in
        defer { thread = .stopped }
        return thread
      }
      guard case .running(let running) = last else { return loop.answerAll(.stopped) }
      if pthread_equal(running, pthread_self()) != 0 {
        // From a `done`: the thread ends after it.
        pthread_detach(running)
      } else {
        pthread_join(running, nil)
      }
    }

    private func spawn() -> pthread_t? {
      // The new thread takes this reference over, so that it lives as long as it runs.
      let reference = Unmanaged.passRetained(loop)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          pthread_setname_np(pthread_self(), "catalog-http")
          Unmanaged<HTTPLoop>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, reference.toOpaque())
      guard code == 0 else {
        reference.release()
        return nil
      }
      return thread
    }
  }
#endif
