import MovieNightPrimitives
import Testing
import Transport

@testable import Server

@Suite struct BatchTests {
  @Test func batchReportsHeldBytesUntilComplete() throws {
    let held = Locked(0)
    let batch = Batch(count: 3) { change in held.withLock { $0 += change } }
    #expect(batch.add(OutgoingLine(Array("one".utf8))) == nil)
    #expect(batch.add(nil) == nil)
    #expect(held.withLock { $0 } == 3 + OutgoingLine.overheadBytes)
    let responses = try #require(batch.add(OutgoingLine(Array("three".utf8))))
    #expect(OutgoingLine(arrayOf: responses).bytes == Array("[one,three]".utf8))
    #expect(held.withLock { $0 } == 0)
  }
}
