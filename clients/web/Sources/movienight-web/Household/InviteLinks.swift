import MovieNightKit
import Synchronization

/// The tokens of invites that sessions have made. The server tells each only once.
final class InviteLinks: Sendable {
  /// As many as a household's open invites.
  static let maximumPerSession = 20
  private static let maximumSessions = 10_000

  private struct Entry {
    let invite: InviteID
    let token: String
  }

  private let entries = Mutex<[String: [Entry]]>([:])

  func keep(_ token: String, of invite: InviteID, for session: String) {
    entries.withLock { entries in
      if entries.count >= Self.maximumSessions, entries[session] == nil { entries.removeAll() }
      entries[session, default: []].append(Entry(invite: invite, token: token))
      if entries[session]!.count > Self.maximumPerSession { entries[session]!.removeFirst() }
    }
  }

  /// Returns the tokens by invite that a session may show.
  func tokens(of session: String) -> [InviteID: String] {
    entries.withLock { entries in
      Dictionary((entries[session] ?? []).map { ($0.invite, $0.token) }, uniquingKeysWith: { $1 })
    }
  }

  func forget(_ session: String) { entries.withLock { $0[session] = nil } }
}
