import MovieNightPrimitives

/// The rate limiter of a source: how many requests at once, how many a second, and when none (`docs/catalog.md`, "Failures").
/// It performs no I/O: each call takes the time and returns actions. For each request, it returns `end`, or `send` until
/// `finished` reports the outcome.
struct RequestRateLimiter: Sendable {
  typealias Ticket = UInt64

  enum Action: Equatable, Sendable {
    case send(Ticket)
    /// Do not send or resend the request: it ends with this failure.
    case end(Ticket, CatalogFailure)
  }

  enum Outcome: Equatable, Sendable {
    /// The source answered, even if only that there is no such thing.
    case answered
    /// `isTransient` tells whether a retry can help: after a 5xx and a lost connection.
    case failed(CatalogFailure.Reason, isTransient: Bool)
    /// The source wants to be asked later; `milliseconds` is from `Retry-After`, nil without one.
    case limited(milliseconds: Int?)
    case unauthorised(status: Int)
  }

  private struct Request: Sendable {
    let ticket: Ticket
    var priority: CatalogPriority
    let askedAt: Timestamp
    var isRetry = false
    /// Whether the request was sent before, and the source said to come later.
    var wasSent = false
    var notBefore: Timestamp
  }

  static let maximumConcurrent = 8
  static let requestsPerSecond = 30
  static let maximumWaiting = 256
  /// The number of places with which a tenant can no longer evict others.
  static let fairShare = maximumWaiting / 4
  static let longestWait: Int64 = 10_000_000
  /// The maximal wait for the end of a pause.
  static let timeout: Int64 = 2_000_000
  static let retryDelay: Int64 = 200_000
  static let failureThreshold = 3
  static let openDurations: ClosedRange<Int64> = 1_000_000...60_000_000
  static let unauthorisedRetryInterval: Int64 = 10_000_000
  private static let second: Int64 = 1_000_000

  /// In order of arrival.
  private var waiting: [Request] = []
  private var sent: [Ticket: Request] = [:]
  /// The last requests sent and their tenants, up to the limit for a second.
  private var lastSent: [(at: Timestamp, tenant: CatalogTenant?)] = []
  private var pausedUntil: Timestamp?
  /// Since when the source has only asked to come later.
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
    return ended + pump(at: now)
  }

  /// Raises a request's priority, because another person waits for it. It is charged to the tenant who has used less, so that
  /// no tenant waits behind another tenant's other requests. Returns the priority with the chosen tenant.
  mutating func raisePriority(_ ticket: Ticket, _ priority: CatalogPriority) -> CatalogPriority {
    func shorter(_ present: CatalogPriority) -> CatalogPriority {
      present.isBackground || account(of: priority.tenant) < account(of: present.tenant) ? priority : present
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

  /// Returns how many requests of a tenant were sent lately or are waiting.
  private func account(of tenant: CatalogTenant?) -> Int {
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
      // An earlier response's later end still holds.
      pausedUntil = max(pausedUntil ?? end, end)
      limitedSince = limitedSince ?? now
      waiting.insert(request, at: 0)
    case .failed(let reason, let isTransient):
      consecutiveFailures += 1
      // Requests sent before the circuit opened give no new information.
      if consecutiveFailures >= Self.failureThreshold, openUntil == nil || wasProbe { openCircuit(at: now) }
      actions = retryOrEnd(request, reason, isTransient: isTransient, at: now)
    }
    return actions + endCertainFailures(at: now) + timePassed(at: now)
  }

  /// Ends overdue requests and sends what is due. Call this at `nextTime`.
  mutating func timePassed(at now: Timestamp) -> [Action] {
    let late = waiting.filter { now - $0.askedAt >= Self.longestWait }
    waiting.removeAll { now - $0.askedAt >= Self.longestWait }
    // A request that was never sent says nothing about the source.
    return late.map { .end($0.ticket, .unavailable($0.wasSent ? .timeout : .queueFull)) } + pump(at: now)
  }

  /// Returns the next time at which a request may be sent or ended; nil if only `ask` and `finished` can change anything.
  func nextTime(at now: Timestamp) -> Timestamp? {
    guard let oldest = waiting.map(\.askedAt).min() else { return nil }
    let givesUp = oldest + Self.longestWait
    guard sent.count < Self.maximumConcurrent, openUntil == nil || probe == nil,
      let first = waiting.map(\.notBefore).min()
    else { return givesUp }
    return min(givesUp, max(first, nextSlot(at: now), pausedUntil ?? first, openUntil ?? first))
  }

  // MARK: Admission

  private mutating func pump(at now: Timestamp) -> [Action] {
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

  /// Chooses the next request: persons first, then the tenant with the fewest recent requests, then the oldest.
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

  /// Chooses the request to evict when all places are taken: a background one, or else the last one of the tenant that has the
  /// most, if that is more than the newcomer would have. A tenant with a fair share evicts no request.
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

  /// Returns when the limit per second allows the next request.
  private func nextSlot(at now: Timestamp) -> Timestamp {
    guard lastSent.count == Self.requestsPerSecond, let oldest = lastSent.first else { return now }
    return max(now, oldest.at + Self.second)
  }

  /// Whether a request may be sent. While the circuit is half-open, only a single probe may.
  private func mayProbe(at now: Timestamp) -> Bool {
    guard let openUntil else { return true }
    return probe == nil && now >= openUntil
  }

  private func refusal(at now: Timestamp) -> CatalogFailure? {
    if let failure = certainFailure(askedAt: now, at: now) { return failure }
    return openUntil != nil && probe != nil ? .unavailable(.circuitOpen) : nil
  }

  /// Returns the reason if waiting is in vain; nil otherwise.
  private func certainFailure(askedAt: Timestamp, at now: Timestamp) -> CatalogFailure? {
    if let unauthorised, now < unauthorised.until { return .unauthorised(status: unauthorised.status) }
    if let openUntil, now < openUntil { return .unavailable(.circuitOpen) }
    if let pausedUntil, now < pausedUntil, pausedUntil - max(askedAt, limitedSince ?? askedAt) > Self.timeout {
      return .limited(retryAfterMilliseconds: Self.left(pausedUntil, now))
    }
    return nil
  }

  // MARK: Failures

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

  private static func left(_ end: Timestamp, _ now: Timestamp) -> Int { Int((end - now + 999) / 1000) }
}

extension Timestamp {
  fileprivate static func + (time: Timestamp, microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: time.microseconds + microseconds)
  }
  fileprivate static func - (later: Timestamp, earlier: Timestamp) -> Int64 {
    later.microseconds - earlier.microseconds
  }
}
