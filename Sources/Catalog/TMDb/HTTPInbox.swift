#if TMDb
  import MovieNightPrimitives

  /// Requests on their way to the thread that carries them out.
  final class HTTPInbox: Sendable {
    struct Item: Sendable {
      let request: HTTPRequest
      let done: HTTPClient.Done
    }

    private struct State {
      var items: [Item] = []
      var isClosed = false
      /// What the thread waits in, as long as it can be woken up.
      var transfers: UnsafeMutableRawPointer?
    }

    private let state = Locked(State())

    /// - Returns: false once closed; it was not taken.
    func add(_ item: Item) -> Bool {
      state.withLock { state in
        guard !state.isClosed else { return false }
        state.items.append(item)
        Self.wake(state)
        return true
      }
    }

    /// Takes no more; what is in it can still be taken out.
    func close() {
      state.withLock { state in
        state.isClosed = true
        Self.wake(state)
      }
    }

    func takeAll() -> (items: [Item], isClosed: Bool) {
      state.withLock { state in
        defer { state.items = [] }
        return (state.items, state.isClosed)
      }
    }

    /// - Parameter transfers: what the thread waits in from now on; nil before that goes away.
    func wakeUp(_ transfers: UnsafeMutableRawPointer?) {
      state.withLock { $0.transfers = transfers }
    }

    private static func wake(_ state: State) {
      if let transfers = state.transfers { _ = Libcurl.ready?.pointee.multi_wakeup(transfers) }
    }
  }
#endif
