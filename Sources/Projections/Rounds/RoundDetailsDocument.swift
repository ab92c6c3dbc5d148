import Domain
import EventStore
import Primitives

extension RoundDetails {
  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("status", status.rawValue)
    json.field("started_by", startedBy)
    json.field("created_at", moment: createdAt)
    json.field("voting_started_at", moment: votingStartedAt)
    json.field("voting_closed_at", moment: votingClosedAt)
    json.field("watched_at", moment: watchedAt)
    json.field("rated_at", moment: ratedAt)
    json.field("expired_at", moment: expiredAt)
    json.field("expired_reason", expiredReason?.rawValue)
    json.field("attendees", attendees)
    json.field("ceiling_override", ceilingOverride?.rawValue)
    json.key("suggestions")
    json.array(suggestions) { json, suggestion in json.object { suggestion.writeMembers(to: &$0) } }
    json.field("done_voting", doneVoting)
    json.key("pick")
    if let pick { json.object { pick.writeMembers(to: &$0) } } else { json.null() }
    json.field("ratings", ratings)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    id = RoundID(key)
    householdID = HouseholdID(owner)
    revision = try json.integer("revision")
    status = try json.choice("status")
    startedBy = try json.identifier("started_by")
    createdAt = try json.moment("created_at")
    votingStartedAt = try json.optionalMoment("voting_started_at")
    votingClosedAt = try json.optionalMoment("voting_closed_at")
    watchedAt = try json.optionalMoment("watched_at")
    ratedAt = try json.optionalMoment("rated_at")
    expiredAt = try json.optionalMoment("expired_at")
    expiredReason = try json.optionalChoice("expired_reason")
    attendees = try json.attendees("attendees")
    ceilingOverride = try json.optionalChoice("ceiling_override")
    suggestions = try json.list("suggestions") { element throws(JSONError) in try Suggestion(json: element) }
    doneVoting = try json.identifiers("done_voting")
    pick = if let pick = json["pick"], !pick.isNull { try Pick(json: pick) } else { nil }
    ratings = try json.ratings("ratings")
  }
}

extension RoundDetails.Suggestion {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.members(movieMembers)
    json.field("position", position)
    json.field("source", source.rawValue)
    json.field("proposed_by", proposedBy)
    json.key("votes")
    json.array(votes) { json, cast in
      json.object {
        $0.field("member_id", cast.memberID)
        $0.field("vote", cast.vote.rawValue)
        $0.field("voted_at", moment: cast.votedAt)
      }
    }
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    self.init(
      movie: try Movie(json: json), position: try json.integer("position"), source: try json.choice("source"),
      proposedBy: try json.optionalIdentifier("proposed_by"),
      votes: try json.list("votes") { element throws(JSONError) in
        RoundDetails.CastVote(
          memberID: try element.identifier("member_id"), vote: try element.choice("vote"),
          votedAt: try element.moment("voted_at"))
      })
  }
}

extension RoundDetails.Pick {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.field("tmdb_movie_id", tmdbMovieID)
    json.field("picked_by", pickedBy)
    json.field("picked_at", moment: pickedAt)
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    tmdbMovieID = try json.integer("tmdb_movie_id")
    pickedBy = try json.identifier("picked_by")
    pickedAt = try json.moment("picked_at")
  }
}
