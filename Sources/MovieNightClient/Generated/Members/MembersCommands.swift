// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension Outbox {
  /// The commands `members.…`.
  public var members: MembersCommands { MembersCommands(outbox: self) }

  /// The commands `members.…`.
  public struct MembersCommands: OutboxArea {
    public let outbox: Outbox
  }
}

extension Outbox.MembersCommands {
  /// Adds a profile without a login, whose parent is who adds it: independent members only.
  ///
  /// Keeps `members.add_managed`: see the method of that name of ``MovieNightClient/MembersArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func addManaged(
    displayName: String, avatarKey: String? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<AddedMember>> {
    let request = MembersRequests.addManaged(
      displayName: displayName, avatarKey: avatarKey, actingAs: actingAs, expectedRevision: expectedRevision,
      commandID: commandID)
    return try await keep(request)
  }

  /// Changes a name or an avatar: the member, or for a managed member its parent.
  ///
  /// Keeps `members.update`: see the method of that name of ``MovieNightClient/MembersArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func update(
    _ member: MemberID? = nil, displayName: String? = nil, avatarKey: String? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<MemberShown>> {
    let request = MembersRequests.update(
      member, displayName: displayName, avatarKey: avatarKey, actingAs: actingAs, expectedRevision: expectedRevision,
      commandID: commandID)
    return try await keep(request)
  }

  /// Removes a member: the creator, or of a managed member its parent.
  ///
  /// Keeps `members.remove`: see the method of that name of ``MovieNightClient/MembersArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func remove(
    _ member: MemberID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<MemberGone>> {
    let request = MembersRequests.remove(
      member, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Leaves the household: independent members only.
  ///
  /// Keeps `members.leave`: see the method of that name of ``MovieNightClient/MembersArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func leave(
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<MemberGone>> {
    let request = MembersRequests.leave(actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Erases all that says who somebody was: leaving, and more.
  ///
  /// Keeps `members.erase`: see the method of that name of ``MovieNightClient/MembersArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func erase(
    _ member: MemberID? = nil, household: HouseholdID? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<MemberGone>> {
    let request = MembersRequests.erase(
      member, household: household, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }
}
