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
  /// The time at which voting was closed; nil before, or if the pick ended it.
  public internal(set) var votingClosedAt: Timestamp?
  public internal(set) var watchedAt: Timestamp?
  public internal(set) var ratedAt: Timestamp?
  public internal(set) var expiredAt: Timestamp?
  /// The reason why the round expired; nil unless it did.
  public internal(set) var expiredReason: ExpiryReason?
  /// The attendees, which are `fixed` once voting was closed, a movie was picked, or the round expired.
  public internal(set) var attendees: Attendees
  /// The ceiling that the creator has set; nil if the attendees' preferences determine it.
  public internal(set) var ceilingOverride: ContentRating?
  /// The movies in the order of their positions.
  public internal(set) var suggestions: [Suggestion]
  /// The number of bytes that the suggestions hold beside their own size.
  var suggestionBytes: Int
  /// The members who are done voting, in the order in which they finished.
  public internal(set) var doneVoting: [MemberID]
  public internal(set) var pick: Pick?
  /// The ratings, in the order in which members first rated.
  public internal(set) var ratings: [GivenRating]
  /// The time from which the deadline is counted.
  public internal(set) var waitsSince: Timestamp

  /// A movie of the round.
  public struct Suggestion: Equatable, Sendable {
    public let movie: Movie
    /// The position, which starts at 1 and is never reused in the round.
    public let position: Int
    public let source: SuggestionSource
    /// The member who proposed the movie; nil if the movie was in the draft.
    public let proposedBy: MemberID?
    /// The merit of a movie that the algorithm suggested; nil for all other movies.
    public let merit: SuggestionMerit?
    /// The votes in the order in which they were cast; a changed vote keeps its place.
    public internal(set) var votes: [CastVote]
    /// The movie without its votes, as JSON. It never changes, and is kept because the row is written after every vote.
    let json: [UInt8]
    /// The range of the movie's own members within `json`.
    private let movieMembers: Range<Int>

    /// The approximate number of bytes that the value holds beside its own size, if all members of a household vote.
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
    /// The time at which the vote was cast or last changed.
    public internal(set) var votedAt: Timestamp
  }

  /// The picked movie. It remains, no matter how the round ends.
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
    // Finds the index first, because copying a suggestion would copy its movie. Every vote's answer needs this.
    let index = suggestions.firstIndex { $0.movie.tmdbMovieID == movie }
    return index.flatMap { index in suggestions[index].votes.first { $0.memberID == member } }
  }

  /// The number of each rating; nil unless the round was watched.
  public var ratingsSummary: RatingsSummary? { RatingsSummary(of: ratings, status: status) }

  /// Returns the members in the list of ratings: the attendees, or those who have rated if the attendees are unknown.
  public func raters(among members: [MemberID]) -> [MemberID] {
    attendees == .unknown ? ratings.map(\.memberID) : attendees.knownIDs(among: members)
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

  // Every event changes the row, because `revision` is that of the stream.
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
      addSuggestion(suggested.movie, suggested.position, suggested.source, merit: suggested.merit)
    case .movieProposed(let proposed):
      addSuggestion(proposed.movie, proposed.position, .member, by: proposed.proposedBy)
    case .movieUnsuggested(let unsuggested): try remove(unsuggested.tmdbMovieID)
    case .proposalWithdrawn(let withdrawn): try remove(withdrawn.tmdbMovieID)
    case .attendeesSet(let set): setAttendees(set.attendees)
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
    case .moviePicked(let picked): try setPick(picked, at: time)
    case .watched(let watched):
      status = .watched
      watchedAt = watched.dueAt ?? time
    case .ratingGiven(let given): ratings.setRating(given, at: time)
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

  private mutating func addSuggestion(
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
    removeLapsedDone()
  }

  private mutating func setAttendees(_ attendees: Attendees) {
    self.attendees = attendees
    guard case .fixed(let ids) = attendees else { return }
    for index in suggestions.indices { suggestions[index].votes.removeAll { !ids.contains($0.memberID) } }
    removeLapsedDone()
  }

  private mutating func drop(_ member: MemberID) {
    attendees.drop(member)
    for index in suggestions.indices { suggestions[index].votes.removeAll { $0.memberID == member } }
    removeLapsedDone()
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
    removeLapsedDone()
  }

  private mutating func removeLapsedDone() {
    if doneVoting.isEmpty { return }
    doneVoting = doneVoting.stillDone { member in
      suggestions.contains { $0.votes.contains { $0.memberID == member } }
    }
  }

  private mutating func setPick(_ picked: MoviePicked, at time: Timestamp) throws(FoldError) {
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
