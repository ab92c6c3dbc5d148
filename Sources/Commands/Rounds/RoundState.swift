import Domain
import EventStore
import MovieNightPrimitives

/// The state of a round, on which commands are decided.
public struct RoundState: Equatable, Sendable {
  public let id: RoundID
  /// The round's status; nil before it is drafted or imported.
  public private(set) var status: RoundStatus?
  /// The household of the round; nil while `status` is nil.
  public private(set) var household: HouseholdID?
  /// The member who started the round, even if a parent acted for them; nil while `status` is nil.
  public private(set) var startedBy: MemberID?
  public private(set) var attendees = Attendees.everyone
  /// The movies in the order of their positions.
  public private(set) var movies: [RoundMovie] = []
  /// The bytes that the movies hold beside their own size.
  private var movieBytes = 0
  /// The position of the next movie. Positions are not reused, so it never decreases.
  public private(set) var nextPosition = 1
  /// The ceiling that the creator has set; nil if the attendees' preferences determine it.
  public private(set) var ceilingOverride: ContentRating?
  /// The members who are done voting, in the order in which they finished.
  public private(set) var done: [MemberID] = []
  /// Whether voting was closed. A pick while voting is open ends it without setting this property.
  public private(set) var votingIsClosed = false
  public private(set) var pick: MovieID?
  /// The latest rating of each member who has rated.
  public private(set) var ratings: [MemberID: Rating] = [:]
  /// The time from which the deadline is counted; nil while `status` is nil.
  public private(set) var waitsSince: Timestamp?
  /// The revision of the last event; `noRevision` before the first.
  public private(set) var revision: Revision = noRevision

  /// A movie of the round, with its current votes.
  public struct RoundMovie: Equatable, Sendable {
    public let movie: Movie
    /// The position, which starts at 1 and is never reused in the round.
    public let position: Int
    public let source: SuggestionSource
    /// The member who proposed the movie during voting; nil if the movie was not proposed.
    public let proposedBy: MemberID?
    public internal(set) var votes: [MemberID: Vote] = [:]
  }

  public init(id: RoundID) { self.id = id }

  var room: Int { min(RoundLimits.movies - movies.count, RoundLimits.positions.upperBound - nextPosition + 1) }

  func movieIndex(_ id: MovieID) -> Int? { movies.firstIndex { $0.movie.tmdbMovieID == id } }

  func hasVotes(_ member: MemberID) -> Bool { movies.contains { $0.votes[member] != nil } }

  package var byteCount: Int {
    MemoryLayout<Self>.size + movies.allocatedBytes + movieBytes + done.allocatedBytes + ratings.allocatedBytes
      + movies.count * Self.votesBytes
  }

  /// An estimate of the bytes for a movie's votes if all members of a household vote.
  private static let votesBytes = 400

  func attendeeIDs(in household: HouseholdState) -> [MemberID] {
    attendees.ids(among: household.members.map(\.id))
  }
}

extension RoundState {
  /// Applies the next event, which happened at `time` in a round of `household`.
  public mutating func evolve(_ event: RoundEvent, at time: Timestamp, in household: HouseholdID) {
    revision += 1
    waitsSince = event.waitsSince(waitsSince, recordedAt: time)
    switch event {
    case .drafted(let event):
      status = .draft
      self.household = household
      startedBy = event.startedBy
      attendees = event.attendees
    case .movieSuggested(let event): add(event.movie, at: event.position, event.source, proposedBy: nil)
    case .movieProposed(let event): add(event.movie, at: event.position, .member, proposedBy: event.proposedBy)
    case .movieUnsuggested(let event): remove(event.tmdbMovieID)
    case .proposalWithdrawn(let event): remove(event.tmdbMovieID)
    case .attendeesSet(let event): set(event.attendees)
    case .attendeeDropped(let event): drop(event.memberID)
    case .ceilingOverridden(let event): ceilingOverride = event.maxContentRating
    case .votingOpened: status = .voting
    case .voteCast(let event):
      if let index = movieIndex(event.tmdbMovieID) { movies[index].votes[event.memberID] = event.vote }
    case .voteRetracted(let event):
      if let index = movieIndex(event.tmdbMovieID) { movies[index].votes[event.memberID] = nil }
      removeLapsedDone()
    case .votingDone(let event): done.append(event.memberID)
    case .votingClosed(let event):
      votingIsClosed = true
      attendees.fix(event.attendees)
    case .moviePicked(let event):
      status = .selected
      pick = event.tmdbMovieID
      attendees.fix(event.attendees)
    case .watched: status = .watched
    case .ratingGiven(let event): ratings[event.memberID] = event.rating
    case .rated: status = .rated
    case .expired(let event):
      status = .expired
      attendees.fix(event.attendees)
    case .imported(let event):
      self.household = household
      take(event)
    }
  }

  /// Whether deciders could have recorded `event` next, by the statuses that each command requires (`docs/rules.md`,
  /// "Rounds"). A round that violates this can be folded, but events of a later command may stop a projection.
  package func admits(_ event: RoundEvent) -> Bool {
    switch event {
    case .drafted, .imported: status == nil
    case .movieSuggested, .movieUnsuggested, .votingOpened: status == .draft
    case .attendeesSet, .attendeeDropped, .ceilingOverridden: status?.isActive == true
    case .movieProposed, .proposalWithdrawn, .voteCast, .voteRetracted, .votingDone, .votingClosed, .moviePicked:
      status == .voting
    case .watched: status == .selected
    case .ratingGiven: status == .selected || status == .watched
    case .rated: status == .watched
    case .expired: status?.isActive == true || status == .selected
    }
  }

  private mutating func take(_ imported: RoundImported) {
    status = imported.status
    startedBy = imported.startedBy
    attendees = imported.attendees
    for entry in imported.movies {
      add(entry.movie, at: entry.position, entry.source, proposedBy: entry.proposedBy)
      for cast in entry.votes { movies[movies.count - 1].votes[cast.memberID] = cast.vote }
    }
    votingIsClosed = imported.votingClosedAt != nil
    pick = imported.pick?.tmdbMovieID
    for given in imported.ratings { ratings[given.memberID] = given.rating }
  }

  private mutating func add(_ movie: Movie, at position: Int, _ source: SuggestionSource, proposedBy: MemberID?) {
    movies.append(RoundMovie(movie: movie, position: position, source: source, proposedBy: proposedBy))
    movieBytes += movie.heldBytes
    nextPosition = position + 1
  }

  private mutating func remove(_ id: MovieID) {
    if let index = movieIndex(id) { movieBytes -= movies.remove(at: index).movie.heldBytes }
    removeLapsedDone()
  }

  private mutating func set(_ attendees: Attendees) {
    self.attendees = attendees
    guard case .fixed(let ids) = attendees else { return }
    for index in movies.indices { movies[index].votes = movies[index].votes.filter { ids.contains($0.key) } }
    removeLapsedDone()
  }

  private mutating func drop(_ member: MemberID) {
    attendees.drop(member)
    for index in movies.indices { movies[index].votes[member] = nil }
    removeLapsedDone()
  }

  private mutating func removeLapsedDone() { done = done.stillDone(hasVote: hasVotes) }
}
