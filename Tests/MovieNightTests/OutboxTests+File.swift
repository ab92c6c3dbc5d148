import Glibc
import MovieNightPrimitives
import Testing

@testable import MovieNightKit

// Tests of an outbox in a file: damage, foreign files and ownership.
extension OutboxTests {
  @Test func tornLastLineIsDroppedAndRestKept() async throws {
    do {
      let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
      for number in 0..<3 { try await outbox.send(vote(number)) }
      await outbox.close()
    }
    let whole = try read(path)
    let lineEnds = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    for length in 0...whole.count {
      try write(Array(whole[..<length]), path)
      let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
      // Neither the header nor the torn line counts.
      #expect(outbox.pending.count == max(0, lineEnds.count { $0 < length } - 1), "cut after \(length)")
      let id = try await outbox.send(vote(9))
      await outbox.close()
      let again = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
      #expect(again.pending.last?.id == id)
      await again.close()
    }
  }

  @Test(arguments: ["2026-02-14T20:00:00.000001Z", "2026-02-14T20:00:00Z"])
  func keptCommandEqualsItselfAfterRestart(_ text: String) async throws {
    let time = try #require(Timestamp(text: text))
    var clock = self.clock.clientClock
    clock.now = { time }
    func outbox() throws -> Outbox {
      try MovieNightClient(to: try addressWithoutServer(), as: .token("ann"), clock: clock)
        .outbox(.file(path), of: Self.ann)
    }
    let kept = try outbox()
    try await kept.send(vote(1))
    let commands = kept.pending
    await kept.close()
    let reopened = try outbox()
    #expect(reopened.pending == commands && commands.map(\.keptAt) == [time])
    await reopened.close()
  }

  @Test func invalidLineIsReportedByNumberAndFileKept() async throws {
    do {
      let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
      for number in 0..<3 { try await outbox.send(vote(number)) }
      await outbox.close()
    }
    var lines = try read(path).split(separator: UInt8(ascii: "\n")).map { Array($0) }
    lines[2] = Array("what is this".utf8)
    try write(Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [10], path)
    let before = try read(path)
    let error = #expect(throws: ClientError.self) {
      try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    }
    #expect(error?.description.contains("line 3") == true)
    #expect(try read(path) == before)
  }

  @Test func damagedLastLineIsDropped() async throws {
    do {
      let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
      for number in 0..<3 { try await outbox.send(vote(number)) }
      await outbox.close()
    }
    var bytes = try read(path)
    for index in bytes.count - 40..<bytes.count - 20 { bytes[index] = 0 }
    try write(bytes, path)
    let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    #expect(outbox.pending.map { $0.parameters["n"]?.integer } == [0, 1])
    try await outbox.send(vote(3))
    await outbox.close()
    let again = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    #expect(again.pending.map { $0.parameters["n"]?.integer } == [0, 1, 3])
  }

  @Test(arguments: ["a letter", "a letter\n", "{\"outbox\":2}\n", "{\"outbox\":1} and more"])
  func foreignFileIsRefusedAndUnchanged(_ text: String) throws {
    try write(Array(text.utf8), path)
    #expect(throws: ClientError.self) { try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann) }
    #expect(try read(path) == Array(text.utf8))
  }

  @Test func fileIsPrivateAndOpenInOneOutboxOnly() async throws {
    let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    try await outbox.send(vote(1))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let error = #expect(throws: ClientError.self) {
      try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    }
    #expect(error?.description.contains("another outbox has it open") == true)
    await outbox.close()
    _ = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
  }

  @Test func fileInMissingFolderIsRefused() throws {
    #expect(throws: ClientError.self) {
      try client(try addressWithoutServer()).outbox(.file("\(folder.path)/none/outbox"), of: Self.ann)
    }
  }

  @Test func fileOfAnotherMemberIsRefusedAndUnchanged() async throws {
    let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    try await outbox.send(vote(1))
    await outbox.close()
    let before = try read(path)
    let error = #expect(throws: ClientError.self) {
      try client(try addressWithoutServer()).outbox(.file(path), of: Self.ben)
    }
    guard case .outbox(.ofAnother)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try read(path) == before)
  }

  @Test func commandsWrittenTogetherAreKeptAllOrNone() async throws {
    do {
      let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
      try await outbox.send(vote(0))
      await outbox.close()
    }
    let before = try read(path)
    func record(_ number: Int) -> String {
      let id = "0198c2a4-7c00-7000-8000-00000000010\(number)"
      return #"{"command":"\#(id)","method":"rounds.vote","params":{"n":\#(number)},"at":"2026-02-14T20:00:00Z"}"#
    }
    // The middle of the line did not reach the disk, but its end did.
    var together = Array("[\(record(1)),\(record(2)),\(record(3))]\n".utf8)
    for index in 60..<100 { together[index] = 0 }
    try write(before + together, path)
    let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    #expect(outbox.pending.map { $0.parameters["n"]?.integer } == [0])
    await outbox.close()
    // One invalid record invalidates the whole line.
    try write(before + Array("[\(record(1)),{}]\n".utf8), path)
    let half = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    #expect(half.pending.map { $0.parameters["n"]?.integer } == [0])
    await half.close()
    // All records of an intact line count.
    try write(before + Array("[\(record(1)),\(record(2))]\n".utf8), path)
    let whole = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    #expect(whole.pending.map { $0.parameters["n"]?.integer } == [0, 1, 2])
  }

  @Test func fileOfAcknowledgedCommandsStaysSmall() async throws {
    let server = try server { $0.result() }
    let client = client(server.address)
    let outbox = try client.outbox(.file(path), of: Self.ann)
    let filler = String(repeating: "x", count: 1000)
    var largest = 0
    for number in 0..<300 {
      try await outbox.send(Request("rounds.vote") { $0.field("n", "\(number)\(filler)") })
      _ = try await take(1, outbox)
      largest = max(largest, try read(path).count)
    }
    #expect(largest < 70_000)
    await outbox.close()
    #expect(try client.outbox(.file(path), of: Self.ann).pending.isEmpty)
  }
}
