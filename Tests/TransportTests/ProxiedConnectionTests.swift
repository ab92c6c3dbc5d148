import Glibc
import Testing

@testable import Transport

/// Connections from trusted proxies and from other peers.
@Suite struct ProxiedConnectionTests {
  private func peers(_ server: TestServer) -> [Peer] { server.handler.record.withLock { $0.opened.map(\.peer) } }

  private func tcp(_ address: String) throws -> Peer { .tcp(address: try #require(IPAddress(address))) }

  private func withTrustedServer(test: (TestServer) throws -> Void) throws {
    let server = try TestServer(trustedProxies: [try #require(AddressRange("127.0.0.0/8"))])
    defer { server.shutDown() }
    try test(server)
  }

  @Test func trustedProxyHeaderSetsPeerAddress() throws {
    try withTrustedServer { server in
      let client = try TestClient(port: server.port)
      for byte in "PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\nhello\nand".utf8 { try client.send([byte]) }
      #expect(try client.readLine() == "hello")
      #expect(try client.call(" more") == "and more")
      #expect(peers(server) == [try tcp("192.0.2.1")])
    }
  }

  @Test func unknownSourceHeaderKeepsProxyAddress() throws {
    try withTrustedServer { server in
      let client = try TestClient(port: server.port)
      #expect(try client.call("PROXY UNKNOWN\r\nhello") == "hello")
      #expect(peers(server) == [try tcp("127.0.0.1")])
    }
  }

  @Test func connectionIsNotOpenedBeforeHeaderIsComplete() throws {
    try withTrustedServer { server in
      let client = try TestClient(port: server.port)
      try client.send("PROXY TCP4 192.0.2.1 ")
      try server.settle()
      // The handler has seen only the connection that `settle` makes.
      #expect(peers(server).count == 1)
      client.shutdown(SHUT_RDWR)
      eventually("it is gone") { server.disconnects(.peerClosed) == 2 }
      #expect(server.handler.record.withLock { $0.closed.count } == 1, "nobody is told of the end of what never began")
    }
  }

  @Test func missingHeaderFromTrustedProxyDisconnects() throws {
    try withTrustedServer { server in
      let client = try TestClient(port: server.port)
      try client.send(#"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"# + "\n")
      #expect(try client.readLine() == nil)
      eventually("it is counted") { server.disconnects(.proxyHeader) == 1 }
      #expect(server.handler.record.withLock { $0.opened.isEmpty && $0.lines.isEmpty })
    }
  }

  @Test func incompleteHeaderDisconnectsAfterHandshakeTimeout() throws {
    try withTrustedServer { server in
      let client = try TestClient(port: server.port)
      try client.send("PROXY ")
      eventually("it is there") { TransportMetrics(registry: server.metrics).bytesReceived.value == 6 }
      server.clock.advance(by: TransportLimits().handshake)
      #expect(try client.readLine() == nil)
    }
  }

  @Test func headerFromUntrustedPeerIsOrdinaryLine() throws {
    let server = try TestServer(trustedProxies: [try #require(AddressRange("192.0.2.0/24"))])
    defer { server.shutDown() }
    let header = "PROXY TCP4 192.0.2.1 198.51.100.7 56324 443"
    for client in [try TestClient(port: server.port), try TestClient(path: server.path)] {
      #expect(try client.call(header) == header)
    }
    #expect(!peers(server).contains(try tcp("192.0.2.1")))
  }

  @Test func unixSocketNeedsNoProxyHeader() throws {
    try withTrustedServer { server in
      let client = try TestClient(path: server.path)
      #expect(try client.call("hello") == "hello")
    }
  }
}
