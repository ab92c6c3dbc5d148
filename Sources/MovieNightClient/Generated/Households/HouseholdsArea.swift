// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `households.…`.
  public var households: HouseholdsArea { HouseholdsArea(route: Route(client: self)) }

  /// The methods `households.…`.
  public struct HouseholdsArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.HouseholdsArea {
  /// Founds a household: everyone where registration is open, else the administrator.
  ///
  /// Sends `households.create`. Everyone may, also without a token.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAllowed`` (403): only an administrator can do this
  /// - ``RefusalReason/householdExists`` (409): a household with this id is there
  ///
  /// - Parameters:
  ///   - name: What the household is called; white space at both ends is cut.
  ///   - creator: Who founds it.
  ///   - secret: 32 random bytes of the client's making as base64url, 43 characters, of which the token is made: then
  ///     the same command sent again gives the token again; the server makes them where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The household, and its creator's first token.
  /// - Throws: why there is no result.
  @discardableResult
  public func create(
    named name: String, by creator: NewMember, secret: String? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<FoundedHousehold> {
    let request = Request("households.create") { json in
      json.field("name", name)
      json.field("creator", creator)
      json.fieldIfPresent("secret", secret)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
    return try await result(of: request)
  }

  /// Shows a household with its members.
  ///
  /// Sends `households.get`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  ///
  /// - Parameters:
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: A household with its members.
  /// - Throws: why there is no result.
  public func get(household: HouseholdID? = nil) async throws(ClientError) -> Household {
    let request = Request.read("households.get") { json in
      json.fieldIfPresent("household_id", household)
    }
    return try await result(of: request)
  }

  /// Lists all households of the store, by id.
  ///
  /// Sends `households.list`. Only for administrators.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAllowed`` (403): only an administrator can do this
  ///
  /// - Parameters:
  ///   - limit: How many come at most; 20 where it is nil. Must be a whole number from 1 to 100.
  ///   - cursor: What `next_cursor` said; the first page where it is nil.
  /// - Returns: Some households.
  /// - Throws: why there is no result.
  public func list(limit: Int? = nil, cursor: HouseholdID? = nil) async throws(ClientError) -> HouseholdPage {
    let request = Request.read("households.list") { json in
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("cursor", cursor)
    }
    return try await result(of: request)
  }

  /// Changes the household's name, services and settings: the creator only.
  ///
  /// Sends `households.update`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  ///
  /// - Parameters:
  ///   - name: What the household is called; white space at both ends is cut; it stays where it is nil.
  ///   - streamingServices: All that the household has, 20 different ones at most; they stay where it is nil. Must be a
  ///     list of strings of up to 2000 bytes, at most 100.
  ///   - settings: Those that change; what is missing stays.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The household as it is now.
  /// - Throws: why there is no result.
  @discardableResult
  public func update(
    name: String? = nil, streamingServices: [String]? = nil, settings: ChangedSettings? = nil,
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<HouseholdShown> {
    let request = HouseholdsRequests.update(
      name: name, streamingServices: streamingServices, settings: settings, actingAs: actingAs,
      expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// All that `list` gives, asked for page by page.
  ///
  /// - Parameters:
  ///   - limit: How many come with one page.
  /// - Returns: As in `households.get`.
  public func all(limit: Int? = nil) -> AllItems<Household, HouseholdID> {
    AllItems { (cursor) async throws(ClientError) in
      let page = try await list(limit: limit, cursor: cursor)
      return (page.households, page.nextCursor)
    }
  }
}
