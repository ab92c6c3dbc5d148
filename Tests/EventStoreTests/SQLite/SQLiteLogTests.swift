#if SQLite
  import EventStore
  import Foundation
  import MovieNightPrimitives
  import Testing

  @testable import Stores

  @Suite("SQLite: the write-ahead log")
  struct SQLiteLogTests {
    private let directory: TemporaryDirectory
    private let store: SQLiteStore

    init() throws {
      directory = try TemporaryDirectory()
      store = try SQLiteStore("\(directory.path)/store.db", mode: .readWrite(administratorSocket: nil))
    }

    private func megabytes(_ file: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory.path)/\(file)")
      return try #require(attributes[.size] as? Int) / 1_000_000
    }

    /// Records 17 MB in one group, more pages than the log may keep.
    private func recordMuch(_ number: Int) throws {
      var much = command(on: stream(number))
      let data = Array(#"{"text":"\#(String(repeating: "x", count: 100_000))"}"#.utf8)
      much.streams[0].events = (0..<170).map { _ in NewEvent(type: "MuchHappened", version: 1, data: data) }
      try store.record(much)
    }

    @Test func logIsCheckpointedOutsideCommitsAndReused() throws {
      for number in 0..<3 {
        try recordMuch(number)
        #expect(try megabytes("store.db") < 17 * number + 1, "a commit copies nothing")
        try store.tidy()
        #expect(try megabytes("store.db") >= 17 * (number + 1))
      }
      #expect((17...20).contains(try megabytes("store.db-wal")))
      #expect(try store.damage() == [])
      store.close()
    }

    /// Older versions of SQLite could lose pages of a log that restarts during a checkpoint.
    @Test func logDoesNotRestartDuringCheckpoint() throws {
      try recordMuch(1)
      let before = store.checkpointer.pages
      try store.tidy {
        do { try store.record(command(2, on: stream(2))) } catch { Issue.record(error) }
        #expect(store.checkpointer.pages > before, "all was copied, and it goes on behind that")
      }
      try store.record(command(3, on: stream(3)))
      #expect((1..<before).contains(store.checkpointer.pages), "now it has begun anew")
      #expect(try store.damage() == [])
      store.close()
    }

    @Test func shortLogIsNotCheckpointed() throws {
      try store.record(command(on: stream(1)))
      try store.tidy()
      #expect(try megabytes("store.db") == 0)
      store.close()
    }

    @Test func commitsBoundLogWithoutMaintenance() throws {
      for number in 0..<6 { try recordMuch(number) }
      #expect((64...70).contains(try megabytes("store.db-wal")))
      store.close()
    }

    /// A reader keeps its snapshot, and the pages that it may need stay in the log.
    @Test func snapshotIsUnaffectedByCheckpoint() throws {
      try store.withSnapshot { snapshot in
        try recordMuch(1)
        try store.tidy()
        #expect(try snapshot.head() == 0)
        #expect(try snapshot.readAll(after: 0, limit: 9, owner: nil).isEmpty)
      }
      try store.tidy()
      try recordMuch(2)
      #expect(try store.head() == 340)
      store.close()
    }

    /// An erasure that gave up on a locked log would leave the text in it.
    @Test func erasureWaitsForRunningCheckpoint() throws {
      try store.record(command(on: stream(1), texts: [.put(text(1, "Maximilian"))]))
      let isDone = Locked(false)
      let isCopying = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [store] in
        store.checkpointer.turn.withLock { _ in
          isCopying.signal()
          Thread.sleep(forTimeInterval: 0.3)
          isDone.withLock { $0 = true }
        }
      }
      isCopying.wait()
      try store.record(
        command(on: stream(1), expected: 0, texts: [.delete(id(1), owner: alice)]))
      #expect(isDone.withLock { $0 })
      #expect(store.takeNotices() == [])
      #expect(try megabytes("store.db-wal") == 0)
      store.close()
    }
  }
#endif
