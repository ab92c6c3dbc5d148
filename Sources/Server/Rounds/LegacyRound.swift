import Commands
import Domain
import MovieNightPrimitives
import ProtocolSchema

extension Method {
  /// `rounds.import` (`docs/protocol/rounds.md`).
  static let importRound = Method.command(
    "rounds.import", "Imports a round from before this program.", .administrator,
    takes: [ownerOfRound, legacyRound],
    gives: RoundTypes.imported, refuses: [.roundOfAnotherHousehold]
  ) { (parameters, caller) throws(Refusal) in
    let round = try parameters[legacyRound]
    let command = RoundImport(round.imported, to: round.id, of: try caller.household(parameters))
    return PreparedCommand(command: command, sender: .administrator) { [id = round.id] rows in
      let round = try rows.round(id)
      return ((round: round, isNew: !rows.events.isEmpty), round.revision)
    }
  }
}

private let ownerOfRound = Parameter<HouseholdID>.required(
  "household_id", .id("household"), "the household to import the round into")

private let legacyRound = Parameter<LegacyRound>.required(
  "round",
  WireValue(
    .document,
    reading: { json throws(ValidationError) in
      if let validationError = ValueType.document.validationError(in: json, by: .client) { throw validationError }
      do throws(JSONError) { return try LegacyRound(json) } catch { throw ValidationError(error) }
    }), "the round in the old API's format")

/// A round in the format of the old API: its details and its ratings.
package struct LegacyRound: Sendable {
  package let id: RoundID
  /// The household's id in the old API; nil if it is not given.
  package let group: String?
  package let imported: RoundImported

  /// Decodes a round. Throws if a value that the round needs is missing, contradicts another value or exceeds a limit.
  package init(_ json: JSONValue) throws(JSONError) {
    guard json.kind == .object else { throw JSONError("round", expected: "an object") }
    id = try json.identifier("round_id")
    group = try json.optional("group_id")
    let text = try json.word("status", "a status of the old or new API")
    guard let status = Self.status(text) else {
      throw JSONError("status", expected: "a status of the old or new API")
    }
    let createdAt: Timestamp = try json.value("created_at")
    let votingStartedAt: Timestamp? = try json.optional("voting_started_at")
    let watchedAt: Timestamp? = try json.optional("watched_at")
    let startedBy: MemberID = try json.identifier("started_by")
    var imported = RoundImported(
      status: status, startedBy: startedBy, createdAt: createdAt, votingStartedAt: votingStartedAt,
      votingClosedAt: try json.optional("voting_closed_at"), watchedAt: watchedAt,
      ratedAt: try json.optional("rated_at"),
      expiredAt: try json.optional("expired_at"))
    if text == "closed" { imported.votingClosedAt = imported.votingClosedAt ?? votingStartedAt ?? createdAt }
    if status == .expired { imported.expiredReason = text == "discarded" ? .discarded : .timedOut }
    imported.attendees = try json.legacyAttendees(isActive: status.isActive)
    imported.movies = try json.legacyMovies(votedAt: votingStartedAt ?? createdAt)
    imported.pick = try json.legacyPick(by: startedBy, at: watchedAt ?? createdAt)
    imported.ratings = try json.legacyRatings(at: watchedAt ?? createdAt)
    self.imported = imported
    try check()
  }

  private static func status(_ text: String) -> RoundStatus? {
    switch text {
    case "picked": .selected
    case "closed": .voting
    case "discarded": .expired
    default: RoundStatus(rawValue: text)
    }
  }

  /// Checks that the round has what its status requires, and that its values do not contradict each other.
  private func check() throws(JSONError) {
    func require(_ holds: Bool, _ field: String, _ expected: String) throws(JSONError) {
      if !holds { throw JSONError(field, expected: expected) }
    }
    let movies = imported.movies.map(\.movie.tmdbMovieID)
    try require(Set(movies).count == movies.count, "suggestions", "a list without duplicate movies")
    if let pick = imported.pick {
      try require(movies.contains(pick.tmdbMovieID), "picked_movie_id", "one of the suggestions")
      try require(!imported.status.isActive, "picked_movie_id", "null in draft or voting")
    } else {
      try require(imported.status.isActive || imported.status == .expired, "picked_movie_id", "one of the suggestions")
    }
    for entry in imported.movies {
      let voters = entry.votes.map(\.memberID)
      try require(Set(voters).count == voters.count, "voters", "a list without duplicate members")
    }
    let raters = imported.ratings.map(\.memberID)
    try require(Set(raters).count == raters.count, "ratings", "a list without duplicate members")
  }
}

extension JSONError {
  fileprivate init(_ field: String, expected: String) { self.init(.wrongType(expected: expected), field: field) }
}

extension ValidationError {
  fileprivate var expected: String {
    let start = "must be "
    return message.hasPrefix(start) ? String(message.dropFirst(start.count)) : "a valid value: it \(message)"
  }
}

extension JSONValue {
  /// The maximum number of elements in a list of a round. Old rounds have far fewer.
  private static let listLimit = 100

  /// Reads a list, which is empty if it is missing or null. Leaves out elements for which `read` returns nil.
  private func legacyList<Element>(
    _ name: StaticString, _ read: (JSONValue) throws(JSONError) -> Element?
  ) throws(JSONError) -> [Element] {
    guard let value = self[name], !value.isNull else { return [] }
    var list: [Element] = []
    for element in try array(name) {
      guard list.count < Self.listLimit else {
        throw JSONError("\(name)", expected: "a list of at most \(Self.listLimit)")
      }
      if let element = try read(element) { list.append(element) }
    }
    return list
  }

  /// Reads the attendees, which are given as ids or as objects with a `member_id`. In an open round, an empty list
  /// means that everyone attends. In any other round it means that the attendees were not recorded.
  fileprivate func legacyAttendees(isActive: Bool) throws(JSONError) -> Attendees {
    let ids = try legacyList("attendees") { element throws(JSONError) -> MemberID? in
      if element.kind == .object { return try element.identifier("member_id") as MemberID }
      guard let id: MemberID = element.identifier() else {
        throw JSONError("attendees", expected: "a list of members")
      }
      return id
    }
    if ids.isEmpty { return isActive ? .everyone : .unknown }
    return .fixed(ids)
  }

  /// Reads the movies, and numbers them in the order in which they are listed.
  fileprivate func legacyMovies(votedAt: Timestamp) throws(JSONError) -> [RoundImported.ImportedMovie] {
    var position = 0
    return try legacyList("suggestions") { json throws(JSONError) -> RoundImported.ImportedMovie? in
      let movie = try Movie(cleaning: json)
      if let validationError = SentMovie.type.errorInFields(in: json, by: .client) {
        throw JSONError(String(validationError.path.dropFirst()), expected: validationError.expected)
      }
      let votes = try json.legacyVotes(votedAt)
      for (field, vote) in [("votes_up", Vote.up), ("votes_down", .down)] {
        let count: Int? = try json.optional(vote == .up ? "votes_up" : "votes_down")
        guard count == nil || count == votes.count(where: { $0.vote == vote }) else {
          throw JSONError(field, expected: "the number of \(vote.rawValue) votes in voters")
        }
      }
      position += 1
      return RoundImported.ImportedMovie(
        movie: movie, position: position,
        source: json["source"]?.word.flatMap(SuggestionSource.init(rawValue:)) ?? .member,
        proposedBy: try json.optional("proposed_by"), votes: votes)
    }
  }

  private func legacyVotes(_ votedAt: Timestamp) throws(JSONError) -> [RoundImported.ImportedVote] {
    try legacyList("voters") { json throws(JSONError) -> RoundImported.ImportedVote? in
      guard let vote = Vote(rawValue: try json.word("vote", "up or down")) else {
        throw JSONError("vote", expected: "up or down")
      }
      return RoundImported.ImportedVote(
        memberID: try json.identifier("member_id"), vote: vote,
        votedAt: try json.optional("voted_at") ?? votedAt)
    }
  }

  /// Reads the pick. The old API never said who picked, and not always when, so `starter` and `time` are defaults.
  fileprivate func legacyPick(by starter: MemberID, at time: Timestamp) throws(JSONError) -> RoundImported.ImportedPick?
  {
    let picked: Int? = try optional("picked_movie_id")
    let selectedAt: Timestamp? = try optional("selected_at")
    guard let pick = try optionalObject("pick") else {
      return picked.map {
        RoundImported.ImportedPick(tmdbMovieID: $0, pickedBy: starter, pickedAt: selectedAt ?? time)
      }
    }
    let pickedBy: MemberID? = try pick.optional("picked_by")
    let pickedAt: Timestamp? = try pick.optional("picked_at")
    return RoundImported.ImportedPick(
      tmdbMovieID: try pick.integer("tmdb_movie_id"), pickedBy: pickedBy ?? starter,
      pickedAt: pickedAt ?? selectedAt ?? time)
  }

  /// Reads the ratings, from a list or the old API's response that contains it. Leaves out members without one.
  fileprivate func legacyRatings(at time: Timestamp) throws(JSONError) -> [RoundImported.ImportedRating] {
    if let answer = self["ratings"], answer.kind == .object { return try answer.legacyRatings(at: time) }
    return try legacyList("ratings") { json throws(JSONError) -> RoundImported.ImportedRating? in
      guard let value = json["rating"], !value.isNull else { return nil }
      guard let rating = value.word.flatMap(Rating.init(rawValue:)) else {
        throw JSONError("rating", expected: "loved, liked or did_not_like")
      }
      return RoundImported.ImportedRating(
        memberID: try json.identifier("member_id"), rating: rating,
        ratedAt: try json.optional("rated_at") ?? time)
    }
  }
}
