// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Makes the requests of the commands `watched.…`.
enum WatchedRequests {
  static func mark(
    _ movie: SentMovie, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("watched.mark") { json in
      json.field("movie", movie)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func unmark(
    _ movie: Int, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("watched.unmark") { json in
      json.field("tmdb_movie_id", movie)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }
}
