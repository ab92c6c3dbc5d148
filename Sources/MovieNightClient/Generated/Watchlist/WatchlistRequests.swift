// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Makes the requests of the commands `watchlist.…`.
enum WatchlistRequests {
  static func add(
    _ movie: SentMovie, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("watchlist.add") { json in
      json.field("movie", movie)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func remove(
    _ movie: Int, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("watchlist.remove") { json in
      json.field("tmdb_movie_id", movie)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }
}
