import EventStore
import Glibc
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Every durable store: crashes, exclusive opening, concurrent readers")
struct DurabilityTests {
  @Test(arguments: StoreKind.durable)
  func acknowledgedCommitsSurviveCrash(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    for number in 0..<20 {
      let texts: [PersonalTextChange] = number == 3 ? [.put(text(1, "Ann"))] : []
      try fixture.store.record(command(number, on: stream(number % 4), expected: number / 4 - 1, texts: texts))
      if number == 11 { try fixture.store.flush([]) }
      if number % 5 != 0 { continue }
      let events = try fixture.store.all()
      try fixture.afterCrash { store throws in
        #expect(try store.all() == events)
        #expect(try store.texts([id(1)]).count == (number > 3 ? 1 : 0))
        #expect(try store.receipt(of: command(number, on: stream(0)))?.position == number + 1)
        #expect(try store.damage() == [])
      }
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func secondOpenerIsRefusedWithHolder(kind: StoreKind) throws {
    let directory = try TemporaryDirectory()
    let address = try StoreFixture.address(kind, directory)
    #expect(try StoreHolder.holder(of: address) == nil)
    let store = try openStore(address, mode: .readWrite(administratorSocket: "/run/night.sock"))
    do {
      _ = try openStore(address, mode: .readWrite(administratorSocket: nil))
      Issue.record("a second opener got the store")
    } catch {
      #expect(error.code == .locked)
      #expect(error.description.contains("process \(getpid())") && error.description.contains("/run/night.sock"))
    }
    let holder = try StoreHolder.holder(of: address)
    #expect(holder == StoreHolder(pid: getpid(), administratorSocket: "/run/night.sock"))
    store.close()
    #expect(try StoreHolder.holder(of: address) == nil)
    try openStore(address, mode: .readWrite(administratorSocket: nil)).close()
  }

  @Test(arguments: StoreKind.inFiles)
  func storeStaysLockedWithoutLockFile(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(1, on: stream(1)))
    let sideFile = try #require(fixture.address.paths).lock
    #expect(unlink(sideFile) == 0)
    do {
      _ = try openStore(fixture.address, mode: .readWrite(administratorSocket: nil))
      Issue.record("a second opener got the store")
    } catch {
      #expect(error.code == .locked && error.description.contains("another process"), "\(error)")
    }
    unlink(sideFile)
    #expect(try StoreHolder.holder(of: fixture.address) == StoreHolder(pid: 0, administratorSocket: nil))
    try fixture.store.record(command(2, on: stream(1), expected: 0))
    try fixture.openAgain()
    #expect(try fixture.store.head() == 2)
  }

  @Test(arguments: StoreKind.inFiles)
  func storeIsLockedUnderEveryName(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let place = fixture.directory.path
    let link: StoreAddress
    switch kind {
    case .journal:
      link = .journal(directory: "\(place)/link")
      #expect(symlink("\(place)/journal", "\(place)/link") == 0)
    default:
      link = .sqlite(path: "\(place)/link.db")
      #expect(symlink("data/store.db", "\(place)/link.db") == 0)
      #expect(Glibc.link("\(place)/data/store.db", "\(place)/hard.db") == 0)
      #expect(
        code { _ = try openStore(.sqlite(path: "\(place)/hard.db"), mode: .readWrite(administratorSocket: nil)) }
          == .locked)
    }
    #expect(try StoreHolder.holder(of: link)?.pid == getpid(), "whoever holds it is found by the other name too")
    #expect(code { _ = try openStore(link, mode: .readWrite(administratorSocket: nil)) } == .locked)
    fixture.store.close()
    let other = try openStore(link, mode: .readWrite(administratorSocket: nil))
    #expect(code { try fixture.openAgain() } == .locked)
    other.close()
  }

  @Test(arguments: StoreKind.inFiles)
  func filesAreAccessibleOnlyToTheirUser(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(on: stream(1), texts: [.put(text(1, "Ann"))]))
    let files = try fixture.directory.files().keys
    #expect(files.count >= 3)
    for name in files { #expect(try fixture.directory.permissions(name) == 0o600, "\(name)") }
    let folder = kind == .journal ? "journal" : "data"
    #expect(try fixture.directory.permissions(folder) == 0o700)
  }

  @Test(arguments: StoreKind.durable)
  func readerFollowsWriter(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(1, on: stream(1), texts: [.put(text(1, "Ann"))]))
    let reader = try fixture.openReadOnly()
    defer { reader.close() }
    #expect(try reader.head() == 1)
    for number in 1...6 {
      try fixture.store.record(command(number + 1, on: stream(1), expected: number - 1, texts: [.put(text(2, "B"))]))
      if number % 2 == 0 { try fixture.store.flush([]) }
      #expect(try reader.head() == number + 1)
      #expect(try reader.all() == fixture.store.all())
      #expect(try reader.read(stream(1), from: 0, limit: 99).count == number + 1)
      #expect(try reader.receipt(for: ReceiptKey(actor: ann, command: id(number + 1)))?.position == number + 1)
      #expect(try reader.texts([id(1), id(2)]).count == 2)
      #expect(try reader.streams() == [stream(1): number])
    }
    #expect(code { _ = try reader.commit([command(on: stream(9))]) } == .misuse)
    #expect(try reader.withSnapshot { try $0.head() } == 7)
    #expect(try reader.damage() == [])
  }

  @Test(arguments: StoreKind.inFiles)
  func readingMissingStoreIsRefused(kind: StoreKind) throws {
    let directory = try TemporaryDirectory()
    let address = try StoreFixture.address(kind, directory)
    #expect(code { _ = try openStore(address, mode: .readOnly) } == .cannotOpen)
    #expect(try directory.files().isEmpty)
  }
}
