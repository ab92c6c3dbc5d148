import Foundation
import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct SessionStoreTests {
  private let folder = TemporaryFolder()
  private let now = Timestamp(microseconds: 1_800_000_000_000_000)

  @Test func sessionsOutliveARestart() throws {
    let session = WebSession.example()
    try store().add(session)
    let found = try store().find(session.id, at: now)
    #expect(found == session)
  }

  @Test func removedSessionsStayRemovedAfterARestart() throws {
    let session = WebSession.example()
    let first = try store()
    first.add(session)
    first.remove(session.id)
    let found = try store().find(session.id, at: now)
    #expect(found == nil)
  }

  @Test func onlyTheOwnerCanReadTheFile() throws {
    let store = try store()
    store.add(.example())
    let attributes = try FileManager.default.attributesOfItem(atPath: store.file)
    let folderAttributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(folderAttributes[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: ["", "{", #"{"version":1}"#, #"{"version":1,"sessions":[{"id":"x"}]}"#])
  func aDamagedFileIsReportedAndSetAside(contents: String) throws {
    let lines = LoggedLines()
    let first = try store()
    first.add(.example())
    try Data(contents.utf8).write(to: URL(fileURLWithPath: first.file))
    let second = try SessionStore(folder: folder.path, log: lines.log)
    let session = WebSession.example()
    second.add(session)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files.count == 2)
    #expect(files.last?.hasPrefix("sessions.json.damaged-") == true)
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains("damaged") == true)
    let found = try store().find(session.id, at: now)
    #expect(found == session)
  }

  @Test func aHalfWrittenFileDoesNotReplaceTheLastOne() throws {
    let session = WebSession.example()
    let first = try store()
    first.add(session)
    try Data("{".utf8).write(to: URL(fileURLWithPath: first.file + ".new"))
    let second = try store()
    let other = WebSession.example()
    second.add(other)
    let third = try store()
    #expect(third.find(session.id, at: now) == session)
    #expect(third.find(other.id, at: now) == other)
  }

  @Test func aSessionEndsAfterNinetyDaysWithoutUse() throws {
    let session = WebSession.example()
    let store = try store()
    store.add(session)
    let later = now.advanced(bySeconds: 90 * 86_400)
    let lastDay = store.find(session.id, at: later)
    #expect(lastDay == session)
    // It was used then, so it lasts for ninety days more.
    let used = store.find(session.id, at: later.advanced(bySeconds: 90 * 86_400))
    let unused = store.find(session.id, at: later.advanced(bySeconds: 181 * 86_400))
    #expect(used != nil)
    #expect(unused == nil)
  }

  @Test func theDemosOldestSessionMakesRoomForItsNextOne() throws {
    let store = try store()
    let mine = WebSession.example(token: "mn_mine", usedAt: 1)
    store.add(mine)
    let shared = (0..<SessionStore.maximumPerToken).map {
      WebSession.example(token: "mn_demo", usedAt: 1_800_000_000 + Int64($0))
    }
    for session in shared { store.add(session) }
    store.add(WebSession.example(token: "mn_demo", usedAt: 1_900_000_000))
    let found = [shared[0], shared[1]].map { store.find($0.id, at: now) != nil }
    #expect(found == [false, true])
    #expect(store.all(of: mine.member).count == SessionStore.maximumPerToken + 1)
  }

  private func store() throws -> SessionStore { try SessionStore(folder: folder.path, log: Log { _ in }) }
}
