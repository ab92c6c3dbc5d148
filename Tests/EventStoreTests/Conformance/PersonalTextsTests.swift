import EventStore
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Every store: personal texts")
struct PersonalTextsTests {
  @Test(arguments: StoreKind.allCases)
  func textsArePutReplacedAndDeleted(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let texts = [text(1, "Ann"), text(2, "Ben \\\"B\\\" \u{1F37F}"), text(3, owner: bob, "Cid"), text(4, "Dot")]
    try fixture.store.record(command(on: stream(1), texts: texts.map { .put($0) }))
    try fixture.store.record(
      command(
        on: stream(2),
        texts: [.put(text(1, "Anna")), .delete(id(4), owner: alice), .delete(id(3), owner: alice)]))
    for _ in 0..<2 {
      let store = fixture.store
      #expect(try store.texts([id(2), id(9), id(1), id(4)]) == [texts[1], text(1, "Anna")])
      #expect(try store.allTexts(after: nil, limit: 9, owner: nil).map(\.id) == [id(1), id(2), id(3)])
      #expect(try store.allTexts(after: id(1), limit: 1, owner: nil) == [texts[1]])
      #expect(try store.allTexts(after: nil, limit: 9, owner: bob) == [texts[2]])
      if kind == .memory { return }
      try fixture.openAgain()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func textPutAgainAfterDeletionIsKept(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(on: stream(1), texts: [.put(text(1, "Ann"))]))
    try fixture.store.record(command(on: stream(2), texts: [.delete(id(1), owner: alice)]))
    try fixture.store.record(command(on: stream(3), texts: [.put(text(1, "Ann"))]))
    if kind != .memory { try fixture.openAgain() }
    #expect(try fixture.store.texts([id(1)]) == [text(1, "Ann")])
  }

  @Test(arguments: StoreKind.inFiles)
  func deletedTextIsInNoFile(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let secret = "Persephone-\(kind)"
    try fixture.store.record(command(on: stream(1), texts: [.put(text(1, secret)), .put(text(2, "Other"))]))
    #expect(try fixture.directory.files().values.contains { $0.contains(text: secret) })
    // A concurrent reader must not keep the text alive.
    let reader = try fixture.openReadOnly()
    #expect(try reader.texts([id(1)]).count == 1)
    try fixture.store.record(command(on: stream(2), texts: [.delete(id(1), owner: alice)]))
    for (name, bytes) in try fixture.directory.files() {
      #expect(!bytes.contains(text: secret), "\(name) still holds it")
    }
    #expect(try reader.texts([id(1), id(2)]).map(\.id) == [id(2)])
    reader.close()
  }
}
