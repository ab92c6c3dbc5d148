// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `tokens.…`.
  public var tokens: TokensArea { TokensArea(route: Route(client: self)) }

  /// The methods `tokens.…`.
  public struct TokensArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.TokensArea {
  /// Makes a further token: a member for themself, an administrator for anybody.
  ///
  /// Sends `tokens.issue`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/notYourToken`` (403): members issue tokens for themselves only
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  /// - ``RefusalReason/unknownMember`` (404): no such member
  /// - ``RefusalReason/managedMember`` (422): a managed member has no tokens
  /// - ``RefusalReason/tooManyTokens`` (422): a member has at most 50 that work; revoke one first
  ///
  /// - Parameters:
  ///   - label: What the token is for; white space at both ends is cut.
  ///   - member: Who authenticates with it; yourself where it is nil, an administrator must say.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  ///   - secret: 32 random bytes of the client's making as base64url, 43 characters, of which the token is made: then
  ///     the same command sent again gives the token again; the server makes them where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The token.
  /// - Throws: why there is no result.
  @discardableResult
  public func issue(
    label: String, for member: MemberID? = nil, household: HouseholdID? = nil, secret: String? = nil,
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<IssuedToken> {
    let request = Request("tokens.issue") { json in
      json.field("label", label)
      json.fieldIfPresent("member_id", member)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("secret", secret)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
    return try await result(of: request)
  }

  /// Lists a member's own tokens; an administrator sees all of the household's.
  ///
  /// Sends `tokens.list`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  ///
  /// - Parameters:
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Tokens.
  /// - Throws: why there is no result.
  public func list(household: HouseholdID? = nil) async throws(ClientError) -> TokenList {
    let request = Request.read("tokens.list") { json in
      json.fieldIfPresent("household_id", household)
    }
    return try await result(of: request)
  }

  /// Ends a token at once, on open connections too.
  ///
  /// Sends `tokens.revoke`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  /// - ``RefusalReason/unknownToken`` (404): no such token, or not yours
  ///
  /// - Parameters:
  ///   - token: Which token.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The token that ended.
  /// - Throws: why there is no result.
  @discardableResult
  public func revoke(
    _ token: TokenID, household: HouseholdID? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RevokedToken> {
    let request = TokensRequests.revoke(
      token, household: household, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }
}
