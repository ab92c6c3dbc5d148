#if TMDb
  import CCurl

  /// The machine's libcurl, loaded when it is first needed (decision 0050).
  enum Libcurl {
    typealias Functions = UnsafePointer<mn_curl>

    /// The functions of libcurl, which is loaded once and never unloaded; nil if it cannot be loaded.
    nonisolated(unsafe) static let functions = load(["libcurl.so.4", "libcurl-gnutls.so.4"])

    /// The initialized libcurl; nil if that fails. Initialization takes milliseconds, so the first request does it.
    nonisolated(unsafe) static let ready = functions.flatMap { curl in
      curl.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK ? curl : nil
    }

    /// Loads the first of these libraries that exists, and never unloads it. Returns nil if none of them exists.
    static func load(_ names: [String]) -> Functions? {
      let functions = UnsafeMutablePointer<mn_curl>.allocate(capacity: 1)
      if names.contains(where: { mn_curl_load(functions, $0) }) { return UnsafePointer(functions) }
      functions.deallocate()
      return nil
    }
  }
#endif
