import Console
import MovieNightPrimitives

/// What is going on in a household: the round that is open, and the nights that wait to be watched or rated.
struct Tonight {
  /// In draft or voting.
  let round: OpenRound?
  /// Selected and watched ones, newest first.
  let awaiting: [AwaitingNight]

  /// `json` as `rounds.active` gives it.
  init(_ json: JSONValue) throws(JSONError) {
    round = if let open = try json.optionalObject("round") { try OpenRound(open) } else { nil }
    var awaiting: [AwaitingNight] = []
    for night in try json.array("awaiting") { awaiting.append(try AwaitingNight(night)) }
    self.awaiting = awaiting
  }
}

/// A round that is not decided yet, with what one needs to know to act in it.
struct OpenRound {
  struct Person {
    let id: String
    let name: String
  }

  let id: String
  let status: SessionStatus
  let isVotingClosed: Bool
  let createdAt: Timestamp
  let dueAt: Timestamp?
  let startedBy: Person?
  let attendees: [Person]
  /// Ids of those who said that they are done.
  let done: [String]
  let movies: [BallotMovie]

  var isDraft: Bool { status.word == "draft" }
  var isVotingOpen: Bool { !isDraft && !isVotingClosed }

  /// `json` as `rounds.get` gives it.
  init(_ json: JSONValue) throws(JSONError) {
    id = try json.string("round_id")
    status = try SessionStatus(json)
    isVotingClosed = try json.optionalTimestamp("voting_closed_at") != nil
    createdAt = try json.timestamp("created_at")
    dueAt = try json.optionalTimestamp("due_at")
    let starter = try json.optionalString("started_by")
    let starterName = try json.optionalString("started_by_name") ?? ""
    startedBy = starter.map { Person(id: $0, name: printable(starterName)) }
    var attendees: [Person] = []
    for attendee in try json.array("attendees") {
      let name = printable(try attendee.string("display_name"))
      attendees.append(Person(id: try attendee.string("member_id"), name: name))
    }
    self.attendees = attendees
    done = try json.strings("done_voting")
    var movies: [BallotMovie] = []
    for movie in try json.array("suggestions") { movies.append(try BallotMovie(movie)) }
    self.movies = movies
  }

  func isAttendee(_ member: String) -> Bool { attendees.contains { $0.id == member } }
  func hasVoted(_ member: String) -> Bool { movies.contains { $0.votes[member] != nil } }
}

/// A movie that can be voted on.
struct BallotMovie: Equatable {
  /// Its number in the round, which it keeps.
  let number: Int
  let id: Int
  let title: String
  let year: Int?
  let contentRating: String?
  /// Whether the algorithm has found it, in the catalog.
  let isFound: Bool
  /// Why it was found; nil of what a member wanted.
  let reason: String?
  let votesUp: Int
  let votesDown: Int
  /// `up` or `down`, by the id of who voted so.
  let votes: [String: String]

  init(_ json: JSONValue) throws(JSONError) {
    number = try json.integer("position")
    id = try json.integer("tmdb_movie_id")
    title = printable(try json.string("title"))
    year = try json.optionalInteger("year")
    contentRating = try json.optionalString("content_rating").map(printable)
    isFound = try json.optionalString("source") == "algorithm"
    reason = try json.optionalString("reason").map(printable)
    votesUp = try json.integer("votes_up")
    votesDown = try json.integer("votes_down")
    var votes: [String: String] = [:]
    for voter in try json.array("voters") { votes[try voter.string("member_id")] = try voter.string("vote") }
    self.votes = votes
  }

  /// `Heat (1995)`.
  var name: String { title + (year.map { " (\($0))" } ?? "") }
}

/// A night whose movie was picked, and has yet to be watched or rated.
struct AwaitingNight: Equatable {
  let roundID: String
  let isWatched: Bool
  let title: String
  /// Ids of those who have not rated.
  let waitingFor: [String]

  /// `json` as one of `awaiting` of `rounds.active`.
  init(_ json: JSONValue) throws(JSONError) {
    roundID = try json.string("round_id")
    isWatched = try json.string("status") == "watched"
    title = printable(try json["pick"]?.optionalString("title") ?? "[no title]")
    waitingFor = try json.strings("waiting_for")
  }
}

/// Who acts: oneself, or a child that one acts for.
struct ActingMember: Equatable {
  let id: String
  let isCreator: Bool
  /// The child's name; nil where one acts for oneself.
  let childName: String?

  /// Who did it, at the beginning of a sentence.
  var subject: String { childName ?? "You" }
}
