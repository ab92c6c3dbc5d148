import Foundation
import Glibc
import MovieNightPrimitives
import Testing

@testable import Transport

/// The limits on the number of connections to a complete server, and on the memory for their buffers.
@Suite struct ManyConnectionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func residentBytes(_ server: ServerProcess) throws -> Int {
    let pages = try String(contentsOfFile: "/proc/\(server.process.pid)/statm", encoding: .utf8).split(separator: " ")
    return try #require(Int(pages[1])) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Returns the largest number of resident bytes since the server started.
  private func peakBytes(_ server: ServerProcess) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(server.process.pid)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) }) << 10
  }

  @Test func largestBufferHolderIsDisconnectedAndLogged() throws {
    let server = try ServerProcess(.memory, in: folder, "--buffer-memory", "2000000")
    let household = try server.createHousehold(children: [])
    let administrator = try server.administrator()
    let wires = try (0..<3).map { _ in try server.wire(token: household.token) }
    var held = 0
    for (wire, bytes) in zip(wires, [1_000_000, 700_000]) {
      try wire.send(String(repeating: " ", count: bytes))
      held += bytes
      try eventually("\(held) bytes in buffers") {
        try administrator.result("server.metrics").string("text").contains("\nmovienight_buffer_bytes \(held)\n")
      }
    }
    try wires[2].send(String(repeating: " ", count: 500_000))
    #expect(try wires[0].isAtEnd())
    for wire in wires[1...] { #expect(try wire.call("households.get").code == nil) }
    #expect(try server.terminate() == 0)
    #expect(
      server.process.errors.contains(#""event":"buffers_full","disconnected":"uid \#(getuid())","held":1000000,"#))
  }

  @Test func memoryIsReleasedAfterConnectionsClose() throws {
    let server = try ServerProcess(.memory, in: folder)
    let household = try server.createHousehold(children: [])
    let before = try residentBytes(server)
    var wires = try (0..<100).map { _ in try server.wire(token: household.token) }
    // The buffers grow in turn, so that they interleave in memory.
    for _ in 0..<10 { for wire in wires { try wire.send(String(repeating: " ", count: 100_000)) } }
    try eventually("the server to hold all of it") { try residentBytes(server) > before + 90_000_000 }
    // Some buffers remain at higher addresses, so the allocator returns the freed memory only when the server trims it.
    wires.removeFirst(90)
    try eventually("the memory to be released") { try residentBytes(server) < before + 30_000_000 }
    withExtendedLifetime(wires) {}
  }

  @Test func idleConnectionsDoNotBlockMembersOrAdministrator() throws {
    var limits = TransportLimits()
    limits.connections = ConnectionSlots.Limits(all: 40, reservedForLocal: 4, reservedForAuthenticated: 10)
    let server = try LocalServer(limits: limits)
    let household = try server.createHousehold(children: [])
    let member = try Wire(port: server.port)
    try member.result("auth.authenticate", #""token":"\#(household.token)""#)
    let idle = try (0..<100).map { _ in try Wire(port: server.port) }
    let late = try Wire(port: server.port)
    try late.result("auth.authenticate", #""token":"\#(household.token)""#)
    for wire in [member, late] { #expect(try wire.call("households.get").code == nil) }
    #expect(try server.administrator().call("server.health").code == nil)
    #expect(try idle[0].isAtEnd())
  }

  @Test func idleConnectionsDoNotBlockMembersUnderLowDescriptorLimit() throws {
    let server = try ServerProcess(.memory, in: folder, descriptorLimit: 200)
    let household = try server.createHousehold(children: [])
    let member = try Wire(port: server.port)
    try member.result("auth.authenticate", #""token":"\#(household.token)""#)
    let idle = try (0..<400).map { _ in try Wire(port: server.port) }
    let late = try Wire(port: server.port)
    try late.result("auth.authenticate", #""token":"\#(household.token)""#)
    for wire in [member, late] { #expect(try wire.call("households.get").code == nil) }
    #expect(try server.administrator().call("server.health").code == nil)
    withExtendedLifetime(idle) {}
    #expect(try server.terminate() == 0)
    #expect(server.process.errors.contains(#""event":"few_descriptors","limit":200"#))
    #expect(!server.process.errors.contains("accept_paused"))
  }

  @Test func batchAnswersStayWithinBufferMemory() throws {
    let server = try ServerProcess(.memory, in: folder, "--buffer-memory", "\(16 << 20)")
    let household = try server.createHousehold(children: [])
    let member = try server.wire(token: household.token)
    let overview = String(repeating: "o", count: 4000)
    for id in 1...100 {
      try member.result("watchlist.add", #""movie":{"tmdb_movie_id":\#(id),"title":"Up","overview":"\#(overview)"}"#)
      try member.result("watchlist.remove", #""tmdb_movie_id":\#(id)"#)
    }
    let before = try residentBytes(server)
    let wires = try (0..<12).map { _ in try server.wire(token: household.token) }
    // Each answer has about 400 KB. The requests differ, so that no answer comes from the cache.
    let requests = (0..<35).map {
      #"{"jsonrpc":"2.0","id":1,"method":"events.read","params":{"limit":1000,"after":\#($0)}}"#
    }
    let batch = "[" + requests.joined(separator: ",") + "]\n"
    for wire in wires { try wire.send(batch) }
    eventually("connections to be closed") { server.process.errors.contains("buffers_full") }
    let administrator = try server.administrator()
    // In each loop iteration, and so with each ping, the server could buffer more output if there were no limit.
    for _ in 0..<100 { try administrator.result("server.ping") }
    #expect(try peakBytes(server) < before + (16 + 64) << 20)
    withExtendedLifetime(wires) {}
  }

  @Test func memberOverConnectionLimitLosesOldestConnections() throws {
    var limits = TransportLimits()
    limits.connections = ConnectionSlots.Limits(
      all: 40, reservedForLocal: 4, reservedForAuthenticated: 10, perMember: 20)
    let server = try LocalServer(limits: limits)
    let household = try server.createHousehold(children: [])
    let other = try server.createHousehold(children: [])
    var greedy: [Wire] = []
    for _ in 0..<60 {
      let wire = try Wire(port: server.port)
      try wire.result("auth.authenticate", #""token":"\#(household.token)""#)
      greedy.append(wire)
    }
    let wire = try Wire(port: server.port)
    try wire.result("auth.authenticate", #""token":"\#(other.token)""#)
    #expect(try wire.call("households.get").code == nil)
    for wire in greedy.suffix(20) { #expect(try wire.call("households.get").code == nil, "the newest stay open") }
    let last = try greedy[0].readAnswer()
    #expect(last.code == 429)
    #expect(try greedy[0].isAtEnd())
  }

  @Test func pendingBatchAnswersCountTowardBufferMemory() throws {
    var limits = TransportLimits()
    limits.buffers = 20_000
    let server = try LocalServer(limits: limits)
    let household = try server.createHousehold(children: [])
    let wire = try Wire(port: server.port)
    try wire.result("auth.authenticate", #""token":"\#(household.token)""#)
    let read = #"{"jsonrpc":"2.0","id":1,"method":"households.get"}"#
    let guess = #"{"jsonrpc":"2.0","id":2,"method":"auth.authenticate","params":{"token":"wrong"}}"#
    let batch = { (count: Int) in
      "[\(Array(repeating: read, count: count).joined(separator: ",")),\(guess)]\n"
    }
    // After these failures, the answer to another wrong token from this address is delayed by a second, and so is the
    // answer to its batch.
    for _ in 0..<4 {
      let guesser = try Wire(port: server.port)
      for _ in 0..<5 { #expect(try guesser.call("auth.authenticate", #""token":"wrong""#).code == 401) }
    }
    try wire.send(batch(10))
    #expect(try wire.readLine() != nil, "ten answers are within the limit")
    try wire.send(batch(99))
    #expect(try wire.isAtEnd())
  }
}
