import Foundation
import MovieNightKit
import Synchronization
import Testing

@testable import movienight_web

@Suite struct SessionStoreTests {
  private let folder = TemporaryFolder()
  private let now = Timestamp(microseconds: 1_800_000_000_000_000)

  @Test func sessionsOutliveARestart() throws {
    let session = WebSession.example()
    _ = try store().add(session)
    let found = try store().find(session.id, at: now)
    #expect(found == session)
  }

  @Test func removedSessionsStayRemovedAfterARestart() throws {
    let session = WebSession.example()
    let first = try store()
    _ = first.add(session)
    first.remove(session.id)
    let found = try store().find(session.id, at: now)
    #expect(found == nil)
  }

  @Test func onlyTheOwnerCanReadTheFile() throws {
    let store = try store()
    _ = store.add(.example())
    let attributes = try FileManager.default.attributesOfItem(atPath: store.file)
    let folderAttributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(folderAttributes[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: ["", "{", #"{"version":1}"#, #"{"version":1,"sessions":[{"id":"x"}]}"#])
  func aDamagedFileIsReportedAndSetAside(contents: String) throws {
    let lines = LoggedLines()
    let first = try store()
    _ = first.add(.example())
    try Data(contents.utf8).write(to: URL(fileURLWithPath: first.file))
    let second = try SessionStore(folder: folder.path, log: lines.log)
    let session = WebSession.example()
    _ = second.add(session)
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
    _ = first.add(session)
    try Data("{".utf8).write(to: URL(fileURLWithPath: first.file + ".new"))
    let second = try store()
    let other = WebSession.example()
    _ = second.add(other)
    let third = try store()
    #expect(third.find(session.id, at: now) == session)
    #expect(third.find(other.id, at: now) == other)
  }

  @Test func aSessionEndsAfterNinetyDaysWithoutUse() throws {
    let session = WebSession.example()
    let store = try store()
    _ = store.add(session)
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
    _ = store.add(mine)
    let shared = (0..<SessionStore.maximumPerToken).map {
      WebSession.example(token: "mn_demo", usedAt: 1_800_000_000 + Int64($0))
    }
    for session in shared { _ = store.add(session) }
    let removed = store.add(WebSession.example(token: "mn_demo", usedAt: 1_900_000_000))
    #expect(removed == [shared[0]])
    let found = [shared[0], shared[1]].map { store.find($0.id, at: now) != nil }
    #expect(found == [false, true])
    #expect(store.all(of: mine.member).count == SessionStore.maximumPerToken + 1)
  }

  @Test func outdatedSessionsEndWithTheirTokens() async throws {
    let start = Timestamp(microseconds: 1_800_000_000_000_000)
    let server = try await MovieNightServer()
    let token = try await server.household()
    var settings = Settings()
    settings.connect = server.address
    settings.data = folder.path
    let clock = Mutex(start)
    let site = try Site(settings, log: Log { _ in }, now: { clock.withLock { $0 } })
    let session = try await site.session(withToken: token)
    await site.add(session)
    let link = site.deviceLinks.make(for: session)
    // Its token was revoked elsewhere.
    let calendar = try await site.calendar(for: session)
    _ = site.calendars.add(calendar)
    try await server.client(token).tokens.revoke(try #require(calendar.tokenID))
    clock.withLock { $0 = start.advanced(bySeconds: 91 * 86_400) }

    await server.kill()
    await site.endOutdatedSessions()
    let whileTheServerIsDown = site.sessions.outdated(at: site.now())
    try await server.startAgain()
    await site.endOutdatedSessions()
    let afterwards = site.sessions.outdated(at: site.now())
    let labels = try await server.client(token).tokens.list().tokens.filter { $0.revokedAt == nil }.map(\.label)
    #expect(whileTheServerIsDown == [session])
    #expect(afterwards.isEmpty)
    #expect(site.calendars.outdated(at: site.now()).isEmpty)
    #expect(labels == ["First token"])
    #expect(site.deviceLinks.find(link) == nil)
  }

  private func store() throws -> SessionStore { try SessionStore(folder: folder.path, log: Log { _ in }) }
}
