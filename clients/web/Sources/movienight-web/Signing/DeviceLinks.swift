import Synchronization

/// The one-time links by which a member signs in on another device.
final class DeviceLinks: Sendable {
  static let lifetime: Duration = .seconds(600)

  private struct Link {
    let session: WebSession
    let madeAt: ContinuousClock.Instant
  }

  private let links = Mutex<[String: Link]>([:])

  /// Makes a link for the member of a session, and returns its code. An earlier one of the session no longer works.
  func make(for session: WebSession, at now: ContinuousClock.Instant = .now) -> String {
    let code = Secrets.make()
    links.withLock { links in
      links = links.filter { $0.value.session.id != session.id }
      links[code] = Link(session: session, madeAt: now)
    }
    return code
  }

  /// The session's current code; nil if it has none, or the code has been used.
  func code(of session: WebSession, at now: ContinuousClock.Instant = .now) -> String? {
    links.withLock { links in
      links.first { $0.value.session.id == session.id && now - $0.value.madeAt < Self.lifetime }?.key
    }
  }

  /// Returns the session that made the link; nil if it has expired or been used.
  func find(_ code: String, at now: ContinuousClock.Instant = .now) -> WebSession? {
    links.withLock { links in
      links[code].flatMap { now - $0.madeAt < Self.lifetime ? $0.session : nil }
    }
  }

  /// Uses the link up, and returns the session that made it; nil if it has expired or been used.
  func take(_ code: String, at now: ContinuousClock.Instant = .now) -> WebSession? {
    links.withLock { links in
      guard let link = links.removeValue(forKey: code), now - link.madeAt < Self.lifetime else { return nil }
      return link.session
    }
  }

  func forget(_ session: String) {
    links.withLock { links in links = links.filter { $0.value.session.id != session } }
  }

  func removeExpired(at now: ContinuousClock.Instant = .now) {
    links.withLock { links in links = links.filter { now - $0.value.madeAt < Self.lifetime } }
  }
}
