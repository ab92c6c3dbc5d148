#if TMDb
  import Glibc
  import MovieNightPrimitives
  import Testing

  @testable import Catalog

  @Suite struct HTTPClientTests {
    private typealias Server = TinyHTTPServer

    private let id550 = Array("{\"id\":550}".utf8)

    private func response(_ status: Int, _ body: [UInt8], retryAfter: Int? = nil) -> HTTPOutcome {
      .response(HTTPResponse(status: status, retryAfterSeconds: retryAfter, body: body))
    }

    // MARK: Answers

    @Test func bodyIsReceived() async throws {
      try await withHTTP(Server.answer("{\"id\":550}")) { client, server in
        #expect(await client.outcome(of: server.url + "/3/movie/550") == response(200, id550))
        #expect(server.heads.first?.hasPrefix("GET /3/movie/550 HTTP/1.1\r\n") == true)
      }
    }

    @Test func chunkedBodyIsReceived() async throws {
      try await withHTTP(
        Server.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"id\r\n"), .pause(milliseconds: 20),
        Server.text("6\r\n\":550}\r\n"), .pause(milliseconds: 20), Server.text("0\r\n\r\n")
      ) { client, server in
        #expect(await client.outcome(of: server.url) == response(200, id550))
      }
    }

    @Test func gzipBodyIsInflated() async throws {
      try await withHTTP(Server.answer(Gzip.id550, headers: ["Content-Encoding: gzip"])) { client, server in
        #expect(await client.outcome(of: server.url) == response(200, id550))
        #expect(server.heads.first?.contains("\r\nAccept-Encoding: gzip, deflate\r\n") == true)
      }
    }

    @Test func unofferedEncodingsAreRefused() async throws {
      // A frame with one uncompressed block.
      let zstd = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x0A, 0x51, 0, 0] + id550
      for (encoding, body) in [("zstd", zstd), ("gzip, identity", Gzip.id550)] {
        try await withHTTP(Server.answer(body, headers: ["Content-Encoding: \(encoding)"])) { client, server in
          #expect(await client.outcome(of: server.url) == .failed(.unreadable), "\(encoding)")
        }
      }
    }

    @Test func headersReachTheServer() async throws {
      try await withHTTP(Server.answer("")) { client, server in
        let headers = ["Authorization: Bearer k3y", "Accept: application/json"]
        #expect(await client.outcome(of: server.url, headers: headers) == response(200, []))
        let lines = server.heads.first?.split(separator: "\r\n").map(String.init) ?? []
        #expect(lines.contains("Authorization: Bearer k3y") && lines.contains("Accept: application/json"))
        #expect(lines.contains("User-Agent: movienight/test"))
      }
    }

    @Test func headerAndURLInjectionIsRefused() async throws {
      try await withHTTP(Server.answer("")) { client, server in
        #expect(await client.outcome(of: server.url, headers: ["A: b\r\nC: d"]) == .failed(.connection))
        #expect(await client.outcome(of: server.url + "/ HTTP/1.1\r\nC: d") == .failed(.connection))
        #expect(server.heads.isEmpty)
      }
    }

    @Test func statusAndRetryAfterAreReturned() async throws {
      try await withHTTP(Server.answer("later", status: "429 Too Many", headers: ["retry-AFTER:  7 "])) {
        client, server in
        let tooManyRequests = response(429, Array("later".utf8), retryAfter: 7)
        #expect(await client.outcome(of: server.url) == tooManyRequests)
      }
    }

    @Test func redirectIsNotFollowed() async throws {
      let other = try TinyHTTPServer(Server.answer("other"))
      defer { other.end() }
      try await withHTTP(Server.answer("", status: "302 Found", headers: ["Location: \(other.url)/"])) {
        client, server in
        #expect(await client.outcome(of: server.url, headers: ["Authorization: k3y"]) == response(302, []))
        #expect(server.heads.count == 1)
      }
      #expect(other.connectionsAccepted == 0)
    }

    @Test func connectionIsReused() async throws {
      try await withHTTP(Server.answer("ok")) { client, server in
        for _ in 0..<5 { #expect(await client.outcome(of: server.url) == response(200, Array("ok".utf8))) }
        // Connections are reused, although libcurl may close one that was idle for long.
        #expect(server.connectionsAccepted < 5)
      }
    }

    @Test func closedConnectionIsReplaced() async throws {
      try await withHTTP(Server.answer("ok"), .close) { client, server in
        for _ in 0..<5 { #expect(await client.outcome(of: server.url) == response(200, Array("ok".utf8))) }
        #expect(server.connectionsAccepted == 5)
      }
    }

    @Test func concurrentRequestsAreEachAnsweredOnce() async throws {
      let server = try TinyHTTPServer { head in
        [Server.answer(head.split(separator: " ").dropFirst().first.map(String.init) ?? "")]
      }
      let client = HTTPClient(.patient)
      defer {
        client.stop()
        server.end()
      }
      await withTaskGroup { group in
        for number in 0..<100 {
          group.addTask {
            let outcome = await client.outcome(of: "\(server.url)/\(number)")
            #expect(outcome == response(200, Array("/\(number)".utf8)))
          }
        }
      }
      #expect(server.heads.count == 100)
    }

    // MARK: Failures

    @Test func silentServerTimesOut() async throws {
      var options = HTTPClientOptions.patient
      options.wholeMilliseconds = 200
      try await withHTTP(.silence, options: options) { client, server in
        #expect(await client.outcome(of: server.url) == .failed(.timeout))
      }
    }

    @Test func unfinishedResponseTimesOut() async throws {
      var options = HTTPClientOptions.patient
      options.wholeMilliseconds = 200
      try await withHTTP(
        Server.text("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .repeated([0x20], 10), .silence,
        options: options
      ) { client, server in
        #expect(await client.outcome(of: server.url) == .failed(.timeout))
      }
    }

    @Test func portWithoutListenerFailsToConnect() async throws {
      let deaf = try ClosedPort()
      let client = HTTPClient(.patient)
      #expect(await client.outcome(of: "http://127.0.0.1:\(deaf.port)") == .failed(.connection))
      client.stop()
    }

    @Test func schemeOtherThanHTTPIsRefused() async throws {
      let client = HTTPClient(.patient)
      for url in [
        "file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/", "", "http://",
      ] {
        guard case .failed = await client.outcome(of: url) else {
          Issue.record("answered: \(url)")
          continue
        }
      }
      client.stop()
    }

    @Test func lostConnectionIsReportedAsReset() async throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"id\""
      for end in [[Server.text(head), .reset], [Server.text(head), .close], [.reset], [.close]] {
        let server = try TinyHTTPServer { _ in end }
        let client = HTTPClient(.patient)
        #expect(await client.outcome(of: server.url) == .failed(.reset), "\(end.count)")
        client.stop()
        server.end()
      }
    }

    @Test func responseOtherThanHTTPIsUnreadable() async throws {
      try await withHTTP(Server.text("220 mail.example.org ESMTP\r\n"), .close) { client, server in
        #expect(await client.outcome(of: server.url) == .failed(.unreadable))
      }
    }

    // MARK: Stopping

    @Test func stopFailsAllPendingRequests() async throws {
      let server = try TinyHTTPServer(.silence)
      defer { server.end() }
      let client = HTTPClient(.patient)
      let outcomes = Locked<[HTTPOutcome]>([])
      for _ in 0..<20 {
        client.get(HTTPRequest(url: server.url)) { outcome in outcomes.withLock { $0.append(outcome) } }
      }
      // Some requests are in flight, the others not yet sent.
      while server.heads.isEmpty { usleep(1000) }
      client.stop()
      #expect(outcomes.withLock { $0 } == Array(repeating: .failed(.stopped), count: 20))
      #expect(await client.outcome(of: server.url) == .failed(.stopped))
      client.stop()
    }

    @Test func requestAfterStopOfUnusedClientFails() async {
      let client = HTTPClient(.patient)
      client.stop()
      #expect(await client.outcome(of: "http://127.0.0.1:1") == .failed(.stopped))
    }

    @Test func concurrentStopAnswersEveryRequest() async throws {
      let server = try TinyHTTPServer(Server.answer("ok"))
      defer { server.end() }
      for _ in 0..<20 {
        let client = HTTPClient(.patient)
        await withTaskGroup { group in
          for _ in 0..<10 {
            group.addTask {
              let outcome = await client.outcome(of: server.url)
              #expect(outcome == response(200, Array("ok".utf8)) || outcome == .failed(.stopped))
            }
          }
          group.addTask { client.stop() }
        }
      }
    }

    @Test func callbackMaySendRequestsAndStop() async throws {
      try await withHTTP(Server.answer("ok")) { client, server in
        let outcome = await withCheckedContinuation { continuation in
          client.get(HTTPRequest(url: server.url)) { _ in
            client.get(HTTPRequest(url: server.url)) { second in
              client.stop()
              client.get(HTTPRequest(url: server.url)) { third in
                #expect(third == .failed(.stopped))
                continuation.resume(returning: second)
              }
            }
          }
        }
        #expect(outcome == response(200, Array("ok".utf8)))
      }
    }

    @Test func releasedClientFailsPendingRequest() async throws {
      let server = try TinyHTTPServer(.silence)
      defer { server.end() }
      let outcome = await withCheckedContinuation { continuation in
        HTTPClient(.patient).get(HTTPRequest(url: server.url)) { continuation.resume(returning: $0) }
      }
      #expect(outcome == .failed(.stopped))
    }

    // MARK: Library

    @Test func missingOrWrongLibraryIsNotLoaded() {
      #expect(Libcurl.load(["libmovienight-has-none.so.1"]) == nil)
      #expect(Libcurl.load(["libc.so.6"]) == nil)
      #expect(Libcurl.load(["libmovienight-has-none.so.1", "libcurl.so.4"]) != nil)
    }
  }
#endif
