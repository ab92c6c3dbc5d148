import Foundation
import MovieNightFoundation
import MovieNightKit
import Testing

@testable import movienight_web

/// The client library over HTTP, with the gateway and a real movienight server.
@Suite struct HTTPTransportTests {
  @Test func typedCallsWorkAsOnASocket() async throws {
    try await withGateway { gateway, _ in
      let client = try client(gateway)
      let info = try await client.server.info()
      #expect(info.name == "movienight")
      let household = try await client.households.get()
      #expect(household.members.map(\.displayName) == ["Ann"])
      let issued = try await client.tokens.issue(label: "Phone")
      let position = issued.position
      #expect(position > 0)
      client.close()
    }
  }

  @Test func callsInFlightAreAnsweredInOneOrderAndManyAtOnce() async throws {
    try await withGateway { gateway, _ in
      let client = try client(gateway)
      let requests = (0..<250).map { number in
        Request("members.add_managed") { $0.field("display_name", "Child \(number)") }
      }
      // A household has at most 8 members, so the first ones are added, in their order.
      let outcomes = try await client.pipeline(requests)
      #expect(outcomes.count == 250)
      let household = try await client.households.get()
      #expect(household.members.map(\.displayName) == ["Ann"] + (0..<7).map { "Child \($0)" })
      client.close()
    }
  }

  @Test func refusalsHaveTheirReason() async throws {
    try await withGateway { gateway, _ in
      let client = try client(gateway)
      let error = await #expect(throws: ClientError.self) { try await client.rounds.get(RoundID(high: 1, low: 2)) }
      #expect(error?.reason == .unknownRound)
      let wrong = try MovieNightClient(over: url(gateway))
      let refused = await #expect(throws: ClientError.self) { try await wrong.authenticate("mn_wrong") }
      #expect(refused?.refusal?.code == 401)
      let identity = try await wrong.authenticate(gateway.token)
      #expect(identity.displayName == "Ann")
      client.close()
      wrong.close()
    }
  }

  @Test func feedHasEarlierAndNewEventsAndCanBeFiltered() async throws {
    try await withGateway { gateway, _ in
      let client = try client(gateway)
      let feed = client.events(after: 1)
      let position = try await feed.begin()
      #expect(position == 1)
      let earlier = try await next(2, of: feed)
      #expect(earlier.map(\.position) == [2, 3])
      let filtered = client.events(types: [.tokenIssued])
      try await filtered.begin()
      try await client.members.addManaged(displayName: "Ben", avatarKey: "avatar_cat")
      try await client.tokens.issue(label: "Phone")
      let new = try await next(2, of: feed)
      #expect(new.map(\.type) == ["MemberJoined", "TokenIssued"])
      let only = try await next(1, of: filtered)
      #expect(only.map(\.type) == ["TokenIssued"])
      feed.close()
      client.close()
    }
  }

  @Test func feedBeyondTheLastEventIsRefused() async throws {
    try await withGateway { gateway, _ in
      let client = try client(gateway)
      let feed = client.events(after: 999)
      let error = await #expect(throws: ClientError.self) { try await feed.begin() }
      #expect(error?.reason == .aheadOfHistory)
      client.close()
    }
  }

  @Test func feedEndsWhenTheTokenIsRevoked() async throws {
    try await withGateway { gateway, _ in
      let client = try client(gateway)
      let issued = try await client.tokens.issue(label: "Phone")
      let phone = try MovieNightClient(over: url(gateway), as: .token(try #require(issued.token)))
      let feed = phone.events()
      try await feed.begin()
      try await client.tokens.revoke(issued.tokenID)
      let error = await #expect(throws: ClientError.self) {
        for try await _ in feed {}
      }
      #expect(error?.refusal?.code == 401)
      phone.close()
      client.close()
    }
  }

  @Test func callsAndFeedsContinueAfterARestartOfTheServer() async throws {
    try await withGateway { gateway, server in
      let client = try client(gateway)
      let feed = client.events()
      try await feed.begin()
      await server.kill()
      async let added = client.members.addManaged(displayName: "Ben")
      try await server.startAgain()
      _ = try await added
      let events = try await next(1, of: feed)
      #expect(events.map(\.type) == ["MemberJoined"])
      let household = try await client.households.get()
      #expect(household.members.map(\.displayName) == ["Ann", "Ben"])
      client.close()
    }
  }

  @Test func unreachableSiteAndOtherServersAreReported() async throws {
    let closed = try MovieNightClient(
      over: #require(URL(string: "http://127.0.0.1:1")), options: .init(reconnectTimeout: .milliseconds(100)))
    let error = await #expect(throws: ClientError.self) { try await closed.server.ping() }
    guard case .unreachable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try await withSite { running in
      // The page's own 404 is HTML.
      let url = try #require(URL(string: "http://127.0.0.1:\(running.port)/elsewhere"))
      let other = try MovieNightClient(over: url, options: .init(reconnectTimeout: .seconds(5)))
      let error = await #expect(throws: ClientError.self) { try await other.server.ping() }
      #expect(error?.description.contains("404") == true, "\(String(describing: error))")
    }
  }

  private func url(_ gateway: GatewayClient) throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(gateway.port)"))
  }

  private func client(_ gateway: GatewayClient) throws -> MovieNightClient {
    try MovieNightClient(over: url(gateway), as: .token(gateway.token))
  }

  private func next(_ count: Int, of feed: EventFeed) async throws -> [Event] {
    var events: [Event] = []
    var iterator = feed.makeAsyncIterator()
    while events.count < count, let event = try await iterator.next() { events.append(event) }
    return events
  }
}
