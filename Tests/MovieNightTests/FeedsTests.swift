import FakeServer
import MovieNightPrimitives
import Testing

@testable import MovieNightKit

/// The event feeds of a client, tested by their inputs and steps, without the machine that performs these.
@Suite struct FeedsTests {
  private let lost = ClientError.unreachable(address: .standard, reason: "lost")
  private let ann: ConnectionIdentity
  private let ben: ConnectionIdentity

  init() throws {
    ann = ConnectionIdentity(try JSONDocument(#"{"member_id":"ann","household_id":"h"}"#).root)
    ben = ConnectionIdentity(try JSONDocument(#"{"member_id":"ben","household_id":"h"}"#).root)
  }

  private func open(_ id: FeedID, in feeds: inout Feeds, owner: ConnectionIdentity? = nil) -> [String] {
    feeds.open(id, Request("events.subscribe"), after: 0, owner: owner).map(\.name)
  }

  private func subscribe(_ id: FeedID, as subscription: String = "s", in feeds: inout Feeds) throws -> [String] {
    let answer = try JSONDocument(#"{"subscription_id":"\#(subscription)","position":0}"#).root
    return feeds.handleSubscription(of: id, .success(answer), .zero).map(\.name)
  }

  /// Returns feeds of which feed 1 has the subscription `s`.
  private func subscribedFeeds(_ options: MovieNightClient.Options = .init()) throws -> Feeds {
    var feeds = Feeds(options: options)
    #expect(open(1, in: &feeds) == ["subscribe 1"])
    #expect(try subscribe(1, in: &feeds) == ["schedule 30"])
    return feeds
  }

  private func append(_ positions: ClosedRange<Int>, to feeds: inout Feeds) throws -> [String] {
    let line = FakeEvents.appended("s", Array(positions))
    let notification = try #require(try JSONDocument(line).root["params"])
    return feeds.append(notification, to: try #require(feeds.recipient(of: notification))).map(\.name)
  }

  @Test func readerGetsEventsInOrder() throws {
    var feeds = try subscribedFeeds()
    #expect(try append(1...3, to: &feeds) == [])
    #expect(feeds.read(.init(id: 2, kind: .oneEvent), of: 1, .zero).map(\.name) == ["deliver 2 1"])
    #expect(feeds[1]?.position == 1)
    #expect(feeds.read(.init(id: 3, kind: .allEvents), of: 1, .zero).map(\.name) == ["deliver 3 2"])
    #expect(feeds.read(.init(id: 4, kind: .oneEvent), of: 1, .zero).map(\.name) == [])
    #expect(try append(4...4, to: &feeds) == ["deliver 4 1"])
  }

  @Test func fullFeedUnsubscribesAndSubscribesAgainOnceRead() throws {
    var feeds = try subscribedFeeds(.init(maximumBufferedEvents: 2))
    #expect(try append(1...2, to: &feeds) == ["unsubscribe s"])
    #expect(!feeds.wantEvents && !feeds.haveSubscription)
    #expect(feeds.read(.init(id: 2, kind: .oneEvent), of: 1, .zero).map(\.name) == ["deliver 2 1", "subscribe 1"])
    #expect(feeds.wantEvents)
  }

  @Test func lostConnectionIsSubscribedAgain() throws {
    var feeds = try subscribedFeeds()
    #expect(feeds.handleLoss(lost, .seconds(1)).map(\.name) == ["schedule 31"])
    #expect(feeds.wantEvents && !feeds.haveSubscription)
    #expect(feeds.subscribeAll().map(\.name) == ["subscribe 1"])
    #expect(feeds.subscribeAll().map(\.name) == [], "the request is on its way")
  }

  @Test func permanentErrorEndsSubscribedFeed() throws {
    var feeds = try subscribedFeeds()
    _ = feeds.read(.init(id: 2, kind: .oneEvent), of: 1, .zero)
    #expect(
      feeds.handleLoss(.protocolViolation("x"), .zero).map(\.name) == ["drop subscribing 1", "deliver 2 violation"])
    #expect(feeds[1]?.isEnded == true)
  }

  @Test func answerToEndedFeedIsUnsubscribed() throws {
    var feeds = Feeds(options: .init())
    _ = open(1, in: &feeds)
    #expect(feeds.close(1).map(\.name) == ["drop subscribing 1"])
    #expect(feeds.isEmpty)
    #expect(try subscribe(1, in: &feeds) == ["unsubscribe s"])
  }

  @Test func closedFeedUnsubscribesAndEndsItsReads() throws {
    var feeds = try subscribedFeeds()
    _ = feeds.read(.init(id: 2, kind: .oneEvent), of: 1, .zero)
    #expect(feeds.close(1).map(\.name) == ["unsubscribe s", "drop subscribing 1", "deliver 2 0"])
    #expect(feeds.read(.init(id: 3, kind: .oneEvent), of: 1, .zero).map(\.name) == ["deliver 3 0"])
  }

  @Test func feedOpenedAfterClientWasClosedEndsAtOnce() throws {
    var feeds = try subscribedFeeds()
    #expect(feeds.closeAll().map(\.name) == ["drop subscribing 1"])
    #expect(open(2, in: &feeds) == ["drop subscribing 2"])
    #expect(!feeds.wantEvents)
  }

  @Test func feedOfAnotherMemberEndsWhenIdentityChanges() {
    var feeds = Feeds(options: .init())
    _ = open(1, in: &feeds, owner: ben)
    _ = open(2, in: &feeds)
    #expect(feeds.adopt(ann).map(\.name) == ["drop subscribing 1"])
    #expect(feeds[1]?.isEnded == true && feeds[2]?.owner == ann)
    #expect(feeds.adopt(ben).map(\.name) == ["drop subscribing 2"], "it was Ann's since her authentication")
  }

  @Test func readEndsAtItsDeadline() throws {
    var feeds = try subscribedFeeds()
    let read = Feed.Read(id: 2, kind: .allEvents, deadline: .seconds(5))
    #expect(feeds.read(read, of: 1, .zero).map(\.name) == ["schedule 5"])
    #expect(feeds.handleDeadlines(.seconds(4)).map(\.name) == ["schedule 5"])
    #expect(feeds.handleDeadlines(.seconds(5)).map(\.name) == ["deliver 2 0"])
    #expect(feeds.cancelRead(2, of: 1).map(\.name) == [])
  }

  @Test func stoppingServerIsReportedAndSubscribedAgain() throws {
    var feeds = try subscribedFeeds()
    let notification = try #require(try JSONDocument(FakeEvents.closed("s", "stopping")).root["params"])
    let steps = feeds.handleClosing(of: 1, notification, stopping: lost, .zero)
    #expect(steps.map(\.name) == ["schedule 30", "subscribe 1"])
    #expect(feeds.recipient(of: notification) == nil)
  }
}

extension Feeds.Step {
  /// A short text for comparing steps.
  fileprivate var name: String {
    switch self {
    case .subscribe(let feed, _): "subscribe \(feed)"
    case .dropSubscribing(let feed): "drop subscribing \(feed)"
    case .unsubscribe(let subscription): "unsubscribe \(subscription)"
    case .deliver(let id, let outcome): Action.deliver(id, outcome).name
    case .schedule(let time): "schedule \(time.components.seconds)"
    }
  }
}
