import MovieNightPrimitives
import Testing

@testable import Server
@testable import Transport

/// Subscriptions to a complete server: the events that they deliver, their filters and their limits.
@Suite struct SubscribingTests {
  private func readAllEvents(_ wire: Wire, _ parameters: String = "") throws -> [String] {
    var events: [String] = []
    var after = 0
    while true {
      let page = try wire.result("events.read", #""limit":1000,"after":\#(after)"# + parameters)
      let next = try page.integer("next_after")
      if next == after { return events }
      events += try page.eventTexts()
      after = next
    }
  }

  private func head(_ server: LocalServer) throws -> Int {
    try server.administrator().result("server.health").integer("head")
  }

  /// Starts a round with open voting, and returns the parameter that names it.
  private func startVoting(_ wire: Wire) throws -> String {
    let round = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    return #""round_id":"\#(try round.object("round").string("round_id"))""#
  }

  @Test(arguments: StoreKind.allCases)
  func subscriberSeesSameEventsAsReader(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    var night = Night(administrator: try server.administrator())
    try night.play(on: server)
    let creator = try server.wire(token: night.token)
    let invite = try creator.result("invites.create").string("invite_token")
    let joined = try server.administrator().result(
      "invites.accept", #""invite_token":"\#(invite)","display_name":"Zoe""#)
    let household = #","household_id":"\#(night.household)""#
    let readers = [
      (try server.wire(token: night.token), ""), (try server.wire(token: joined.string("token")), ""),
      (try server.administrator(), household),
    ]
    var seen: Set<String> = []
    for (wire, more) in readers {
      let owed = try readAllEvents(wire, more)
      var listener = try Listener(wire, #""after":0"# + more)
      try listener.listen(through: try head(server))
      #expect(listener.events.map(\.text) == owed)
      seen.insert(owed.joined())
    }
    #expect(seen.count > 1, "some readers see less than others")
  }

  @Test func subscriptionIDStartsWithServerTime() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let subscribed = try server.wire(token: household.token).result("events.subscribe")
    // Both ids begin with the server's time. The compared digits change about once a minute.
    #expect(try subscribed.string("subscription_id").prefix(8) == household.id.prefix(8))
  }

  @Test func votesAreDeliveredAsTheyAreCast() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let voter = try server.wire(token: household.token)
    var listener = try Listener(server.wire(token: household.token))
    #expect(listener.start == (try head(server)))
    let round = try startVoting(voter)
    for turn in 0..<20 {
      let cast = try voter.result(
        "rounds.vote", round + #","tmdb_movie_id":1,"vote":"\#(turn % 2 == 0 ? "up" : "down")""#)
      try listener.listen(through: cast.integer("position"))
      let last = try #require(listener.events.last)
      #expect(try last.string("type") == "VoteCast")
      #expect(try last.integer("position") == cast.integer("position"))
    }
    let positions = try listener.events.map { try $0.integer("position") }
    #expect(positions == Array(listener.start + 1...(try head(server))))
  }

  @Test(arguments: StoreKind.allCases)
  func filteredSubscriptionMatchesFilteredRead(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold()
    let voter = try server.wire(token: household.token)
    let first = try startVoting(voter)
    try voter.result("rounds.vote", first + #","tmdb_movie_id":1,"vote":"up""#)
    try voter.result("rounds.discard", first)
    let second = try startVoting(voter)
    for filter in [#","types":["VoteCast","RoundExpired"]"#, ",\(first)", #",\#(second),"types":["VoteCast"]"#] {
      var listener = try Listener(server.wire(token: household.token), #""after":0"# + filter)
      try voter.result("rounds.vote", second + #","tmdb_movie_id":1,"vote":"up""#)
      try voter.result("rounds.vote", second + #","tmdb_movie_id":1,"vote":null"#)
      let owed = try readAllEvents(voter, filter)
      while listener.events.count < owed.count { try listener.listen() }
      #expect(listener.events.map(\.text) == owed && !owed.isEmpty, "\(filter)")
    }
  }

  @Test func filteredSubscriberLearnsItsPositionAndResumesFromIt() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let voter = try server.wire(token: household.token)
    let round = try startVoting(voter)
    let filter = #""types":["RoundExpired"]"#
    var listener = try Listener(server.wire(token: household.token), filter)
    for turn in 0..<Subscriptions.longestSilence {
      try voter.result("rounds.vote", round + #","tmdb_movie_id":1,"vote":"\#(turn % 2 == 0 ? "up" : "down")""#)
    }
    try listener.listen()
    #expect(listener.events.isEmpty)
    #expect(listener.positions == [try head(server)], "one notification, without events")

    // A client that resumes from this position gets no event twice.
    let discarded = try voter.result("rounds.discard", round).integer("position")
    var again = try Listener(server.wire(token: household.token), #"\#(filter),"after":\#(listener.positions[0])"#)
    try again.listen(through: discarded)
    try listener.listen(through: discarded)
    #expect(try again.events.map { try $0.string("type") } == ["RoundExpired"])
    #expect(listener.events.map(\.text) == again.events.map(\.text))
  }

  @Test func filteredSubscriptionHidesPreferencesOfOthers() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let creator = try server.wire(token: household.token)
    try creator.result("preferences.set", #""genre_likes":[16,35],"max_content_rating":"PG""#)
    let invite = try creator.result("invites.create").string("invite_token")
    let joined = try creator.result("invites.accept", #""invite_token":"\#(invite)","display_name":"Zoe""#)
    let filter = #""types":["PreferencesSet"],"after":0"#
    for (token, isTheirs) in [(household.token, true), (try joined.string("token"), false)] {
      var listener = try Listener(server.wire(token: token), filter)
      try listener.listen()
      #expect(try #require(listener.events.first)["data"]?.isNull == !isTheirs)
    }
    let refused = try creator.call("events.subscribe", #""types":["NoSuchEvent"]"#)
    #expect(refused.code == -32602 && refused.text.contains("types[0]"))
  }

  @Test func eventsOfOtherHouseholdsAreNotDelivered() throws {
    let server = try LocalServer()
    let ours = try server.createHousehold()
    let theirs = try server.createHousehold()
    var listener = try Listener(server.wire(token: ours.token))
    _ = try startVoting(server.wire(token: theirs.token))
    let voter = try server.wire(token: ours.token)
    _ = try startVoting(voter)
    try listener.listen(through: try head(server))
    for event in listener.events { #expect(!event.text.contains(theirs.id)) }
    #expect(try listener.events.first?.string("type") == "RoundDrafted")
  }

  @Test func subscribeAnswerPrecedesFirstNotification() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    for turn in 0..<30 {
      // In turn, the subscription is requested after slow requests and in a batch with slow requests.
      let read = #"{"jsonrpc":"2.0","id":1,"method":"events.read","params":{"limit":1000}}"#
      let subscribe = #"{"jsonrpc":"2.0","id":2,"method":"events.subscribe","params":{"after":0}}"#
      try wire.send(turn % 2 == 0 ? "\(read)\n\(read)\n\(subscribe)\n" : "[\(subscribe),\(read),\(read)]\n")
      var id: String?
      while true {
        let line = try wire.readAnswer().json
        if line["method"] != nil {
          #expect(try line.object("params").string("subscription_id") == id, "the notification came before the answer")
          break
        }
        let answers = line.kind == .array ? Array(line.elements) : [line]
        for answer in answers where answer["id"]?.integer == 2 {
          id = try answer.object("result").string("subscription_id")
        }
      }
      try wire.result("events.unsubscribe", #""subscription_id":"\#(id ?? "")""#)
    }
  }

  @Test func subscriptionOverTheLimitIsRefused() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    var ids: [String] = []
    for _ in 0..<Subscriptions.limit { ids.append(try wire.result("events.subscribe").string("subscription_id")) }
    #expect(Set(ids).count == Subscriptions.limit)
    let refused = try wire.call("events.subscribe")
    #expect(refused.code == 429)
    #expect(refused.reason == "too_many_subscriptions")
    #expect(try server.wire(token: household.token).call("events.subscribe").code == nil)
    for id in ids { #expect(try wire.call("events.unsubscribe", #""subscription_id":"\#(id)""#).code == nil) }
    #expect(try wire.call("events.unsubscribe", #""subscription_id":"\#(ids[0])""#).reason == "unknown_subscription")
    var listener = try Listener(wire)
    _ = try startVoting(server.wire(token: household.token))
    try listener.listen(through: try head(server))
    #expect(!listener.events.isEmpty, "only the open subscription is notified")
  }

  @Test func subscriptionOfAnotherConnectionCannotBeEnded() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    var listener = try Listener(server.wire(token: household.token))
    let other = try server.wire(token: household.token)
    let answer = try other.call("events.unsubscribe", #""subscription_id":"\#(listener.subscription)""#)
    #expect(answer.code == 404)
    _ = try startVoting(other)
    try listener.listen(through: try head(server))
  }

  @Test func administratorMustNameHouseholdToSubscribe() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let administrator = try server.administrator()
    #expect(try administrator.call("events.subscribe").code == -32602)
    let unknown = try administrator.call("events.subscribe", #""household_id":"\#(randomID())""#)
    #expect(unknown.reason == "unknown_household")
    var listener = try Listener(administrator, #""household_id":"\#(household.id)","after":0"#)
    try listener.listen(through: try head(server))
    #expect(try listener.events.map { try $0.string("type") }.first == "HouseholdFounded")
  }

  @Test func idleConnectionWithSubscriptionStaysOpen() throws {
    var limits = TransportLimits()
    limits.idle = .seconds(3)
    let server = try LocalServer(limits: limits)
    let household = try server.createHousehold()
    let listening = try server.wire(token: household.token)
    var listener = try Listener(listening)
    let done = try server.wire(token: household.token)
    let ended = try Listener(done)
    try done.result("events.unsubscribe", #""subscription_id":"\#(ended.subscription)""#)
    #expect(try done.isAtEnd(), "without a subscription the idle connection is closed")
    _ = try startVoting(server.wire(token: household.token))
    try listener.listen(through: try head(server))
  }

  @Test func slowSubscriberMissesNoEvent() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let voter = try server.wire(token: household.token)
    var listener = try Listener(server.wire(token: household.token))
    let round = try startVoting(voter)
    let votes = 4000
    for turn in 0..<votes {
      try voter.post("rounds.vote", round + #","tmdb_movie_id":1,"vote":"\#(turn % 2 == 0 ? "up" : "down")""#)
    }
    for _ in 0..<votes { #expect(try voter.readAnswer().code == nil) }
    let head = try head(server)
    try listener.listen(through: head)
    #expect(try listener.events.map { try $0.integer("position") } == Array(listener.start + 1...head))
  }
}
