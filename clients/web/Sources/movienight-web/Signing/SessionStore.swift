import Foundation
import MovieNightKit
import Synchronization

/// The sessions, in memory and in a file that only its owner can read.
final class SessionStore: Sendable {
  static let maximum = 10_000
  /// The sessions of one token: more than one only of the demo's.
  static let maximumPerToken = 200

  private struct Contents: Codable {
    var version = 1
    var sessions: [WebSession]
  }

  private let folder: String
  private let kind: String
  private let log: Log
  private let sessions: Mutex<[String: WebSession]>

  var file: String { folder + "/\(kind).json" }

  /// Reads the file. A damaged one is set aside, and its sessions have ended.
  ///
  /// - Parameter kind: What the sessions are called in the file's name and in the log.
  /// - Throws: `StartError` if the folder cannot be made or the file not be read.
  init(folder: String, kind: String = "sessions", log: Log) throws {
    self.folder = folder
    self.kind = kind
    self.log = log
    sessions = Mutex([:])
    try DataFolder.make(folder)
    guard FileManager.default.fileExists(atPath: file) else { return }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw StartError("\(file) cannot be read. It must belong to the user who runs the page.")
    }
    do {
      let contents = try JSONDecoder().decode(Contents.self, from: data)
      sessions.withLock { $0 = Dictionary(contents.sessions.map { ($0.id, $0) }) { first, _ in first } }
    } catch {
      let aside = "\(file).damaged-\(Int(Date().timeIntervalSince1970))"
      try FileManager.default.moveItem(atPath: file, toPath: aside)
      log("\(file) is damaged, so its \(kind) have ended. The file is now \(aside).")
    }
  }

  func find(_ id: String, at now: Timestamp) -> WebSession? {
    sessions.withLock { sessions in
      guard let session = sessions[id], !session.isOutdated(at: now) else { return nil }
      // Noting each use would write the file at each request.
      if now.seconds - session.usedAt > Timestamp.secondsPerDay {
        sessions[id]?.usedAt = now.seconds
        save(sessions)
      }
      return session
    }
  }

  /// Adds a session, and returns those that are removed to make room for it.
  func add(_ session: WebSession) -> [WebSession] {
    sessions.withLock { sessions in
      let removed = [
        Self.makeRoom(in: &sessions, limit: Self.maximumPerToken) { $0.token == session.token },
        Self.makeRoom(in: &sessions, limit: Self.maximum) { _ in true },
      ]
      sessions[session.id] = session
      save(sessions)
      return removed.compactMap { $0 }
    }
  }

  func remove(_ id: String) {
    sessions.withLock { sessions in
      if sessions.removeValue(forKey: id) != nil { save(sessions) }
    }
  }

  /// Those that have not been used for a long time, and are no longer found.
  func outdated(at now: Timestamp) -> [WebSession] {
    sessions.withLock { $0.values.filter { $0.isOutdated(at: now) } }
  }

  func all(of member: MemberID) -> [WebSession] { sessions.withLock { $0.values.filter { $0.member == member } } }

  func isInUse(token: String) -> Bool { sessions.withLock { $0.values.contains { $0.token == token } } }

  /// Removes and returns the session that has not been used for the longest time if there are `limit` of those that match.
  private static func makeRoom(
    in sessions: inout [String: WebSession], limit: Int, _ matches: (WebSession) -> Bool
  ) -> WebSession? {
    let matching = sessions.values.filter(matches)
    guard matching.count >= limit, let oldest = matching.min(by: { $0.usedAt < $1.usedAt }) else { return nil }
    return sessions.removeValue(forKey: oldest.id)
  }

  /// Writes a new file and then replaces the old one, so that a crash leaves one of both.
  private func save(_ sessions: [String: WebSession]) {
    do {
      let data = try JSONEncoder().encode(Contents(sessions: sessions.values.sorted { $0.id < $1.id }))
      let new = file + ".new"
      unlink(new)
      let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: data)
      try handle.synchronize()
      try handle.close()
      guard rename(new, file) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      log("The \(kind) cannot be saved in \(file), so they end when the page stops: \(error.localizedDescription)")
    }
  }
}
