#if TMDb
  import CCurl
  import Glibc
  import MovieNightPrimitives

  /// An HTTPS client that sends many requests concurrently over persistent connections. It has its own thread.
  ///
  ///     let client = HTTPClient(HTTPClientOptions(userAgent: "movienight/1.0"))
  ///     client.get(HTTPRequest(url: "https://example.org/")) { outcome in ... }
  ///
  /// Only `https` uses the environment's proxy (`HTTPS_PROXY`, `NO_PROXY`), because it could read unencrypted headers.
  final class HTTPClient: Sendable {
    typealias Done = @Sendable (HTTPOutcome) -> Void

    private enum Thread {
      /// The thread has not started. The first request starts it.
      case new
      case running(pthread_t)
      case stopped
    }

    private let loop: HTTPLoop
    private let thread = Locked(Thread.new)

    init(_ options: HTTPClientOptions) { loop = HTTPLoop(options) }

    deinit { stop() }

    /// Sends a request. The first call starts the thread. Calls `done` once: on the client's thread, or before this
    /// function returns if there is no thread. `done` must not block, because it delays all other requests.
    func get(_ request: HTTPRequest, _ done: @escaping Done) {
      guard loop.add(HTTPLoop.Item(request: request, done: done)) else { return done(.failed(.stopped)) }
      let runs = thread.withLock { thread in
        if case .new = thread, let started = spawn() { thread = .running(started) }
        if case .new = thread { return false }
        return true
      }
      if !runs { loop.answerAll(.connection) }
    }

    /// Ends all pending requests with `stopped`, and waits for the thread to end. Later requests also end with
    /// `stopped`. The caller must not hold a lock that a `done` function needs.
    func stop() {
      loop.close()
      let last = thread.withLock { thread in
        defer { thread = .stopped }
        return thread
      }
      guard case .running(let running) = last else { return loop.answerAll(.stopped) }
      if pthread_equal(running, pthread_self()) != 0 {
        // This call comes from a `done` function. The thread ends after that function returns.
        pthread_detach(running)
      } else {
        pthread_join(running, nil)
      }
    }

    private func spawn() -> pthread_t? {
      // The new thread takes over this reference, which keeps the loop alive while it runs.
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
