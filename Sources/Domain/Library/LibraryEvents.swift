import Primitives

/// What a household has seen and means to see, in the stream `library-<household id>`.
public indirect enum LibraryEvent: Equatable, Sendable {
  case movieWatched(MovieWatched)

  public var payload: any EventPayload {
    switch self {
    case .movieWatched(let payload): payload
    }
  }

  static let payloads: [any EventPayload.Type] = [MovieWatched.self]

  init?(type: String, json: JSONValue) throws(JSONError) {
    switch type {
    case MovieWatched.type: self = .movieWatched(try MovieWatched(json: json))
    default: return nil
    }
  }
}

/// A movie is on the watched list, through the round that picked it.
public struct MovieWatched: EventPayload {
  public static let type = "MovieWatched"
  public var movie: Movie
  public var roundID: RoundID
  /// When it was due, where the clock made the round watched; it is the event's time.
  public var dueAt: Timestamp?

  public init(movie: Movie, roundID: RoundID, dueAt: Timestamp? = nil) {
    self.movie = movie
    self.roundID = roundID
    self.dueAt = dueAt
  }

  public init(json: JSONValue) throws(JSONError) {
    movie = try Movie(json: json.object("movie"))
    roundID = try json.identifier("round_id")
    dueAt = try json.optionalTimestamp("due_at")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.key("movie")
    json.object { movie.writeMembers(to: &$0) }
    json.field("round_id", roundID)
    json.field("due_at", dueAt, .microseconds)
  }
}
