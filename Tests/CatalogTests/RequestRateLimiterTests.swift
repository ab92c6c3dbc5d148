import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// The rate limiter, which sends, delays or refuses requests (`docs/catalog.md`, "Failures").
@Suite struct RequestRateLimiterTests {
  /// A limiter with a manual clock.
  private struct Harness {
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
    var harness = Harness()
    harness.ask(1...10)
    #expect(harness.sent == Array(1...8))
    harness.finish(3, .answered)
    #expect(harness.sent.last == 9 && harness.sent.count == 9)
  }

  @Test func requestAfterThirtyInASecondWaits() {
    var harness = Harness()
    for ticket in 1...40 as ClosedRange<UInt64> {
      harness.ask([ticket])
      harness.finish(ticket, .answered)
    }
    #expect(harness.sent == Array(1...30))
    #expect(harness.limiter.nextTime(at: harness.now) == harness.now.advanced(bySeconds: 1))
    harness.pass(milliseconds: 999)
    #expect(harness.sent.count == 30)
    harness.pass(milliseconds: 1)
    #expect(harness.sent.count == 38, "eight at once")
  }

  @Test func requestsOfPersonsGoBeforeBackgroundOnes() {
    var harness = Harness()
    harness.ask(1...8)
    harness.ask(9...10, .background)
    harness.ask(11...12)
    for ticket in 1...4 as ClosedRange<UInt64> { harness.finish(ticket, .answered) }
    #expect(Array(harness.sent.suffix(4)) == [11, 12, 9, 10])
  }

  @Test func requestBeyond256WaitingIsRefused() {
    var harness = Harness()
    harness.ask(1...264)
    #expect(harness.ended.isEmpty)
    harness.ask([265])
    #expect(harness.ended == [265: .unavailable(.queueFull)])
  }

  @Test func requestWaitingTenSecondsIsRefused() {
    var harness = Harness()
    harness.ask(1...9)
    #expect(harness.limiter.nextTime(at: harness.now) == harness.now.advanced(bySeconds: 10))
    harness.pass(milliseconds: 9999)
    #expect(harness.ended.isEmpty)
    harness.pass(milliseconds: 1)
    #expect(harness.ended == [9: .unavailable(.queueFull)], "nobody was asked")
  }

  @Test func rateLimitUpToTwoSecondsDelaysRequests() {
    var harness = Harness()
    harness.ask([1])
    harness.finish(1, .limited(milliseconds: 2000))
    harness.ask([2])
    #expect(harness.ended.isEmpty && harness.sent == [1])
    harness.pass(milliseconds: 1999)
    #expect(harness.sent == [1])
    harness.pass(milliseconds: 1)
    #expect(harness.sent == [1, 1, 2])
  }

  @Test(arguments: [(2001, 2001), (90_000, 60_000)])
  func longerRateLimitFailsRequestsImmediately(requested: Int, reported: Int) {
    var harness = Harness()
    harness.ask(1...9)
    harness.finish(1, .limited(milliseconds: requested))
    let limited = CatalogFailure.limited(retryAfterMilliseconds: reported)
    #expect(harness.ended == [1: limited, 9: limited])
    harness.ask([10])
    #expect(harness.ended[10] == limited)
  }

  @Test func rateLimitWithoutTimeLastsOneSecond() {
    var harness = Harness()
    harness.ask([1])
    harness.finish(1, .limited(milliseconds: nil))
    #expect(harness.limiter.nextTime(at: harness.now) == harness.now.advanced(bySeconds: 1))
  }

  @Test func rejectedKeyIsRetriedAfterTenSeconds() {
    var harness = Harness()
    harness.ask(1...9)
    harness.finish(1, .unauthorised(status: 401))
    #expect(harness.ended == [1: .unauthorised(status: 401), 9: .unauthorised(status: 401)])
    harness.pass(milliseconds: 9999)
    harness.ask([10])
    #expect(harness.ended[10] == .unauthorised(status: 401) && harness.sent.count == 8)
    harness.pass(milliseconds: 1)
    harness.ask([11])
    #expect(harness.sent.last != 10 && harness.ended[11] == nil)
  }

  @Test func temporaryFailureIsRetriedOnce() {
    var harness = Harness()
    harness.ask([1])
    harness.finish(1, Self.broken)
    #expect(harness.ended.isEmpty && harness.sent == [1])
    harness.pass(milliseconds: 199)
    #expect(harness.sent == [1])
    harness.pass(milliseconds: 1)
    #expect(harness.sent == [1, 1])
    harness.finish(1, Self.broken)
    #expect(harness.ended == [1: .unavailable(.status(503))])
  }

  @Test func permanentFailureIsNotRetried() {
    var harness = Harness()
    harness.ask([1])
    harness.finish(1, .failed(.unexpectedBody, isTransient: false))
    #expect(harness.ended == [1: .unavailable(.unexpectedBody)])
  }

  @Test func onlyProbesAreSentAfterThreeFailures() {
    var harness = Harness()
    harness.ask(1...3)
    for ticket in 1...3 as ClosedRange<UInt64> { harness.finish(ticket, .failed(.timeout, isTransient: false)) }
    var ticket: UInt64 = 4
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] as [Int64] {
      harness.pass(milliseconds: seconds * 1000 - 1)
      harness.ask([ticket])
      #expect(harness.ended[ticket] == .unavailable(.circuitOpen))
      harness.pass(milliseconds: 1)
      harness.ask(ticket + 1...ticket + 2)
      #expect(harness.sent.last == ticket + 1)
      #expect(harness.ended[ticket + 2] == .unavailable(.circuitOpen), "one probe")
      harness.finish(ticket + 1, .failed(.timeout, isTransient: true))
      #expect(harness.ended[ticket + 1] == .unavailable(.timeout))
      ticket += 3
    }
    harness.pass(milliseconds: 60_000)
    harness.ask([ticket])
    harness.finish(ticket, .answered)
    harness.ask(ticket + 1...ticket + 2)
    #expect(Array(harness.sent.suffix(2)) == [ticket + 1, ticket + 2], "it is well again")
  }

  @Test func rateLimitedProbeIsStillSentAlone() {
    var harness = Harness()
    harness.ask(1...3)
    for ticket in 1...3 as ClosedRange<UInt64> { harness.finish(ticket, .failed(.timeout, isTransient: false)) }
    harness.pass(milliseconds: 1000)
    harness.ask([4])
    harness.finish(4, .limited(milliseconds: 100))
    harness.ask([5])
    harness.pass(milliseconds: 100)
    #expect(harness.sent == [1, 2, 3, 4, 4])
    harness.finish(4, .answered)
    #expect(harness.sent.last == 5)
  }

  @Test func answerResetsFailureCount() {
    var harness = Harness()
    for ticket in 1...8 as ClosedRange<UInt64> {
      harness.ask([ticket])
      harness.finish(ticket, ticket.isMultiple(of: 3) ? .answered : .failed(.connection, isTransient: false))
    }
    #expect(harness.sent == Array(1...8))
  }

  @Test func concurrentFailuresOpenCircuitOnce() {
    var harness = Harness()
    harness.ask(1...8)
    for ticket in 1...8 as ClosedRange<UInt64> { harness.finish(ticket, .failed(.timeout, isTransient: false)) }
    harness.pass(milliseconds: 999)
    harness.ask([9])
    #expect(harness.ended[9] == .unavailable(.circuitOpen))
    harness.pass(milliseconds: 1)
    harness.ask([10])
    #expect(harness.sent.last == 10)
  }

  @Test func longestOfSeveralRateLimitsHolds() {
    var harness = Harness()
    harness.ask(1...2)
    harness.finish(1, .limited(milliseconds: 60_000))
    harness.finish(2, .limited(milliseconds: nil))
    #expect(harness.ended[2] == .limited(retryAfterMilliseconds: 60_000))
    harness.pass(milliseconds: 59_999)
    harness.ask([3])
    #expect(harness.sent == [1, 2])
    harness.pass(milliseconds: 1)
    #expect(harness.sent == [1, 2, 3])
  }

  @Test func rateLimitedRequestFailsWhileCircuitIsOpen() {
    var harness = Harness()
    harness.ask(1...4)
    for ticket in 1...3 as ClosedRange<UInt64> { harness.finish(ticket, .failed(.timeout, isTransient: false)) }
    harness.finish(4, .limited(milliseconds: 500))
    #expect(harness.ended[4] == .unavailable(.circuitOpen))
    #expect(harness.limiter.nextTime(at: harness.now) == nil)
  }

  @Test func requestFailsAtThirdRateLimitInARow() {
    var harness = Harness()
    harness.ask(1...2)
    for _ in 1...2 {
      harness.finish(1, .limited(milliseconds: nil))
      harness.finish(2, .limited(milliseconds: nil))
      harness.pass(milliseconds: 1000)
    }
    #expect(harness.ended.isEmpty && harness.sent.count == 6)
    harness.ask([3])
    harness.finish(1, .limited(milliseconds: nil))
    #expect(harness.ended == [1: .limited(retryAfterMilliseconds: 1000)])
    harness.pass(milliseconds: 1000)
    harness.finish(2, .answered)
    harness.finish(3, .limited(milliseconds: nil))
    #expect(harness.ended[3] == nil, "it has answered since")
  }

  @Test func singleRequestProbesRejectedKey() {
    var harness = Harness()
    harness.ask([1])
    harness.finish(1, .unauthorised(status: 401))
    harness.pass(milliseconds: 10_000)
    harness.ask(2...3)
    #expect(harness.sent == [1, 2] && harness.ended[3] == .unauthorised(status: 401))
    harness.finish(2, .answered)
    harness.ask(4...5)
    #expect(harness.sent == [1, 2, 4, 5])
  }

  @Test func failedRequestsAreNotRetriedWithRejectedKey() {
    var harness = Harness()
    harness.ask(1...3)
    harness.finish(1, Self.broken)
    harness.finish(2, .unauthorised(status: 401))
    harness.finish(3, Self.broken)
    #expect(harness.ended.count == 3)
    harness.pass(milliseconds: 1000)
    #expect(harness.sent == [1, 2, 3])
  }

  // MARK: Fairness

  private static let alice = CatalogTenant(high: 0, low: 1)
  private static let bob = CatalogTenant(high: 0, low: 2)

  /// Returns the next `count` requests in the order in which they are sent, if each is answered immediately.
  private static func order(of harness: inout Harness, _ count: Int) -> [RequestRateLimiter.Ticket] {
    let start = harness.sent.count
    var next = max(0, start - 8)
    while harness.sent.count < start + count, next < harness.sent.count {
      harness.finish(harness.sent[next], .answered)
      next += 1
    }
    return Array(harness.sent[start..<min(harness.sent.count, start + count)])
  }

  @Test func tenantsAreServedInTurn() {
    var harness = Harness()
    harness.ask(1...50, .person(of: Self.alice))
    harness.ask(101...103, .person(of: Self.bob))
    harness.ask(201...201)
    let order = Self.order(of: &harness, 6)
    #expect(Set(order.prefix(2)) == [101, 201] && Array(order.prefix(4)).filter { $0 < 200 } == [101, 102, 103])
    #expect(order.suffix(2) == [9, 10])
  }

  @Test func fullQueueEvictsRequestsOfLargestTenant() {
    var harness = Harness()
    harness.ask(1...264, .person(of: Self.alice))
    #expect(harness.ended.isEmpty)
    harness.ask([265], .person(of: Self.alice))
    #expect(harness.ended == [265: .unavailable(.queueFull)])
    harness.ask(1001...1064, .person(of: Self.bob))
    // The latest requests of the larger tenant are evicted.
    #expect(Set(harness.ended.keys) == Set(201...265))
    harness.ask([1065], .person(of: Self.bob))
    #expect(harness.ended[1065] == .unavailable(.queueFull))
    #expect(harness.ended.values.allSatisfy { $0 == .unavailable(.queueFull) })
  }

  /// A household that joins a request does not wait behind the other requests of the first household.
  @Test func sharedRequestCountsForTenantWithFewerWaiting() {
    var harness = Harness()
    harness.ask(1...50, .person(of: Self.alice))
    let priority = harness.limiter.raisePriority(50, .person(of: Self.bob))
    #expect(priority == .person(of: Self.bob))
    #expect(Self.order(of: &harness, 2) == [50, 9])
    // A request stays with the tenant that has fewer waiting requests.
    var other = Harness()
    other.ask(1...50, .person(of: Self.alice))
    other.ask(101...101, .person(of: Self.bob))
    let kept = other.limiter.raisePriority(101, .person(of: Self.alice))
    #expect(kept == .person(of: Self.bob))
  }

  @Test func fullQueueEvictsBackgroundRequestsFirst() {
    var harness = Harness()
    harness.ask(1...8)
    harness.ask(9...10, .background)
    harness.ask(101...354, .person(of: Self.alice))
    #expect(harness.ended.isEmpty)
    harness.ask([400], .background)
    #expect(harness.ended == [400: .unavailable(.queueFull)])
    harness.ask([401], .person(of: Self.alice))
    #expect(Set(harness.ended.keys) == [10, 400])
    harness.ask([402], .person(of: Self.bob))
    #expect(Set(harness.ended.keys) == [9, 10, 400])
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

  /// Returns the first violation in a run, checked independently of the limiter, or nil if there is none.
  private static func fault(_ steps: [Step]) -> String? {
    var limiter = RequestRateLimiter()
    var now = Timestamp(microseconds: 1_800_000_000_000_000)
    var (inFlight, sentAt, askedAt, ended): ([UInt64], [Timestamp], [UInt64: Timestamp], Set<UInt64>) = (
      [], [], [:], []
    )
    var priorities: [UInt64: CatalogPriority] = [:]
    var lastTicket: UInt64 = 0
    var waiting: Set<UInt64> = []
    for step in steps + Array(repeating: .pass(11_000), count: 4) {
      var actions: [RequestRateLimiter.Action] = []
      switch step {
      case .ask(let priority):
        lastTicket += 1
        (askedAt[lastTicket], priorities[lastTicket]) = (now, priority)
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
