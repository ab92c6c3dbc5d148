// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension Outbox {
  /// The commands `watchlist.…`.
  public var watchlist: WatchlistCommands { WatchlistCommands(outbox: self) }

  /// The commands `watchlist.…`.
  public struct WatchlistCommands: OutboxArea {
    public let outbox: Outbox
  }
}

extension Outbox.WatchlistCommands {
  /// Puts a movie on the watchlist.
  ///
  /// Keeps `watchlist.add`: see the method of that name of ``MovieNightClient/WatchlistArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func add(
    _ movie: SentMovie, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<WatchlistPlace>> {
    let request = WatchlistRequests.add(
      movie, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Takes a movie from the watchlist: who put it there, or the creator.
  ///
  /// Keeps `watchlist.remove`: see the method of that name of ``MovieNightClient/WatchlistArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func remove(
    _ movie: Int, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<WatchlistPlace>> {
    let request = WatchlistRequests.remove(
      movie, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }
}
