import Domain
import EventStore
import MovieNightPrimitives

/// A round in the format of `sessions.list`.
public struct SessionSummary: Equatable, Sendable {
  public let id: RoundID
  public let householdID: HouseholdID
  public internal(set) var status: RoundStatus
  /// The reason why the round expired; nil unless it did.
  public internal(set) var expiredReason: ExpiryReason?
  public let createdAt: Timestamp
  public internal(set) var attendees: Attendees
  public internal(set) var pick: SessionMovie?
  /// The movies in the order of their positions. They remain after the round, so a movie's rounds can be found.
  public internal(set) var movieIDs: [MovieID]
  /// The movies that can still be picked; empty after the pick or the end of the round.
  public internal(set) var candidates: [SessionMovie]
  /// The ratings, in the order in which members first rated.
  public internal(set) var ratings: [GivenRating]

  /// The part of a movie that a list shows.
  public struct SessionMovie: Equatable, Sendable {
    public let tmdbMovieID: MovieID
    public let title: String
    public let posterPath: String?

    fileprivate var heldBytes: Int { title.heldBytes + (posterPath?.heldBytes ?? 0) }
  }

  /// The number of each rating; nil unless the round was watched.
  public var ratingsSummary: RatingsSummary? { RatingsSummary(of: ratings, status: status) }

}

extension SessionSummary: StreamProjection {
  public typealias DomainEvent = RoundEvent

  public static let name = "sessions"
  public static let version = 4
  public static let isListed = true

  /// Returns a key in the household's partition, where its rounds are listed.
  public static func key(of stream: StreamID, _ owner: OwnerID) -> RowKey {
    RowKey(partition: PartitionKey(owner), item: ItemID(stream.id))
  }

  public var key: RowKey { RowKey(partition: PartitionKey(householdID), item: ItemID(id)) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var sortKey: SortKey? { SortKey(order: createdAt.microseconds, tie: id) }
  public var heldBytes: Int {
    candidates.reduce(candidates.allocatedBytes) { $0 + $1.heldBytes } + (pick?.heldBytes ?? 0)
      + movieIDs.allocatedBytes + attendees.heldBytes + ratings.allocatedBytes
  }

  public static func reads(_ domainEvent: RoundEvent) -> Bool {
    switch domainEvent {
    case .voteCast, .voteRetracted, .votingDone, .ceilingOverridden: false
    default: true
    }
  }

  public init(first domainEvent: RoundEvent, _ envelope: EventEnvelope) throws(FoldError) {
    id = RoundID(envelope.stream.id)
    householdID = HouseholdID(envelope.owner)
    candidates = []
    movieIDs = []
    switch domainEvent {
    case .drafted(let drafted):
      status = .draft
      createdAt = envelope.recordedAt
      attendees = drafted.attendees
      ratings = []
    case .imported(let imported):
      let movies = imported.movies.map { SessionMovie($0.movie) }
      movieIDs = movies.map(\.tmdbMovieID)
      status = imported.status
      expiredReason = imported.expiredReason
      createdAt = imported.createdAt
      attendees = imported.attendees
      pick = movies.first { $0.tmdbMovieID == imported.pick?.tmdbMovieID }
      if imported.status.isActive { candidates = movies }
      ratings = [GivenRating](imported)
    default: throw .outOfPlace
    }
  }

  public mutating func fold(_ domainEvent: RoundEvent, _ envelope: EventEnvelope) throws(FoldError) {
    switch domainEvent {
    case .drafted, .imported: throw .outOfPlace
    case .movieSuggested(let suggested): add(suggested.movie)
    case .movieProposed(let proposed): add(proposed.movie)
    case .movieUnsuggested(let unsuggested): try remove(unsuggested.tmdbMovieID)
    case .proposalWithdrawn(let withdrawn): try remove(withdrawn.tmdbMovieID)
    case .attendeesSet(let set): attendees = set.attendees
    case .attendeeDropped(let dropped): attendees.drop(dropped.memberID)
    case .votingOpened: status = .voting
    case .votingClosed(let closed): attendees.fix(closed.attendees)
    case .moviePicked(let picked):
      pick = candidates[try index(of: picked.tmdbMovieID)]
      candidates = []
      status = .selected
      attendees.fix(picked.attendees)
    case .watched: status = .watched
    case .ratingGiven(let given): ratings.setRating(given, at: envelope.recordedAt)
    case .rated: status = .rated
    case .expired(let expired):
      candidates = []
      status = .expired
      expiredReason = expired.reason
      attendees.fix(expired.attendees)
    case .voteCast, .voteRetracted, .votingDone, .ceilingOverridden: break
    }
  }

  private mutating func add(_ movie: Movie) {
    candidates.append(SessionMovie(movie))
    movieIDs.append(movie.tmdbMovieID)
  }

  private mutating func remove(_ movie: MovieID) throws(FoldError) {
    candidates.remove(at: try index(of: movie))
    movieIDs.removeAll { $0 == movie }
  }

  private func index(of movie: MovieID) throws(FoldError) -> Int {
    guard let index = candidates.firstIndex(where: { $0.tmdbMovieID == movie }) else { throw .unknownMovie(movie) }
    return index
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("status", status)
    json.field("expired_reason", expiredReason)
    json.field("created_at", moment: createdAt)
    json.field("attendees", attendees)
    json.field("pick", pick)
    json.field("movie_ids", movieIDs)
    json.field("candidates", candidates)
    json.field("ratings", ratings)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    id = RoundID(key.item)
    householdID = HouseholdID(owner)
    status = try json.value("status")
    expiredReason = try json.value("expired_reason")
    createdAt = try json.moment("created_at")
    attendees = try json.value("attendees")
    pick = try json.value("pick")
    movieIDs = try json.value("movie_ids")
    candidates = try json.value("candidates")
    ratings = try json.value("ratings")
  }
}

extension SessionSummary.SessionMovie: FieldObject {
  public static let fields = Fields(
    Self.init(tmdbMovieID:title:posterPath:), Field("tmdb_movie_id", \.tmdbMovieID), Field("title", \.title),
    Field("poster_path", \.posterPath))

  public init(_ movie: Movie) {
    self.init(tmdbMovieID: movie.tmdbMovieID, title: movie.title, posterPath: movie.posterPath)
  }
}
