import Testing

@testable import Transport

@Suite struct FramingTests {
  private func cut(_ text: String, chunk: Int, longest: Int = 100, room: Int = .max) -> (
    lines: [String], outcome: LineCutter.Outcome
  ) {
    var cutter = LineCutter()
    var lines: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      let outcome = bytes[start..<min(start + chunk, bytes.count)].withUnsafeBytes {
        cutter.cut($0, longest: longest, room: room) { lines.append(String(decoding: $0, as: UTF8.self)) }
      }
      if outcome != .wantsMore { return (lines, outcome) }
    }
    return (lines, .wantsMore)
  }

  @Test func linesDoNotDependOnChunking() {
    let text = "one\ntwo\r\n\n\r\nthree\rfour\n\r\r\nfünf\nhalf"
    for chunk in 1...text.utf8.count {
      #expect(cut(text, chunk: chunk).lines == ["one", "two", "three\rfour", "\r", "fünf"])
    }
  }

  @Test func lineLengthLimitExcludesLineEnding() {
    let line = String(repeating: "x", count: 10)
    for chunk in 1...13 {
      #expect(cut(line + "\r\n", chunk: chunk, longest: 10).lines == [line])
      #expect(cut(line + "x\n", chunk: chunk, longest: 10).outcome == .tooLong)
      #expect(cut(line + "xx", chunk: chunk, longest: 10).outcome == .tooLong)
    }
  }

  @Test func linesBeyondRoomAreHeldForLater() {
    var cutter = LineCutter()
    var lines: [String] = []
    let take: ([UInt8]) -> Void = { lines.append(String(decoding: $0, as: UTF8.self)) }
    let first = Array("a\nb\nc\nd\nhal".utf8).withUnsafeBytes { cutter.cut($0, longest: 9, room: 2, take) }
    #expect(first == .full && cutter.holdsLines && lines == ["a", "b"])
    #expect(cutter.cutHeld(longest: 9, room: 1, take) == .full && lines == ["a", "b", "c"])
    #expect(cutter.cutHeld(longest: 9, room: 5, take) == .wantsMore && !cutter.holdsLines)
    _ = Array("f\n".utf8).withUnsafeBytes { cutter.cut($0, longest: 9, room: 5, take) }
    #expect(lines == ["a", "b", "c", "d", "half"])
  }
}

@Suite struct AnswerSequenceTests {
  private let connection = ConnectionID(index: 0, generation: 0)

  private func answer(_ slot: UInt64, _ bytes: [UInt8]?, closeAfter: Bool = false) -> OutgoingAnswer {
    OutgoingAnswer(connection: connection, slot: slot, bytes: bytes, closeAfter: closeAfter)
  }

  private func permutations(_ items: [UInt64]) -> [[UInt64]] {
    if items.count < 2 { return [items] }
    return items.indices.flatMap { index in
      var rest = items
      let item = rest.remove(at: index)
      return permutations(rest).map { [item] + $0 }
    }
  }

  @Test func answersKeepRequestOrderForEveryCompletionOrder() {
    for order in permutations([0, 1, 2, 3, 4]) {
      var sequence = AnswerSequence()
      var output = OutputBuffer()
      for _ in 0..<5 { _ = sequence.open(byteCount: 1) }
      for slot in order {
        // Slot 2 holds a notification, which takes its turn in the sequence but sends nothing.
        #expect(!sequence.complete(answer(slot, slot == 2 ? nil : [UInt8(48 + slot)]), output: &output))
        // A second completion of the same slot is ignored.
        #expect(!sequence.complete(answer(slot, [120]), output: &output))
      }
      #expect(output.text == "0\n1\n3\n4\n")
      #expect(sequence.inFlight == 0 && sequence.waitingBytes == 0)
    }
  }

  @Test func answerWithoutRequestIsDropped() {
    var sequence = AnswerSequence()
    var output = OutputBuffer()
    #expect(!sequence.complete(answer(0, [48]), output: &output))
    #expect(output.unsent == 0 && sequence.inFlight == 0)
  }

  @Test func answersAfterClosingAnswerAreDropped() {
    var sequence = AnswerSequence()
    var output = OutputBuffer()
    for _ in 0..<3 { _ = sequence.open(byteCount: 1) }
    #expect(!sequence.complete(answer(2, [50]), output: &output))
    #expect(!sequence.complete(answer(1, [49], closeAfter: true), output: &output))
    #expect(sequence.complete(answer(0, [48]), output: &output))
    #expect(output.text == "0\n1\n")
    #expect(sequence.inFlight == 0 && sequence.waitingBytes == 0 && sequence.waitingHeldBytes == 0)
  }

  @Test func waitingAnswersCountWithTheirMemoryOverhead() {
    var sequence = AnswerSequence()
    var output = OutputBuffer()
    for _ in 0..<4 { _ = sequence.open(byteCount: 1) }
    let line = OutgoingLine(Array("eight by".utf8))
    let array = OutgoingAnswer(
      connection: connection, slot: 3, line: OutgoingLine(arrayOf: [line, line]), closeAfter: false)
    #expect(!sequence.complete(answer(1, Array("eight by".utf8)), output: &output))
    for _ in 0..<2 {
      #expect(!sequence.complete(array, output: &output))
      #expect(sequence.waitingBytes == 8 + (1 + 8 + 1 + 8 + 1))
      #expect(sequence.waitingHeldBytes == sequence.waitingBytes + 3 * OutgoingLine.overheadBytes)
    }
    #expect(!sequence.complete(answer(0, nil), output: &output))
    #expect(sequence.waitingHeldBytes == 19 + 2 * OutgoingLine.overheadBytes)
    #expect(!sequence.complete(answer(2, nil), output: &output))
    #expect(sequence.waitingBytes == 0 && sequence.waitingHeldBytes == 0)
  }
}

extension OutputBuffer {
  /// The appended bytes as text, provided that they form a single unsent chunk.
  fileprivate var text: String { String(decoding: tail, as: UTF8.self) }
}
