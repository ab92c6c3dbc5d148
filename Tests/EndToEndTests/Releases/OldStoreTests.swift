import EventStore
import Foundation
import MovieNightPrimitives
import Stores
import Testing

@testable import movienight

/// Stores and exports of earlier versions, for which the current program must give the same answers as those versions.
@Suite struct OldStoreTests {
  @Test(arguments: OldVersion.all) func oldJournalGivesRecordedAnswers(_ version: OldVersion) throws {
    let old = try OldStores(version)
    try old.check(old.journal)
  }

  @Test(arguments: OldVersion.all, StoreKind.durable)
  func copyOfOldJournalGivesRecordedAnswers(_ version: OldVersion, _ kind: StoreKind) throws {
    let old = try OldStores(version)
    try old.checkCopy(of: old.journal, to: kind)
  }

  #if SQLite
    @Test(arguments: OldVersion.all) func oldSQLiteFileGivesRecordedAnswers(_ version: OldVersion) throws {
      let old = try OldStores(version)
      try old.check(old.sqlite)
    }

    /// `verify`, which only reads, does not migrate a store. It tells the operator to run `movienight migrate`. In a
    /// store without new migrations, it compares the rows that the current program would not rebuild with a replay.
    @Test(arguments: OldVersion.all, StoreKind.durable)
    func copyOfVerifiedSQLiteFileGivesRecordedAnswers(_ version: OldVersion, _ kind: StoreKind) throws {
      let old = try OldStores(version)
      if version.needsMigration {
        let refused = try Run("verify", "--store", "\(old.sqlite)", in: old.folder)
        #expect(refused.code == 1 && refused.errors.contains("`movienight migrate`"), "\(refused.errors)")
        let migrated = try Run("migrate", "--store", "\(old.sqlite)", in: old.folder)
        #expect(migrated.code == 0, "\(migrated.errors)")
      } else {
        try old.verify(old.sqlite)
      }
      try old.checkCopy(of: old.sqlite, to: kind)
    }
  #endif

  /// Imports through a server with a stopped clock. A server started by `import` would have today's clock, so deadlines
  /// would pass.
  @Test(arguments: OldVersion.all, StoreKind.inFiles)
  func importedOldExportGivesRecordedAnswers(_ version: OldVersion, _ kind: StoreKind) throws {
    let old = try OldStores(version)
    let store = try kind.address(in: old.targetFolder)
    let server = try old.serve(store)
    let imported = try Run("import", "\(old.folder.path)/export.jsonl", "--store", "\(store)", in: old.folder)
    #expect(imported.code == 0, "\(imported.errors)")
    server.stop()
    try old.check(store)
  }
}

/// A version whose stores and answers are in `Fixtures`.
struct OldVersion: CustomTestStringConvertible, Sendable {
  /// The folder in `Fixtures`.
  let name: String
  /// The members that were added to results after this version. A resent `rounds.start` also returns a round.
  let addedMembers: Set<String>
  /// Whether the SQLite file lacks migrations of the current program.
  let needsMigration: Bool

  var testDescription: String { name }

  static let all = [
    OldVersion(name: "0.1.0", addedMembers: addedSinceFirstRelease, needsMigration: true),
    OldVersion(
      name: "unreleased-2026-11-26", addedMembers: ["sessions.list.sessions.expired_reason"], needsMigration: false),
  ]

  private static let addedSinceFirstRelease: Set<String> = {
    let members = ["max_content_rating", "ceiling_overridden", "due_at", "due_status"]
    let rounds = ["rounds.get", "rounds.active.round", "rounds.start.round"]
    let households = ["households.get", "households.list.households", "households.create.household"]
    return Set(
      rounds.flatMap { round in members.map { "\(round).\($0)" } }
        + ["rounds.active.awaiting.waiting_for", "sessions.list.sessions.expired_reason"]
        + households.map { "\($0).settings.country" })
  }()
}

/// Copies of a version's stores and export, with its answers.
private struct OldStores {
  let version: OldVersion
  let folder: TemporaryFolder
  /// The folder for the targets of copies and imports.
  let targetFolder: TemporaryFolder
  let answers: RecordedAnswers

  init(_ version: OldVersion) throws {
    self.version = version
    folder = try TemporaryFolder()
    targetFolder = try TemporaryFolder()
    let fixture = Bundle.module.bundleURL.appending(path: "Fixtures/\(version.name)")
    answers = try RecordedAnswers(in: fixture)
    for name in ["store.db", "journal", "export.jsonl"] {
      try FileManager.default.copyItem(atPath: fixture.appending(path: name).path, toPath: "\(folder.path)/\(name)")
    }
  }

  var journal: StoreAddress { .journal(directory: "\(folder.path)/journal") }

  #if SQLite
    var sqlite: StoreAddress { .sqlite(path: "\(folder.path)/store.db") }
  #endif

  func serve(_ store: StoreAddress) throws -> LocalServer {
    let time = ManualTime()
    time.freeze(at: answers.time)
    return try LocalServer(store, in: folder, time)
  }

  /// Serves the store and compares the answers: from the rows as the store has them, after a rebuild, and after a
  /// restart. Also checks that the store exports the same bytes as the earlier version.
  func check(_ store: StoreAddress) throws {
    let server = try serve(store)
    try compareAnswers(of: server)
    try server.administrator().result("projections.rebuild")
    try compareAnswers(of: server)
    try server.restart()
    try compareAnswers(of: server)
    server.stop()
    try verify(store)
    let exported = try Run("export", "--store", "\(store)", in: folder)
    #expect(try exported.output == String(decoding: folder.bytes("export.jsonl"), as: UTF8.self))
  }

  private func compareAnswers(of server: LocalServer) throws {
    let (differences, gained) = try answers.compare(with: server)
    #expect(differences == [])
    #expect(gained == version.addedMembers)
  }

  func verify(_ store: StoreAddress) throws {
    let verified = try Run("verify", "--store", "\(store)", in: folder)
    #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
  }

  func checkCopy(of source: StoreAddress, to kind: StoreKind) throws {
    let target = try kind.address(in: targetFolder)
    let copied = try Run("copy", "--from", "\(source)", "--to", "\(target)", in: folder)
    #expect(copied.code == 0, "\(copied.output)\(copied.errors)")
    try check(target)
  }
}
