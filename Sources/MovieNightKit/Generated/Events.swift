// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `events.…`.
  public var events: EventsArea { EventsArea(scope: scope) }
}

/// The methods `events.…`.
public struct EventsArea: Sendable {
  let scope: ClientScope

  /// Reads the household's events in their order: an audit, and a feed to poll.
  ///
  /// Sends `events.read`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``,
  /// ``RefusalReason/aheadOfHistory``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - after: A position: only events behind it; from the first event where it is nil. Must be a whole number from 0
  ///     on.
  ///   - limit: How many come at most; 100 where it is nil. Must be a whole number from 1 to 1000.
  ///   - stream: Only events of this stream, as events name it; of all streams where it is nil.
  ///   - round: Only events of this round; of all rounds, and of the household, where it is nil.
  ///   - types: Only events of these types (`docs/events.md`); of all where it is nil. Must be a list of words of
  ///     EventType, at most 100.
  ///   - until: A position or a time: the last that counts; up to now where it is nil.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Some events.
  public func read(
    after: EventPosition? = nil, limit: Int? = nil, stream: String? = nil, round: RoundID? = nil,
    types: [EventType]? = nil, until: Moment? = nil, household: HouseholdID? = nil
  ) async throws -> EventPage {
    try await scope.send(
      EventsRequests.read(
        after: after, limit: limit, stream: stream, round: round, types: types, until: until, household: household))
  }
}

/// The requests of the methods `events.…`. An outbox keeps commands without secrets only.
public enum EventsRequests {
  /// The request `events.read`: reads the household's events in their order: an audit, and a feed to poll.
  public static func read(
    after: EventPosition? = nil, limit: Int? = nil, stream: String? = nil, round: RoundID? = nil,
    types: [EventType]? = nil, until: Moment? = nil, household: HouseholdID? = nil
  ) -> TypedRequest<EventPage> {
    TypedRequest("events.read") { json in
      json.fieldIfPresent("after", after)
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("stream", stream)
      json.fieldIfPresent("round_id", round)
      json.fieldIfPresent("types", types)
      json.fieldIfPresent("until", until)
      json.fieldIfPresent("household_id", household)
    }
  }
}

/// Some events.
public struct EventPage: Hashable, Codable, Sendable {
  /// In their order; also none.
  public var events: [Event]
  /// To be sent as `after` for the next page; the same as was sent at the end.
  public var nextAfter: EventPosition

  private enum CodingKeys: String, CodingKey {
    case events, nextAfter = "next_after"
  }
}

/// What happened.
public struct Event: Identifiable, Hashable, Codable, Sendable {
  /// Its place among all events, from 1 on.
  public var position: EventPosition
  /// What it belongs to, and the id of that: `round-`, `household-` or `library-` and a UUID.
  public var stream: String
  /// Its place in its stream, from 0 on.
  public var revision: Revision
  /// What happened: `VoteCast`.
  public var type: String
  /// The version of its `data`.
  public var version: Int
  /// When it was recorded.
  public var recordedAt: Timestamp
  /// What it says, by its type (`x-events` of `rpc.discover`); nil where it is not yours to read.
  public var data: JSONObject?
  /// Who did it.
  public var metadata: EventMetadata

  public var id: EventPosition { position }

  private enum CodingKeys: String, CodingKey {
    case position, stream, revision, type, version, recordedAt = "recorded_at", data, metadata
  }
}

/// Who did it.
public struct EventMetadata: Hashable, Codable, Sendable {
  /// Who sent the command; nil for the clock and the administrator.
  public var actor: MemberID?
  /// For which managed member they sent it; nil where for themself.
  public var actingAs: MemberID?
  /// The command's; shown to its own sender only, else nil.
  public var commandID: CommandID?

  private enum CodingKeys: String, CodingKey {
    case actor, actingAs = "acting_as", commandID = "command_id"
  }
}

/// What a connection is told from now on.
public struct EventSubscription: Hashable, Codable, Sendable {
  /// To end it by.
  public var subscriptionID: SubscriptionID
  /// The position that it begins behind.
  public var position: EventPosition

  private enum CodingKeys: String, CodingKey {
    case subscriptionID = "subscription_id", position
  }
}

/// How far the store goes.
public struct ImportedEvents: Hashable, Codable, Sendable {
  /// Of the last event.
  public var position: EventPosition
}

/// Events of a subscription.
public struct EventsAppended: Hashable, Codable, Sendable {
  /// Which subscription.
  public var subscriptionID: SubscriptionID
  /// As `events.read` has them; none only where a filter has let none through.
  public var events: [Event]
  /// Everything was sent up to there: send it as `after` to go on.
  public var position: EventPosition

  private enum CodingKeys: String, CodingKey {
    case subscriptionID = "subscription_id", events, position
  }
}

/// The end of a subscription.
public struct EventsClosed: Hashable, Codable, Sendable {
  /// Which subscription.
  public var subscriptionID: SubscriptionID
  /// Everything was sent up to there.
  public var position: EventPosition
  /// Why it ends.
  public var reason: SubscriptionEnd

  private enum CodingKeys: String, CodingKey {
    case subscriptionID = "subscription_id", position, reason
  }
}

/// What `types` of `events.read` says: only events of these types (`docs/events.md`); of all where it is nil.
public struct EventType: OpenEnum {
  public static let householdFounded = Self(rawValue: "HouseholdFounded")
  public static let householdRenamed = Self(rawValue: "HouseholdRenamed")
  public static let streamingServicesSet = Self(rawValue: "StreamingServicesSet")
  public static let householdSettingsSet = Self(rawValue: "HouseholdSettingsSet")
  public static let householdClosed = Self(rawValue: "HouseholdClosed")
  public static let memberJoined = Self(rawValue: "MemberJoined")
  public static let memberProfileChanged = Self(rawValue: "MemberProfileChanged")
  public static let memberLeft = Self(rawValue: "MemberLeft")
  public static let creatorChanged = Self(rawValue: "CreatorChanged")
  public static let parentChanged = Self(rawValue: "ParentChanged")
  public static let memberErased = Self(rawValue: "MemberErased")
  public static let preferencesSet = Self(rawValue: "PreferencesSet")
  public static let inviteCreated = Self(rawValue: "InviteCreated")
  public static let inviteRevoked = Self(rawValue: "InviteRevoked")
  public static let tokenIssued = Self(rawValue: "TokenIssued")
  public static let tokenRevoked = Self(rawValue: "TokenRevoked")
  public static let activeRoundStarted = Self(rawValue: "ActiveRoundStarted")
  public static let activeRoundEnded = Self(rawValue: "ActiveRoundEnded")
  public static let roundFinished = Self(rawValue: "RoundFinished")
  public static let roundDrafted = Self(rawValue: "RoundDrafted")
  public static let movieSuggested = Self(rawValue: "MovieSuggested")
  public static let movieUnsuggested = Self(rawValue: "MovieUnsuggested")
  public static let attendeesSet = Self(rawValue: "AttendeesSet")
  public static let attendeeDropped = Self(rawValue: "AttendeeDropped")
  public static let ceilingOverridden = Self(rawValue: "CeilingOverridden")
  public static let votingOpened = Self(rawValue: "VotingOpened")
  public static let movieProposed = Self(rawValue: "MovieProposed")
  public static let proposalWithdrawn = Self(rawValue: "ProposalWithdrawn")
  public static let voteCast = Self(rawValue: "VoteCast")
  public static let voteRetracted = Self(rawValue: "VoteRetracted")
  public static let votingDone = Self(rawValue: "VotingDone")
  public static let votingClosed = Self(rawValue: "VotingClosed")
  public static let moviePicked = Self(rawValue: "MoviePicked")
  public static let roundWatched = Self(rawValue: "RoundWatched")
  public static let ratingGiven = Self(rawValue: "RatingGiven")
  public static let roundRated = Self(rawValue: "RoundRated")
  public static let roundExpired = Self(rawValue: "RoundExpired")
  public static let roundImported = Self(rawValue: "RoundImported")
  public static let movieWatched = Self(rawValue: "MovieWatched")
  public static let movieAddedToWatchlist = Self(rawValue: "MovieAddedToWatchlist")
  public static let movieRemovedFromWatchlist = Self(rawValue: "MovieRemovedFromWatchlist")
  public static let movieMarkedWatched = Self(rawValue: "MovieMarkedWatched")
  public static let movieUnmarkedWatched = Self(rawValue: "MovieUnmarkedWatched")

  public static let allCases: [Self] = [
    .householdFounded, .householdRenamed, .streamingServicesSet, .householdSettingsSet, .householdClosed, .memberJoined,
    .memberProfileChanged, .memberLeft, .creatorChanged, .parentChanged, .memberErased, .preferencesSet, .inviteCreated,
    .inviteRevoked, .tokenIssued, .tokenRevoked, .activeRoundStarted, .activeRoundEnded, .roundFinished, .roundDrafted,
    .movieSuggested, .movieUnsuggested, .attendeesSet, .attendeeDropped, .ceilingOverridden, .votingOpened,
    .movieProposed, .proposalWithdrawn, .voteCast, .voteRetracted, .votingDone, .votingClosed, .moviePicked,
    .roundWatched, .ratingGiven, .roundRated, .roundExpired, .roundImported, .movieWatched, .movieAddedToWatchlist,
    .movieRemovedFromWatchlist, .movieMarkedWatched, .movieUnmarkedWatched,
  ]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``EventsClosed/reason`` says: why it ends.
public struct SubscriptionEnd: OpenEnum {
  public static let stopping = Self(rawValue: "stopping")
  public static let accessEnded = Self(rawValue: "access_ended")
  public static let identityChanged = Self(rawValue: "identity_changed")

  public static let allCases: [Self] = [.stopping, .accessEnded, .identityChanged]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
