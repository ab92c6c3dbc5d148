// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `members.…`.
  public var members: MembersArea { MembersArea(route: Route(client: self)) }

  /// The methods `members.…`.
  public struct MembersArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.MembersArea {
  /// Adds a profile without a login, whose parent is who adds it: independent members only.
  ///
  /// Sends `members.add_managed`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/householdFull`` (409): it has 8 members
  ///
  /// - Parameters:
  ///   - displayName: What the member is called; white space at both ends is cut.
  ///   - avatarKey: Which picture the client shows; `avatar_bear` where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The new member.
  /// - Throws: why there is no result.
  @discardableResult
  public func addManaged(
    displayName: String, avatarKey: String? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<AddedMember> {
    let request = MembersRequests.addManaged(
      displayName: displayName, avatarKey: avatarKey, actingAs: actingAs, expectedRevision: expectedRevision,
      commandID: commandID)
    return try await result(of: request)
  }

  /// Changes a name or an avatar: the member, or for a managed member its parent.
  ///
  /// Sends `members.update`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/unknownMember`` (404): no such member
  ///
  /// At least one of `displayName`, `avatarKey` has to be there.
  ///
  /// - Parameters:
  ///   - member: Who it is about; yourself where it is nil.
  ///   - displayName: What the member is called; white space at both ends is cut; it stays where it is nil.
  ///   - avatarKey: Which picture the client shows; it stays where it is nil, whoever changes it meanwhile.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The member as they are now.
  /// - Throws: why there is no result.
  @discardableResult
  public func update(
    _ member: MemberID? = nil, displayName: String? = nil, avatarKey: String? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<MemberShown> {
    let request = MembersRequests.update(
      member, displayName: displayName, avatarKey: avatarKey, actingAs: actingAs, expectedRevision: expectedRevision,
      commandID: commandID)
    return try await result(of: request)
  }

  /// Removes a member: the creator, or of a managed member its parent.
  ///
  /// Sends `members.remove`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/creatorStays`` (403): nobody removes the creator; a creator leaves
  /// - ``RefusalReason/parentOrCreatorOnly`` (403): only the parent of a managed member, or the creator
  /// - ``RefusalReason/unknownMember`` (404): no such member
  ///
  /// - Parameters:
  ///   - member: Who it is about.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: Who is gone.
  /// - Throws: why there is no result.
  @discardableResult
  public func remove(
    _ member: MemberID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<MemberGone> {
    let request = MembersRequests.remove(
      member, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Leaves the household: independent members only.
  ///
  /// Sends `members.leave`.
  ///
  /// - Parameters:
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: Who is gone.
  /// - Throws: why there is no result.
  @discardableResult
  public func leave(
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<MemberGone> {
    let request = MembersRequests.leave(actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Erases all that says who somebody was: leaving, and more.
  ///
  /// Sends `members.erase`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/parentOrCreatorOnly`` (403): only the parent of a managed member, or the creator
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  /// - ``RefusalReason/unknownMember`` (404): no such member
  ///
  /// - Parameters:
  ///   - member: Who is erased; yourself where it is nil, an administrator must say.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: Who is gone.
  /// - Throws: why there is no result.
  @discardableResult
  public func erase(
    _ member: MemberID? = nil, household: HouseholdID? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<MemberGone> {
    let request = MembersRequests.erase(
      member, household: household, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }
}
