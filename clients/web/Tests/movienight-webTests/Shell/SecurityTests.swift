import Foundation
import MovieNightKit
import Testing

@testable import movienight_web

@Suite(.timeLimit(.minutes(5))) struct SecurityTests {
  @Test func everyAnswerHasTheHeadersThatProtectTheReader() async throws {
    try await withMovieNight { running, _ in
      let browser = running.browser()
      let asset = running.site.assets.script.path
      for path in ["/sign-in", "/nowhere", "/tonight", asset, "/events/page"] {
        let page = try await browser.request("GET", path)
        let policy = page.header("Content-Security-Policy") ?? ""
        #expect(policy.contains("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(policy.contains("img-src 'self' https://image.tmdb.org;"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(page.header("X-Content-Type-Options") == "nosniff")
        #expect(page.header("Referrer-Policy") == "no-referrer")
      }
    }
  }

  @Test(arguments: [
    ("https://image.tmdb.org/t/p/", "https://image.tmdb.org"), ("http://127.0.0.1:9/i/", "http://127.0.0.1:9"),
    ("https://a.example; script-src *", nil), ("javascript:alert(1)", nil), ("https:///", nil),
  ])
  func onlyTheHostOfImagesEntersThePolicy(address: String, origin: String?) {
    #expect(SecurityHeaders.origin(address) == origin)
    #expect(SecurityHeaders.policy(imageURL: address).contains("script-src 'self';"))
  }

  @Test(arguments: ["http://evil.example", "https://evil.example", "http://127.0.0.1", "null"])
  func aFormOfAnotherSiteIsRefusedAlsoForSigningIn(origin: String) async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.get("/sign-in")
      let secret = try #require(browser.page.form("token")?.fields.first { $0.name == "forgery" }?.value)
      let signIn = try await browser.post("/sign-in", [("forgery", secret), ("token", token)], origin: origin)
      #expect(signIn.status == 403)
      #expect(browser.session == nil)

      try await browser.signIn(token)
      let start = try #require(browser.page.form("/tonight/start"))
      let forged = try await browser.post("/tonight/start", start.fields, origin: origin)
      let active = try await server.client(token).rounds.active().round
      #expect(forged.status == 403)
      #expect(active == nil)
    }
  }

  @Test func aFormWithoutOriginNeedsTheBrowsersWordThatItIsFromThisPage() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.get("/sign-in")
      let secret = try #require(browser.page.form("token")?.fields.first { $0.name == "forgery" }?.value)
      let body = "forgery=\(secret)&token=\(token)"
      let type = "Content-Type: application/x-www-form-urlencoded"
      // With the policy no-referrer, browsers send the origin of a form as null.
      let crossSite = try await browser.request(
        "POST", "/sign-in", headers: [type, "Origin: null", "Sec-Fetch-Site: cross-site"], body: body)
      let nothing = try await browser.request("POST", "/sign-in", headers: [type], body: body)
      let sameOrigin = try await browser.request(
        "POST", "/sign-in", headers: [type, "Origin: null", "Sec-Fetch-Site: same-origin"], body: body)
      #expect(crossSite.status == 403)
      #expect(nothing.status == 403)
      #expect(sameOrigin.status == 303)
    }
  }

  @Test func aFormNeedsTheSecretOfItsBrowser() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (browser, other) = (running.browser(), running.browser())
      try await other.get("/sign-in")
      let secret = try #require(other.page.form("token")?.fields.first { $0.name == "forgery" }?.value)
      try await browser.get("/sign-in")
      for fields in [
        [("token", token)], [("forgery", secret), ("token", token)], [("forgery", ""), ("token", token)],
      ] {
        let page = try await browser.post("/sign-in", fields)
        #expect(page.status == 403)
      }
      #expect(browser.session == nil)
      try await browser.signIn(token)
      try await other.signIn(token)
      var fields = try #require(browser.page.form("/tonight/start")).fields.filter { $0.name != "forgery" }
      let own = try await browser.post("/tonight/start", fields)
      fields.append(
        ("forgery", try #require(other.page.form("/tonight/start")?.fields.first { $0.name == "forgery" }?.value)))
      let others = try await browser.post("/tonight/start", fields)
      #expect(own.status == 403)
      #expect(others.status == 403)
    }
  }

  @Test func everyFormThatPostsSendsTheSecret() {
    for (name, template) in TemplateFiles.all {
      for form in template.matches(of: #/<form\b[^>]*method="post"[^>]*>(.{0,40})/#.dotMatchesNewlines()) {
        #expect(form.output.1.hasPrefix("{{>form-start}}"), "a form in \(name)")
      }
    }
  }

  @Test func aStolenSessionIsUselessOnceItsTokenIsRevoked() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      let thief = running.browser()
      thief.set("session", try #require(browser.session))
      let stolen = try await thief.get("/tonight")
      #expect(stolen.text.contains("No round is open"))

      let member = server.client(token)
      let issued = try #require(try await member.tokens.list().tokens.first { $0.label == "Web" })
      try await member.tokens.revoke(issued.id)
      let after = try await thief.get("/tonight")
      let events = try await thief.request("GET", "/events/page")
      #expect(after.text.contains("Sign in with a token"))
      #expect(events.status == 401)
      #expect(running.site.sessions.find(thief.session ?? "", at: running.site.now()) == nil)
    }
  }

  @Test func anEndedSessionDoesNotKeepItsBrowserFromJoining() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let member = server.client(token)
      let invite = try #require(try await member.invites.create().inviteToken)
      let browser = running.browser()
      try await browser.signIn(token)
      let issued = try #require(try await member.tokens.list().tokens.first { $0.label == "Web" })
      try await member.tokens.revoke(issued.id)
      let page = try await browser.get("/join/\(invite)")
      #expect(page.status == 200)
      #expect(!page.text.contains("you are signed in as"))
      let joined = try await browser.submit("/join/", [("name", "Ben")])
      #expect(joined.text.contains("Welcome, Ben!"))
    }
  }

  @Test func aReplacedSessionEndsAlsoWhenItsTokenCannotBeRevoked() async throws {
    let lines = LoggedLines()
    var settings = Settings()
    settings.connect = .tcp(host: "127.0.0.1", port: 1)
    try await withSite(settings, log: lines.log) { running in
      let old = WebSession.example()
      await running.site.add(old)
      await running.site.retire([old])
      #expect(running.site.sessions.find(old.id, at: Timestamp(microseconds: 0)) == nil)
    }
    #expect(lines.all.count == 1)
  }

  @Test func theLinkOfAnEndedSessionSignsNobodyIn() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (computer, phone) = (running.browser(), running.browser())
      try await computer.signIn(token)
      try await computer.get("/account")
      let account = try await computer.submit("/account/link")
      let code = try #require(account.body.firstMatch(of: #/\/device\/([A-Za-z0-9_-]+)"/#)?.output.1)
      try await phone.signIn(token)
      let member = server.client(token)
      let issued = try #require(try await member.tokens.list().tokens.first { $0.label == "Web" })
      try await member.tokens.revoke(issued.id)
      let page = try await phone.get("/device/\(code)")
      let own = try await phone.get("/tonight")
      #expect(page.text.contains("This link has been used"))
      #expect(own.text.contains("No round is open"))
    }
  }

  @Test func anEmptyGuestCookieIsReplaced() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      browser.set("guest", "")
      let page = try await browser.signIn(try await server.household())
      #expect(page.text.contains("No round is open"))
    }
  }

  @Test func actingAsNobodyIsRefusedInsteadOfActingAsOneself() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.votingRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let form = try #require(browser.page.form("id=\"up-862\""))
      let answer = try await browser.post(form.action, form.fields + [("vote", "up"), ("as", "nobody")])
      let voted = try await client.rounds.get(round).voteProgress.voted
      #expect(answer.status == 400)
      #expect(voted == 0)
    }
  }

  @Test func aNoticeKeepsNothingLongThatABrowserHasSent() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, _) = try await server.votingRound(token)
      try await client.watched.mark(SentMovie(tmdbMovieID: 808))
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/tonight?q=shrek")
      let form = try #require(browser.page.form("id=\"propose-808\""))
      let padding = String(repeating: "x", count: 100_000)
      let answer = try await browser.post(form.action, form.fields + [("padding", padding)])
      let page = try await browser.get(try #require(answer.header("Location")))
      #expect(page.text.contains("Do it anyway"))
      #expect(!page.body.contains("xxxx"))
    }
    let notices = Notices()
    let long = String(repeating: "1", count: Notices.maximumField + 1)
    let fields = ["1", long].map { Notice.undo("Done", "/undo", [.init(name: "movie", value: $0)]) }
    let kept = fields.map { notices.find(notices.keep($0, for: "a"), of: "a")?.button?.fields.count }
    #expect(kept == [1, nil])
  }

  @Test func aLongQueryIsNotRepeatedInEveryForm() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      _ = try await server.votingRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let page = try await browser.get("/tonight?as=x&long=\(String(repeating: "y", count: 5000))")
      let froms = page.body.matches(of: #/name="from" value="([^"]*)"/#).map { String($0.output.1) }
      #expect(!froms.isEmpty && froms.allSatisfy { $0 == "/tonight" })
    }
  }

  @Test func theOpenPageOfARevokedTokenEndsByItself() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      let member = server.client(token)
      let issued = try #require(try await member.tokens.list().tokens.first { $0.label == "Web" })
      try await member.tokens.revoke(issued.id)
      _ = await stream.end()
      #expect(running.site.sessions.find(browser.session ?? "", at: running.site.now()) == nil)
    }
  }

  @Test func aMembersTokenIsInNoPageAddressOrLog() async throws {
    let lines = LoggedLines()
    try await withMovieNight(log: lines.log) { running, server in
      let token = try await server.household()
      let browser = running.browser()
      var pages = [try await browser.signIn(token)]
      pages.append(try await browser.get("/account"))
      pages.append(try await browser.submit("/account/link"))
      pages.append(try await browser.get("/tonight?q=toy+story"))
      pages.append(try await browser.get("/nowhere"))
      let own = try #require(running.site.sessions.find(browser.session ?? "", at: running.site.now()))
      let secrets = [token, own.token, own.id]
      for page in pages {
        let everything = page.body + page.path + page.headers.filter { $0.name != "set-cookie" }.map(\.value).joined()
        for secret in secrets { #expect(!everything.contains(secret)) }
      }
      #expect(!pages.contains { $0.body.contains("mn_A") })
    }
    #expect(lines.all.isEmpty)
  }

  @Test(arguments: [
    "/../../etc/passwd", "/assets/../../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%2f..%2fetc%2fpasswd",
    "//etc/passwd", "/assets/", "/assets/page.js",
  ])
  func pathsLeadToNoFiles(path: String) async throws {
    try await withMovieNight { running, _ in
      let page = try await running.browser().request("GET", path)
      #expect(page.status == 404)
      #expect(!page.body.contains("root:"))
    }
  }

  @Test(arguments: [
    "/sign-in?next=//evil.example", "/sign-in?next=https://evil.example", "/sign-in?next=/%5Cevil.example",
    "/sign-in?next=/a%0d%0aSet-Cookie:%20session=1", "/sign-in?next=/a%00",
  ])
  func signingInLeadsToNoOtherSiteAndAddsNoHeader(path: String) async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.get(path)
      let form = try #require(browser.page.form("name=\"token\""))
      let token = try await server.household()
      for next in ["/tonight", String(path.dropFirst(14)).removingPercentEncoding ?? ""] {
        let fields = form.fields.filter { !["next", "token"].contains($0.name) } + [("next", next), ("token", token)]
        let answer = try await browser.post("/sign-in", fields)
        if answer.status == 303 { #expect(answer.header("Location") == "/tonight") }
        #expect(answer.headers.filter { $0.name == "set-cookie" && $0.value.hasPrefix("session=1;") }.isEmpty)
      }
      #expect(form.fields.first { $0.name == "next" }?.value == "/tonight")
    }
  }

  @Test func cookiesAreSecureUnlessTheBrowserIsOnThisMachineWithoutAProxy() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.get("/sign-in")
      let form = try #require(browser.page.form("name=\"token\""))
      let token = try await server.household()
      let fields = form.fields.filter { $0.name != "token" } + [("token", token)]
      let answer = try await browser.post("/sign-in", fields)
      let cookie = answer.header("Set-Cookie") ?? ""
      #expect(cookie.contains("; HttpOnly; SameSite=Lax"))
      #expect(!cookie.contains("Secure"))
      // 256 bits in base64url.
      #expect(browser.session?.count == 43)
    }
    var settings = Settings()
    settings.trustedProxies = ["127.0.0.1"]
    try await withMovieNight([], settings) { running, server in
      let browser = running.browser(headers: ["X-Forwarded-Proto: https"])
      let page = try await browser.signIn(try await server.household())
      #expect(page.text.contains("No round is open"))
      #expect(browser.cookies["__Host-session"]?.count == 43)
      #expect(browser.session == nil)
    }
  }

  @Test func requestsThatAreNotFormsAreRefused() async throws {
    try await withMovieNight { running, _ in
      let browser = running.browser()
      try await browser.get("/sign-in")
      let origin = "Origin: http://\(browser.host)"
      let json = try await browser.request(
        "POST", "/sign-in", headers: [origin, "Content-Type: application/json"], body: "{}")
      let method = try await browser.request("PUT", "/sign-in")
      let large = try await browser.request(
        "POST", "/sign-in", headers: [origin, "Content-Type: application/x-www-form-urlencoded"],
        body: String(repeating: "a", count: 1024 * 1024 + 1))
      let form = ["Content-Type: application/x-www-form-urlencoded", origin]
      let broken = try await browser.request("POST", "/sign-in", headers: form, body: "token=%ZZ")
      let fields = (0..<1001).map { "f\($0)=1" }.joined(separator: "&")
      let many = try await browser.request("POST", "/sign-in", headers: form, body: fields)
      #expect(json.status == 415)
      #expect(method.status == 405)
      #expect(large.status == 413)
      #expect(broken.status == 400)
      #expect(many.status == 400)
      #expect(method.header("Allow") == "GET, HEAD, POST")
      #expect(large.header("Connection") == "close")
    }
  }
}
