#if TMDb
  import CCurl
  import Glibc
  import MovieNightPrimitives

  final class HTTPLoop: Sendable {
    struct Item: Sendable {
      let request: HTTPRequest
      let done: HTTPClient.Done
    }

    private struct State {
      var items: [Item] = []
      var isClosed = false
      /// The libcurl handle through which the thread can be woken; nil while the thread is not running.
      var transfers: UnsafeMutableRawPointer?

      func wake() { if let transfers { _ = Libcurl.ready?.pointee.multi_wakeup(transfers) } }
    }

    private typealias Transfers = [UnsafeMutableRawPointer: HTTPTransfer]

    private let options: HTTPClientOptions
    private let state = Locked(State())

    /// The maximum number of idle connections to keep.
    private static let keptConnections = 8
    /// The maximum time to wait for events, in milliseconds. libcurl ends a wait earlier if it has a deadline.
    private static let longestWait: Int32 = 3_600_000
    private static let pauseAfterFailure: UInt32 = 100_000

    init(_ options: HTTPClientOptions) { self.options = options }

    /// Queues a request. Returns false after `close`.
    func add(_ item: Item) -> Bool {
      state.withLock { state in
        guard !state.isClosed else { return false }
        state.items.append(item)
        state.wake()
        return true
      }
    }

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

    func run() {
      blockBrokenPipes()
      guard let curl = Libcurl.ready, let transfers = curl.pointee.multi_init() else {
        close()
        return answerAll(.connection)
      }
      mn_curl_set_number_of_all(curl, transfers, CURLMOPT_MAXCONNECTS, Self.keptConnections)
      state.withLock { $0.transfers = transfers }
      var inFlight: Transfers = [:]
      while begin(&inFlight, in: transfers, curl) {
        var count: Int32 = 0
        _ = curl.pointee.multi_perform(transfers, &count)
        finish(&inFlight, in: transfers, curl)
        if curl.pointee.multi_poll(transfers, nil, 0, Self.longestWait, nil) != CURLM_OK {
          usleep(Self.pauseAfterFailure)
        }
      }
      state.withLock { $0.transfers = nil }
      // The requests are answered first, because closing the connections may take a moment.
      for transfer in inFlight.values { transfer.done(.failed(.stopped)) }
      for handle in inFlight.keys { _ = curl.pointee.multi_remove_handle(transfers, handle) }
      inFlight = [:]
      _ = curl.pointee.multi_cleanup(transfers)
    }

    /// Begins the queued requests. After `close`, answers them with `stopped` instead and returns false.
    private func begin(
      _ inFlight: inout Transfers, in transfers: UnsafeMutableRawPointer, _ curl: Libcurl.Functions
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
        inFlight[transfer.handle] = transfer
      }
      return !isClosed
    }

    private func finish(
      _ inFlight: inout Transfers, in transfers: UnsafeMutableRawPointer, _ curl: Libcurl.Functions
    ) {
      var left: Int32 = 0
      while let message = curl.pointee.multi_info_read(transfers, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
        // The code must be read first, because removing the handle invalidates the message.
        let code = message.pointee.data.result
        _ = curl.pointee.multi_remove_handle(transfers, handle)
        if let transfer = inFlight.removeValue(forKey: handle) { transfer.done(transfer.outcome(code)) }
      }
    }

    /// Answers all queued requests with `failure`, if no thread will handle them.
    func answerAll(_ failure: HTTPFailure) {
      for item in takeAll().items { item.done(.failed(failure)) }
    }

    /// Blocks SIGPIPE on this thread. A TLS library may write to a closed connection, which would end the program.
    private func blockBrokenPipes() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
  }
#endif
