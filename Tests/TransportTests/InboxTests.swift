import Testing

@testable import Transport

@Suite struct InboxTests {
  @Test func fullInboxRefusesBytesUntilEmptied() throws {
    let inbox = try Inbox()
    let put = { (byteCount: Int) in inbox.put(.job {}, byteCount: byteCount, limit: 10) }
    #expect(put(6) && put(4) && !put(1), "as much as fits")
    #expect(put(0), "what brings no bytes always fits")
    #expect(inbox.takeAll().count == 3)
    #expect(put(11) && !put(1), "one alone may be larger than the limit")
    #expect(inbox.takeAll().count == 1)
  }
}
