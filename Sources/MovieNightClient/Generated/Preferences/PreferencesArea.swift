// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `preferences.…`.
  public var preferences: PreferencesArea { PreferencesArea(route: Route(client: self)) }

  /// The methods `preferences.…`.
  public struct PreferencesArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.PreferencesArea {
  /// Shows what somebody likes: to the member, or for a managed member to its parent.
  ///
  /// Sends `preferences.get`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/cannotActAs`` (403): not your managed member, or not for this command
  /// - ``RefusalReason/noMember`` (403): an administrator tried what only members do
  /// - ``RefusalReason/unknownMember`` (404): no such member
  ///
  /// - Parameters:
  ///   - member: Who it is about; yourself where it is nil.
  /// - Returns: What somebody likes.
  /// - Throws: why there is no result.
  public func get(of member: MemberID? = nil) async throws(ClientError) -> Preferences {
    let request = Request.read("preferences.get") { json in
      json.fieldIfPresent("member_id", member)
    }
    return try await result(of: request)
  }

  /// Says what somebody likes, in place of all they said before.
  ///
  /// Sends `preferences.set`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/ceilingFixed`` (403): the ceiling of a managed member is PG
  /// - ``RefusalReason/unknownMember`` (404): no such member
  ///
  /// - Parameters:
  ///   - member: Who it is about; yourself where it is nil.
  ///   - genreLikes: TMDb's ids of 2 to 20 different genres. Must be a list of whole numbers, 2 to 100.
  ///   - genreDislikes: TMDb's ids of at most 20 genres, none of them liked; none where it is nil. Must be a list of
  ///     whole numbers, at most 100.
  ///   - maxContentRating: Up to which rating; of an independent member it has to be there, of a managed one it is
  ///     `PG`, also where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: What somebody likes.
  /// - Throws: why there is no result.
  @discardableResult
  public func set(
    for member: MemberID? = nil, genreLikes: [Int], genreDislikes: [Int]? = nil,
    maxContentRating: PreferredRating? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<Preferences> {
    let request = PreferencesRequests.set(
      for: member, genreLikes: genreLikes, genreDislikes: genreDislikes, maxContentRating: maxContentRating,
      actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }
}
