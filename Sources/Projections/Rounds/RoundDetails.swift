import Domain
import EventStore
import MovieNightPrimitives

/// A round with its votes, for `rounds.get` and `rounds.results`.
public struct RoundDetails: Equatable, Sendable {
  public let id: RoundID
  public let householdID: HouseholdID
  public internal(set) var revision: Revision
  public internal(set) var status: RoundStatus
  public let startedBy: MemberID
  public let createdAt: Timestamp
  public internal(set) var votingStartedAt: Timestamp?
  /// The time at which voting was closed explicitly; nil if the pick ended it.
  public internal(set) var votingClosedAt: Timestamp?
  public internal(set) var watchedAt: Timestamp?
  public internal(set) var ratedAt: Timestamp?
  public internal(set) var expiredAt: Timestamp?
  /// The reason; nil unless the round expired.
  public internal(set) var expiredReason: ExpiryReason?
  /// `fixed` once voting was closed, a movie was picked, or the round expired.
  public internal(set) var attendees: Attendees
  /// The creator's override; nil if the attendees' preferences decide.
  public internal(set) var ceilingOverride: ContentRating?
  /// The movies by position.
  public internal(set) var suggestions: [Suggestion]
  /// The size of the suggestions beside their own.
  var suggestionBytes: Int
  /// The members who are done, in that order.
  public internal(set) var doneVoting: [MemberID]
  public internal(set) var pick: Pick?
  /// The ratings, in the order in which members first rated.
  public internal(set) var ratings: [GivenRating]
  /// The time from which the deadline counts.
  public internal(set) var waitsSince: Timestamp

  /// A movie of the round.
  public struct Suggestion: Equatable, Sendable {
    public let movie: Movie
    /// The position from 1, never reused in this round.
    public let position: Int
    public let source: SuggestionSource
    /// The proposer; nil if the movie was in the draft.
    public let proposedBy: MemberID?
    /// The reason for a movie that the algorithm suggested.
    public let merit: SuggestionMerit?
    /// The votes in the order in which they were cast; a changed vote keeps its place.
    public internal(set) var votes: [CastVote]
    /// The movie without its votes, as JSON. The row is written with every vote, and this part never changes.
    let json: [UInt8]
    /// The members of the movie within `json`.
    private let movieMembers: Range<Int>

    /// The approximate size beside the value's own, with the votes of a whole household.
    var heldBytes: Int { movie.heldBytes + json.bytesOfElements + Self.votesBytes }
    private static let votesBytes = 300

    init(
      movie: Movie, position: Int, source: SuggestionSource, proposedBy: MemberID? = nil,
      merit: SuggestionMerit? = nil, votes: [CastVote]
    ) {
      self.movie = movie
      self.position = position
      self.source = source
      self.proposedBy = proposedBy
      self.merit = merit
      self.votes = votes
      var json = JSONWriter(reserving: 512)
      var end = 0
      json.object { json in
        movie.writeMembers(to: &json)
        end = json.bytes.count
        json.field("position", position)
        json.field("source", source.rawValue)
        json.field("proposed_by", proposedBy)
        json.key("merit")
        merit.write(to: &json)
      }
      self.json = json.bytes.compacted
      movieMembers = 1..<end
    }

    /// Writes the members of the movie, as `Movie.writeMembers` does.
    public func writeMovie(to json: inout JSONWriter) { json.raw(self.json[movieMembers]) }

    public var votesUp: Int { votes.count { $0.vote == .up } }
    public var votesDown: Int { votes.count { $0.vote == .down } }
    public var netScore: Int { votesUp - votesDown }
  }

  /// A member's current vote on a movie.
  public struct CastVote: Equatable, Sendable {
    public let memberID: MemberID
    public internal(set) var vote: Vote
    /// The time of the last change.
    public internal(set) var votedAt: Timestamp
  }

  /// The movie that the round chose. It stays, however the round ends.
  public struct Pick: Equatable, Sendable {
    public let tmdbMovieID: MovieID
    public let pickedBy: MemberID
    public let pickedAt: Timestamp
  }

  public var selectedAt: Timestamp? { pick?.pickedAt }

  public func suggestion(of movie: MovieID) -> Suggestion? {
    suggestions.first { $0.movie.tmdbMovieID == movie }
  }

  /// Returns a member's vote on a movie, if there is one.
  public func vote(of member: MemberID, on movie: MovieID) -> CastVote? {
    // By index: every vote's answer needs this, and copying a suggestion would copy its movie.
    let index = suggestions.firstIndex { $0.movie.tmdbMovieID == movie }
    return index.flatMap { index in suggestions[index].votes.first { $0.memberID == member } }
  }

  /// The summary; nil unless the round was watched.
  public var ratingsSummary: RatingsSummary? { RatingsSummary(of: ratings, status: status) }

  /// Returns the members in the list of ratings; those who rated, if it is unknown who took part.
  public func raters(among members: [MemberID]) -> [MemberID] {
    attendees == .unknown ? ratings.map(\.memberID) : attendees.resolved(among: members)
  }

  /// Returns a member's rating, if there is one.
  public func rating(of member: MemberID) -> GivenRating? {
    ratings.first { $0.memberID == member }
  }
}

extension RoundDetails: StreamProjection {
  public typealias DomainEvent = RoundEvent

  public static let name = "rounds"
  public static let version = 5

  public var key: RowKey { RowKey(id) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var heldBytes: Int {
    suggestions.allocatedBytes + suggestionBytes + attendees.heldBytes + doneVoting.allocatedBytes
      + ratings.allocatedBytes
  }

  // Every event, because `revision` is the stream's.
  public static func reads(_ domainEvent: RoundEvent) -> Bool { true }

  public init(first domainEvent: RoundEvent, _ envelope: EventEnvelope) throws(FoldError) {
    id = RoundID(envelope.stream.id)
    householdID = HouseholdID(envelope.owner)
    revision = envelope.revision
    waitsSince = domainEvent.waitsSince(nil, recordedAt: envelope.recordedAt)
    doneVoting = []
    switch domainEvent {
    case .drafted(let drafted):
      status = .draft
      startedBy = drafted.startedBy
      createdAt = envelope.recordedAt
      attendees = drafted.attendees
      suggestions = []
      suggestionBytes = 0
      ratings = []
    case .imported(let imported):
      status = imported.status
      startedBy = imported.startedBy
      createdAt = imported.createdAt
      votingStartedAt = imported.votingStartedAt
      votingClosedAt = imported.votingClosedAt
      watchedAt = imported.watchedAt
      ratedAt = imported.ratedAt
      expiredAt = imported.status == .expired ? imported.expiredAt ?? envelope.recordedAt : nil
      expiredReason = imported.expiredReason
      attendees = imported.attendees
      suggestions = imported.movies.map(Suggestion.init)
      suggestionBytes = suggestions.reduce(0) { $0 + $1.heldBytes }
      pick = imported.pick.map {
        Pick(tmdbMovieID: $0.tmdbMovieID, pickedBy: $0.pickedBy, pickedAt: $0.pickedAt)
      }
      ratings = [GivenRating](imported)
    default: throw .outOfPlace
    }
  }

  public mutating func fold(_ domainEvent: RoundEvent, _ envelope: EventEnvelope) throws(FoldError) {
    try change(by: domainEvent, at: envelope.recordedAt)
    waitsSince = domainEvent.waitsSince(waitsSince, recordedAt: envelope.recordedAt)
    revision = envelope.revision
  }

  private mutating func change(by domainEvent: RoundEvent, at time: Timestamp) throws(FoldError) {
    switch domainEvent {
    case .drafted, .imported: throw .outOfPlace
    case .movieSuggested(let suggested):
      enter(suggested.movie, suggested.position, suggested.source, merit: suggested.merit)
    case .movieProposed(let proposed): enter(proposed.movie, proposed.position, .member, by: proposed.proposedBy)
    case .movieUnsuggested(let unsuggested): try remove(unsuggested.tmdbMovieID)
    case .proposalWithdrawn(let withdrawn): try remove(withdrawn.tmdbMovieID)
    case .attendeesSet(let set): admit(set.attendees)
    case .attendeeDropped(let dropped): drop(dropped.memberID)
    case .ceilingOverridden(let overridden): ceilingOverride = overridden.maxContentRating
    case .votingOpened:
      status = .voting
      votingStartedAt = time
    case .voteCast(let cast): try castVote(cast, at: time)
    case .voteRetracted(let retracted): try retractVote(retracted)
    case .votingDone(let done): if !doneVoting.contains(done.memberID) { doneVoting.append(done.memberID) }
    case .votingClosed(let closed):
      votingClosedAt = time
      attendees.fix(closed.attendees)
    case .moviePicked(let picked): try choose(picked, at: time)
    case .watched(let watched):
      status = .watched
      watchedAt = watched.dueAt ?? time
    case .ratingGiven(let given): ratings.give(given, at: time)
    case .rated(let rated):
      status = .rated
      ratedAt = rated.dueAt ?? time
    case .expired(let expired):
      status = .expired
      expiredAt = expired.dueAt ?? time
      expiredReason = expired.reason
      attendees.fix(expired.attendees)
    }
  }

  private mutating func enter(
    _ movie: Movie, _ position: Int, _ source: SuggestionSource, by proposer: MemberID? = nil,
    merit: SuggestionMerit? = nil
  ) {
    let suggestion = Suggestion(
      movie: movie, position: position, source: source, proposedBy: proposer, merit: merit, votes: [])
    suggestionBytes += suggestion.heldBytes
    suggestions.append(suggestion)
  }

  private mutating func remove(_ movie: MovieID) throws(FoldError) {
    suggestionBytes -= suggestions.remove(at: try index(of: movie)).heldBytes
    lapseDoneVoting()
  }

  private mutating func admit(_ attendees: Attendees) {
    self.attendees = attendees
    guard case .fixed(let ids) = attendees else { return }
    for index in suggestions.indices { suggestions[index].votes.removeAll { !ids.contains($0.memberID) } }
    lapseDoneVoting()
  }

  private mutating func drop(_ member: MemberID) {
    attendees.drop(member)
    for index in suggestions.indices { suggestions[index].votes.removeAll { $0.memberID == member } }
    lapseDoneVoting()
  }

  private mutating func castVote(_ cast: VoteCast, at time: Timestamp) throws(FoldError) {
    let index = try index(of: cast.tmdbMovieID)
    if let earlier = suggestions[index].votes.firstIndex(where: { $0.memberID == cast.memberID }) {
      suggestions[index].votes[earlier].vote = cast.vote
      suggestions[index].votes[earlier].votedAt = time
    } else {
      suggestions[index].votes.append(CastVote(memberID: cast.memberID, vote: cast.vote, votedAt: time))
    }
  }

  private mutating func retractVote(_ retracted: VoteRetracted) throws(FoldError) {
    suggestions[try index(of: retracted.tmdbMovieID)].votes.removeAll { $0.memberID == retracted.memberID }
    lapseDoneVoting()
  }

  private mutating func lapseDoneVoting() {
    if doneVoting.isEmpty { return }
    doneVoting = doneVoting.stillDone { member in
      suggestions.contains { $0.votes.contains { $0.memberID == member } }
    }
  }

  private mutating func choose(_ picked: MoviePicked, at time: Timestamp) throws(FoldError) {
    _ = try index(of: picked.tmdbMovieID)
    status = .selected
    pick = Pick(tmdbMovieID: picked.tmdbMovieID, pickedBy: picked.pickedBy, pickedAt: time)
    attendees.fix(picked.attendees)
  }

  private func index(of movie: MovieID) throws(FoldError) -> Int {
    guard let index = suggestions.firstIndex(where: { $0.movie.tmdbMovieID == movie }) else {
      throw .unknownMovie(movie)
    }
    return index
  }
}

extension RoundDetails.Suggestion {
  fileprivate init(_ imported: RoundImported.ImportedMovie) {
    self.init(
      movie: imported.movie, position: imported.position, source: imported.source, proposedBy: imported.proposedBy,
      votes: imported.votes.map {
        RoundDetails.CastVote(memberID: $0.memberID, vote: $0.vote, votedAt: $0.votedAt)
      })
  }
}
