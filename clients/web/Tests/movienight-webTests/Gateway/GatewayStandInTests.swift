import MovieNightKit
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import movienight_web

/// The gateway with a stand-in for the movienight server, which answers as a test wants.
@Suite struct GatewayStandInTests {
  @Test func slowCatalogDoesNotHoldUpOtherRequests() async throws {
    let server = try await StandIn { request in
      // Searches stay without an answer until the test closes the connection.
      request.method == "movies.search" ? [] : [request.result("{}")]
    }
    try await withStandIn(server) { client in
      async let search = client.call("movies.search")
      await server.received("movies.search")
      for _ in 0..<20 {
        let answer = try await client.call("rounds.active")
        #expect(answer["result"] != nil)
      }
      // One for searches, one for all else.
      #expect(server.methodsByConnection.count == 2)
      server.close(theOneWith: "movies.search")
      let reason = try await search["error"]?["data"]?["reason"]?.string
      #expect(reason == "outcome_unknown")
    }
  }

  @Test func serverThatDoesNotAnswerIs503() async throws {
    var limits = RequestLimits()
    limits.gateway.answerTime = .milliseconds(50)
    let server = try await StandIn { $0.method == "auth.authenticate" ? [$0.result("{}")] : [] }
    try await withStandIn(server, limits: limits) { client in
      let answer = try await client.rpc(#"{"jsonrpc":"2.0","id":1,"method":"rounds.active"}"#)
      #expect(answer.status == 503)
    }
  }

  @Test func requestsOfATokenShareAConnection() async throws {
    let server = try await StandIn { [$0.result("{}")] }
    try await withStandIn(server) { client in
      for _ in 0..<3 { _ = try await client.call("server.ping") }
      #expect(server.methodsByConnection == [["auth.authenticate", "server.ping", "server.ping", "server.ping"]])
    }
  }

  @Test func idleConnectionIsClosed() async throws {
    var limits = RequestLimits()
    limits.gateway.idleTime = .milliseconds(50)
    let server = try await StandIn { [$0.result("{}")] }
    try await withStandIn(server, limits: limits) { client in
      _ = try await client.call("rounds.active")
      await server.authenticatedAreClosed()
    }
  }

  @Test func requestsBeyondThoseInProgressAre429() async throws {
    var limits = RequestLimits()
    limits.gateway.requestsInProgress = 1
    let server = try await StandIn { $0.method == "movies.search" ? [] : [$0.result("{}")] }
    try await withStandIn(server, limits: limits) { client in
      async let first = client.call("movies.search")
      await server.received("movies.search")
      let second = try await client.rpc(#"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#)
      #expect(second.status == 429)
      #expect(second.header("Retry-After") == "1")
      // Another token is not affected.
      let other = try await client.with(token: "mn_other").call("server.ping")
      #expect(other["result"] != nil)
      server.close(theOneWith: "movies.search")
      _ = try await first
      var status = 429
      while status == 429 {
        status = try await client.rpc(#"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#).status
      }
      #expect(status == 200)
    }
  }

  @Test func requestsWithoutATokenAreLimitedByAddress() async throws {
    var limits = RequestLimits()
    limits.gateway.requestsInProgress = 1
    let server = try await StandIn { $0.method == "households.create" ? [] : [$0.result("{}")] }
    try await withStandIn(server, limits: limits, proxies: ["127.0.0.1"]) { client in
      let (here, elsewhere) = (["X-Forwarded-For: 10.0.0.1"], ["X-Forwarded-For: 10.0.0.2"])
      async let first = client.call("households.create", headers: here)
      await server.received("households.create")
      let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
      let second = try await client.rpc(ping, headers: here)
      let other = try await client.rpc(ping, headers: elsewhere)
      #expect(second.status == 429)
      #expect(other.status == 200)
      server.close(theOneWith: "households.create")
      _ = try await first
    }
  }

  @Test func wrongInvitesDoNotCloseTheConnectionOfATokensRequests() async throws {
    let server = try await StandIn { [$0.result("{}")] }
    try await withStandIn(server) { client in
      _ = try await client.call("rounds.active")
      _ = try await client.call("invites.accept")
      _ = try await client.call("rounds.active")
      let methods = server.methodsByConnection
      #expect(
        methods == [
          ["auth.authenticate", "rounds.active", "rounds.active"], ["auth.authenticate", "invites.accept"],
        ])
    }
  }

  @Test func refusedMethodsAndRequestsWithoutTokenDoNotReachTheServer() async throws {
    let server = try await StandIn { [$0.result("{}")] }
    try await withStandIn(server) { client in
      let refused = ["households.list", #"server\u002emetrics"#, "events.subscribe", "events.unsubscribe"]
      for method in refused { _ = try await client.call(method) }
      _ = try await client.call("auth.authenticate", #"{"administrator":true}"#)
      _ = try await client.call("rounds.active", headers: [])
      _ = try await client.call("rounds.active")
      #expect(server.methodsByConnection == [["auth.authenticate", "rounds.active"]])
    }
  }

  @Test func batchWithTooLongAnswersIsCutOff() async throws {
    let long = #""\#(String(repeating: "a", count: 600_000))""#
    let server = try await StandIn { [$0.result(long)] }
    var limits = RequestLimits()
    limits.gateway.answerBytes = 1_000_000
    try await withStandIn(server, limits: limits) { client in
      let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
      let answer = try await client.rpc("[\(ping),\(ping),\(ping)]")
      let reasons = try answer.reasons()
      #expect(reasons == ["", "too_large", "too_large"])
    }
  }

  @Test func stalledReaderOfEventsStopsTheServerAndIsCutOff() async throws {
    // Events without end: each answer to the subscription is followed by as many as the connection takes.
    let event = #"{"position":1,"data":"\#(String(repeating: "a", count: 30_000))"}"#
    let notification =
      #"{"jsonrpc":"2.0","method":"events.appended","params":{"events":[\#(event)],"position":1}}"#
    let server = try await StandIn(endless: notification) { request in
      request.method == "events.subscribe"
        ? [request.result(#"{"subscription_id":"s","position":0}"#)] : [request.result("{}")]
    }
    var limits = RequestLimits()
    limits.stallTime = .milliseconds(300)
    try await withStandIn(server, limits: limits) { client in
      let stream = try await RawConnection(to: client.port, isReading: false)
      try await stream.send("GET /events HTTP/1.1\r\nHost: a\r\n\(client.authorization[0])\r\n\r\n")
      await server.authenticatedAreClosed()
      // What the sockets' buffers and one page hold, and not the endless stream.
      #expect(server.sentBytes < 32_000_000)
      stream.close()
    }
  }

  private func withStandIn(
    _ server: StandIn, limits: RequestLimits = RequestLimits(), proxies: [String] = [],
    _ body: (GatewayClient) async throws -> Void
  ) async throws {
    var settings = Settings()
    settings.trustedProxies = proxies
    settings.connect = .tcp(host: "127.0.0.1", port: UInt16(server.port))
    try await withSite(settings, limits: limits) { running in
      try await body(GatewayClient(port: running.port, token: "mn_token"))
    }
    server.stop()
  }
}

/// A server that answers each line as a function says.
final class StandIn: Sendable {
  struct Request {
    let id: Int
    let method: String

    func result(_ result: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"# }
  }

  private struct State {
    var connections: [(channel: any Channel, methods: [String], isOpen: Bool)] = []
    var sentBytes = 0
  }

  private let state = Mutex(State())
  private let listening: any Channel

  init(endless: String? = nil, _ answer: @escaping @Sendable (Request) -> [String]) async throws {
    let made = Box()
    listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(made, endless, answer))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    made.standIn.withLock { $0 = self }
  }

  var port: Int { listening.localAddress?.port ?? 0 }
  var sentBytes: Int { state.withLock { $0.sentBytes } }
  /// The methods that were called on each authenticated connection. The page itself asks for `server.info` on another.
  var methodsByConnection: [[String]] {
    state.withLock { $0.connections.map(\.methods).filter { $0.first == "auth.authenticate" } }
  }

  func stop() {
    listening.close(promise: nil)
    for connection in state.withLock({ $0.connections }) { connection.channel.close(promise: nil) }
  }

  func close(theOneWith method: String) {
    for connection in state.withLock({ $0.connections }) where connection.methods.contains(method) {
      connection.channel.close(promise: nil)
    }
  }

  /// Waits until a request for the method has arrived.
  func received(_ method: String) async {
    while !state.withLock({ $0.connections.contains { $0.methods.contains(method) } }) { await pause() }
  }

  /// Waits until there was an authenticated connection and none is open.
  func authenticatedAreClosed() async {
    while true {
      let found = state.withLock { $0.connections.filter { $0.methods.first == "auth.authenticate" } }
      if !found.isEmpty, !found.contains(where: \.isOpen) { return }
      await pause()
    }
  }

  private func pause() async { try? await Task.sleep(for: .milliseconds(5)) }

  /// The server of a handler, which is made before it.
  private final class Box: Sendable {
    let standIn = Mutex<StandIn?>(nil)
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let box: Box
    private let endless: String?
    private let answer: @Sendable (Request) -> [String]
    private var received = ""

    init(_ box: Box, _ endless: String?, _ answer: @escaping @Sendable (Request) -> [String]) {
      self.box = box
      self.endless = endless
      self.answer = answer
    }

    private func change(_ channel: any Channel, _ body: (inout State, Int) -> Void) {
      box.standIn.withLock { $0 }?.state.withLock { state in
        let index = state.connections.firstIndex { $0.channel === channel } ?? state.connections.count
        if index == state.connections.count { state.connections.append((channel, [], true)) }
        body(&state, index)
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += String(buffer: unwrapInboundIn(data))
      while let end = received.firstIndex(of: "\n") {
        let line = String(received[..<end])
        received.removeSubrange(...end)
        guard let root = try? JSONDocument(line).root, let id = root["id"]?.integer,
          let method = root["method"]?.string
        else { continue }
        change(context.channel) { $0.connections[$1].methods.append(method) }
        for line in answer(Request(id: id, method: method)) { send(line, context) }
        if method == "events.subscribe", endless != nil { sendEndlessly(context) }
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if endless != nil, context.channel.isWritable { sendEndlessly(context) }
      context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
      change(context.channel) { $0.connections[$1].isOpen = false }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func sendEndlessly(_ context: ChannelHandlerContext) {
      while context.channel.isWritable, let endless { send(endless, context) }
    }

    private func send(_ line: String, _ context: ChannelHandlerContext) {
      change(context.channel) { state, _ in state.sentBytes += line.utf8.count }
      context.writeAndFlush(NIOAny(ByteBuffer(string: line + "\n")), promise: nil)
    }
  }
}
