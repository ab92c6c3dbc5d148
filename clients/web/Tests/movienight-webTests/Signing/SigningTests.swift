import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct SigningTests {
  @Test func pagesOfMembersLeadOthersToSigningIn() async throws {
    try await withMovieNight { running, _ in
      let page = try await running.browser().request("GET", "/tonight?as=1")
      #expect(page.status == 303)
      #expect(page.header("Location") == "/sign-in?next=%2Ftonight%3Fas%3D1")
    }
  }

  @Test func aPastedTokenIsExchangedForOneOfThePage() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      let page = try await browser.signIn(token)
      #expect(page.status == 200)
      #expect(page.text.contains("No round is open"))
      let tokens = try await server.client(token).tokens.list().tokens
      #expect(tokens.map(\.label) == ["First token", "Web"])
      let session = try #require(running.site.sessions.find(browser.session ?? "", at: running.site.now()))
      #expect(session.token != token)
      #expect(session.tokenID == tokens.last?.id)
    }
  }

  @Test func aWrongTokenIsRefusedWithAWayOut() async throws {
    try await withMovieNight { running, _ in
      let browser = running.browser()
      let page = try await browser.signIn("mn_" + String(repeating: "A", count: 86))
      #expect(page.status == 422)
      #expect(page.text.contains("There is no such token"))
      #expect(browser.session == nil)
    }
  }

  @Test func anInviteLinkJoinsOnlyWhenItsFormIsSent() async throws {
    try await withMovieNight { running, server in
      let creator = server.client(try await server.household())
      let invite = try #require(try await creator.invites.create().inviteToken)
      let browser = running.browser()
      try await browser.get("/join/\(invite)")
      let before = try await creator.households.get().members.count
      let page = try await browser.submit("/join/", [("name", "Ben"), ("avatar", "avatar_frog")])
      let members = try await creator.households.get().members
      #expect(before == 1)
      #expect(page.text.contains("Welcome, Ben!"))
      #expect(members.map(\.displayName) == ["Ann", "Ben"])
      #expect(members.last?.avatarKey == "avatar_frog")
    }
  }

  @Test func aWrongInviteOrNameIsRefusedAndWhatWasTypedStays() async throws {
    try await withMovieNight { running, server in
      let creator = server.client(try await server.household())
      let invite = try #require(try await creator.invites.create().inviteToken)
      let browser = running.browser()
      try await browser.get("/join/wrong")
      let wrong = try await browser.submit("/join/", [("name", "Ben")])
      #expect(wrong.status == 422)
      #expect(wrong.text.contains("There is no such invite"))
      try await browser.get("/join/\(invite)")
      let long = try await browser.submit(
        "/join/", [("name", String(repeating: "b", count: 31)), ("avatar", "avatar_cat")])
      #expect(long.status == 422)
      #expect(long.text.contains("up to 30 characters"))
      #expect(long.body.contains(#"value="avatar_cat" checked="""#))
      #expect(browser.session == nil)
    }
  }

  @Test func theDemoIsOfferedOnlyWithItsTokenFile() async throws {
    try await withMovieNight { running, _ in
      let browser = running.browser()
      let start = try await browser.get("/sign-in")
      let demo = try await browser.get("/demo")
      #expect(!start.body.contains("/demo"))
      #expect(demo.status == 404)
    }
    let server = try await MovieNightServer(["--demo"])
    var settings = Settings()
    settings.connect = server.address
    settings.demoTokenFile = server.demoTokenFile
    try await withSite(settings) { running in
      let browser = running.browser()
      // The server fills its store after it has begun to listen.
      while try await !browser.get("/tonight").text.contains("WALL·E") {
        try await browser.get("/demo")
        try await browser.submit("/demo")
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(browser.page.text.contains("Started by Tim"))
    }
  }

  @Test func aLinkForAnotherDeviceWorksOnceAndForTheSameMember() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let computer = running.browser()
      try await computer.signIn(token)
      try await computer.get("/account")
      let account = try await computer.submit("/account/link")
      let code = try #require(account.body.firstMatch(of: #/\/device\/([A-Za-z0-9_-]+)"/#)?.output.1)
      #expect(account.body.contains("<svg class=\"qr\""))

      let phone = running.browser()
      let shown = try await phone.get("/device/\(code)")
      #expect(shown.text.contains("You will be signed in as Ann"))
      let page = try await phone.submit("/device/")
      #expect(page.text.contains("No round is open"))
      #expect(phone.session != computer.session)

      let other = running.browser()
      let used = try await other.get("/device/\(code)")
      #expect(used.status == 422)
      #expect(used.text.contains("This link has been used"))
      let tokens = try await server.client(token).tokens.list().tokens.filter { $0.revokedAt == nil }
      #expect(tokens.count == 3)
    }
  }

  @Test func signingOutRevokesThePagesTokenOnThisDeviceOnly() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (one, other) = (running.browser(), running.browser())
      try await one.signIn(token)
      try await other.signIn(token)
      try await one.get("/account")
      let page = try await one.submit("\"/sign-out\"")
      let still = try await other.get("/tonight")
      let tokens = try await server.client(token).tokens.list().tokens.filter { $0.revokedAt == nil }
      #expect(page.text.contains("Sign in with a token"))
      #expect(one.session == nil)
      #expect(still.text.contains("No round is open"))
      #expect(tokens.count == 2)
    }
  }

  @Test func signingOutEverywhereEndsAllSessionsOfTheMember() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (one, other) = (running.browser(), running.browser())
      try await one.signIn(token)
      try await other.signIn(token)
      try await one.get("/account")
      try await one.submit("/sign-out/everywhere")
      let page = try await other.get("/tonight")
      let tokens = try await server.client(token).tokens.list().tokens.filter { $0.revokedAt == nil }
      #expect(page.text.contains("Sign in with a token"))
      #expect(tokens.map(\.label) == ["First token"])
    }
  }

  @Test func tenFailuresInAMinuteBlockTheAddressAlsoForRightTokens() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      for _ in 0..<10 { try await browser.signIn("wrong") }
      let page = try await browser.signIn(token)
      #expect(page.status == 429)
      #expect(page.header("Retry-After") == "60")
    }
  }

  @Test func failuresCountForTheForwardedAddressOfATrustedProxyOnly() async throws {
    var settings = Settings()
    settings.trustedProxies = ["127.0.0.1"]
    try await withMovieNight([], settings) { running, _ in
      // The first address is whatever the browser claims; the proxy has added the last one.
      let hidden = ["X-Forwarded-For: 10.9.9.9, 10.0.0.1", "X-Forwarded-Proto: https"]
      for number in 0..<10 {
        let browser = running.browser(headers: ["X-Forwarded-For: 10.9.9.\(number), 10.0.0.1"])
        try await browser.signIn("wrong")
      }
      let same = try await running.browser(headers: hidden).signIn("wrong")
      let other = try await running.browser(headers: ["X-Forwarded-For: 10.0.0.2"]).signIn("wrong")
      #expect(same.status == 429)
      #expect(other.status == 422)
    }
    try await withMovieNight { running, _ in
      for number in 0..<10 { try await running.browser(headers: ["X-Forwarded-For: 10.0.0.\(number)"]).signIn("wrong") }
      let page = try await running.browser(headers: ["X-Forwarded-For: 10.0.0.99"]).signIn("wrong")
      #expect(page.status == 429)
    }
  }

  @Test func failuresAreForgottenAfterAMinute() throws {
    let limiter = AttemptLimiter()
    let start = ContinuousClock.now
    for _ in 0..<10 { limiter.noteFailure(of: "a", at: start) }
    #expect(throws: PageError.tooManyRequests(retryAfter: 60)) { try limiter.check("a", at: start + .seconds(59)) }
    try limiter.check("a", at: start + .seconds(60))
    try limiter.check("b", at: start)
  }

  @Test func aDeviceLinkExpiresAfterTenMinutes() throws {
    let links = DeviceLinks()
    let start = ContinuousClock.now
    let session = WebSession.example()
    let code = links.make(for: session, at: start)
    let before = links.find(code, at: start + .seconds(599))
    let after = links.find(code, at: start + .seconds(600))
    let taken = links.take(code, at: start + .seconds(600))
    #expect(before == session)
    #expect(after == nil)
    #expect(taken == nil)
  }

  @Test func aNewDeviceLinkReplacesTheSessionsEarlierOne() throws {
    let links = DeviceLinks()
    let session = WebSession.example()
    let first = links.make(for: session)
    let second = links.make(for: session)
    let other = links.make(for: WebSession.example())
    let found = [links.find(first), links.find(second)]
    #expect(found == [nil, session])
    #expect(links.find(other) != nil)
  }
}

extension WebSession {
  static func example(token: String = "mn_example", usedAt: Int64 = 1_800_000_000) -> WebSession {
    WebSession(
      token: token, tokenID: TokenID(high: 1, low: 2), member: MemberID(high: 3, low: 4),
      household: HouseholdID(high: 5, low: 6), now: Timestamp(microseconds: usedAt * 1_000_000))
  }
}
