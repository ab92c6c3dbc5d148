import Stores
import EventStore
import Foundation
import MovieNightPrimitives
import Testing

@testable import movienight

/// Stores and an export of version 0.1.0, for which the current program must give the same answers as that version.
@Suite struct OldStoreTests {
  private static let old = Bundle.module.bundleURL.appending(path: "Fixtures/0.1.0")

  /// The members that were added to results after version 0.1.0. A resent `rounds.start` also returns a round.
  private static let addedMembers: Set<String> = {
    let members = ["max_content_rating", "ceiling_overridden", "due_at", "due_status"]
    let rounds = ["rounds.get", "rounds.active.round", "rounds.start.round"]
    let households = ["households.get", "households.list.households", "households.create.household"]
    return Set(
      rounds.flatMap { round in members.map { "\(round).\($0)" } } + ["rounds.active.awaiting.waiting_for"]
        + households.map { "\($0).settings.country" })
  }()

  /// Copies of the stores and the export.
  private let folder: TemporaryFolder
  /// The folder for the targets of copies and imports.
  private let targetFolder: TemporaryFolder
  private let answers: RecordedAnswers

  init() throws {
    folder = try TemporaryFolder()
    targetFolder = try TemporaryFolder()
    answers = try RecordedAnswers(in: Self.old)
    for name in ["store.db", "journal", "export.jsonl"] {
      try FileManager.default.copyItem(atPath: Self.old.appending(path: name).path, toPath: "\(folder.path)/\(name)")
    }
  }

  private func serve(_ store: StoreAddress) throws -> LocalServer {
    let time = ManualTime()
    time.freeze(at: answers.time)
    return try LocalServer(store, in: folder, time)
  }

  /// Serves the store and compares the answers, and again after a restart, because the first start rebuilds the rows. Also
  /// checks that the store exports the same bytes as version 0.1.0.
  private func check(_ store: StoreAddress) throws {
    let server = try serve(store)
    for _ in 0..<2 {
      let (differences, gained) = try answers.compare(with: server)
      #expect(differences == [])
      #expect(gained == Self.addedMembers)
      try server.restart()
    }
    server.stop()
    let verified = try Run("verify", "--store", "\(store)", in: folder)
    #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    let exported = try Run("export", "--store", "\(store)", in: folder)
    #expect(try exported.output == String(decoding: folder.bytes("export.jsonl"), as: UTF8.self))
  }

  @Test func oldJournalGivesRecordedAnswers() throws {
    try check(.journal(directory: "\(folder.path)/journal"))
  }

  @Test(arguments: StoreKind.durable)
  func copyOfOldJournalGivesRecordedAnswers(_ kind: StoreKind) throws {
    let source = StoreAddress.journal(directory: "\(folder.path)/journal")
    try checkCopy(of: source, to: kind)
  }

  #if SQLite
    @Test func oldSQLiteFileGivesRecordedAnswers() throws {
      try check(.sqlite(path: "\(folder.path)/store.db"))
    }

    /// `verify`, which only reads, does not migrate the store. It tells the operator to run `movienight migrate`.
    @Test(arguments: StoreKind.durable)
    func copyOfMigratedSQLiteFileGivesRecordedAnswers(_ kind: StoreKind) throws {
      let source = StoreAddress.sqlite(path: "\(folder.path)/store.db")
      let refused = try Run("verify", "--store", "\(source)", in: folder)
      #expect(refused.code == 1 && refused.errors.contains("`movienight migrate`"), "\(refused.errors)")
      let migrated = try Run("migrate", "--store", "\(source)", in: folder)
      #expect(migrated.code == 0, "\(migrated.errors)")
      try checkCopy(of: source, to: kind)
    }
  #endif

  private func checkCopy(of source: StoreAddress, to kind: StoreKind) throws {
    let target = try kind.address(in: targetFolder)
    let copied = try Run("copy", "--from", "\(source)", "--to", "\(target)", in: folder)
    #expect(copied.code == 0, "\(copied.output)\(copied.errors)")
    try check(target)
  }

  /// Imports through a server with a stopped clock. A server started by `import` would have today's clock, so deadlines would
  /// pass.
  @Test(arguments: StoreKind.inFiles)
  func importedOldExportGivesRecordedAnswers(_ kind: StoreKind) throws {
    let store = try kind.address(in: targetFolder)
    let server = try serve(store)
    let imported = try Run("import", "\(folder.path)/export.jsonl", "--store", "\(store)", in: folder)
    #expect(imported.code == 0, "\(imported.errors)")
    server.stop()
    try check(store)
  }
}
