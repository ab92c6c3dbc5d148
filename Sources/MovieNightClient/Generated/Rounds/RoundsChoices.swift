// Made by `make protocol` from the server's declarations: change those.

/// What ``Round/status`` says: how far it is.
public enum RoundStatus: OpenChoice {
  case draft
  case voting
  case selected
  case watched
  case rated
  case expired
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [RoundStatus] = [.draft, .voting, .selected, .watched, .rated, .expired]

  public init(rawValue: String) {
    switch rawValue {
    case "draft": self = .draft
    case "voting": self = .voting
    case "selected": self = .selected
    case "watched": self = .watched
    case "rated": self = .rated
    case "expired": self = .expired
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .draft: "draft"
    case .voting: "voting"
    case .selected: "selected"
    case .watched: "watched"
    case .rated: "rated"
    case .expired: "expired"
    case .other(let word): word
    }
  }
}

/// What ``Round/expiredReason`` says: why it expired; nil unless it did.
public enum ExpiryReason: OpenChoice {
  case discarded
  case timedOut
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [ExpiryReason] = [.discarded, .timedOut]

  public init(rawValue: String) {
    switch rawValue {
    case "discarded": self = .discarded
    case "timed_out": self = .timedOut
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .discarded: "discarded"
    case .timedOut: "timed_out"
    case .other(let word): word
    }
  }
}

/// What ``Round/attendeesMode`` says: `everyone` as long as newcomers take part too, else `fixed`; `unknown` in an
/// imported round whose records do not tell, with no `attendees`: show "All members".
public enum AttendeesMode: OpenChoice {
  case fixed
  case everyone
  case unknown
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [AttendeesMode] = [.fixed, .everyone, .unknown]

  public init(rawValue: String) {
    switch rawValue {
    case "fixed": self = .fixed
    case "everyone": self = .everyone
    case "unknown": self = .unknown
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .fixed: "fixed"
    case .everyone: "everyone"
    case .unknown: "unknown"
    case .other(let word): word
    }
  }
}

/// What ``Suggestion/source`` says: how it came into the round.
public enum SuggestionSource: OpenChoice {
  case member
  case watchlist
  case algorithm
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [SuggestionSource] = [.member, .watchlist, .algorithm]

  public init(rawValue: String) {
    switch rawValue {
    case "member": self = .member
    case "watchlist": self = .watchlist
    case "algorithm": self = .algorithm
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .member: "member"
    case .watchlist: "watchlist"
    case .algorithm: "algorithm"
    case .other(let word): word
    }
  }
}

/// What ``Voter/vote`` says: their last word.
public enum Vote: OpenChoice {
  case up
  case down
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [Vote] = [.up, .down]

  public init(rawValue: String) {
    switch rawValue {
    case "up": self = .up
    case "down": self = .down
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .other(let word): word
    }
  }
}

/// What ``StartedRound/relaxedConstraints`` says: with `suggest`, what was given up to find enough, in this order; else
/// empty, and also where the command is sent again.
public enum RelaxedConstraint: OpenChoice {
  case expandedGenres
  case loweredPopularityFloor
  case includedOlderMovies
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [RelaxedConstraint] = [.expandedGenres, .loweredPopularityFloor, .includedOlderMovies]

  public init(rawValue: String) {
    switch rawValue {
    case "expanded_genres": self = .expandedGenres
    case "lowered_popularity_floor": self = .loweredPopularityFloor
    case "included_older_movies": self = .includedOlderMovies
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .expandedGenres: "expanded_genres"
    case .loweredPopularityFloor: "lowered_popularity_floor"
    case .includedOlderMovies: "included_older_movies"
    case .other(let word): word
    }
  }
}

/// What `rating` of `rounds.rate` says: what the member thought of it.
public enum Rating: OpenChoice {
  case loved
  case liked
  case didNotLike
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [Rating] = [.loved, .liked, .didNotLike]

  public init(rawValue: String) {
    switch rawValue {
    case "loved": self = .loved
    case "liked": self = .liked
    case "did_not_like": self = .didNotLike
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .loved: "loved"
    case .liked: "liked"
    case .didNotLike: "did_not_like"
    case .other(let word): word
    }
  }
}
