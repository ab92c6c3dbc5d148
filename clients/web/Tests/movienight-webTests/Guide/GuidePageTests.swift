import Foundation
import MovieNightKit
import Testing

@testable import movienight_web

/// The guide in a browser without scripts. Its today is 2016-07-11, four days before eight episodes of Stranger Things.
@Suite struct GuidePageTests {
  private static let series = 66732
  private let now = CalendarDate(year: 2016, month: 7, day: 11).start

  @Test func aPremiereAndItsFurtherEpisodesAreShownInTheirWeek() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      try await watch(server.client(token))
      let browser = running.browser()
      try await browser.signIn(token)
      let page = try await browser.get("/guide")
      #expect(page.text.contains("Premieres in 4d"))
      #expect(page.text.contains("+5"))
      #expect(page.text.contains("Stranger Things"))
      #expect(page.body.contains(#"aria-current="date""#))
      #expect(page.body.utf8.count < 60_000)
      let month = try await browser.get("/guide?view=month")
      #expect(month.text.contains("July 2016"))
      #expect(month.text.contains("Next release: Friday, Jul 15"))
      #expect(month.body.utf8.count < 60_000)
      let later = try await browser.get("/guide?day=2016-08-01")
      #expect(later.text.contains("No new episodes this week — check back soon."))
    }
  }

  @Test func anEpisodeIsMarkedAsSeenAndTheMarkUndone() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await watch(client)
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/guide")
      let seen = try await browser.submit("id=\"seen-66732-s1e1\"")
      #expect(seen.text.contains("S1E01 of Stranger Things is marked as seen."))
      #expect(seen.text.contains("Seen by Ann"))
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("S1E01 of Stranger Things is no longer marked as seen."))
      #expect(!undone.text.contains("Seen by Ann"))
    }
  }

  @Test func aReminderIsSetListedAndRemoved() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      try await watch(server.client(token))
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/guide")
      let set = try await browser.submit("id=\"remind-66732-s1e2\"")
      #expect(set.text.contains("Stranger Things, S1E02"))
      #expect(set.text.contains("Airs Friday, Jul 15"))
      let removed = try await browser.submit("id=\"forget-66732-s1e2\"")
      #expect(removed.text.contains("The reminder was removed."))
      #expect(removed.text.contains("No reminders yet."))
    }
  }

  @Test func anotherMembersSeriesIsAddedToOnesOwn() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let invite = try await client.invites.create()
      let ben = try await MovieNightClient(to: server.address).invites.accept(
        try #require(invite.inviteToken), displayName: "Ben", avatarKey: "avatar_fox")
      try await watch(server.client(try #require(ben.token)))
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/guide")
      let added = try await browser.submit("id=\"collect-66732-s1e1\"")
      #expect(added.text.contains("Stranger Things is among your series now."))
      #expect(added.text.contains("Watched by Ann and Ben") || added.text.contains("Watched by Ben and Ann"))
      #expect(added.page("seen-66732-s1e1"))
    }
  }

  @Test func aServerWithoutCatalogSaysSoAndOffersToTryAgain() async throws {
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let page = try await browser.get("/guide")
      #expect(page.status == 200)
      #expect(page.text.contains("The guide needs a movie catalog"))
      #expect(page.text.contains("Try again"))
    }
  }

  @Test func incompleteFormsAreRefusedWithoutAnError() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let fields = try #require(browser.page.form("/tonight/start")).fields.filter { $0.name == "forgery" }
      for action in ["seen", "unseen", "collect", "remind", "forget"] {
        let page = try await browser.post("/guide/\(action)", fields + [("series", "0"), ("season", "x")])
        #expect(page.status == 400, "\(action)")
      }
      let unknown = try await browser.post(
        "/guide/seen", fields + [("series", "66732"), ("season", "1"), ("episode", "1")])
      let refused = try await browser.get(try #require(unknown.header("Location")))
      #expect(refused.body.contains("class=\"notice refusal\""))
    }
  }

  // MARK: Calendars

  @Test func theCalendarIsDownloadedAsAFile() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      try await watch(server.client(token))
      let browser = running.browser()
      try await browser.signIn(token)
      let file = try await browser.get("/guide/calendar/movienight.ics")
      #expect(file.header("Content-Type") == "text/calendar; charset=utf-8")
      #expect(file.header("Content-Disposition")?.hasPrefix("attachment") == true)
      #expect(file.body.contains("BEGIN:VCALENDAR"))
      #expect(file.body.contains("Stranger Things S1E01"))
      #expect(file.body.split(separator: "END:VCALENDAR", omittingEmptySubsequences: false).count == 2)
    }
  }

  @Test func aSecretAddressWorksWithoutSigningInUntilItIsRevoked() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      try await watch(server.client(token))
      let browser = running.browser()
      try await browser.signIn(token)
      let path = try await makeAddress(browser)
      let secret = try #require(path.split(separator: "/").dropFirst().first)
      #expect(secret.utf8.count == 43)
      let other = running.browser()
      let calendar = try await other.get(path)
      #expect(calendar.status == 200)
      #expect(calendar.body.contains("Stranger Things S1E01"))
      #expect(!calendar.body.contains(token))
      let tag = try #require(calendar.header("ETag"))
      let unchanged = try await other.get(path, headers: ["If-None-Match: \(tag)"])
      #expect(unchanged.status == 304)

      try await browser.get("/guide/calendar")
      let revoked = try await browser.submit("id=\"revoke\"")
      #expect(revoked.text.contains("The address no longer works."))
      let gone = try await other.get(path)
      #expect(gone.status == 404)
    }
  }

  @Test func revokingTheTokenUnderDevicesEndsTheAddress() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await watch(client)
      let browser = running.browser()
      try await browser.signIn(token)
      let path = try await makeAddress(browser)
      let entry = try #require(try await client.tokens.list().tokens.first { $0.label == "Calendar" })
      try await client.tokens.revoke(entry.id)
      let other = running.browser()
      let answer1 = try await other.get(path)
      #expect(answer1.status == 404)
      let kept = running.site.calendars.find(String(path.split(separator: "/")[1]), at: now)
      #expect(kept == nil)
    }
  }

  @Test func signingOutEverywhereEndsTheAddress() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      try await watch(server.client(token))
      let browser = running.browser()
      try await browser.signIn(token)
      let path = try await makeAddress(browser)
      try await browser.get("/account")
      try await browser.submit("/sign-out/everywhere")
      let left = try await server.client(token).tokens.list().tokens.filter { $0.revokedAt == nil }
      #expect(!left.contains { $0.label == "Calendar" })
      let gone = try await running.browser().get(path)
      #expect(gone.status == 404)
    }
  }

  @Test func revokingACalendarOnThePageOfDevicesLeavesNoAddress() async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      _ = try await makeAddress(browser)
      let entry = try #require(try await server.client(token).tokens.list().tokens.first { $0.label == "Calendar" })
      try await browser.get("/household/devices")
      try await browser.submit("id=\"revoke-\(entry.id)\"")
      let page = try await browser.get("/guide/calendar")
      #expect(!page.body.contains("id=\"address\""))
    }
  }

  @Test func aNewAddressReplacesTheOldOneAndItsFileIsTheOwnersAlone() async throws {
    let folder = TemporaryFolder()
    var settings = Settings()
    settings.data = folder.path
    try await withMovieNight([], settings, now: now) { running, server in
      let token = try await server.household()
      try await watch(server.client(token))
      let browser = running.browser()
      try await browser.signIn(token)
      let old = try await makeAddress(browser)
      let new = try await makeAddress(browser)
      let other = running.browser()
      let answer2 = try await other.get(old)
      #expect(answer2.status == 404)
      let answer3 = try await other.get(new)
      #expect(answer3.status == 200)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/calendars.json")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      // The page knows the address again after a restart.
      let stored = try SessionStore(folder: folder.path, kind: "calendars", log: Log { _ in })
      let entry = stored.find(String(new.split(separator: "/")[1]), at: now)
      #expect(entry != nil)
    }
  }

  @Test func oldAddressesInCalendarAppsKeepNobodyFromSigningIn() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      for _ in 0...AttemptLimiter.maximumFailures {
        let answer = try await browser.get("/calendar/old/movienight.ics")
        #expect(answer.status == 404)
      }
      let page = try await browser.signIn(try await server.household())
      #expect(page.text.contains("No round is open"))
    }
  }

  private func makeAddress(_ browser: Browser) async throws -> String {
    try await browser.get("/guide/calendar")
    let page = try await browser.submit("id=\"make\"")
    let address = try #require(page.body.firstMatch(of: #/value="http:\/\/[^\/"]*(\/calendar\/[^"]*)"/#)?.output.1)
    return String(address)
  }

  private func watch(_ client: MovieNightClient) async throws {
    try await client.titles.add([NewTitle(mediaType: .tv, tmdbID: Self.series, status: .watching)])
  }
}

extension Browser.Page {
  fileprivate func page(_ id: String) -> Bool { body.contains("id=\"\(id)\"") }
}
