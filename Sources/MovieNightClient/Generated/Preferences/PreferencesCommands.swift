// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension Outbox {
  /// The commands `preferences.…`.
  public var preferences: PreferencesCommands { PreferencesCommands(outbox: self) }

  /// The commands `preferences.…`.
  public struct PreferencesCommands: OutboxArea {
    public let outbox: Outbox
  }
}

extension Outbox.PreferencesCommands {
  /// Says what somebody likes, in place of all they said before.
  ///
  /// Keeps `preferences.set`: see the method of that name of ``MovieNightClient/PreferencesArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func set(
    for member: MemberID? = nil, genreLikes: [Int], genreDislikes: [Int]? = nil,
    maxContentRating: PreferredRating? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<Preferences>> {
    let request = PreferencesRequests.set(
      for: member, genreLikes: genreLikes, genreDislikes: genreDislikes, maxContentRating: maxContentRating,
      actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }
}
