// Made by `make protocol` from the server's declarations: change those.

/// What `types` of `events.read` says: only events of these types (`docs/events.md`); of all where it is nil.
public enum EventType: OpenChoice {
  case householdFounded
  case householdRenamed
  case streamingServicesSet
  case householdSettingsSet
  case householdClosed
  case memberJoined
  case memberProfileChanged
  case memberLeft
  case creatorChanged
  case parentChanged
  case memberErased
  case preferencesSet
  case inviteCreated
  case inviteRevoked
  case tokenIssued
  case tokenRevoked
  case activeRoundStarted
  case activeRoundEnded
  case roundFinished
  case roundDrafted
  case movieSuggested
  case movieUnsuggested
  case attendeesSet
  case attendeeDropped
  case ceilingOverridden
  case votingOpened
  case movieProposed
  case proposalWithdrawn
  case voteCast
  case voteRetracted
  case votingDone
  case votingClosed
  case moviePicked
  case roundWatched
  case ratingGiven
  case roundRated
  case roundExpired
  case roundImported
  case movieWatched
  case movieAddedToWatchlist
  case movieRemovedFromWatchlist
  case movieMarkedWatched
  case movieUnmarkedWatched
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [EventType] = [
    .householdFounded, .householdRenamed, .streamingServicesSet, .householdSettingsSet, .householdClosed, .memberJoined,
    .memberProfileChanged, .memberLeft, .creatorChanged, .parentChanged, .memberErased, .preferencesSet, .inviteCreated,
    .inviteRevoked, .tokenIssued, .tokenRevoked, .activeRoundStarted, .activeRoundEnded, .roundFinished, .roundDrafted,
    .movieSuggested, .movieUnsuggested, .attendeesSet, .attendeeDropped, .ceilingOverridden, .votingOpened,
    .movieProposed, .proposalWithdrawn, .voteCast, .voteRetracted, .votingDone, .votingClosed, .moviePicked,
    .roundWatched, .ratingGiven, .roundRated, .roundExpired, .roundImported, .movieWatched, .movieAddedToWatchlist,
    .movieRemovedFromWatchlist, .movieMarkedWatched, .movieUnmarkedWatched,
  ]

  public init(rawValue: String) {
    switch rawValue {
    case "HouseholdFounded": self = .householdFounded
    case "HouseholdRenamed": self = .householdRenamed
    case "StreamingServicesSet": self = .streamingServicesSet
    case "HouseholdSettingsSet": self = .householdSettingsSet
    case "HouseholdClosed": self = .householdClosed
    case "MemberJoined": self = .memberJoined
    case "MemberProfileChanged": self = .memberProfileChanged
    case "MemberLeft": self = .memberLeft
    case "CreatorChanged": self = .creatorChanged
    case "ParentChanged": self = .parentChanged
    case "MemberErased": self = .memberErased
    case "PreferencesSet": self = .preferencesSet
    case "InviteCreated": self = .inviteCreated
    case "InviteRevoked": self = .inviteRevoked
    case "TokenIssued": self = .tokenIssued
    case "TokenRevoked": self = .tokenRevoked
    case "ActiveRoundStarted": self = .activeRoundStarted
    case "ActiveRoundEnded": self = .activeRoundEnded
    case "RoundFinished": self = .roundFinished
    case "RoundDrafted": self = .roundDrafted
    case "MovieSuggested": self = .movieSuggested
    case "MovieUnsuggested": self = .movieUnsuggested
    case "AttendeesSet": self = .attendeesSet
    case "AttendeeDropped": self = .attendeeDropped
    case "CeilingOverridden": self = .ceilingOverridden
    case "VotingOpened": self = .votingOpened
    case "MovieProposed": self = .movieProposed
    case "ProposalWithdrawn": self = .proposalWithdrawn
    case "VoteCast": self = .voteCast
    case "VoteRetracted": self = .voteRetracted
    case "VotingDone": self = .votingDone
    case "VotingClosed": self = .votingClosed
    case "MoviePicked": self = .moviePicked
    case "RoundWatched": self = .roundWatched
    case "RatingGiven": self = .ratingGiven
    case "RoundRated": self = .roundRated
    case "RoundExpired": self = .roundExpired
    case "RoundImported": self = .roundImported
    case "MovieWatched": self = .movieWatched
    case "MovieAddedToWatchlist": self = .movieAddedToWatchlist
    case "MovieRemovedFromWatchlist": self = .movieRemovedFromWatchlist
    case "MovieMarkedWatched": self = .movieMarkedWatched
    case "MovieUnmarkedWatched": self = .movieUnmarkedWatched
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .householdFounded: "HouseholdFounded"
    case .householdRenamed: "HouseholdRenamed"
    case .streamingServicesSet: "StreamingServicesSet"
    case .householdSettingsSet: "HouseholdSettingsSet"
    case .householdClosed: "HouseholdClosed"
    case .memberJoined: "MemberJoined"
    case .memberProfileChanged: "MemberProfileChanged"
    case .memberLeft: "MemberLeft"
    case .creatorChanged: "CreatorChanged"
    case .parentChanged: "ParentChanged"
    case .memberErased: "MemberErased"
    case .preferencesSet: "PreferencesSet"
    case .inviteCreated: "InviteCreated"
    case .inviteRevoked: "InviteRevoked"
    case .tokenIssued: "TokenIssued"
    case .tokenRevoked: "TokenRevoked"
    case .activeRoundStarted: "ActiveRoundStarted"
    case .activeRoundEnded: "ActiveRoundEnded"
    case .roundFinished: "RoundFinished"
    case .roundDrafted: "RoundDrafted"
    case .movieSuggested: "MovieSuggested"
    case .movieUnsuggested: "MovieUnsuggested"
    case .attendeesSet: "AttendeesSet"
    case .attendeeDropped: "AttendeeDropped"
    case .ceilingOverridden: "CeilingOverridden"
    case .votingOpened: "VotingOpened"
    case .movieProposed: "MovieProposed"
    case .proposalWithdrawn: "ProposalWithdrawn"
    case .voteCast: "VoteCast"
    case .voteRetracted: "VoteRetracted"
    case .votingDone: "VotingDone"
    case .votingClosed: "VotingClosed"
    case .moviePicked: "MoviePicked"
    case .roundWatched: "RoundWatched"
    case .ratingGiven: "RatingGiven"
    case .roundRated: "RoundRated"
    case .roundExpired: "RoundExpired"
    case .roundImported: "RoundImported"
    case .movieWatched: "MovieWatched"
    case .movieAddedToWatchlist: "MovieAddedToWatchlist"
    case .movieRemovedFromWatchlist: "MovieRemovedFromWatchlist"
    case .movieMarkedWatched: "MovieMarkedWatched"
    case .movieUnmarkedWatched: "MovieUnmarkedWatched"
    case .other(let word): word
    }
  }
}

/// What ``EventsClosed/reason`` says: why it ends.
public enum SubscriptionEnd: OpenChoice {
  case stopping
  case accessEnded
  case identityChanged
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [SubscriptionEnd] = [.stopping, .accessEnded, .identityChanged]

  public init(rawValue: String) {
    switch rawValue {
    case "stopping": self = .stopping
    case "access_ended": self = .accessEnded
    case "identity_changed": self = .identityChanged
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .stopping: "stopping"
    case .accessEnded: "access_ended"
    case .identityChanged: "identity_changed"
    case .other(let word): word
    }
  }
}

/// What ``MemberLeft/reason`` says: `left`, `removed` or `erased`.
public enum DepartureReason: OpenChoice {
  case left
  case removed
  case erased
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [DepartureReason] = [.left, .removed, .erased]

  public init(rawValue: String) {
    switch rawValue {
    case "left": self = .left
    case "removed": self = .removed
    case "erased": self = .erased
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .left: "left"
    case .removed: "removed"
    case .erased: "erased"
    case .other(let word): word
    }
  }
}

/// What ``RoundRated/reason`` says: `all_rated`, `closed` or `timed_out`.
public enum RatedReason: OpenChoice {
  case allRated
  case closed
  case timedOut
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [RatedReason] = [.allRated, .closed, .timedOut]

  public init(rawValue: String) {
    switch rawValue {
    case "all_rated": self = .allRated
    case "closed": self = .closed
    case "timed_out": self = .timedOut
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .allRated: "all_rated"
    case .closed: "closed"
    case .timedOut: "timed_out"
    case .other(let word): word
    }
  }
}
