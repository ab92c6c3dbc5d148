import Synchronization

/// Limits how often one address fails to join or to sign in. To the server, all browsers are one address.
final class AttemptLimiter: Sendable {
  static let maximumFailures = 10
  static let period: Duration = .seconds(60)
  private static let maximumAddresses = 10_000

  private let failures = Mutex<[String: [ContinuousClock.Instant]]>([:])

  /// Throws if the address has failed too often within a minute.
  func check(_ address: String, at now: ContinuousClock.Instant = .now) throws(PageError) {
    let isBlocked = failures.withLock { failures in
      let recent = (failures[address] ?? []).filter { now - $0 < Self.period }
      failures[address] = recent.isEmpty ? nil : recent
      return recent.count >= Self.maximumFailures
    }
    if isBlocked { throw .tooManyRequests(retryAfter: 60) }
  }

  func noteFailure(of address: String, at now: ContinuousClock.Instant = .now) {
    failures.withLock { failures in
      if failures.count >= Self.maximumAddresses {
        failures = failures.filter { $0.value.contains { now - $0 < Self.period } }
        // Still full: the failures come from everywhere, and no address fails often.
        if failures.count >= Self.maximumAddresses { failures.removeAll() }
      }
      failures[address] = (failures[address] ?? []).suffix(Self.maximumFailures - 1) + [now]
    }
  }
}
