#if SQLite
  import EventStore
  import MovieNightPrimitives
  import TestSupport
  import Testing

  @testable import Stores

  /// The index is flushed in pieces, and the process may end between two of them.
  @Suite("SQLite: a flush in pieces")
  struct IndexFlushTests {
    private static let owners = [alice, bob] + (3...9).map { id($0) as OwnerID }

    /// Random commands, and the content that the store should have after them.
    private struct History {
      var random: SeededGenerator
      var revisions: [StreamID: Revision] = [:]
      var keys: [ReceiptKey: Position] = [:]
      var head = 0

      mutating func group() -> [CommandAppend] {
        (0..<Int.random(in: 1...30, using: &random)).map { _ in
          let number = Int.random(in: 0..<40, using: &random)
          let count = Int.random(in: 1...3, using: &random)
          var command = EventStoreTests.command(
            0, on: stream(number), owner: owners[number % owners.count],
            expected: revisions[stream(number)] ?? noRevision, count: count, at: time(Int64(head)))
          command.metadata.command?.id = CommandID(high: random.next(), low: random.next())
          revisions[stream(number), default: noRevision] += count
          head += count
          if let key = command.metadata.receiptKey { keys[key] = head }
          return command
        }
      }

      func expectAll(in store: any EventStore, _ seed: UInt64) throws {
        let events = try store.all()
        #expect(events.map(\.position) == Array(1...head), "seed \(seed)")
        #expect(try store.streams() == revisions, "seed \(seed)")
        for stream in revisions.keys {
          #expect(try store.read(stream, from: 0, limit: .max) == events.filter { $0.stream == stream }, "seed \(seed)")
          #expect(
            try store.read(stream, from: 2, limit: 3).map(\.revision)
              == Array((0...revisions[stream]!).dropFirst(2).prefix(3)))
        }
        for owner in owners {
          let own = events.filter { $0.owner == owner }
          #expect(try store.readAll(after: 0, limit: .max, owner: owner) == own, "seed \(seed)")
          #expect(
            try store.readAll(after: head / 2, limit: 5, owner: owner)
              == Array(own.filter { $0.position > head / 2 }.prefix(5)))
        }
        for (key, position) in keys { #expect(try store.receipt(for: key)?.position == position, "seed \(seed)") }
        #expect(try store.damage() == [], "seed \(seed)")
      }
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func everythingIsFoundBetweenAnyTwoPieces(seed: UInt64) throws {
      let fixture = try StoreFixture(.sqlite)
      var history = History(random: SeededGenerator(seed: seed))
      var pieces = 0
      for _ in 0..<40 {
        switch Int.random(in: 0..<8, using: &history.random) {
        case 0..<3:
          #expect(try fixture.store.commit(history.group()).allSatisfy { $0.events != nil })
        case 3: try fixture.store.flush([])
        case 4: try fixture.openAgain()
        default:
          guard history.head > 0 else { continue }
          pieces += 1
          _ = try fixture.store.flushIndex(pieceOf: Int.random(in: 1...8, using: &history.random))
          let copy = history
          try copy.expectAll(in: fixture.store, seed)
          try copy.expectAll(in: fixture.openReadOnly(), seed)
          try fixture.afterCrash { store in
            var later = copy
            try later.expectAll(in: store, seed)
            // The store that is opened on the copy can also record further events.
            #expect(try store.commit(later.group()).allSatisfy { $0.events != nil })
            if seed % 2 == 0 { try store.flush([]) } else { while try store.flushIndex(pieceOf: 3) {} }
            try later.expectAll(in: store, seed)
          }
        }
      }
      #expect(pieces > 3, "else it shows nothing")
      while try fixture.store.flushIndex(pieceOf: 2) {}
      try fixture.openAgain()
      try history.expectAll(in: fixture.store, seed)
    }

    @Test func flushPieceStaysSmall() throws {
      let fixture = try StoreFixture(.sqlite)
      for number in 0..<400 {
        try fixture.store.record(command(number, on: stream(number), owner: id(number + 1)))
      }
      guard case .sqlite(let path) = fixture.address else { return }
      let connection = try SQLiteConnection(path, mode: .readOnly)
      func counts() throws -> [Int] {
        try ["sum(length(records)) / 64 FROM receipt_chunks", "count(*) FROM streams", "count(*) FROM owner_positions"]
          .map {
            try connection.integer("SELECT \($0)") ?? 0
          }
      }
      var before = try counts()
      var pieces = 1
      while try fixture.store.flushIndex(pieceOf: 10) {
        let now = try counts()
        #expect(now[0] - before[0] <= 240 && now[1] - before[1] <= 10 && now[2] - before[2] <= 20)
        (before, pieces) = (now, pieces + 1)
        // A command that is recorded during the flush does not prolong it.
        try fixture.store.record(command(1000 + pieces, on: stream(1000 + pieces)))
      }
      #expect(try counts()[1...] == [400, 400])
      #expect((55...70).contains(pieces))
      #expect(try connection.integer("SELECT position FROM event_index") == 400)
      #expect(try fixture.store.streams().count == 400 + pieces - 1)
    }

    @Test func failedPieceIsWrittenLater() throws {
      let directory = try TemporaryDirectory()
      let store = try SQLiteStore("\(directory.path)/store.db", mode: .readWrite(administratorSocket: nil))
      for number in 0..<30 { try store.record(command(number, on: stream(number))) }
      #expect(try store.flushIndex(pieceOf: 8))
      let disk = try FaultyDatabaseFile(logOf: store, .full)
      #expect(code { _ = try store.flushIndex(pieceOf: 8) } == .unavailable)
      disk.mend()
      try FaultyDatabaseFile(logOf: store, .failedSync)
      #expect(code { _ = try store.flushIndex(pieceOf: 8) } == .outcomeUnknown)
      while try store.flushIndex(pieceOf: 8) {}
      #expect(try store.streams().count == 30)
      for number in 0..<30 {
        #expect(try store.receipt(for: ReceiptKey(actor: ann, command: id(number)))?.position == number + 1)
      }
      #expect(try store.damage() == [])
      store.close()
    }
  }
#endif
