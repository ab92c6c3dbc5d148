import Synchronization

/// The notices that wait for the page after an action. They are in memory only: the address has an id, not the text.
final class Notices: Sendable {
  private static let maximumPerSession = 8
  private static let maximumSessions = 10_000
  /// The longest value of a button's field: more than any id has, which is all that buttons send.
  static let maximumField = 200

  private struct Entry {
    let id: String
    let notice: Notice
  }

  private let entries = Mutex<[String: [Entry]]>([:])

  /// Keeps a notice for a session, and returns its id.
  func keep(_ notice: Notice, for session: String) -> String {
    let id = Secrets.make(bytes: 6)
    var notice = notice
    let isLong = notice.button?.fields.contains { $0.value.utf8.count > Self.maximumField } ?? false
    if isLong { notice.button = nil }
    entries.withLock { entries in
      if entries.count >= Self.maximumSessions, entries[session] == nil { entries.removeAll() }
      entries[session, default: []].append(Entry(id: id, notice: notice))
      if entries[session]!.count > Self.maximumPerSession { entries[session]!.removeFirst() }
    }
    return id
  }

  func find(_ id: String, of session: String) -> Notice? {
    entries.withLock { entries in entries[session]?.first { $0.id == id }?.notice }
  }

  func forget(_ session: String) { entries.withLock { $0[session] = nil } }
}
