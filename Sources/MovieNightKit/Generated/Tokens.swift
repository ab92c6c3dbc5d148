// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `tokens.…`.
  public var tokens: TokensArea { TokensArea(scope: scope) }
}

/// The methods `tokens.…`.
public struct TokensArea: Sendable {
  let scope: ClientScope

  /// Makes a further token: a member for themself, an administrator for anybody.
  ///
  /// Sends `tokens.issue`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/notYourToken``,
  /// ``RefusalReason/unknownHousehold``, ``RefusalReason/unknownMember``, ``RefusalReason/managedMember``,
  /// ``RefusalReason/tooManyTokens``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - label: What the token is for; white space at both ends is cut.
  ///   - member: Who authenticates with it; yourself where it is nil, an administrator must say.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  ///   - secret: 32 random bytes of the client's making as base64url, 43 characters, of which the token is made: then
  ///     the same command sent again gives the token again; the server makes them where it is nil.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The token.
  @discardableResult
  public func issue(
    label: String, for member: MemberID? = nil, household: HouseholdID? = nil, secret: String? = nil,
    options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<IssuedToken> {
    try await scope.send(
      TokensRequests.issue(label: label, for: member, household: household, secret: secret), options: options)
  }

  /// Lists a member's own tokens; an administrator sees all of the household's.
  ///
  /// Sends `tokens.list`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``, and with what
  /// refuses any request.
  ///
  /// - Parameters:
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Tokens.
  public func list(household: HouseholdID? = nil) async throws -> TokenList {
    try await scope.send(TokensRequests.list(household: household))
  }

  /// Ends a token at once, on open connections too.
  ///
  /// Sends `tokens.revoke`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``,
  /// ``RefusalReason/unknownToken``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - token: Which token.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The token that ended.
  @discardableResult
  public func revoke(
    _ token: TokenID, household: HouseholdID? = nil, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<RevokedToken> {
    try await scope.send(TokensRequests.revoke(token, household: household), options: options)
  }
}

/// The requests of the methods `tokens.…`. An outbox keeps commands without secrets only.
public enum TokensRequests {
  /// The request `tokens.issue`: makes a further token: a member for themself, an administrator for anybody.
  public static func issue(
    label: String, for member: MemberID? = nil, household: HouseholdID? = nil, secret: String? = nil
  ) -> TypedRequest<CommandResult<IssuedToken>> {
    TypedRequest("tokens.issue") { json in
      json.field("label", label)
      json.fieldIfPresent("member_id", member)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("secret", secret)
    }
  }

  /// The request `tokens.list`: lists a member's own tokens; an administrator sees all of the household's.
  public static func list(household: HouseholdID? = nil) -> TypedRequest<TokenList> {
    TypedRequest("tokens.list") { $0.fieldIfPresent("household_id", household) }
  }

  /// The request `tokens.revoke`: ends a token at once, on open connections too.
  public static func revoke(
    _ token: TokenID, household: HouseholdID? = nil
  ) -> TypedRequest<CommandResult<RevokedToken>> {
    TypedRequest("tokens.revoke") { json in
      json.field("token_id", token)
      json.fieldIfPresent("household_id", household)
    }
  }
}

/// The token.
public struct IssuedToken: Hashable, Codable, Sendable {
  /// To authenticate with, shown this once; nil where the command was sent again without a secret of the client's.
  public var token: String?
  /// To revoke it by.
  public var tokenID: TokenID

  private enum CodingKeys: String, CodingKey {
    case token, tokenID = "token_id"
  }
}

/// Tokens.
public struct TokenList: Hashable, Codable, Sendable {
  /// In the order in which they were issued; those that ended for 30 days more, of each member the last 50.
  public var tokens: [TokenEntry]
}

/// A token, without its secret.
public struct TokenEntry: Identifiable, Hashable, Codable, Sendable {
  /// Which it is.
  public var tokenID: TokenID
  /// Whose it is.
  public var memberID: MemberID
  /// What it is for; nil of who was erased.
  public var label: String?
  /// When it was made.
  public var issuedAt: Timestamp
  /// When it stopped working; nil while it works.
  public var revokedAt: Timestamp?

  public var id: TokenID { tokenID }

  private enum CodingKeys: String, CodingKey {
    case tokenID = "token_id", memberID = "member_id", label, issuedAt = "issued_at", revokedAt = "revoked_at"
  }
}

/// The token that ended.
public struct RevokedToken: Hashable, Codable, Sendable {
  /// Which it was.
  public var tokenID: TokenID

  private enum CodingKeys: String, CodingKey {
    case tokenID = "token_id"
  }
}
