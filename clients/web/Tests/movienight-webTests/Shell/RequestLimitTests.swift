import NIOCore
import NIOEmbedded
import Testing

@testable import movienight_web

@Suite(.timeLimit(.minutes(5))) struct RequestLimitTests {
  @Test func headersOver64KiBAreRefused() async throws {
    try await withSite { running in
      let connection = try await RawConnection(to: running.port)
      try await connection.send(
        "GET /sign-in HTTP/1.1\r\nHost: a\r\nX-Long: \(String(repeating: "a", count: 66_000))\r\n\r\n")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400"))
    }
  }

  @Test func manyHeadersOver64KiBTogetherAreRefused() async throws {
    try await withSite { running in
      let connection = try await RawConnection(to: running.port)
      let headers = (0..<100).map { "X-\($0): \(String(repeating: "a", count: 700))\r\n" }.joined()
      try await connection.send("GET /sign-in HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400"))
    }
  }

  @Test func headersUnder64KiBAreAccepted() async throws {
    try await withSite { running in
      let connection = try await RawConnection(to: running.port)
      let value = String(repeating: "a", count: 60_000)
      try await connection.send("GET /sign-in HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Long: \(value)\r\n\r\n")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func aLongRequestLineIsRefused() async throws {
    try await withSite { running in
      let connection = try await RawConnection(to: running.port)
      try await connection.send("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400"))
    }
  }

  @Test(arguments: [
    "GET /sign-in HTTP/1.1\r\nHost:", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nab", "G",
  ])
  func aRequestThatDoesNotArriveInTimeIsCutOff(beginning: String) async throws {
    var limits = RequestLimits()
    limits.arrivalTime = .milliseconds(50)
    limits.idleTime = .hours(1)
    try await withSite(limits: limits) { running in
      let connection = try await RawConnection(to: running.port)
      try await connection.send(beginning)
      _ = await connection.readToEnd()
    }
  }

  @Test func aFormWithFilesMayTakeLongerAsLongAsItMakesProgress() throws {
    let limits = RequestLimits()
    let channel = EmbeddedChannel(handler: ArrivalDeadline(limits))
    try channel.connect(to: try SocketAddress(ipAddress: "10.0.0.1", port: 1)).wait()
    func receive(_ count: Int) throws {
      try channel.writeInbound(ByteBuffer(repeating: 97, count: count))
    }
    try receive(1)
    try channel.triggerUserOutboundEvent(ArrivalDeadline.UploadBegan()).wait()
    for _ in 0..<5 {
      try receive(limits.uploadProgressBytes)
      channel.embeddedEventLoop.advanceTime(by: limits.arrivalTime)
    }
    let isOpenWithProgress = channel.isActive
    try receive(limits.uploadProgressBytes - 1)
    channel.embeddedEventLoop.advanceTime(by: limits.arrivalTime)
    #expect(isOpenWithProgress)
    #expect(!channel.isActive)
  }

  @Test func aFormWithFilesThatMakesNoProgressIsCutOff() async throws {
    var limits = RequestLimits()
    limits.arrivalTime = .milliseconds(50)
    limits.idleTime = .hours(1)
    limits.uploadProgressBytes = 1000
    try await withSite(limits: limits) { running in
      let connection = try await RawConnection(to: running.port)
      try await connection.send(
        "POST /collection/files/check HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n"
          + "Content-Length: 9000\r\n\r\nab")
      _ = await connection.readToEnd()
    }
  }

  @Test func aConnectionThatNeverSendsIsClosed() async throws {
    var limits = RequestLimits()
    limits.idleTime = .milliseconds(50)
    try await withSite(limits: limits) { running in
      let connection = try await RawConnection(to: running.port)
      _ = await connection.readToEnd()
    }
  }

  @Test func aConnectionIsClosedSomeTimeAfterItsLastAnswer() async throws {
    var limits = RequestLimits()
    // Long enough for the request to arrive, even on a busy machine.
    limits.idleTime = .seconds(5)
    try await withSite(limits: limits) { running in
      let connection = try await RawConnection(to: running.port)
      try await connection.send("GET /sign-in HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func anEndlessBodyIsCutOff() async throws {
    try await withSite { running in
      let connection = try await RawConnection(to: running.port)
      try await connection.send("GET /sign-in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
      // The connection ends during one of these, which add up to 4 MiB.
      for _ in 0..<64 { if (try? await connection.send(chunk)) == nil { break } }
      _ = await connection.readToEnd()
    }
  }

  @Test func anAddressHasALimitedNumberOfConnections() async throws {
    var limits = RequestLimits()
    limits.connectionsPerAddress = 2
    try await withSite(limits: limits) { running in
      let request = "GET /sign-in HTTP/1.1\r\nHost: a\r\n\r\n"
      let first = try await RawConnection(to: running.port)
      let second = try await RawConnection(to: running.port)
      for connection in [first, second] {
        try await connection.send(request)
        _ = await connection.read { $0.contains("\r\n\r\n") }
      }
      let third = try await RawConnection(to: running.port)
      let refused = await third.readToEnd()
      #expect(refused.isEmpty)
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test func aTrustedProxyHasNoLimitOfConnections() async throws {
    var limits = RequestLimits()
    limits.connectionsPerAddress = 1
    var settings = Settings()
    settings.trustedProxies = ["127.0.0.1"]
    try await withSite(settings, limits: limits) { running in
      let connections = [try await RawConnection(to: running.port), try await RawConnection(to: running.port)]
      for connection in connections {
        try await connection.send("GET /sign-in HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n")
        let answer = await connection.read { $0.contains("</html>") }
        #expect(answer.hasPrefix("HTTP/1.1 200"))
      }
    }
  }

  @Test func addressesOfOneNetworkCountTogether() {
    #expect(clientAddress("2001:db8:1:2:3::4") == clientAddress("2001:db8:1:2::9"))
    #expect(clientAddress("2001:db8:1:2::9") != clientAddress("2001:db8:1:3::9"))
    #expect(clientAddress("::ffff:10.0.0.1") == "10.0.0.1")
    #expect(clientAddress("10.0.0.1") == "10.0.0.1")
  }

  @Test func aProxyIsTrustedByItsWholeAddress() {
    #expect(normalizedAddress("2001:DB8:1:2:0::4") == normalizedAddress("2001:db8:1:2::4"))
    #expect(normalizedAddress("2001:db8:1:2::4") != normalizedAddress("2001:db8:1:2::5"))
    #expect(normalizedAddress("::ffff:10.0.0.1") == "10.0.0.1")
    #expect(normalizedAddress("proxy.example") == nil)
  }

  @Test func aLongQueryIsRefusedWithAPage() async throws {
    try await withSite { running in
      let long = String(repeating: "a", count: running.site.limits.queryBytes + 1)
      let refused = try await running.browser().request("GET", "/sign-in?q=\(long)")
      let accepted = try await running.browser().request("GET", "/sign-in?q=\(long.dropFirst(3))")
      #expect(refused.status == 400)
      #expect(refused.body.contains("</html>"))
      #expect(accepted.status == 200)
    }
  }

  @Test func aStrayPercentSignIsAnsweredWithAPage() async throws {
    try await withSite { running in
      let page = try await running.browser().request("GET", "/sign-in?next=%")
      #expect(page.status == 400)
      #expect(page.body.contains("</html>"))
    }
  }

  @Test func aClosedConnectionNoLongerCounts() {
    let counter = ConnectionCounter(limit: 1)
    let first = counter.open("a")
    let second = counter.open("a")
    let other = counter.open("b")
    counter.close("a")
    let third = counter.open("a")
    #expect([first, second, other, third] == [true, false, true, true])
  }
}
