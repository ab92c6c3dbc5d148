import Domain
import EventStore
import MovieNightPrimitives

extension RoundDetails {
  /// Writes the members that change first, and the largest members last. If an old and a new document have equal ends,
  /// PostgreSQL logs only the rest.
  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("waits_since", moment: waitsSince)
    json.key("votes")
    json.array(suggestions) { $1.votes.write(to: &$0) }
    json.field("done_voting", doneVoting)
    json.field("ratings", ratings)
    json.field("status", status)
    json.field("started_by", startedBy)
    json.field("created_at", moment: createdAt)
    json.field("voting_started_at", moment: votingStartedAt)
    json.field("voting_closed_at", moment: votingClosedAt)
    json.field("watched_at", moment: watchedAt)
    json.field("rated_at", moment: ratedAt)
    json.field("expired_at", moment: expiredAt)
    json.field("expired_reason", expiredReason)
    json.field("attendees", attendees)
    json.field("ceiling_override", ceilingOverride)
    json.field("pick", pick)
    json.key("suggestions")
    json.array(suggestions) { $0.raw($1.json) }
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    id = RoundID(key.partition)
    householdID = HouseholdID(owner)
    revision = try json.revision("revision")
    waitsSince = try json.moment("waits_since")
    status = try json.value("status")
    startedBy = try json.identifier("started_by")
    createdAt = try json.moment("created_at")
    votingStartedAt = try json.optionalMoment("voting_started_at")
    votingClosedAt = try json.optionalMoment("voting_closed_at")
    watchedAt = try json.optionalMoment("watched_at")
    ratedAt = try json.optionalMoment("rated_at")
    expiredAt = try json.optionalMoment("expired_at")
    expiredReason = try json.value("expired_reason")
    attendees = try json.value("attendees")
    ceilingOverride = try json.value("ceiling_override")
    // The lists of votes are in the order of the movies.
    var votes = try json.array("votes").makeIterator()
    suggestions = []
    for element in try json.array("suggestions") {
      suggestions.append(try Suggestion(json: element, votes: votes.next()))
    }
    suggestionBytes = suggestions.reduce(0) { $0 + $1.heldBytes }
    guard votes.next() == nil else { throw JSONError(.wrongType(expected: "a list for each movie"), field: "votes") }
    doneVoting = try json.value("done_voting")
    pick = try json.value("pick")
    ratings = try json.value("ratings")
  }
}

extension RoundDetails.Suggestion {
  fileprivate init(json: JSONValue, votes list: JSONValue?) throws(JSONError) {
    guard let list else { throw JSONError(.wrongType(expected: "a list for each movie"), field: "votes") }
    let position = try json.integer("position")
    guard RoundLimits.positions.contains(position) else {
      throw JSONError(.wrongType(expected: "a position"), field: "position")
    }
    let votes: [RoundDetails.CastVote]
    do throws(JSONError) { votes = try .decode(list) } catch { throw error.within("votes") }
    self.init(
      movie: try Movie(json: json), position: position, source: try json.value("source"),
      proposedBy: try json.optional("proposed_by"), merit: try json.optional("merit"), votes: votes)
  }
}

extension RoundDetails.CastVote: FieldObject {
  public static let fields = Fields(
    Self.init(memberID:vote:votedAt:), Field("member_id", \.memberID), Field("vote", \.vote),
    Field("voted_at", time: \.votedAt))
}

extension RoundDetails.Pick: FieldObject {
  public static let fields = Fields(
    Self.init(tmdbMovieID:pickedBy:pickedAt:), Field("tmdb_movie_id", \.tmdbMovieID), Field("picked_by", \.pickedBy),
    Field("picked_at", time: \.pickedAt))
}
