import MovieNightKit
import Testing

@testable import movienight_web

@Suite(.timeLimit(.minutes(5))) struct LiveTests {
  @Test func aVoteOfOneIsAnnouncedToThePagesOfOthers() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (member, round) = try await server.votingRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let stream = try await EventStream(browser)
      let first = await stream.next { $0.contains("\n\n") && $0.contains("event: change") }
      try await member.rounds.vote(.up, on: 862, in: round)
      let second = await stream.next { $0.contains("event: change") }
      // The page does not know what it shows, so it refreshes at once.
      #expect(first.contains("data: all\n"))
      #expect(second.contains("data: round\n"))
      #expect(second.contains("id: "))
    }
  }

  @Test func allPagesOfAHouseholdShareOneSubscription() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (one, other) = (running.browser(), running.browser())
      try await one.signIn(token)
      try await other.signIn(token)
      let streams = [try await EventStream(one), try await EventStream(one), try await EventStream(other)]
      for stream in streams { _ = await stream.next { $0.contains("event: change") } }
      let counts = (await running.site.live.pageCount, await running.site.live.subscriptionCount)
      #expect(counts == (3, 1))
      streams[0].close()
      streams[1].close()
      // The page server notices the closed connections by itself.
      while await running.site.live.pageCount > 1 { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  @Test func aPageThatMissedEventsCatchesUpAndOneThatDidNotStaysQuiet() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (member, round) = try await server.votingRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      let position = try await member.rounds.vote(.up, on: 862, in: round).position
      _ = await stream.next { $0.contains("data: round") }

      let behind = try await EventStream(browser, after: "\(position.rawValue - 1)")
      let missed = await behind.next { $0.contains("event: change") }
      #expect(missed.contains("data: all\n"))
      #expect(missed.contains("id: \(position)\n"))

      let current = try await EventStream(browser, after: "\(position)")
      try await member.rounds.vote(.down, on: 862, in: round)
      let next = await current.next { $0.contains("event: change") }
      #expect(!next.contains("data: all"))
    }
  }

  @Test func aPageKnowsThePositionThatItShows() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      let first = try await browser.signIn(token)
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      let second = try await browser.get("/tonight")
      let position = try #require(
        await running.site.live.position(of: try await server.client(token).households.get().id))
      #expect(first.body.contains(#"data-after="""#))
      #expect(second.body.contains(#"data-after="\#(position)""#))
    }
  }

  @Test func pagesAreToldThatTheServerIsGoneAndBackAndMissNothing() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (_, round) = try await server.votingRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      await server.kill()
      let down = await stream.next { $0.contains("event: server") }
      let form = try #require(browser.page.form("id=\"up-862\""))
      let unreachable = try await browser.get("/tonight")
      let unsaved = try await browser.post(form.action, form.fields + [("vote", "up")])
      try await server.startAgain()
      let up = await stream.next { $0.contains("event: server") }
      try await server.client(token).rounds.vote(.up, on: 862, in: round)
      let change = await stream.next { $0.contains("event: change") }
      #expect(down.contains("data: down\n"))
      #expect(unreachable.status == 503)
      #expect(unreachable.header("Retry-After") == "5")
      #expect(unreachable.body.contains("data-retry"))
      // Sending a form again could do twice what was done before the answer was lost.
      #expect(unsaved.status == 503)
      #expect(unsaved.header("Retry-After") == nil)
      #expect(!unsaved.body.contains("data-retry"))
      #expect(unsaved.text.contains("this may be saved or not"))
      #expect(up.contains("data: up\n"))
      #expect(change.contains("data: round\n"))
    }
  }

  @Test func aPageThatTakesNothingEndsAndTheOthersGoOn() async throws {
    let hub = LiveHub()
    let server = try await MovieNightServer()
    let token = try await server.household()
    let client = server.client(token)
    let household = try await client.households.get()
    let session = WebSession(
      token: token, tokenID: nil, member: household.createdBy, household: household.id, now: Timestamp(microseconds: 0))
    let clients = MemberClients(server.address, token: token)
    let stalled = await hub.open(session, clients, after: nil) {}
    let reading = await hub.open(session, clients, after: nil) {}
    var read = 0
    for await _ in reading {
      read += 1
      if read > LiveHub.maximumWaiting + 2 { break }
      try await client.households.update(name: "Films \(read)")
    }
    var kept = 0
    for await _ in stalled { kept += 1 }
    #expect(kept == LiveHub.maximumWaiting)
    #expect(read == LiveHub.maximumWaiting + 3)
  }

  @Test func aHouseholdWithoutPagesEndsItsSubscriptionAfterAWhile() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      stream.close()
      while await running.site.live.pageCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
      // The page has been closed for less than the whole time, and for longer.
      let now = ContinuousClock.now
      await running.site.live.tick(at: now)
      let before = await running.site.live.subscriptionCount
      await running.site.live.tick(at: now + LiveHub.lingering)
      let after = await running.site.live.subscriptionCount
      #expect(before == 1)
      #expect(after == 0)
    }
  }

  @Test func openPagesGetACommentSoThatProxiesKeepThem() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      await running.site.live.tick()
      _ = await stream.next { $0.contains(":\n\n") }
    }
  }

  @Test func aPageServerThatStopsEndsItsStreams() async throws {
    let server = try await MovieNightServer()
    let token = try await server.household()
    var settings = Settings()
    settings.connect = server.address
    var stream: EventStream?
    try await withSite(settings) { running in
      let browser = running.browser()
      try await browser.signIn(token)
      stream = try await EventStream(browser)
      _ = await stream?.next { $0.contains("event: change") }
    }
    _ = await stream?.end()
  }

  @Test func connectionsOfASessionThatIsNotUsedAreClosed() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let used = running.site.connections.count
      running.site.connections.forgetUnused(since: .now - .seconds(60))
      let recent = running.site.connections.count
      #expect([used, recent] as [Int] == [1, 1] as [Int])
      // The last request may still be using them for a moment.
      while running.site.connections.count > 0 {
        running.site.connections.forgetUnused(since: .now)
        try await Task.sleep(for: .milliseconds(5))
      }
      let page = try await browser.get("/tonight")
      #expect(page.status == 200)
    }
  }

  @Test func connectionsStayWhileAnOpenPageWaitsForEventsOnThem() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      running.site.connections.forgetUnused(since: .now)
      #expect(running.site.connections.count == 1)
      stream.close()
    }
  }
}

extension MovieNightServer {
  /// Adds a child to the household, and starts a round in which everyone can vote.
  func votingRound(_ token: String) async throws -> (MovieNightClient, RoundID) {
    let client = client(token)
    try await client.members.addManaged(displayName: "Max", avatarKey: "avatar_bear")
    let movies = [SentMovie(tmdbMovieID: 862), SentMovie(tmdbMovieID: 585)]
    let round = try await client.rounds.start(movies: movies, openVoting: true).round
    return (client, round.id)
  }
}
