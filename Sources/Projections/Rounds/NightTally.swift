import Domain
import EventStore
import MovieNightPrimitives

/// A round's proposals, pick and ratings, which count in the statistics once its movie was watched. Ends if the round
/// expires.
public struct NightTally: Equatable, Sendable {
  public let roundID: RoundID
  public let householdID: HouseholdID
  /// The time at which the movie was watched; nil before.
  public private(set) var watchedAt: Timestamp?
  /// The movies that members proposed during voting, without withdrawn ones.
  public private(set) var proposals: [Proposal]
  public private(set) var pick: MovieID?
  /// The ratings, in the order in which members first rated.
  public private(set) var ratings: [GivenRating]

  public struct Proposal: Equatable, Sendable {
    public let tmdbMovieID: MovieID
    public let memberID: MemberID
  }

  private init(_ key: RowKey) {
    roundID = RoundID(key.item)
    householdID = HouseholdID(key.partition)
    proposals = []
    ratings = []
  }

  private init(_ key: RowKey, _ imported: RoundImported) {
    self.init(key)
    let isWatched = imported.status == .watched || imported.status == .rated
    watchedAt = isWatched ? imported.watchedAt ?? imported.createdAt : nil
    proposals = imported.movies.compactMap { entry in
      entry.proposedBy.map { Proposal(tmdbMovieID: entry.movie.tmdbMovieID, memberID: $0) }
    }
    pick = imported.pick?.tmdbMovieID
    ratings = [GivenRating](imported)
  }
}

extension NightTally: Projection {
  public static let name = "nights"
  public static let version = 1
  public static let isListed = true
  public static let movesInList = true

  public static func onlyRow(of stream: StreamID, _ owner: OwnerID) -> RowKey? { key(of: stream, owner) }

  private static func key(of stream: StreamID, _ owner: OwnerID) -> RowKey {
    RowKey(partition: PartitionKey(owner), item: ItemID(stream.id))
  }

  public var key: RowKey { RowKey(partition: PartitionKey(householdID), item: ItemID(roundID)) }
  public var owner: OwnerID { OwnerID(householdID) }
  /// Orders nights by the time of watching. Rounds whose movie was not watched yet come first.
  public var sortKey: SortKey? { SortKey(order: watchedAt?.microseconds ?? .max, tie: roundID) }
  public var heldBytes: Int { proposals.allocatedBytes + ratings.allocatedBytes }

  public static func rows(touchedBy domainEvent: RoundEvent, _ envelope: EventEnvelope) -> TouchedRows {
    let key = key(of: envelope.stream, envelope.owner)
    return switch domainEvent {
    case .drafted: .one(.made(key))
    case .imported(let imported): imported.status == .expired ? .none : .one(.made(key))
    case .movieProposed, .proposalWithdrawn, .moviePicked, .watched, .ratingGiven: .one(.changed(key))
    case .expired: .one(.ended(key))
    case .movieSuggested, .movieUnsuggested, .attendeesSet, .attendeeDropped, .ceilingOverridden, .votingOpened,
      .voteCast, .voteRetracted, .votingDone, .votingClosed, .rated:
      .none
    }
  }

  public static func fold(
    _ row: inout NightTally?, _ key: RowKey, _ domainEvent: RoundEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    switch domainEvent {
    case .drafted: row = NightTally(key)
    case .imported(let imported): row = NightTally(key, imported)
    case .movieProposed(let event):
      row?.proposals.append(Proposal(tmdbMovieID: event.movie.tmdbMovieID, memberID: event.proposedBy))
    case .proposalWithdrawn(let event): row?.proposals.removeAll { $0.tmdbMovieID == event.tmdbMovieID }
    case .moviePicked(let event): row?.pick = event.tmdbMovieID
    case .watched(let event): row?.watchedAt = event.dueAt ?? envelope.recordedAt
    case .ratingGiven(let event): row?.ratings.setRating(event, at: envelope.recordedAt)
    case .movieSuggested, .movieUnsuggested, .attendeesSet, .attendeeDropped, .ceilingOverridden, .votingOpened,
      .voteCast, .voteRetracted, .votingDone, .votingClosed, .rated, .expired:
      break
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("watched_at", moment: watchedAt)
    json.field("proposals", proposals)
    json.field("pick", pick)
    json.field("ratings", ratings)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(key)
    watchedAt = try json.optionalMoment("watched_at")
    proposals = try json.value("proposals")
    pick = try json.optional("pick")
    ratings = try json.value("ratings")
  }
}

extension NightTally.Proposal: FieldObject {
  public static let fields = Fields(
    Self.init(tmdbMovieID:memberID:), Field("tmdb_movie_id", \.tmdbMovieID), Field("member_id", \.memberID))
}

// MARK: - Counting

/// The numbers of a member's proposals, of those that became the pick, and of the ratings that the member gave.
public struct MemberTally: Equatable, Sendable {
  public fileprivate(set) var proposed = 0
  public fileprivate(set) var picked = 0
  public fileprivate(set) var loved = 0
  public fileprivate(set) var liked = 0
  public fileprivate(set) var didNotLike = 0

  public init() {}
}

extension [MemberID: MemberTally] {
  /// Counts the proposals and ratings of all members in `nights`.
  public init(_ nights: [NightTally]) {
    self = [:]
    for night in nights {
      for proposal in night.proposals {
        self[proposal.memberID, default: MemberTally()].proposed += 1
        if proposal.tmdbMovieID == night.pick { self[proposal.memberID, default: MemberTally()].picked += 1 }
      }
      for given in night.ratings {
        switch given.rating {
        case .loved: self[given.memberID, default: MemberTally()].loved += 1
        case .liked: self[given.memberID, default: MemberTally()].liked += 1
        case .didNotLike: self[given.memberID, default: MemberTally()].didNotLike += 1
        }
      }
    }
  }
}
