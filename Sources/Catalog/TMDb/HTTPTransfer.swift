#if TMDb
  import CCurl

  /// A request in progress, and the part of its response received so far. Used only on the client's thread.
  final class HTTPTransfer {
    let handle: UnsafeMutableRawPointer
    let done: HTTPClient.Done
    private let curl: Libcurl.Functions
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var reader: HTTPAnswerReader

    private struct Unsupported: Error {}

    /// Returns nil if the request is malformed or libcurl lacks an option, because requests need all options.
    init?(
      _ request: HTTPRequest, _ options: HTTPClientOptions, _ curl: Libcurl.Functions, _ done: @escaping HTTPClient.Done
    ) {
      guard request.isWellFormed, let handle = curl.pointee.easy_init() else { return nil }
      self.handle = handle
      self.curl = curl
      self.done = done
      reader = HTTPAnswerReader(bodyLimit: options.bodyLimit, headerLimit: options.headerLimit)
      do {
        try setRequest(request)
        try setLimits(options)
        try setSecurity(options)
        try setReceivers()
      } catch {
        return nil
      }
    }

    // The handle uses the headers, so it is freed before them.
    deinit {
      curl.pointee.easy_cleanup(handle)
      curl.pointee.slist_free_all(headers)
    }

    func outcome(_ code: CURLcode) -> HTTPOutcome {
      if let failure = reader.failure { return .failed(failure) }
      if code == CURLE_OK {
        let status = mn_curl_number(curl, handle, CURLINFO_RESPONSE_CODE)
        // The value is 0 if the response has no such header.
        let retryAfter = Int(mn_curl_size(curl, handle, CURLINFO_RETRY_AFTER))
        return .response(
          HTTPResponse(status: status, retryAfterSeconds: retryAfter > 0 ? retryAfter : nil, body: reader.body))
      }
      // If a proxy refuses to connect, the failure is `connection`.
      let isRefusedByProxy = mn_curl_number(curl, handle, CURLINFO_HTTP_CONNECTCODE) >= 300
      return .failed(isRefusedByProxy ? .connection : HTTPFailure(code))
    }

    // MARK: Setting options

    private func setRequest(_ request: HTTPRequest) throws(Unsupported) {
      try set(CURLOPT_URL, request.url)
      try check(mn_curl_allow_http_only(curl, handle))
      try set(CURLOPT_HTTPGET, 1)
      for header in request.headers {
        guard let longer = curl.pointee.slist_append(headers, header) else { throw Unsupported() }
        headers = longer
      }
      try check(mn_curl_set_list(curl, handle, CURLOPT_HTTPHEADER, headers))
      // The headers may contain the key, which is only for the host, not for a proxy or the target of a redirect.
      try set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
      try set(CURLOPT_FOLLOWLOCATION, 0)
      if !request.url.lowercased().hasPrefix("https:") { try set(CURLOPT_PROXY, "") }
    }

    private func setLimits(_ options: HTTPClientOptions) throws(Unsupported) {
      try set(CURLOPT_CONNECTTIMEOUT_MS, options.connectMilliseconds)
      try set(CURLOPT_TIMEOUT_MS, options.wholeMilliseconds)
      // Rejects bodies whose declared size is too large. The reader limits all other bodies.
      try check(mn_curl_set_size(curl, handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(options.bodyLimit)))
      mn_curl_leave_lookups(curl, handle)
    }

    private func setSecurity(_ options: HTTPClientOptions) throws(Unsupported) {
      try set(CURLOPT_SSL_VERIFYPEER, 1)
      try set(CURLOPT_SSL_VERIFYHOST, 2)
      try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
      if let file = options.certificateFile { try set(CURLOPT_CAINFO, file) }
      try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
      try set(CURLOPT_VERBOSE, 0)
      try set(CURLOPT_NOSIGNAL, 1)
      try set(CURLOPT_USERAGENT, options.userAgent)
      try set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
      // HTTP/1.1 is used if libcurl lacks HTTP/2.
      mn_curl_set_number(curl, handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    }

    private func setReceivers() throws(Unsupported) {
      let context = Unmanaged.passUnretained(self).toOpaque()
      try check(mn_curl_set_pointer(curl, handle, CURLOPT_WRITEDATA, context))
      try check(mn_curl_set_pointer(curl, handle, CURLOPT_HEADERDATA, context))
      try check(
        mn_curl_set_taker(curl, handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
          HTTPTransfer.take(bytes, count, context) { $0.reader.takeBody($1) }
        })
      try check(
        mn_curl_set_taker(curl, handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
          HTTPTransfer.take(bytes, count, context) { $0.reader.takeHeader($1) }
        })
    }

    /// Passes bytes to the reader. Returns the number taken; libcurl ends the transfer if that is less than `count`.
    private static func take(
      _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
      _ body: (HTTPTransfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
      guard count > 0, let context else { return 0 }
      let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
      return body(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private func set(_ option: CURLoption, _ value: Int) throws(Unsupported) {
      try check(mn_curl_set_number(curl, handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(Unsupported) {
      try check(mn_curl_set_text(curl, handle, option, value))
    }

    private func check(_ code: CURLcode) throws(Unsupported) {
      guard code == CURLE_OK else { throw Unsupported() }
    }
  }

  extension HTTPFailure {
    init(_ code: CURLcode) {
      switch code {
      case CURLE_OPERATION_TIMEDOUT: self = .timeout
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED:
        self = .certificate
      case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
      // Older and newer versions of libcurl use these codes for a header line beyond libcurl's own limit.
      case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): self = .tooLarge
      case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
        self = .reset
      case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
        self = .unreadable
      default: self = .connection
      }
    }
  }
#endif
