// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `watched.…`.
  public var watched: WatchedArea { WatchedArea(route: Route(client: self)) }

  /// The methods `watched.…`.
  public struct WatchedArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.WatchedArea {
  /// Says that the household has seen a movie, outside of any round.
  ///
  /// Sends `watched.mark`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/unknownMovie`` (404): the catalog has no such movie, and who sent it told no title
  /// - ``RefusalReason/alreadyWatched`` (409): the movie is on the watched list, where it would be added or marked
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - movie: Which movie; its id suffices where the server has a catalog.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The movie's place on the watched list.
  /// - Throws: why there is no result.
  @discardableResult
  public func mark(
    _ movie: SentMovie, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<WatchedPlace> {
    let request = WatchedRequests.mark(
      movie, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Undoes a mark; the movie is on the watchlist again, if it was there.
  ///
  /// Sends `watched.unmark`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/markerOrCreatorOnly`` (403): only who marked the movie, or the creator
  /// - ``RefusalReason/notWatched`` (404): the movie is not on the watched list
  /// - ``RefusalReason/tooLate`` (409): the mark is 24 hours old or older
  /// - ``RefusalReason/watchedInRound`` (422): what was watched in a round cannot be undone
  /// - ``RefusalReason/watchlistFull`` (422): it has 50 movies
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The movie's place on the watched list.
  /// - Throws: why there is no result.
  @discardableResult
  public func unmark(
    _ movie: Int, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<WatchedPlace> {
    let request = WatchedRequests.unmark(
      movie, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Lists what the household has seen, watched last first.
  ///
  /// Sends `watched.list`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  ///
  /// - Parameters:
  ///   - limit: How many come at most; 20 where it is nil. Must be a whole number from 1 to 100.
  ///   - cursor: What `next_cursor` said; the first page where it is nil.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Some of the watched list.
  /// - Throws: why there is no result.
  public func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) async throws(ClientError) -> WatchedPage {
    let request = Request.read("watched.list") { json in
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("cursor", cursor)
      json.fieldIfPresent("household_id", household)
    }
    return try await result(of: request)
  }

  /// All that `list` gives, asked for page by page.
  ///
  /// - Parameters:
  ///   - limit: How many come with one page.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Watched last first, each movie once.
  public func all(limit: Int? = nil, household: HouseholdID? = nil) -> AllItems<WatchedItem, String> {
    AllItems { (cursor) async throws(ClientError) in
      let page = try await list(limit: limit, cursor: cursor, household: household)
      return (page.items, page.nextCursor)
    }
  }
}
