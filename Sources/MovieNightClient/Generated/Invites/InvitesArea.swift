// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `invites.…`.
  public var invites: InvitesArea { InvitesArea(route: Route(client: self)) }

  /// The methods `invites.…`.
  public struct InvitesArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.InvitesArea {
  /// Makes an invite that lasts 7 days: the creator only.
  ///
  /// Sends `invites.create`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/tooManyInvites`` (422): a household has at most 20 open ones; revoke one first
  ///
  /// - Parameters:
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: An invite into a household.
  /// - Throws: why there is no result.
  @discardableResult
  public func create(
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<Invite> {
    let request = Request("invites.create") { json in
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
    return try await result(of: request)
  }

  /// Lists the household's invites, oldest first: the creator and administrators only.
  ///
  /// Sends `invites.list`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  ///
  /// - Parameters:
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: The household's invites.
  /// - Throws: why there is no result.
  public func list(household: HouseholdID? = nil) async throws(ClientError) -> InviteList {
    let request = Request.read("invites.list") { json in
      json.fieldIfPresent("household_id", household)
    }
    return try await result(of: request)
  }

  /// Lets nobody in by an invite any more: the creator only.
  ///
  /// Sends `invites.revoke`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/unknownInvite`` (404): no such invite
  ///
  /// - Parameters:
  ///   - invite: Which invite.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: An invite into a household.
  /// - Throws: why there is no result.
  @discardableResult
  public func revoke(
    _ invite: InviteID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<Invite> {
    let request = Request("invites.revoke") { json in
      json.field("invite_id", invite)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
    return try await result(of: request)
  }

  /// Joins a household as a new independent member.
  ///
  /// Sends `invites.accept`. Everyone may, also without a token.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/unknownInvite`` (404): no such invite
  /// - ``RefusalReason/householdFull`` (409): it has 8 members
  /// - ``RefusalReason/inviteExpired`` (410): the invite is older than 7 days
  /// - ``RefusalReason/inviteRevoked`` (410): the invite was revoked
  ///
  /// - Parameters:
  ///   - inviteToken: As `invites.create` gave it: `mi_` and 86 characters.
  ///   - displayName: What the member is called; white space at both ends is cut.
  ///   - avatarKey: Which picture the client shows; `avatar_bear` where it is nil.
  ///   - secret: 32 random bytes of the client's making as base64url, 43 characters, of which the token is made: then
  ///     the same command sent again gives the token again; the server makes them where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: Who the newcomer is.
  /// - Throws: why there is no result.
  @discardableResult
  public func accept(
    _ inviteToken: String, displayName: String, avatarKey: String? = nil, secret: String? = nil,
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<JoinedHousehold> {
    let request = Request("invites.accept") { json in
      json.field("invite_token", inviteToken)
      json.field("display_name", displayName)
      json.fieldIfPresent("avatar_key", avatarKey)
      json.fieldIfPresent("secret", secret)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
    return try await result(of: request)
  }
}
