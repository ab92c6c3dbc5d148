import Console
import MovieNightPrimitives

/// A movie night as the list shows it.
struct SessionCard {
  let roundID: String
  var status: SessionStatus
  let createdAt: Timestamp
  let attendees: SessionAttendees
  let pickedTitle: String?
  let ratings: RatingsCount?

  init(_ json: JSONValue) throws(JSONError) {
    roundID = try json.string("round_id")
    status = try SessionStatus(json)
    createdAt = try json.timestamp("created_at")
    attendees = try SessionAttendees(json)
    pickedTitle = try json["pick"]?.optionalString("title").map(printable)
    ratings = try RatingsCount(json["ratings_summary"])
  }
}

/// Where a movie night stands.
struct SessionStatus: Equatable {
  let word: String
  let label: String

  init(_ json: JSONValue) throws(JSONError) {
    word = try json.string("status")
    let isClosed = word == "voting" && json["voting_closed_at"]?.isNull == false
    label = isClosed ? Self.votingClosed : printable(try json.string("status_label"))
  }

  private init(word: String, label: String) {
    self.word = word
    self.label = label
  }

  /// Where there is no label: `rated` is "Rated".
  init(word: String) {
    self.init(word: word, label: printable(word.prefix(1).uppercased() + word.dropFirst()))
  }

  /// Everybody has voted, or somebody has closed it, and no movie is picked yet.
  private static let votingClosed = "Voting closed"

  /// The same of a round whose voting is closed.
  var withVotingClosed: SessionStatus { SessionStatus(word: word, label: Self.votingClosed) }

  var style: Style {
    switch word {
    case "voting", "selected": .accent
    case "watched": .warning
    case "rated": .success
    default: .faint
    }
  }

  /// Ratings are told once the movie was watched.
  var showsRatings: Bool { word == "watched" || word == "rated" }
}

struct SessionAttendees {
  /// Nil when nobody wrote down who was there, as in old records.
  let names: [String]?

  init(_ json: JSONValue) throws(JSONError) {
    let isUnknown = try json.string("attendees_mode") == "unknown"
    var names: [String] = []
    for attendee in try json.array("attendees") { names.append(printable(try attendee.string("display_name"))) }
    self.names = isUnknown ? nil : names
  }

  /// `Tim, Sarah, Max + 2 more`.
  var summary: String {
    guard let names else { return "All members" }
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) + \(names.count - 3) more" : shown
  }
}

struct RatingsCount {
  let loved: Int
  let liked: Int
  let didNotLike: Int

  var total: Int { loved + liked + didNotLike }

  /// Nil where there is no summary.
  init?(_ json: JSONValue?) throws(JSONError) {
    guard let json, !json.isNull else { return nil }
    loved = try json.integer("loved")
    liked = try json.integer("liked")
    didNotLike = try json.integer("did_not_like")
  }
}

/// A movie night in full.
struct SessionDetails {
  let status: SessionStatus
  let createdAt: Timestamp
  let startedBy: String?
  let expiredReason: String?
  let attendees: SessionAttendees
  let pick: PickedMovie?
  let suggestions: [SuggestedMovie]

  init(_ json: JSONValue) throws(JSONError) {
    status = try SessionStatus(json)
    createdAt = try json.timestamp("created_at")
    startedBy = try json.optionalString("started_by_name").map(printable)
    expiredReason = try json.optionalString("expired_reason").map(printable)
    attendees = try SessionAttendees(json)
    pick = try PickedMovie(json["pick"])
    let picked = try json.optionalInteger("picked_movie_id")
    var suggestions: [SuggestedMovie] = []
    for suggestion in try json.array("suggestions") {
      suggestions.append(try SuggestedMovie(suggestion, picked: picked))
    }
    self.suggestions = suggestions
  }
}

struct PickedMovie {
  let title: String
  let year: Int?
  let contentRating: String?
  let pickedBy: String?

  init?(_ json: JSONValue?) throws(JSONError) {
    guard let json, !json.isNull else { return nil }
    title = printable(try json.string("title"))
    year = try json.optionalInteger("year")
    contentRating = try json.optionalString("content_rating").map(printable)
    pickedBy = try json.optionalString("picked_by_name").map(printable)
  }
}

struct SuggestedMovie {
  let title: String
  let year: Int?
  let contentRating: String?
  let source: String?
  let proposedBy: String?
  let isPicked: Bool
  let votesUp: Int
  let votesDown: Int
  let votersUp: [String]
  let votersDown: [String]

  init(_ json: JSONValue, picked: Int?) throws(JSONError) {
    title = printable(try json.string("title"))
    year = try json.optionalInteger("year")
    contentRating = try json.optionalString("content_rating").map(printable)
    source = try json.optionalString("source")
    proposedBy = try json.optionalString("proposed_by_name").map(printable)
    isPicked = try json.integer("tmdb_movie_id") == picked
    votesUp = try json.integer("votes_up")
    votesDown = try json.integer("votes_down")
    var up: [String] = []
    var down: [String] = []
    for voter in try json.array("voters") {
      let name = printable(try voter.string("display_name"))
      if try voter.string("vote") == "up" { up.append(name) } else { down.append(name) }
    }
    votersUp = up
    votersDown = down
  }
}

/// Who rated how.
struct SessionRatings {
  struct Entry {
    let memberID: String?
    let name: String
    /// Nil for who has not rated.
    let rating: String?
  }

  let entries: [Entry]
  let count: RatingsCount?
  let isClosed: Bool

  init(_ json: JSONValue) throws(JSONError) {
    var entries: [Entry] = []
    for entry in try json.array("ratings") {
      entries.append(
        Entry(
          memberID: try entry.optionalString("member_id"), name: printable(try entry.string("display_name")),
          rating: try entry.optionalString("rating")))
    }
    self.entries = entries
    count = try RatingsCount(json["summary"])
    isClosed = try json.bool("closed")
  }
}
