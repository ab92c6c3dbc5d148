#if TMDb
  import CCurl
  import Glibc
  import MovieNightPrimitives

  /// Carries requests out: what the thread of an `HTTPClient` does, and what only that thread touches.
  final class HTTPLoop {
    private let options: HTTPClientOptions
    private let inbox: HTTPInbox
    private var underWay: [UnsafeMutableRawPointer: HTTPTransfer] = [:]

    /// Connections that are kept although nobody uses them.
    private static let keptConnections = 8
    /// libcurl itself knows when it has something to do; this is only a bound.
    private static let longestWait: Int32 = 3_600_000
    private static let pauseAfterFailure: UInt32 = 100_000

    init(_ options: HTTPClientOptions, _ inbox: HTTPInbox) {
      self.options = options
      self.inbox = inbox
    }

    /// Returns once the inbox is closed and all are answered.
    func run() {
      blockBrokenPipes()
      guard let curl = Libcurl.ready, let transfers = curl.pointee.multi_init() else { return giveUp() }
      mn_curl_set_number_of_all(curl, transfers, CURLMOPT_MAXCONNECTS, Self.keptConnections)
      inbox.wakeUp(transfers)
      while begin(in: transfers, curl) {
        var count: Int32 = 0
        _ = curl.pointee.multi_perform(transfers, &count)
        finish(in: transfers, curl)
        if curl.pointee.multi_poll(transfers, nil, 0, Self.longestWait, nil) != CURLM_OK {
          usleep(Self.pauseAfterFailure)
        }
      }
      inbox.wakeUp(nil)
      stopAll(in: transfers, curl)
      _ = curl.pointee.multi_cleanup(transfers)
    }

    /// Begins what was asked for since the last time.
    /// - Returns: false once there is nothing more to come, with all of that answered.
    private func begin(in transfers: UnsafeMutableRawPointer, _ curl: Libcurl.Functions) -> Bool {
      let (items, isClosed) = inbox.takeAll()
      for item in items {
        if isClosed {
          item.done(.failed(.stopped))
        } else if let transfer = HTTPTransfer(item.request, options, curl, item.done) {
          underWay[transfer.handle] = transfer
          if curl.pointee.multi_add_handle(transfers, transfer.handle) != CURLM_OK {
            underWay[transfer.handle] = nil
            item.done(.failed(.connection))
          }
        } else {
          item.done(.failed(.connection))
        }
      }
      return !isClosed
    }

    private func finish(in transfers: UnsafeMutableRawPointer, _ curl: Libcurl.Functions) {
      var left: Int32 = 0
      while let message = curl.pointee.multi_info_read(transfers, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
        // Taken out before the message, which goes away with the handle.
        let code = message.pointee.data.result
        _ = curl.pointee.multi_remove_handle(transfers, handle)
        if let transfer = underWay.removeValue(forKey: handle) { transfer.done(transfer.outcome(code)) }
      }
    }

    /// Answers first: ending connections may take a moment.
    private func stopAll(in transfers: UnsafeMutableRawPointer, _ curl: Libcurl.Functions) {
      for transfer in underWay.values { transfer.done(.failed(.stopped)) }
      for handle in underWay.keys { _ = curl.pointee.multi_remove_handle(transfers, handle) }
      underWay = [:]
    }

    private func giveUp() {
      inbox.close()
      for item in inbox.takeAll().items { item.done(.failed(.connection)) }
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
