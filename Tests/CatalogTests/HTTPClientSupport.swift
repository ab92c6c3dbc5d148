#if TMDb
  import MovieNightPrimitives

  @testable import Catalog

  extension HTTPClientOptions {
    /// Options with timeouts so long that no test fails because the machine is busy.
    static var patient: HTTPClientOptions {
      var options = HTTPClientOptions(userAgent: "movienight/test")
      options.connectMilliseconds = 30_000
      options.wholeMilliseconds = 60_000
      return options
    }
  }

  extension HTTPClient {
    /// Returns the outcome of a GET request. A second answer would resume the continuation twice, which traps.
    func outcome(of url: String, headers: [String] = []) async -> HTTPOutcome {
      await withCheckedContinuation { continuation in
        get(HTTPRequest(url: url, headers: headers)) { continuation.resume(returning: $0) }
      }
    }
  }

  /// Runs `test` with a client and a server that runs `steps` for each request.
  func withHTTP(
    _ steps: TinyHTTPServer.Step..., options: HTTPClientOptions = .patient,
    test: (HTTPClient, TinyHTTPServer) async throws -> Void
  ) async throws {
    let server = try TinyHTTPServer { _ in steps }
    let client = HTTPClient(options)
    defer {
      client.stop()
      server.end()
    }
    try await test(client, server)
  }

  /// Data compressed with gzip.
  enum Gzip {
    /// The compressed form of `{"id":550}`.
    static let id550: [UInt8] = [
      0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xAB, 0x56, 0xCA, 0x4C, 0x51, 0xB2, 0x32, 0x35, 0x35, 0xA8, 0x05, 0,
      0xDA, 0x7F, 0x2B, 0x44, 0x0A, 0, 0, 0,
    ]
    static let head: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF]
    /// A mebibyte of zeros, in blocks that can be repeated any number of times.
    static let mebibyte: [UInt8] =
      [0xEC, 0xC1, 0x31, 0x01, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x08, 0x5F, 0xA0]
      + [UInt8](repeating: 0, count: 1016) + [0x3E, 0x03, 0, 0, 0xFF, 0xFF]
  }
#endif
