import EventStore
import Foundation
import Glibc
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Every store in files: links, pipes and unsafe permissions")
struct ForeignFilesTests {
  private let directory: TemporaryDirectory
  /// An unrelated file that the links point to.
  private var target: String { "\(directory.path)/target" }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Array("mine".utf8), to: "target")
  }

  private func expectUntouchedTarget() throws { #expect(try directory.bytes("target") == Array("mine".utf8)) }

  private func failure(_ body: () throws -> Void) -> StoreError? {
    do { try body() } catch { return error as? StoreError }
    return nil
  }

  // MARK: Links

  @Test(arguments: StoreKind.inFiles)
  func lockFileThatIsLinkIsRefused(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    fixture.store.close()
    let lock = try #require(fixture.address.paths).lock
    try #require(unlink(lock) == 0 && symlink(target, lock) == 0)
    let error = failure { _ = try openStore(fixture.address, mode: .readWrite(administratorSocket: nil)) }
    #expect(error?.code == .cannotOpen && error?.message == "cannot open \(lock): it is a symbolic link")
    #expect(error?.hint?.contains("Remove the link") == true)
    #expect(failure { _ = try StoreHolder.holder(of: fixture.address) }?.code == .cannotOpen)
    try expectUntouchedTarget()
  }

  @Test(arguments: StoreKind.inFiles)
  func highWaterMarkIsNotWrittenThroughLink(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(on: stream(1)))
    let highWaterMark = try #require(fixture.address.paths).highWaterMark
    try #require(symlink(target, "\(highWaterMark).tmp") == 0)
    #expect(failure { try fixture.store.writeHighWaterMark() }?.message.contains("symbolic link") == true)
    try expectUntouchedTarget()
  }

  @Test func journalTextsAreNotWrittenThroughLink() throws {
    let path = "\(directory.path)/text"
    try #require(symlink(target, "\(path).tmp") == 0)
    #expect(failure { try MachineDisk().replace(path, with: [1]) }?.message.contains("symbolic link") == true)
    try expectUntouchedTarget()
  }

  // MARK: Other kinds of files

  @Test(arguments: StoreKind.inFiles)
  func namedPipeAsStoreIsRefused(kind: StoreKind) throws {
    let address = try StoreFixture.address(kind, directory)
    let path = try #require(address.paths).events
    try FileManager.default.createDirectory(atPath: Files.parent(of: path), withIntermediateDirectories: true)
    try #require(mkfifo(path, 0o600) == 0)
    for mode in [OpenMode.readOnly, .readWrite(administratorSocket: nil)] {
      let error = failure { _ = try openStore(address, mode: mode) }
      #expect(error?.code == .cannotOpen)
      #expect(error?.message == "cannot open \(path): it is a named pipe, not a regular file", "\(mode)")
      #expect(error?.hint == "Name a regular file.")
    }
    #expect(failure { _ = try StoreHolder.holder(of: address) }?.code == .cannotOpen)
    if kind != .journal { #expect(failure { _ = try MigrationStatus(of: address) }?.code == .cannotOpen) }
  }

  @Test func journalThatIsFileIsRefused() throws {
    for mode in [OpenMode.readOnly, .readWrite(administratorSocket: nil)] {
      #expect(failure { _ = try openStore(.journal(directory: target), mode: mode) }?.code == .cannotOpen, "\(mode)")
    }
  }

  @Test(arguments: ["sqlite::memory:", "sqlite:file:night.db?mode=memory", "sqlite:file::memory:", "sqlite::night"])
  func specialSQLiteNamesAreRefused(text: String) {
    let error = failure { _ = try StoreAddress(text) }
    #expect(error?.code == .badAddress && error?.hint?.hasPrefix("Use memory for a store in memory") == true)
  }

  // MARK: Permissions

  @Test(arguments: StoreKind.inFiles)
  func filesAccessibleToOthersAreReported(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(on: stream(1), texts: [.put(text(1, "Ann"))]))
    #expect(StoreExposure.all(of: fixture.address) == [])
    let path = try #require(fixture.address.paths).events
    let folder = Files.parent(of: path)
    chmod(path, 0o640)
    chmod(folder, 0o757)
    #expect(
      StoreExposure.all(of: fixture.address).map { "\($0.mode): \($0.hint)" }
        == ["640: chmod go-rwx \(path)", "757: chmod o-w \(folder)"])
    chmod(path, 0o600)
    chmod(folder, 0o1777)
    #expect(StoreExposure.all(of: fixture.address) == [], "the sticky bit protects the files of a folder")
    if kind == .journal {
      chmod("\(folder)/texts", 0o755)
      #expect(StoreExposure.all(of: fixture.address).map(\.path) == ["\(folder)/texts"])
    }
  }

  @Test func storeWithoutFilesReportsNoExposure() throws {
    #expect(StoreExposure.all(of: .memory) == [])
  }
}
