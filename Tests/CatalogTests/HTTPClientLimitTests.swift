#if TMDb
  import Glibc
  import MovieNightPrimitives
  import Testing

  @testable import Catalog

  @Suite struct HTTPClientLimitTests {
    private typealias Server = TinyHTTPServer

    private static let limit = HTTPClientOptions.patient.bodyLimit
    private static let ok = "HTTP/1.1 200 OK\r\n"

    @Test func bodyOfExactlyTheLimitIsReceived() async throws {
      try await withHTTP(
        Server.text(Self.ok + "Connection: close\r\n\r\n"), .repeated([UInt8](repeating: 0x20, count: 1 << 20), 8),
        .close
      ) { client, server in
        guard case .response(let response) = await client.outcome(of: server.url) else {
          Issue.record("no response")
          return
        }
        #expect(response.body.count == Self.limit && response.body.allSatisfy { $0 == 0x20 })
      }
    }

    @Test func bodyOneByteOverTheLimitIsRefused() async throws {
      try await withHTTP(
        Server.text(Self.ok + "Connection: close\r\n\r\n"), .repeated([UInt8](repeating: 0x20, count: 1 << 20), 8),
        .bytes([0x20]), .close
      ) { client, server in
        #expect(await client.outcome(of: server.url) == .failed(.tooLarge))
      }
    }

    @Test func bodyDeclaredTooLargeIsNotRead() async throws {
      try await withHTTP(
        Server.text(Self.ok + "Content-Length: \(Self.limit + 1)\r\n\r\n"), .silence
      ) { client, server in
        #expect(await client.outcome(of: server.url) == .failed(.tooLarge))
      }
    }

    @Test func oversizedBodyIsNotReadToTheEnd() async throws {
      try await withHTTP(
        Server.text(Self.ok + "Connection: close\r\n\r\n"),
        .repeated([UInt8](repeating: 0x20, count: 1 << 20), 1 << 10),
        .close
      ) { client, server in
        #expect(await client.outcome(of: server.url) == .failed(.tooLarge))
        // Beyond the limit, the server may have filled the system's buffers on both sides.
        #expect(server.bytesSent < 64 << 20)
      }
    }

    @Test(arguments: [
      ("many lines", ok, "X: \(String(repeating: "x", count: 1000))\r\n"),
      ("many answers before the last", "", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"),
      ("a line without end", ok, String(repeating: "x", count: 1000)),
      ("a first line without end", "HTTP/1.1 200 ", String(repeating: "x", count: 1000)),
    ])
    func endlessHeadersAreRefused(_ kind: String, start: String, endless: String) async throws {
      try await withHTTP(Server.text(start), .repeated(Array(endless.utf8), 1 << 20), .silence) { client, server in
        let outcome = await client.outcome(of: server.url)
        #expect(outcome == .failed(.tooLarge), "\(kind)")
      }
    }

    @Test func sixtyKilobytesOfHeadersAreAccepted() async throws {
      let lines = (0..<60).map { "X-\($0): \(String(repeating: "x", count: 1000))" }
      try await withHTTP(Server.answer("ok", headers: lines)) { client, server in
        let response = HTTPResponse(status: 200, body: Array("ok".utf8))
        #expect(await client.outcome(of: server.url) == .response(response))
      }
    }

    /// Runs in its own process, where no other test allocates memory.
    @Test func gzipBombIsRefusedWithLittleMemory() async {
      await #expect(processExitsWith: .success) {
        let bomb = try TinyHTTPServer { _ in
          [
            Server.text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"), .bytes(Gzip.head),
            .repeated(Gzip.mebibyte, 1 << 10), .close,
          ]
        }
        let ok = try TinyHTTPServer(Server.answer("ok"))
        let client = HTTPClient(.patient)
        // The first request allocates memory unrelated to the bomb, so measure only after it.
        _ = await client.outcome(of: ok.url)
        let before = try #require(Self.highestMemory())
        #expect(await client.outcome(of: bomb.url) == .failed(.tooLarge))
        let after = try #require(Self.highestMemory())
        #expect(after - before < 32 << 20, "\((after - before) >> 20) MiB")
        client.stop()
      }
    }

    /// The peak resident memory of this process, in bytes.
    private static func highestMemory() -> Int? {
      guard let file = fopen("/proc/self/status", "r") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, Int32(line.count), file) != nil {
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
          .split(whereSeparator: \.isWhitespace)
        if words.first == "VmHWM:" { return words.dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } }
      }
      return nil
    }
  }
#endif
