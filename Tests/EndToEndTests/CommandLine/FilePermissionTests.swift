import Stores
import EventStore
import Foundation
import Glibc
import Testing

/// Files that other users can read, and files that are not regular files, with the real program.
@Suite("Commands: file permissions and file types")
struct FilePermissionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(arguments: StoreKind.inFiles)
  func storeReadableByOthersCausesWarning(_ kind: StoreKind) throws {
    let store = try kind.address(in: folder)
    let first = try ServerProcess(store, in: folder)
    #expect(try first.terminate() == 0)
    #expect(!first.process.errors.contains("store_open_to_others"))
    let path = kind == .journal ? "\(folder.path)/journal/events.jsonl" : "\(folder.path)/store.db"
    #expect(chmod(path, 0o644) == 0)
    let second = try ServerProcess(store, in: folder)
    #expect(try second.terminate() == 0)
    let line = #""event":"store_open_to_others","path":"\#(path)","mode":"644","hint":"chmod go-rwx \#(path)""#
    #expect(second.process.errors.contains(line), "\(second.process.errors)")
  }

  @Test func namedPipeInPlaceOfFileIsRefused() throws {
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    var lines = [["serve", "--store", "memory", "--listen", "127.0.0.1:0", "--catalog", "file:\(pipe)"]]
    #if SQLite
      for words in [
        ["serve", "--listen", "127.0.0.1:0"], ["verify"], ["events"], ["migrate", "--status"], ["export"],
      ] {
        lines.append(words + ["--store", "sqlite:\(pipe)"])
      }
    #endif
    for words in lines {
      let run = try Run(words, in: folder)
      #expect(run.code == 1 && run.errors.contains("it is a named pipe, not a regular file"), "\(words): \(run.errors)")
    }
  }

  @Test func sqliteMemoryAddressIsRefusedWithoutFile() throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: ".")
    for words in [["serve", "--listen", "127.0.0.1:0"], ["verify"], ["household", "list"]] {
      let run = try Run(words + ["--store", "sqlite::memory:"], in: folder)
      #expect(run.code == 2 && run.errors.contains("Use memory for a store in memory"), "\(words): \(run.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: ".") == before)
  }

  #if SQLite
    @Test func demoTokenFileIsAccessibleOnlyToOwner() throws {
      let (store, path) = (StoreAddress.sqlite(path: "\(folder.path)/store.db"), "\(folder.path)/store.db.demo-token")
      // The file exists already and is readable by others, as if another user had created it to read the token.
      try folder.write(Array("old".utf8), to: "store.db.demo-token")
      #expect(chmod(path, 0o644) == 0)
      let server = try ServerProcess(store, in: folder, "--demo")
      try eventually("the token in the file") { try folder.bytes("store.db.demo-token").starts(with: "mn_".utf8) }
      #expect(try mode(path) == 0o600)
      #expect(try server.terminate() == 0)
    }

    @Test func demoTokenIsNotWrittenThroughSymbolicLink() throws {
      let store = StoreAddress.sqlite(path: "\(folder.path)/store.db")
      try folder.write(Array("mine".utf8), to: "target")
      #expect(symlink("\(folder.path)/target", "\(folder.path)/store.db.demo-token") == 0)
      let server = try ServerProcess(store, in: folder, "--demo")
      eventually("the error message") { server.process.errors.contains("it is a symbolic link") }
      #expect(server.process.errors.contains("demo_failed"))
      #expect(try folder.bytes("target") == Array("mine".utf8))
      #expect(try server.terminate() == 0)
    }
  #endif
}
