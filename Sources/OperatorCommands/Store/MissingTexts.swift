import Stores
import EventStore
import Server
import WritePath

/// Finds personal texts that are missing although events refer to them and they were not erased.
struct MissingTexts {
  let store: any EventStore
  let areas: ServerAreas

  private static let idsAtOnce = 1000

  /// Returns a sentence for each missing text. All events must be readable.
  func find() throws -> AuditFindings {
    let categories = areas.commands.all.filter { !$0.textKinds.isEmpty }.map { $0.category }
    return try store.withSnapshot { snapshot in
      var findings = AuditFindings()
      try snapshot.forEachStream { stream, _, _ in
        guard categories.contains(stream.category) else { return }
        let replay = StreamReplay(areas: areas.commands, store: snapshot, schema: areas.events)
        let named = try replay.state(of: stream).namedTexts.sorted()
        for start in stride(from: 0, to: named.count, by: Self.idsAtOnce) {
          let ids = Array(named[start..<min(start + Self.idsAtOnce, named.count)])
          let found = Set(try snapshot.texts(ids).map(\.id))
          for id in ids where !found.contains(id) {
            findings.add("\(stream): text \(id) is missing, and was not erased")
          }
        }
      }
      return findings
    }
  }
}
