import MovieNightPrimitives

/// The rate limiter of a source, without I/O. It limits how many requests are in flight at once and are sent in a
/// second, and determines when none may be sent (`docs/catalog.md`, "Failures"). Each request gets an `end` or a `send`
/// action. The caller reports the outcome of a sent request to `finished`, which may end it or send it again.
struct RequestRateLimiter: Sendable {
  typealias Ticket = UInt64

  enum Action: Equatable, Sendable {
    case send(Ticket)
    /// The request ends with this failure, and is not sent, or not sent again.
    case end(Ticket, CatalogFailure)
  }

  enum Outcome: Equatable, Sendable {
    /// The source answered. A `notFound` is also an answer.
    case answered
    /// The request failed. `isTransient` is whether a retry can help, as after a 5xx status or a lost connection.
    case failed(CatalogFailure.Reason, isTransient: Bool)
    /// The source requires a later request. `milliseconds` is from the `Retry-After` header; nil without one.
    case limited(milliseconds: Int?)
    case unauthorised(status: Int)
  }

  private struct Request: Sendable {
    let ticket: Ticket
    var priority: CatalogPriority
    let askedAt: Timestamp
    var isRetry = false
    /// Whether the request has been sent before.
    var wasSent = false
    var notBefore: Timestamp
  }

  static let maximumConcurrent = 8
  static let requestsPerSecond = 30
  static let maximumWaiting = 256
  /// A tenant with this many waiting requests can no longer evict other requests.
  static let fairShare = maximumWaiting / 4
  /// The maximum time that a request waits to be sent, in microseconds.
  static let longestWait: Int64 = 10_000_000
  /// The maximum time that a request waits for the end of a pause, in microseconds.
  static let timeout: Int64 = 2_000_000
  static let retryDelay: Int64 = 200_000
  static let failureThreshold = 3
  static let openDurations: ClosedRange<Int64> = 1_000_000...60_000_000
  static let unauthorisedRetryInterval: Int64 = 10_000_000
  private static let second: Int64 = 1_000_000

  /// The waiting requests in order of arrival, after those that are to be sent again.
  private var waiting: [Request] = []
  private var sent: [Ticket: Request] = [:]
  /// The times and tenants of the last requests sent, at most as many as may be sent in a second.
  private var lastSent: [(at: Timestamp, tenant: CatalogTenant?)] = []
  private var pausedUntil: Timestamp?
  /// The time of the first `limited` outcome since the last answer; nil if there was none.
  private var limitedSince: Timestamp?
  private var unauthorised: (until: Timestamp, status: Int)?
  private var consecutiveFailures = 0
  private var openDuration = openDurations.lowerBound
  private var openUntil: Timestamp?
  /// The probe: a single request that tests whether the source has recovered.
  private var probe: Ticket?

  // MARK: Requests

  mutating func ask(_ ticket: Ticket, _ priority: CatalogPriority, at now: Timestamp) -> [Action] {
    var ended = timePassed(at: now)
    if let failure = refusal(at: now) { return ended + [.end(ticket, failure)] }
    if waiting.count >= Self.maximumWaiting {
      guard let index = indexToEvict(for: priority) else {
        return ended + [.end(ticket, .unavailable(.queueFull))]
      }
      ended.append(.end(waiting.remove(at: index).ticket, .unavailable(.queueFull)))
    }
    waiting.append(Request(ticket: ticket, priority: priority, askedAt: now, notBefore: now))
    return ended + sendDue(at: now)
  }

  /// Raises a request's priority because another person waits for it, and charges it to the tenant with fewer requests,
  /// so that no tenant waits for other requests of another. Returns the new priority, with the chosen tenant.
  mutating func raisePriority(_ ticket: Ticket, _ priority: CatalogPriority) -> CatalogPriority {
    func shorter(_ present: CatalogPriority) -> CatalogPriority {
      present.isBackground || usage(of: priority.tenant) < usage(of: present.tenant) ? priority : present
    }
    if let index = waiting.firstIndex(where: { $0.ticket == ticket }) {
      let chosen = shorter(waiting[index].priority)
      waiting[index].priority = chosen
      return chosen
    }
    guard let present = sent[ticket]?.priority else { return priority }
    let chosen = shorter(present)
    sent[ticket]?.priority = chosen
    return chosen
  }

  /// Returns the number of a tenant's requests that were sent recently or are waiting.
  private func usage(of tenant: CatalogTenant?) -> Int {
    lastSent.count { $0.tenant == tenant } + waiting.count { !$0.priority.isBackground && $0.priority.tenant == tenant }
  }

  func throttled(at now: Timestamp) -> [Ticket] {
    guard let pausedUntil, now < pausedUntil else { return [] }
    return waiting.map(\.ticket)
  }

  mutating func finished(_ ticket: Ticket, _ outcome: Outcome, at now: Timestamp) -> [Action] {
    guard let request = sent.removeValue(forKey: ticket) else { return [] }
    let wasProbe = probe == ticket
    if wasProbe { probe = nil }
    var actions: [Action] = []
    switch outcome {
    case .answered:
      consecutiveFailures = 0
      (openDuration, openUntil, unauthorised, limitedSince) = (Self.openDurations.lowerBound, nil, nil, nil)
    case .unauthorised(let status):
      unauthorised = (now + Self.unauthorisedRetryInterval, status)
      actions = [.end(ticket, .unauthorised(status: status))]
    case .limited(let milliseconds):
      let end = now + Int64(min(max(milliseconds ?? 1000, 0), 60_000)) * 1000
      // If an earlier response set a later end for the pause, that end still applies.
      pausedUntil = max(pausedUntil ?? end, end)
      limitedSince = limitedSince ?? now
      waiting.insert(request, at: 0)
    case .failed(let reason, let isTransient):
      consecutiveFailures += 1
      // Requests that were sent before the circuit opened say nothing new about the source.
      if consecutiveFailures >= Self.failureThreshold, openUntil == nil || wasProbe { openCircuit(at: now) }
      actions = retryOrEnd(request, reason, isTransient: isTransient, at: now)
    }
    return actions + endCertainFailures(at: now) + timePassed(at: now)
  }

  /// Ends requests that have waited too long, and sends requests that are due. Must be called at `nextTime`.
  mutating func timePassed(at now: Timestamp) -> [Action] {
    let late = waiting.filter { now - $0.askedAt >= Self.longestWait }
    waiting.removeAll { now - $0.askedAt >= Self.longestWait }
    // A request that was never sent says nothing about the source, so it does not end with a timeout.
    return late.map { .end($0.ticket, .unavailable($0.wasSent ? .timeout : .queueFull)) } + sendDue(at: now)
  }

  /// Returns when the next request may be sent or ended; nil if only `ask` and `finished` can change anything.
  func nextTime(at now: Timestamp) -> Timestamp? {
    guard let oldest = waiting.map(\.askedAt).min() else { return nil }
    let givesUp = oldest + Self.longestWait
    guard sent.count < Self.maximumConcurrent, openUntil == nil || probe == nil,
      let first = waiting.map(\.notBefore).min()
    else { return givesUp }
    return min(givesUp, max(first, nextSlot(at: now), pausedUntil ?? first, openUntil ?? first))
  }

  // MARK: Choosing requests to send or evict

  private mutating func sendDue(at now: Timestamp) -> [Action] {
    var actions: [Action] = []
    while sent.count < Self.maximumConcurrent, nextSlot(at: now) <= now, (pausedUntil ?? now) <= now, mayProbe(at: now),
      let index = nextIndex(at: now)
    {
      var request = waiting.remove(at: index)
      request.wasSent = true
      if openUntil != nil { probe = request.ticket }
      sent[request.ticket] = request
      lastSent.append((now, request.priority.tenant))
      if lastSent.count > Self.requestsPerSecond { lastSent.removeFirst() }
      actions.append(.send(request.ticket))
      if let refused = unauthorised {
        // This request alone tests whether the key is accepted now.
        unauthorised = (now + Self.unauthorisedRetryInterval, refused.status)
        return actions + endCertainFailures(at: now)
      }
    }
    return actions
  }

  /// Chooses the next request: people before background, then the tenant with fewest recent requests, then the oldest.
  private func nextIndex(at now: Timestamp) -> Int? {
    var turns: [CatalogTenant?: Int] = [:]
    for (_, tenant) in lastSent { turns[tenant, default: 0] += 1 }
    func first(isBackground: Bool) -> Int? {
      var best: (index: Int, turns: Int)?
      for (index, request) in waiting.enumerated()
      where request.priority.isBackground == isBackground && request.notBefore <= now {
        let turns = turns[request.priority.tenant] ?? 0
        if turns < best?.turns ?? .max { best = (index, turns) }
        if turns == 0 { break }
      }
      return best?.index
    }
    return first(isBackground: false) ?? first(isBackground: true)
  }

  /// Chooses the request to evict: a background one, or the last one of the tenant with the most waiting, if that has
  /// more than the new request's tenant would. Nil for a background request, or if its tenant has a fair share.
  private func indexToEvict(for priority: CatalogPriority) -> Int? {
    guard !priority.isBackground else { return nil }
    if let index = waiting.lastIndex(where: \.priority.isBackground) { return index }
    var places: [CatalogTenant?: Int] = [:]
    for request in waiting { places[request.priority.tenant, default: 0] += 1 }
    let own = places[priority.tenant] ?? 0
    guard own < Self.fairShare else { return nil }
    let index = waiting.indices.reversed().max {
      (places[waiting[$0].priority.tenant] ?? 0) < (places[waiting[$1].priority.tenant] ?? 0)
    }
    guard let index, let most = places[waiting[index].priority.tenant], most > own + 1 else { return nil }
    return index
  }

  /// Returns the time at which the limit per second allows the next request.
  private func nextSlot(at now: Timestamp) -> Timestamp {
    guard lastSent.count == Self.requestsPerSecond, let oldest = lastSent.first else { return now }
    return max(now, oldest.at + Self.second)
  }

  /// Whether the circuit breaker allows a request. While the circuit is half-open, it allows only a single probe.
  private func mayProbe(at now: Timestamp) -> Bool {
    guard let openUntil else { return true }
    return probe == nil && now >= openUntil
  }

  private func refusal(at now: Timestamp) -> CatalogFailure? {
    if let failure = certainFailure(askedAt: now, at: now) { return failure }
    return openUntil != nil && probe != nil ? .unavailable(.circuitOpen) : nil
  }

  /// Returns the failure of a request that would wait in vain; otherwise nil.
  private func certainFailure(askedAt: Timestamp, at now: Timestamp) -> CatalogFailure? {
    if let unauthorised, now < unauthorised.until { return .unauthorised(status: unauthorised.status) }
    if let openUntil, now < openUntil { return .unavailable(.circuitOpen) }
    if let pausedUntil, now < pausedUntil, pausedUntil - max(askedAt, limitedSince ?? askedAt) > Self.timeout {
      return .limited(retryAfterMilliseconds: Self.millisecondsLeft(pausedUntil, now))
    }
    return nil
  }

  // MARK: Handling failures

  private mutating func retryOrEnd(
    _ request: Request, _ reason: CatalogFailure.Reason, isTransient: Bool, at now: Timestamp
  ) -> [Action] {
    guard isTransient, !request.isRetry, openUntil == nil else { return [.end(request.ticket, .unavailable(reason))] }
    var request = request
    request.isRetry = true
    request.notBefore = now + Self.retryDelay
    waiting.insert(request, at: 0)
    return []
  }

  private mutating func openCircuit(at now: Timestamp) {
    openUntil = now + openDuration
    openDuration = min(openDuration * 2, Self.openDurations.upperBound)
  }

  private mutating func endCertainFailures(at now: Timestamp) -> [Action] {
    let ended = waiting.compactMap { request in
      certainFailure(askedAt: request.askedAt, at: now).map { Action.end(request.ticket, $0) }
    }
    if !ended.isEmpty { waiting = waiting.filter { certainFailure(askedAt: $0.askedAt, at: now) == nil } }
    return ended
  }

  private static func millisecondsLeft(_ end: Timestamp, _ now: Timestamp) -> Int { Int((end - now + 999) / 1000) }
}

extension Timestamp {
  fileprivate static func + (time: Timestamp, microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: time.microseconds + microseconds)
  }
  fileprivate static func - (later: Timestamp, earlier: Timestamp) -> Int64 {
    later.microseconds - earlier.microseconds
  }
}
