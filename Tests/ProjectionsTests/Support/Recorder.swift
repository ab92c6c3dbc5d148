import Domain
import EventStore
import MovieNightPrimitives

/// Makes recorded events. Positions, revisions and times follow from the order of the calls.
struct Recorder {
  private(set) var events: [RecordedEvent] = []
  private var revisions: [StreamID: Revision] = [:]
  var now = Timestamp(microseconds: 1_771_099_200_000_000)

  /// Records an event one second after the previous one.
  @discardableResult
  mutating func record(_ payload: some EventPayload, _ stream: StreamID, of household: HouseholdID) -> RecordedEvent {
    let kind = type(of: payload)
    return record(type: kind.type, version: kind.version, data: payload.data, stream, of: household)
  }

  @discardableResult
  mutating func record(type: String, version: Int = 1, data: [UInt8], _ stream: StreamID, of household: HouseholdID)
    -> RecordedEvent
  {
    let revision = (revisions[stream] ?? noRevision) + 1
    revisions[stream] = revision
    now = now.advanced(bySeconds: 1)
    let event = RecordedEvent(
      position: events.count + 1, stream: stream, owner: OwnerID(household), revision: revision, type: type,
      version: version, data: data, metadata: EventMetadata(), recordedAt: now)
    events.append(event)
    return event
  }

  mutating func record(_ payload: some EventPayload, round: RoundID, of household: HouseholdID) {
    record(payload, StreamID(category: "round", id: round), of: household)
  }

  mutating func record(_ payload: some EventPayload, household: HouseholdID) {
    record(payload, StreamID(category: "household", id: household), of: household)
  }

  mutating func record(_ payload: some EventPayload, library household: HouseholdID) {
    record(payload, StreamID(category: "library", id: household), of: household)
  }

  /// Records an event of the collection of a member of `Home`.
  mutating func record(_ payload: some CollectionPayload) {
    record(payload, StreamID(category: "collection", id: payload.memberID), of: Home.id)
  }
}

/// A small household with fixed ids.
enum Home {
  static let id = HouseholdID(high: 1, low: 1)
  static let tim = MemberID(high: 2, low: 1)
  static let sarah = MemberID(high: 2, low: 2)
  static let max = MemberID(high: 2, low: 3)
  static let round = RoundID(high: 3, low: 1)

  static func movie(_ id: MovieID, popularity: Double? = nil) -> Movie {
    Movie(
      tmdbMovieID: id, title: "Movie \(id)", year: 1990 + id % 200, posterPath: "/\(id).jpg", contentRating: "PG",
      genres: ["Drama", "Comédie"], genreIDs: [18, 35], runtime: 100 + id, popularity: popularity)
  }
}

extension Recorder {
  /// Records the founding of the household by Tim. Sarah joins, and Max joins as Tim's child.
  mutating func foundHome() {
    record(HouseholdFounded(createdBy: Home.tim), household: Home.id)
    record(MemberJoined(memberID: Home.tim, memberType: .independent, parentMemberID: nil), household: Home.id)
    record(MemberJoined(memberID: Home.sarah, memberType: .independent, parentMemberID: nil), household: Home.id)
    record(MemberJoined(memberID: Home.max, memberType: .managed, parentMemberID: Home.tim), household: Home.id)
  }

  /// Records a round of the home in voting, with movies 1 to `movies`.
  mutating func openRound(_ attendees: Attendees = .fixed([Home.tim, Home.sarah, Home.max]), movies: Int = 3) {
    inRound(RoundDrafted(startedBy: Home.tim, attendees: attendees))
    for id in 1...movies {
      inRound(MovieSuggested(movie: Home.movie(id), position: id, source: .member, suggestedBy: Home.tim))
    }
    inRound(VotingOpened(openedBy: Home.tim))
  }

  mutating func inRound(_ payload: some EventPayload) {
    record(payload, round: Home.round, of: Home.id)
  }

  mutating func vote(_ member: MemberID, _ movie: MovieID, _ vote: Vote) {
    inRound(VoteCast(memberID: member, tmdbMovieID: movie, vote: vote))
  }
}
