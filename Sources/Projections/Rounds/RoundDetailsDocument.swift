import Domain
import EventStore
import MovieNightPrimitives

extension RoundDetails {
  /// What changes comes first, and what takes most room last: of two documents that are alike at their ends PostgreSQL
  /// writes only the rest to its log.
  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("waits_since", moment: waitsSince)
    json.key("votes")
    json.array(suggestions) { json, suggestion in json.array(suggestion.votes) { $1.write(to: &$0) } }
    json.field("done_voting", doneVoting)
    json.field("ratings", ratings)
    json.field("status", status.rawValue)
    json.field("started_by", startedBy)
    json.field("created_at", moment: createdAt)
    json.field("voting_started_at", moment: votingStartedAt)
    json.field("voting_closed_at", moment: votingClosedAt)
    json.field("watched_at", moment: watchedAt)
    json.field("rated_at", moment: ratedAt)
    json.field("expired_at", moment: expiredAt)
    json.field("expired_reason", expiredReason?.rawValue)
    json.key("attendees")
    attendees.write(to: &json)
    json.field("ceiling_override", ceilingOverride?.rawValue)
    json.key("pick")
    if let pick { json.object { pick.writeMembers(to: &$0) } } else { json.null() }
    json.key("suggestions")
    json.array(suggestions) { $0.raw($1.json) }
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    id = RoundID(key.shelf)
    householdID = HouseholdID(owner)
    revision = try json.revision("revision")
    waitsSince = try json.moment("waits_since")
    status = try json.choice("status")
    startedBy = try json.identifier("started_by")
    createdAt = try json.moment("created_at")
    votingStartedAt = try json.optionalMoment("voting_started_at")
    votingClosedAt = try json.optionalMoment("voting_closed_at")
    watchedAt = try json.optionalMoment("watched_at")
    ratedAt = try json.optionalMoment("rated_at")
    expiredAt = try json.optionalMoment("expired_at")
    expiredReason = try json.optionalChoice("expired_reason")
    attendees = try Attendees.read("attendees", of: json)
    ceilingOverride = try json.optionalChoice("ceiling_override")
    // A movie's votes stand where the movie stands.
    var votes = try json.array("votes").makeIterator()
    suggestions = try json.list("suggestions") { element throws(JSONError) in
      try Suggestion(json: element, votes: votes.next())
    }
    suggestionBytes = suggestions.reduce(0) { $0 + $1.heldBytes }
    guard votes.next() == nil else { throw JSONError(.wrongType(expected: "a list for each movie"), field: "votes") }
    doneVoting = try json.identifiers("done_voting")
    pick = if let pick = json["pick"], !pick.isNull { try Pick(json: pick) } else { nil }
    ratings = try json.ratings("ratings")
  }
}

extension RoundDetails.Suggestion {
  fileprivate init(json: JSONValue, votes list: JSONValue?) throws(JSONError) {
    guard let list, list.kind == .array else {
      throw JSONError(.wrongType(expected: "a list for each movie"), field: "votes")
    }
    var votes: [RoundDetails.CastVote] = []
    for vote in list.elements { votes.append(try RoundDetails.CastVote(json: vote)) }
    let position = try json.integer("position")
    guard RoundLimits.positions.contains(position) else {
      throw JSONError(.wrongType(expected: "a position"), field: "position")
    }
    self.init(
      movie: try Movie(json: json), position: position, source: try json.choice("source"),
      proposedBy: try json.optionalIdentifier("proposed_by"),
      merit: try SuggestionMerit.readOptional("merit", of: json), votes: votes)
  }
}

extension RoundDetails.CastVote {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.field("member_id", memberID)
      $0.field("vote", vote.rawValue)
      $0.field("voted_at", moment: votedAt)
    }
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    memberID = try json.identifier("member_id")
    vote = try json.choice("vote")
    votedAt = try json.moment("voted_at")
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
