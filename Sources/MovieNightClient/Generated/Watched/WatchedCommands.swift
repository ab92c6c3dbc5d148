// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension Outbox {
  /// The commands `watched.…`.
  public var watched: WatchedCommands { WatchedCommands(outbox: self) }

  /// The commands `watched.…`.
  public struct WatchedCommands: OutboxArea {
    public let outbox: Outbox
  }
}

extension Outbox.WatchedCommands {
  /// Says that the household has seen a movie, outside of any round.
  ///
  /// Keeps `watched.mark`: see the method of that name of ``MovieNightClient/WatchedArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func mark(
    _ movie: SentMovie, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<WatchedPlace>> {
    let request = WatchedRequests.mark(
      movie, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Undoes a mark; the movie is on the watchlist again, if it was there.
  ///
  /// Keeps `watched.unmark`: see the method of that name of ``MovieNightClient/WatchedArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func unmark(
    _ movie: Int, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<WatchedPlace>> {
    let request = WatchedRequests.unmark(
      movie, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }
}
