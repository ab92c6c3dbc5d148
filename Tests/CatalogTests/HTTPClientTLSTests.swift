#if TMDb
  import Testing

  @testable import Catalog

  @Suite struct HTTPClientTLSTests {
    private typealias Server = TinyHTTPServer

    private func outcome(of url: String, trusting file: String?) async -> HTTPOutcome {
      var options = HTTPClientOptions.patient
      options.certificateFile = file
      let client = HTTPClient(options)
      defer { client.stop() }
      return await client.outcome(of: url)
    }

    @Test(.enabled(if: TinyTLSServer.isPossible)) func trustedServerAnswers() async throws {
      let server = try TinyTLSServer(for: "IP:127.0.0.1")
      guard case .response(let response) = await outcome(of: server.url, trusting: server.certificateFile) else {
        Issue.record("no response")
        return
      }
      #expect(response.status == 200 && !response.body.isEmpty)
    }

    @Test(.enabled(if: TinyTLSServer.isPossible)) func selfSignedCertificateIsRefused() async throws {
      let server = try TinyTLSServer(for: "IP:127.0.0.1")
      #expect(await outcome(of: server.url, trusting: nil) == .failed(.certificate))
    }

    @Test(.enabled(if: TinyTLSServer.isPossible)) func certificateOfOtherHostIsRefused() async throws {
      let server = try TinyTLSServer(for: "DNS:example.org")
      #expect(await outcome(of: server.url, trusting: server.certificateFile) == .failed(.certificate))
    }

    @Test func missingCertificateFileTrustsNoServer() async throws {
      try await withHTTP(.silence) { _, server in
        let url = server.url.replacing("http:", with: "https:")
        #expect(await outcome(of: url, trusting: "/nonexistent") == .failed(.certificate))
      }
    }

    @Test func serverWithoutTLSIsRefused() async throws {
      let server = try TinyHTTPServer(greeting: [Server.text("HTTP/1.1 400 Bad Request\r\n\r\n"), .silence]) { _ in [] }
      defer { server.end() }
      let url = server.url.replacing("http:", with: "https:")
      #expect(await outcome(of: url, trusting: nil) == .failed(.certificate))
    }
  }
#endif
