#if TMDb
  import CCurl
  import Glibc
  import MovieNightPrimitives

  /// Carries requests out, on the thread of an `HTTPClient`.
  final class HTTPLoop: Sendable {
    /// A request on its way to that thread.
    struct Item: Sendable {
      let request: HTTPRequest
      let done: HTTPClient.Done
    }

    private struct State {
      var items: [Item] = []
      var isClosed = false
      /// What the thread waits in, as long as it can be woken up.
      var transfers: UnsafeMutableRawPointer?

      func wake() { if let transfers { _ = Libcurl.ready?.pointee.multi_wakeup(transfers) } }
    }

    private typealias Transfers = [UnsafeMutableRawPointer: HTTPTransfer]

    private let options: HTTPClientOptions
    private let state = Locked(State())

    /// Connections that are kept although nobody uses them.
    private static let keptConnections = 8
    /// libcurl itself knows when it has something to do; this is only a bound.
    private static let longestWait: Int32 = 3_600_000
    private static let pauseAfterFailure: UInt32 = 100_000

    init(_ options: HTTPClientOptions) { self.options = options }

    /// - Returns: false once closed; it was not taken.
    func add(_ item: Item) -> Bool {
      state.withLock { state in
        guard !state.isClosed else { return false }
        state.items.append(item)
        state.wake()
        return true
      }
    }

    /// Takes no more; what was not begun can still be taken out.
    func close() {
      state.withLock { state in
        state.isClosed = true
        state.wake()
      }
    }

    private func takeAll() -> (items: [Item], isClosed: Bool) {
      state.withLock { state in
        defer { state.items = [] }
        return (state.items, state.isClosed)
      }
    }

    /// Returns once it is closed and all are answered.
    func run() {
      blockBrokenPipes()
      guard let curl = Libcurl.ready, let transfers = curl.pointee.multi_init() else {
        close()
        return answerAll(.connection)
      }
      mn_curl_set_number_of_all(curl, transfers, CURLMOPT_MAXCONNECTS, Self.keptConnections)
      state.withLock { $0.transfers = transfers }
      var underWay: Transfers = [:]
      while begin(&underWay, in: transfers, curl) {
        var count: Int32 = 0
        _ = curl.pointee.multi_perform(transfers, &count)
        finish(&underWay, in: transfers, curl)
        if curl.pointee.multi_poll(transfers, nil, 0, Self.longestWait, nil) != CURLM_OK {
          usleep(Self.pauseAfterFailure)
        }
      }
      state.withLock { $0.transfers = nil }
      // Answers first: ending connections may take a moment.
      for transfer in underWay.values { transfer.done(.failed(.stopped)) }
      for handle in underWay.keys { _ = curl.pointee.multi_remove_handle(transfers, handle) }
      underWay = [:]
      _ = curl.pointee.multi_cleanup(transfers)
    }

    /// Begins what was asked for since the last time.
    /// - Returns: false once there is nothing more to come, with all of that answered.
    private func begin(
      _ underWay: inout Transfers, in transfers: UnsafeMutableRawPointer, _ curl: Libcurl.Functions
    ) -> Bool {
      let (items, isClosed) = takeAll()
      for item in items {
        guard !isClosed else {
          item.done(.failed(.stopped))
          continue
        }
        guard let transfer = HTTPTransfer(item.request, options, curl, item.done),
          curl.pointee.multi_add_handle(transfers, transfer.handle) == CURLM_OK
        else {
          item.done(.failed(.connection))
          continue
        }
        underWay[transfer.handle] = transfer
      }
      return !isClosed
    }

    private func finish(
      _ underWay: inout Transfers, in transfers: UnsafeMutableRawPointer, _ curl: Libcurl.Functions
    ) {
      var left: Int32 = 0
      while let message = curl.pointee.multi_info_read(transfers, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
        // Taken out before the message, which goes away with the handle.
        let code = message.pointee.data.result
        _ = curl.pointee.multi_remove_handle(transfers, handle)
        if let transfer = underWay.removeValue(forKey: handle) { transfer.done(transfer.outcome(code)) }
      }
    }

    /// For those whom no thread will ever answer.
    func answerAll(_ failure: HTTPFailure) {
      for item in takeAll().items { item.done(.failed(failure)) }
    }

    /// A TLS library may write to a connection that is gone, which must not end the program.
    private func blockBrokenPipes() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
  }
#endif
