// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension Outbox {
  /// The commands `tokens.…`.
  public var tokens: TokensCommands { TokensCommands(outbox: self) }

  /// The commands `tokens.…`.
  public struct TokensCommands: OutboxArea {
    public let outbox: Outbox
  }
}

extension Outbox.TokensCommands {
  /// Ends a token at once, on open connections too.
  ///
  /// Keeps `tokens.revoke`: see the method of that name of ``MovieNightClient/TokensArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func revoke(
    _ token: TokenID, household: HouseholdID? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RevokedToken>> {
    let request = TokensRequests.revoke(
      token, household: household, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }
}
