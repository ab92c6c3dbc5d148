import EventStore
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Reading stored texts")
struct RecordedTextTests {
  private func read(_ text: String) throws -> EventMetadata {
    try Array(text.utf8).withUnsafeBytes { try EventMetadata(recorded: $0) }
  }

  @Test func metadataSurvivesRoundTrip() throws {
    let mark = CommandMark(id: id(3), fingerprint: 0xFEDC_BA98_7654_3210)
    for actor in [nil, ann] {
      for actingAs in [nil, id(5, of: ActorKind.self)] {
        for command in [nil, mark, CommandMark(id: id(4), fingerprint: 0)] {
          let metadata = EventMetadata(actor: actor, actingAs: actingAs, command: command)
          let text = String(decoding: metadata.json, as: UTF8.self)
          #expect(try read(text) == metadata)
          #expect(try read(" " + text) == metadata, "the way for any layout reads the same")
        }
      }
    }
    for text in ["", "{", "[]x", #"{"actor":"x"}"#, #"{"command_id":"\#(id(1, of: CommandKind.self))"}"#] {
      #expect(throws: JSONError.self) { try read(text) }
    }
  }

  @Test func identifiersAreReadFromLowercaseText() {
    func read(_ text: String) -> TextID? {
      Array(text.utf8).withUnsafeBytes { TextID(lowercaseText: $0.baseAddress!) }
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1000 {
      let id = TextID(high: generator.next(), low: generator.next())
      #expect(read("\(id)") == id)
    }
    // Any other byte is refused in every place.
    let text = Array("01234567-89ab-cdef-0123-456789abcdef".utf8)
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        let known = TextID(text: changed)
        let isUpperCase = (65...70).contains(byte)
        #expect(read(String(decoding: changed, as: UTF8.self)) == (isUpperCase ? nil : known) || byte > 127)
      }
    }
  }

  @Test func streamIDsAreReadFromText() {
    func read(_ text: String) -> StreamID? {
      Array(text.utf8).withUnsafeBytes { StreamID(utf8: $0) { String(decoding: $0, as: UTF8.self) } }
    }
    #expect(read(stream(7, "round").description) == stream(7, "round"))
    #expect(stream(7, "round").utf8 == Array(stream(7, "round").description.utf8))
    #expect(read("round") == nil)
    #expect(read("-\(stream(7).id)") == nil)
    #expect(read("round_\(stream(7).id)") == nil)
  }

  @Test func stringTableReturnsEqualStrings() {
    var table = StringTable()
    for number in 0..<2000 {
      let text = "Type\(number % 700)"
      #expect(Array(text.utf8).withUnsafeBytes { table.string($0) } == text)
    }
  }
}
