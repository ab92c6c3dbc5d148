// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `watchlist.…`.
  public var watchlist: WatchlistArea { WatchlistArea(route: Route(client: self)) }

  /// The methods `watchlist.…`.
  public struct WatchlistArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.WatchlistArea {
  /// Puts a movie on the watchlist.
  ///
  /// Sends `watchlist.add`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/unknownMovie`` (404): the catalog has no such movie, and who sent it told no title
  /// - ``RefusalReason/alreadyOnWatchlist`` (409): the movie is on the watchlist
  /// - ``RefusalReason/alreadyWatched`` (409): the movie is on the watched list, where it would be added or marked
  /// - ``RefusalReason/watchlistFull`` (422): it has 50 movies
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
  /// - Returns: The movie's place on the watchlist.
  /// - Throws: why there is no result.
  @discardableResult
  public func add(
    _ movie: SentMovie, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<WatchlistPlace> {
    let request = WatchlistRequests.add(
      movie, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Takes a movie from the watchlist: who put it there, or the creator.
  ///
  /// Sends `watchlist.remove`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/adderOrCreatorOnly`` (403): only who put the movie on the watchlist, or the creator
  /// - ``RefusalReason/notOnWatchlist`` (404): the movie is not on the watchlist
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The movie's place on the watchlist.
  /// - Throws: why there is no result.
  @discardableResult
  public func remove(
    _ movie: Int, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<WatchlistPlace> {
    let request = WatchlistRequests.remove(
      movie, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Lists the watchlist, newest first.
  ///
  /// Sends `watchlist.list`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  ///
  /// - Parameters:
  ///   - limit: How many come at most; 20 where it is nil. Must be a whole number from 1 to 100.
  ///   - cursor: What `next_cursor` said; the first page where it is nil.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Some of the watchlist.
  /// - Throws: why there is no result.
  public func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) async throws(ClientError) -> WatchlistPage {
    let request = Request.read("watchlist.list") { json in
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
  /// - Returns: Newest first.
  public func all(limit: Int? = nil, household: HouseholdID? = nil) -> AllItems<WatchlistItem, String> {
    AllItems { (cursor) async throws(ClientError) in
      let page = try await list(limit: limit, cursor: cursor, household: household)
      return (page.items, page.nextCursor)
    }
  }
}
