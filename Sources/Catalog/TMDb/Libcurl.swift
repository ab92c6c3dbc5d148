#if TMDb
  import CCurl

  /// The libcurl of this machine, loaded when somebody needs it (decision 0050).
  enum Libcurl {
    typealias Functions = UnsafePointer<mn_curl>

    /// Nil where it cannot be loaded. Loaded once, for the whole program, and never again taken away.
    nonisolated(unsafe) static let functions = load(["libcurl.so.4", "libcurl-gnutls.so.4"])

    /// The same, ready for use; nil where it cannot be. It takes milliseconds, so that nobody pays who fetches nothing.
    nonisolated(unsafe) static let ready = functions.flatMap { curl in
      curl.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK ? curl : nil
    }

    /// - Parameter names: of libraries; the first that is one counts.
    /// - Returns: for as long as the program runs; nil where none is.
    static func load(_ names: [String]) -> Functions? {
      let functions = UnsafeMutablePointer<mn_curl>.allocate(capacity: 1)
      if names.contains(where: { mn_curl_load(functions, $0) }) { return UnsafePointer(functions) }
      functions.deallocate()
      return nil
    }
  }
#endif
