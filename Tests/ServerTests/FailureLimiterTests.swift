import MovieNightPrimitives
import Testing

@testable import Server
@testable import Transport

@Suite struct FailureLimiterTests {
  private var limiter = FailureLimiter()
  private let peer = Peer.unix(uid: 7)

  private func time(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: 1_000_000_000 + microseconds) }

  private func tcp(_ address: String) throws -> Peer { .tcp(address: try #require(IPAddress(address))) }

  private mutating func exhaust(_ peer: Peer) {
    for number in 0..<FailureLimiter.freeFailures {
      #expect(!limiter.isSlowed(peer, at: time(Int64(number))))
      limiter.noteFailure(peer, at: time(Int64(number)))
    }
  }

  @Test mutating func peerIsSlowedUntilWindowEnds() {
    exhaust(peer)
    #expect(limiter.isSlowed(peer, at: time(FailureLimiter.window - 1)))
    #expect(!limiter.isSlowed(peer, at: time(FailureLimiter.window)))
    limiter.noteFailure(peer, at: time(FailureLimiter.window))
    #expect(!limiter.isSlowed(peer, at: time(FailureLimiter.window)), "they are counted anew")
  }

  @Test mutating func clockSetBackEndsSlowing() {
    exhaust(peer)
    #expect(!limiter.isSlowed(peer, at: time(-1)))
  }

  @Test mutating func failuresAreCountedPerPeerOrNetwork() throws {
    exhaust(try tcp("192.0.2.1"))
    #expect(limiter.isSlowed(try tcp("192.0.2.1"), at: time(99)))
    for other in [try tcp("192.0.2.2"), try tcp("2001:db8::1"), peer] {
      #expect(!limiter.isSlowed(other, at: time(99)))
    }
    exhaust(try tcp("2001:db8::1"))
    #expect(limiter.isSlowed(try tcp("2001:db8::2"), at: time(99)), "of the same 64 bits")
    #expect(!limiter.isSlowed(try tcp("2001:db8:0:1::1"), at: time(99)))
  }

  @Test mutating func persistentPeerStaysSlowedAmongManyOthers() throws {
    exhaust(peer)
    for number in 0..<100_000 {
      let address = try #require(
        IPAddress(bytes: [10, UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)]))
      limiter.noteFailure(.tcp(address: address), at: time(50))
      // `peer` keeps failing, so the other addresses must not evict it.
      if number % 1000 == 0 { limiter.noteFailure(peer, at: time(50)) }
    }
    #expect(limiter.isSlowed(peer, at: time(99)))
  }
}
