import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// The rate limiter, which sends, delays or refuses requests (`docs/catalog.md`, "Failures").
@Suite struct RequestRateLimiterTests {
  /// A limiter with a manual clock.
  private struct Night {
    var limiter = RequestRateLimiter()
    var now = Timestamp(text: "2026-06-15T12:00:00Z")!
    private(set) var sent: [RequestRateLimiter.Ticket] = []
    private(set) var ended: [RequestRateLimiter.Ticket: CatalogFailure] = [:]

    mutating func ask(_ tickets: some Sequence<RequestRateLimiter.Ticket>, _ priority: CatalogPriority = .person) {
      for ticket in tickets { note(limiter.ask(ticket, priority, at: now)) }
    }
    mutating func finish(_ ticket: RequestRateLimiter.Ticket, _ outcome: RequestRateLimiter.Outcome) {
      note(limiter.finished(ticket, outcome, at: now))
    }
    mutating func pass(milliseconds: Int64) {
      now = Timestamp(microseconds: now.microseconds + milliseconds * 1000)
      note(limiter.timePassed(at: now))
    }
    private mutating func note(_ actions: [RequestRateLimiter.Action]) {
      for action in actions {
        switch action {
        case .send(let ticket): sent.append(ticket)
        case .end(let ticket, let failure): ended[ticket] = failure
        }
      }
    }
  }

  private static let broken = RequestRateLimiter.Outcome.failed(.status(503), isTransient: true)

  @Test func ninthConcurrentRequestWaits() {
    var night = Night()
    night.ask(1...10)
    #expect(night.sent == Array(1...8))
    night.finish(3, .answered)
    #expect(night.sent.last == 9 && night.sent.count == 9)
  }

  @Test func requestAfterThirtyInASecondWaits() {
    var night = Night()
    for ticket in 1...40 as ClosedRange<UInt64> {
      night.ask([ticket])
      night.finish(ticket, .answered)
    }
    #expect(night.sent == Array(1...30))
    #expect(night.limiter.nextTime(at: night.now) == night.now.advanced(bySeconds: 1))
    night.pass(milliseconds: 999)
    #expect(night.sent.count == 30)
    night.pass(milliseconds: 1)
    #expect(night.sent.count == 38, "eight at once")
  }

  @Test func requestsOfPersonsGoBeforeBackgroundOnes() {
    var night = Night()
    night.ask(1...8)
    night.ask(9...10, .background)
    night.ask(11...12)
    for ticket in 1...4 as ClosedRange<UInt64> { night.finish(ticket, .answered) }
    #expect(Array(night.sent.suffix(4)) == [11, 12, 9, 10])
  }

  @Test func requestBeyond256WaitingIsRefused() {
    var night = Night()
    night.ask(1...264)
    #expect(night.ended.isEmpty)
    night.ask([265])
    #expect(night.ended == [265: .unavailable(.queueFull)])
  }

  @Test func requestWaitingTenSecondsIsRefused() {
    var night = Night()
    night.ask(1...9)
    #expect(night.limiter.nextTime(at: night.now) == night.now.advanced(bySeconds: 10))
    night.pass(milliseconds: 9999)
    #expect(night.ended.isEmpty)
    night.pass(milliseconds: 1)
    #expect(night.ended == [9: .unavailable(.queueFull)], "nobody was asked")
  }

  @Test func rateLimitUpToTwoSecondsDelaysRequests() {
    var night = Night()
    night.ask([1])
    night.finish(1, .limited(milliseconds: 2000))
    night.ask([2])
    #expect(night.ended.isEmpty && night.sent == [1])
    night.pass(milliseconds: 1999)
    #expect(night.sent == [1])
    night.pass(milliseconds: 1)
    #expect(night.sent == [1, 1, 2])
  }

  @Test(arguments: [(2001, 2001), (90_000, 60_000)])
  func longerRateLimitFailsRequestsImmediately(said: Int, told: Int) {
    var night = Night()
    night.ask(1...9)
    night.finish(1, .limited(milliseconds: said))
    let limited = CatalogFailure.limited(retryAfterMilliseconds: told)
    #expect(night.ended == [1: limited, 9: limited])
    night.ask([10])
    #expect(night.ended[10] == limited)
  }

  @Test func rateLimitWithoutTimeLastsOneSecond() {
    var night = Night()
    night.ask([1])
    night.finish(1, .limited(milliseconds: nil))
    #expect(night.limiter.nextTime(at: night.now) == night.now.advanced(bySeconds: 1))
  }

  @Test func rejectedKeyIsRetriedAfterTenSeconds() {
    var night = Night()
    night.ask(1...9)
    night.finish(1, .unauthorised(status: 401))
    #expect(night.ended == [1: .unauthorised(status: 401), 9: .unauthorised(status: 401)])
    night.pass(milliseconds: 9999)
    night.ask([10])
    #expect(night.ended[10] == .unauthorised(status: 401) && night.sent.count == 8)
    night.pass(milliseconds: 1)
    night.ask([11])
    #expect(night.sent.last != 10 && night.ended[11] == nil)
  }

  @Test func temporaryFailureIsRetriedOnce() {
    var night = Night()
    night.ask([1])
    night.finish(1, Self.broken)
    #expect(night.ended.isEmpty && night.sent == [1])
    night.pass(milliseconds: 199)
    #expect(night.sent == [1])
    night.pass(milliseconds: 1)
    #expect(night.sent == [1, 1])
    night.finish(1, Self.broken)
    #expect(night.ended == [1: .unavailable(.status(503))])
  }

  @Test func permanentFailureIsNotRetried() {
    var night = Night()
    night.ask([1])
    night.finish(1, .failed(.unexpectedBody, isTransient: false))
    #expect(night.ended == [1: .unavailable(.unexpectedBody)])
  }

  @Test func onlyProbesAreSentAfterThreeFailures() {
    var night = Night()
    night.ask(1...3)
    for ticket in 1...3 as ClosedRange<UInt64> { night.finish(ticket, .failed(.timeout, isTransient: false)) }
    var ticket: UInt64 = 4
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] as [Int64] {
      night.pass(milliseconds: seconds * 1000 - 1)
      night.ask([ticket])
      #expect(night.ended[ticket] == .unavailable(.circuitOpen))
      night.pass(milliseconds: 1)
      night.ask(ticket + 1...ticket + 2)
      #expect(night.sent.last == ticket + 1)
      #expect(night.ended[ticket + 2] == .unavailable(.circuitOpen), "one probe")
      night.finish(ticket + 1, .failed(.timeout, isTransient: true))
      #expect(night.ended[ticket + 1] == .unavailable(.timeout))
      ticket += 3
    }
    night.pass(milliseconds: 60_000)
    night.ask([ticket])
    night.finish(ticket, .answered)
    night.ask(ticket + 1...ticket + 2)
    #expect(Array(night.sent.suffix(2)) == [ticket + 1, ticket + 2], "it is well again")
  }

  @Test func rateLimitedProbeIsStillSentAlone() {
    var night = Night()
    night.ask(1...3)
    for ticket in 1...3 as ClosedRange<UInt64> { night.finish(ticket, .failed(.timeout, isTransient: false)) }
    night.pass(milliseconds: 1000)
    night.ask([4])
    night.finish(4, .limited(milliseconds: 100))
    night.ask([5])
    night.pass(milliseconds: 100)
    #expect(night.sent == [1, 2, 3, 4, 4])
    night.finish(4, .answered)
    #expect(night.sent.last == 5)
  }

  @Test func answerResetsFailureCount() {
    var night = Night()
    for ticket in 1...8 as ClosedRange<UInt64> {
      night.ask([ticket])
      night.finish(ticket, ticket.isMultiple(of: 3) ? .answered : .failed(.connection, isTransient: false))
    }
    #expect(night.sent == Array(1...8))
  }

  @Test func concurrentFailuresCauseOneRestPeriod() {
    var night = Night()
    night.ask(1...8)
    for ticket in 1...8 as ClosedRange<UInt64> { night.finish(ticket, .failed(.timeout, isTransient: false)) }
    night.pass(milliseconds: 999)
    night.ask([9])
    #expect(night.ended[9] == .unavailable(.circuitOpen))
    night.pass(milliseconds: 1)
    night.ask([10])
    #expect(night.sent.last == 10)
  }

  @Test func longestOfSeveralRateLimitsHolds() {
    var night = Night()
    night.ask(1...2)
    night.finish(1, .limited(milliseconds: 60_000))
    night.finish(2, .limited(milliseconds: nil))
    #expect(night.ended[2] == .limited(retryAfterMilliseconds: 60_000))
    night.pass(milliseconds: 59_999)
    night.ask([3])
    #expect(night.sent == [1, 2])
    night.pass(milliseconds: 1)
    #expect(night.sent == [1, 2, 3])
  }

  @Test func rateLimitedRequestFailsWhileGateRests() {
    var night = Night()
    night.ask(1...4)
    for ticket in 1...3 as ClosedRange<UInt64> { night.finish(ticket, .failed(.timeout, isTransient: false)) }
    night.finish(4, .limited(milliseconds: 500))
    #expect(night.ended[4] == .unavailable(.circuitOpen))
    #expect(night.limiter.nextTime(at: night.now) == nil)
  }

  @Test func requestFailsAtThirdRateLimitInARow() {
    var night = Night()
    night.ask(1...2)
    for _ in 1...2 {
      night.finish(1, .limited(milliseconds: nil))
      night.finish(2, .limited(milliseconds: nil))
      night.pass(milliseconds: 1000)
    }
    #expect(night.ended.isEmpty && night.sent.count == 6)
    night.ask([3])
    night.finish(1, .limited(milliseconds: nil))
    #expect(night.ended == [1: .limited(retryAfterMilliseconds: 1000)])
    night.pass(milliseconds: 1000)
    night.finish(2, .answered)
    night.finish(3, .limited(milliseconds: nil))
    #expect(night.ended[3] == nil, "it has answered since")
  }

  @Test func singleRequestProbesRejectedKey() {
    var night = Night()
    night.ask([1])
    night.finish(1, .unauthorised(status: 401))
    night.pass(milliseconds: 10_000)
    night.ask(2...3)
    #expect(night.sent == [1, 2] && night.ended[3] == .unauthorised(status: 401))
    night.finish(2, .answered)
    night.ask(4...5)
    #expect(night.sent == [1, 2, 4, 5])
  }

  @Test func failedRequestsAreNotRetriedWithRejectedKey() {
    var night = Night()
    night.ask(1...3)
    night.finish(1, Self.broken)
    night.finish(2, .unauthorised(status: 401))
    night.finish(3, Self.broken)
    #expect(night.ended.count == 3)
    night.pass(milliseconds: 1000)
    #expect(night.sent == [1, 2, 3])
  }

  // MARK: Fairness

  private static let alice = CatalogTenant(high: 0, low: 1)
  private static let bob = CatalogTenant(high: 0, low: 2)

  /// The next `count` requests in the order they are sent, when each is answered immediately.
  private static func order(of night: inout Night, _ count: Int) -> [RequestRateLimiter.Ticket] {
    let start = night.sent.count
    var next = max(0, start - 8)
    while night.sent.count < start + count, next < night.sent.count {
      night.finish(night.sent[next], .answered)
      next += 1
    }
    return Array(night.sent[start..<min(night.sent.count, start + count)])
  }

  @Test func partiesAreServedInTurn() {
    var night = Night()
    night.ask(1...50, .person(of: Self.alice))
    night.ask(101...103, .person(of: Self.bob))
    night.ask(201...201)
    let order = Self.order(of: &night, 6)
    #expect(Set(order.prefix(2)) == [101, 201] && Array(order.prefix(4)).filter { $0 < 200 } == [101, 102, 103])
    #expect(order.suffix(2) == [9, 10])
  }

  @Test func fullQueueEvictsRequestsOfLargestParty() {
    var night = Night()
    night.ask(1...264, .person(of: Self.alice))
    #expect(night.ended.isEmpty)
    night.ask([265], .person(of: Self.alice))
    #expect(night.ended == [265: .unavailable(.queueFull)])
    night.ask(1001...1064, .person(of: Self.bob))
    // The latest requests of the larger tenant are evicted.
    #expect(Set(night.ended.keys) == Set(201...265))
    night.ask([1065], .person(of: Self.bob))
    #expect(night.ended[1065] == .unavailable(.queueFull))
    #expect(night.ended.values.allSatisfy { $0 == .unavailable(.queueFull) })
  }

  /// A household that joins a request does not wait behind the other requests of the first household.
  @Test func sharedRequestCountsForPartyWithFewerWaiting() {
    var night = Night()
    night.ask(1...50, .person(of: Self.alice))
    let priority = night.limiter.raisePriority(50, .person(of: Self.bob))
    #expect(priority == .person(of: Self.bob))
    #expect(Self.order(of: &night, 2) == [50, 9])
    // A request of the smaller tenant stays with it.
    var other = Night()
    other.ask(1...50, .person(of: Self.alice))
    other.ask(101...101, .person(of: Self.bob))
    let kept = other.limiter.raisePriority(101, .person(of: Self.alice))
    #expect(kept == .person(of: Self.bob))
  }

  @Test func fullQueueEvictsBackgroundRequestsFirst() {
    var night = Night()
    night.ask(1...8)
    night.ask(9...10, .background)
    night.ask(101...354, .person(of: Self.alice))
    #expect(night.ended.isEmpty)
    night.ask([400], .background)
    #expect(night.ended == [400: .unavailable(.queueFull)])
    night.ask([401], .person(of: Self.alice))
    #expect(Set(night.ended.keys) == [10, 400])
    night.ask([402], .person(of: Self.bob))
    #expect(Set(night.ended.keys) == [9, 10, 400])
  }

  // MARK: Random sequences

  private enum Step {
    case ask(CatalogPriority)
    case finish(Int, RequestRateLimiter.Outcome)
    case pass(Int64)
  }

  @Test func limitsHoldForRandomSequences() {
    for number in 0..<300 as Range<UInt64> {
      let seed = TestSeed.current &+ number
      let steps = Self.steps(seed: seed)
      if Self.fault(steps) != nil {
        let shortest = shrunk(steps) { Self.fault($0) != nil }
        Issue.record(
          "\(Self.fault(shortest) ?? ""): \(shortest); \(TestSeed.command(seed: seed, filter: "RequestRateLimiterTests"))"
        )
        return
      }
    }
  }

  private static func steps(seed: UInt64) -> [Step] {
    var dice = SeededGenerator(seed: seed)
    let outcomes: [RequestRateLimiter.Outcome] = [
      .answered, .answered, .answered, broken, .failed(.timeout, isTransient: false), .limited(milliseconds: 500),
      .limited(milliseconds: 5000), .limited(milliseconds: nil), .unauthorised(status: 403),
    ]
    return (0..<400).map { _ in
      switch Int.random(in: 0..<10, using: &dice) {
      case 0..<5:
        .ask([.person, .background, .person(of: alice), .person(of: bob)].randomElement(using: &dice) ?? .person)
      case 5..<8: .finish(Int.random(in: 0..<8, using: &dice), outcomes.randomElement(using: &dice) ?? .answered)
      default: .pass([1, 50, 250, 1000, 11_000].randomElement(using: &dice) ?? 1)
      }
    }
  }

  /// The first violation in a run, checked independently of the limiter, or nil.
  private static func fault(_ steps: [Step]) -> String? {
    var limiter = RequestRateLimiter()
    var now = Timestamp(microseconds: 1_800_000_000_000_000)
    var (inFlight, sentAt, askedAt, ended): ([UInt64], [Timestamp], [UInt64: Timestamp], Set<UInt64>) = (
      [], [], [:], []
    )
    var urgencies: [UInt64: CatalogPriority] = [:]
    var lastTicket: UInt64 = 0
    var waiting: Set<UInt64> = []
    for step in steps + Array(repeating: .pass(11_000), count: 4) {
      var actions: [RequestRateLimiter.Action] = []
      switch step {
      case .ask(let priority):
        lastTicket += 1
        (askedAt[lastTicket], urgencies[lastTicket]) = (now, priority)
        waiting.insert(lastTicket)
        actions = limiter.ask(lastTicket, priority, at: now)
      case .finish(let index, let outcome):
        guard index < inFlight.count else { continue }
        let ticket = inFlight.remove(at: index)
        if outcome == .answered { ended.insert(ticket) } else { waiting.insert(ticket) }
        actions = limiter.finished(ticket, outcome, at: now)
      case .pass(let milliseconds):
        now = Timestamp(microseconds: now.microseconds + milliseconds * 1000)
        actions = limiter.timePassed(at: now)
      }
      for action in actions {
        switch action {
        case .send(let ticket):
          guard waiting.remove(ticket) != nil, !ended.contains(ticket) else {
            return "\(ticket) is sent, and does not wait"
          }
          if inFlight.count >= 8 { return "more than eight at once" }
          inFlight.append(ticket)
          sentAt.append(now)
          let lately = sentAt.count { $0.microseconds > now.microseconds - 1_000_000 }
          if lately > 30 {
            return "more than thirty in a second"
          }
        case .end(let ticket, _):
          guard waiting.remove(ticket) != nil, ended.insert(ticket).inserted else { return "\(ticket) ends twice" }
        }
      }
      if let next = limiter.nextTime(at: now) {
        var later = limiter
        if next <= now { return "it is woken without an end" }
        if later.timePassed(at: next).isEmpty { return "it is woken for nothing" }
      }
      if waiting.count > 256 + 8 { return "too many wait" }
      for ticket in waiting {
        guard let asked = askedAt[ticket], now.microseconds - asked.microseconds < 10_000_000 else {
          return "\(ticket) waits too long"
        }
      }
    }
    let lost = (1...max(lastTicket, 1)).filter { $0 <= lastTicket && !ended.contains($0) && !inFlight.contains($0) }
    return lost.isEmpty ? nil : "\(lost) were forgotten"
  }
}
