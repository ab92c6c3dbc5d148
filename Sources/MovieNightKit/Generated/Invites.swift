// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `invites.…`.
  public var invites: InvitesArea { InvitesArea(scope: scope) }
}

/// The methods `invites.…`.
public struct InvitesArea: Sendable {
  let scope: ClientScope

  /// Makes an invite that lasts 7 days: the creator only.
  ///
  /// Sends `invites.create`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/tooManyInvites``, and with
  /// what refuses any command.
  ///
  /// - Returns: An invite into a household.
  @discardableResult
  public func create(options: CommandOptions = CommandOptions()) async throws -> CommandResult<Invite> {
    try await scope.send(InvitesRequests.create(), options: options)
  }

  /// Lists the household's invites, oldest first: the creator and administrators only.
  ///
  /// Sends `invites.list`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/notAMember``,
  /// ``RefusalReason/unknownHousehold``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: The household's invites.
  public func list(household: HouseholdID? = nil) async throws -> InviteList {
    try await scope.send(InvitesRequests.list(household: household))
  }

  /// Lets nobody in by an invite any more: the creator only.
  ///
  /// Sends `invites.revoke`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/unknownInvite``, and with what
  /// refuses any command.
  ///
  /// - Parameters:
  ///   - invite: Which invite.
  ///   - options: The command's id and the expected revision.
  /// - Returns: An invite into a household.
  @discardableResult
  public func revoke(
    _ invite: InviteID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<Invite> {
    try await scope.send(InvitesRequests.revoke(invite), options: options)
  }

  /// Joins a household as a new independent member.
  ///
  /// Sends `invites.accept`. Everyone may, also without a token. Refused with ``RefusalReason/unknownInvite``,
  /// ``RefusalReason/householdFull``, ``RefusalReason/inviteExpired``, ``RefusalReason/inviteRevoked``, and with what
  /// refuses any command.
  ///
  /// - Parameters:
  ///   - inviteToken: As `invites.create` gave it: `mi_` and 86 characters.
  ///   - displayName: What the member is called; white space at both ends is cut.
  ///   - avatarKey: Which picture the client shows; `avatar_bear` where it is nil.
  ///   - secret: 32 random bytes of the client's making as base64url, 43 characters, of which the token is made: then
  ///     the same command sent again gives the token again; the server makes them where it is nil.
  ///   - options: The command's id and the expected revision.
  /// - Returns: Who the newcomer is.
  @discardableResult
  public func accept(
    _ inviteToken: String, displayName: String, avatarKey: String? = nil, secret: String? = nil,
    options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<JoinedHousehold> {
    try await scope.send(
      InvitesRequests.accept(
        inviteToken, displayName: displayName, avatarKey: avatarKey, secret: secret), options: options)
  }
}

/// The requests of the methods `invites.…`. An outbox keeps commands without secrets only.
public enum InvitesRequests {
  /// The request `invites.create`: makes an invite that lasts 7 days: the creator only.
  public static func create() -> TypedRequest<CommandResult<Invite>> {
    TypedRequest("invites.create")
  }

  /// The request `invites.list`: lists the household's invites, oldest first: the creator and administrators only.
  public static func list(household: HouseholdID? = nil) -> TypedRequest<InviteList> {
    TypedRequest("invites.list") { $0.fieldIfPresent("household_id", household) }
  }

  /// The request `invites.revoke`: lets nobody in by an invite any more: the creator only.
  public static func revoke(_ invite: InviteID) -> TypedRequest<CommandResult<Invite>> {
    TypedRequest("invites.revoke") { $0.field("invite_id", invite) }
  }

  /// The request `invites.accept`: joins a household as a new independent member.
  public static func accept(
    _ inviteToken: String, displayName: String, avatarKey: String? = nil, secret: String? = nil
  ) -> TypedRequest<CommandResult<JoinedHousehold>> {
    TypedRequest("invites.accept") { json in
      json.field("invite_token", inviteToken)
      json.field("display_name", displayName)
      json.fieldIfPresent("avatar_key", avatarKey)
      json.fieldIfPresent("secret", secret)
    }
  }
}

/// An invite into a household.
public struct Invite: Identifiable, Hashable, Codable, Sendable {
  /// Which it is.
  public var inviteID: InviteID
  /// To be given on: `mi_` and 86 characters; nil but in the first answer of `invites.create`.
  public var inviteToken: String?
  /// Whether it lets somebody in.
  public var status: InviteStatus
  /// When it was made.
  public var createdAt: Timestamp
  /// From then on it lets nobody in.
  public var expiresAt: Timestamp

  public var id: InviteID { inviteID }

  private enum CodingKeys: String, CodingKey {
    case inviteID = "invite_id", inviteToken = "invite_token", status, createdAt = "created_at",
      expiresAt = "expires_at"
  }
}

/// The household's invites.
public struct InviteList: Hashable, Codable, Sendable {
  /// Oldest first; those that ended for 30 days more, of each creator the last 50.
  public var invites: [Invite]
}

/// Who the newcomer is.
public struct JoinedHousehold: Hashable, Codable, Sendable {
  /// Where they are now.
  public var householdID: HouseholdID
  /// Who they are.
  public var memberID: MemberID
  /// To authenticate with, shown this once; nil where the command was sent again without a secret of the client's.
  public var token: String?

  private enum CodingKeys: String, CodingKey {
    case householdID = "household_id", memberID = "member_id", token
  }
}

/// What ``Invite/status`` says: whether it lets somebody in.
public struct InviteStatus: OpenEnum {
  public static let active = Self(rawValue: "active")
  public static let expired = Self(rawValue: "expired")
  public static let revoked = Self(rawValue: "revoked")

  public static let allCases: [Self] = [.active, .expired, .revoked]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
