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

  @Test func onlyTextOfKindWithSubjectIsKeptBySubject() {
    #expect(note(1, "Ann").isKeptBySubject)
    #expect(!text(1, "Ann").isKeptBySubject)
    var household = note(1, "Ann")
    household.subject = nil
    #expect(!household.isKeptBySubject)
  }

  @Test(arguments: StoreKind.allCases)
  func textsKeptBySubjectAreReadWithOthers(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let ben: ActorID = id(12)
    let texts = [
      text(1, "Ann"), note(2, "Good"), note(7, about: ben, "Long"), text(8, "Ben"), note(39, owner: bob, "Loud"),
    ]
    try fixture.store.record(command(on: stream(1), texts: texts.reversed().map { .put($0) }))
    try fixture.store.record(
      command(
        on: stream(2),
        texts: [.put(note(2, "Better")), .put(note(40, "Short")), .delete(id(40), owner: alice)]
          + [.delete(id(7), owner: bob), .delete(id(39), owner: bob)]))
    let expected = [texts[0], note(2, "Better"), texts[2], texts[3]]
    for _ in 0..<2 {
      let store = fixture.store
      #expect(try store.texts([id(8), id(7), id(39), id(2), id(1)]) == [texts[3], texts[2], expected[1], texts[0]])
      #expect(try store.allTexts(after: nil, limit: 9, owner: nil) == expected)
      #expect(try store.allTexts(after: id(1), limit: 2, owner: alice) == [expected[1], texts[2]])
      #expect(try store.allTexts(after: nil, limit: 9, owner: bob) == [])
      #expect(try store.damage() == [])
      if kind == .memory { return }
      try fixture.openAgain()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func textThatMovesIsKeptOnce(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let ben: ActorID = id(12)
    let versions = [text(1, "Ann"), note(1, "Good"), note(1, about: ben, "Better"), text(1, "Anna")]
    try fixture.store.record(command(on: stream(9), texts: [.put(note(2, "Other"))]))
    for (number, version) in versions.enumerated() {
      try fixture.store.record(command(on: stream(number), texts: [.put(version)]))
      if kind != .memory { try fixture.openAgain() }
      #expect(try fixture.store.allTexts(after: nil, limit: 9, owner: alice) == [version, note(2, "Other")])
      #expect(try fixture.store.texts([id(1)]) == [version])
    }
    try fixture.store.record(command(on: stream(8), texts: [.delete(id(1), owner: alice)]))
    if kind != .memory { try fixture.openAgain() }
    #expect(try fixture.store.allTexts(after: nil, limit: 9, owner: nil) == [note(2, "Other")])
  }

  @Test(arguments: StoreKind.inFiles)
  func deletedNoteIsInNoFile(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let (secret, later) = ("Persephone-\(kind)", "Eurydice-\(kind)")
    try fixture.store.record(command(on: stream(1), texts: [.put(note(1, secret)), .put(note(2, "Other"))]))
    #expect(try fixture.directory.files().values.contains { $0.contains(text: secret) })
    try fixture.store.record(command(on: stream(2), texts: [.put(note(1, later))]))
    try fixture.store.record(command(on: stream(3), texts: [.delete(id(1), owner: alice)]))
    for (name, bytes) in try fixture.directory.files() {
      #expect(!bytes.contains(text: secret) && !bytes.contains(text: later), "\(name) still holds it")
    }
    #expect(try fixture.store.texts([id(1), id(2)]) == [note(2, "Other")])
  }

  @Test(arguments: StoreKind.inFiles)
  func replacedTextsLeaveFilesWithFlush(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let secret = "Persephone-\(kind)"
    try fixture.store.record(command(on: stream(1), texts: [.put(note(1, secret)), .put(text(2, secret))]))
    try fixture.store.record(command(on: stream(2), texts: [.put(note(1, "Later")), .put(text(2, "Later"))]))
    try fixture.store.flush([])
    for (name, bytes) in try fixture.directory.files() {
      #expect(!bytes.contains(text: secret), "\(name) still holds it")
    }
    #expect(try fixture.store.texts([id(1), id(2)]) == [note(1, "Later"), text(2, "Later")])
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
