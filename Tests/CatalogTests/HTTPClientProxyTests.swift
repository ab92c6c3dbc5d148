#if TMDb
  import Glibc
  import Testing

  @testable import Catalog

  /// Each test runs in its own process, because it changes the environment.
  @Suite struct HTTPClientProxyTests {
    private typealias Server = TinyHTTPServer

    private static let headers = ["Authorization: Bearer k3y"]

    @Test func proxyDoesNotSeeKeyOrPath() async {
      await #expect(processExitsWith: .success) {
        let proxy = try TinyHTTPServer(Server.answer("", status: "407 Who Are You"), .close)
        setenv("HTTPS_PROXY", proxy.url, 1)
        unsetenv("NO_PROXY")
        let client = HTTPClient(.patient)
        let outcome = await client.outcome(of: "https://catalog.invalid/3/movie/550", headers: Self.headers)
        #expect(outcome == .failed(.connection))
        let head = try #require(proxy.heads.first)
        #expect(head.hasPrefix("CONNECT catalog.invalid:443 HTTP/1.1\r\n"))
        #expect(!head.contains("k3y") && !head.contains("550"))
        client.stop()
      }
    }

    @Test func hostInNoProxyBypassesProxy() async {
      await #expect(processExitsWith: .success) {
        let proxy = try TinyHTTPServer(.close)
        let deaf = try ClosedPort()
        setenv("HTTPS_PROXY", proxy.url, 1)
        setenv("NO_PROXY", "127.0.0.1", 1)
        let client = HTTPClient(.patient)
        #expect(await client.outcome(of: "https://127.0.0.1:\(deaf.port)") == .failed(.connection))
        #expect(proxy.connectionsAccepted == 0)
        client.stop()
      }
    }

    @Test func plainHTTPBypassesProxy() async {
      await #expect(processExitsWith: .success) {
        let proxy = try TinyHTTPServer(Server.answer("proxy"))
        let server = try TinyHTTPServer(Server.answer("server"))
        for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] { setenv(name, proxy.url, 1) }
        for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
        let client = HTTPClient(.patient)
        for url in [server.url, server.url.replacing("http:", with: "HTTP:")] {
          let response = HTTPResponse(status: 200, body: Array("server".utf8))
          #expect(await client.outcome(of: url, headers: Self.headers) == .response(response))
        }
        #expect(proxy.connectionsAccepted == 0)
        client.stop()
      }
    }
  }
#endif
