// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Makes the requests of the commands `rounds.…`.
enum RoundsRequests {
  static func start(
    attendees: [MemberID]? = nil, movies: [SentMovie]? = nil, includeWatchlist: Bool? = nil, suggest: Bool? = nil,
    excluding excludedMovies: [Int]? = nil, openVoting: Bool? = nil, replace: RoundID? = nil,
    ceilingOverride: ContentRating? = nil, allowWatched: Bool? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.start") { json in
      json.fieldIfPresent("attendees", attendees)
      json.fieldIfPresent("movies", movies)
      json.fieldIfPresent("include_watchlist", includeWatchlist)
      json.fieldIfPresent("suggest", suggest)
      json.fieldIfPresent("exclude_movie_ids", excludedMovies)
      json.fieldIfPresent("open_voting", openVoting)
      json.fieldIfPresent("replace", replace)
      json.fieldIfPresent("ceiling_override", ceilingOverride)
      json.fieldIfPresent("allow_watched", allowWatched)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func suggest(
    _ movies: [SentMovie]? = nil, in round: RoundID, includeWatchlist: Bool? = nil, allowWatched: Bool? = nil,
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.suggest") { json in
      json.fieldIfPresent("movies", movies)
      json.field("round_id", round)
      json.fieldIfPresent("include_watchlist", includeWatchlist)
      json.fieldIfPresent("allow_watched", allowWatched)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func unsuggest(
    _ movie: Int, from round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.unsuggest") { json in
      json.field("tmdb_movie_id", movie)
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func openVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.open_voting") { json in
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func setAttendees(
    _ attendees: [MemberID]?, of round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.set_attendees") { json in
      json.field("attendees", attendees)
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func overrideCeiling(
    of round: RoundID, to maxContentRating: ContentRating, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.override_ceiling") { json in
      json.field("round_id", round)
      json.field("max_content_rating", maxContentRating)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func propose(
    _ movie: SentMovie, in round: RoundID, allowWatched: Bool? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.propose") { json in
      json.field("movie", movie)
      json.field("round_id", round)
      json.fieldIfPresent("allow_watched", allowWatched)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func withdraw(
    _ movie: Int, from round: RoundID, confirm: Bool? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.withdraw") { json in
      json.field("tmdb_movie_id", movie)
      json.field("round_id", round)
      json.fieldIfPresent("confirm", confirm)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func vote(
    _ vote: Vote?, on movie: Int, in round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.vote") { json in
      json.field("vote", vote)
      json.field("tmdb_movie_id", movie)
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func doneVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.done_voting") { json in
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func closeVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.close_voting") { json in
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func pick(
    _ movie: Int, in round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.pick") { json in
      json.field("tmdb_movie_id", movie)
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func markWatched(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.mark_watched") { json in
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func rate(
    _ round: RoundID, as rating: Rating, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.rate") { json in
      json.field("round_id", round)
      json.field("rating", rating)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func closeRatings(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.close_ratings") { json in
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func discard(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.discard") { json in
      json.field("round_id", round)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func `import`(
    _ round: JSONObject, into household: HouseholdID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("rounds.import") { json in
      json.field("round", round)
      json.field("household_id", household)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }
}
