// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `households.…`.
  public var households: HouseholdsArea { HouseholdsArea(scope: scope) }
}

/// The methods `households.…`.
public struct HouseholdsArea: Sendable {
  let scope: ClientScope

  /// Founds a household: everyone where registration is open, else the administrator.
  ///
  /// Sends `households.create`. Everyone may, also without a token. Refused with ``RefusalReason/notAllowed``,
  /// ``RefusalReason/householdExists``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - name: What the household is called; white space at both ends is cut.
  ///   - creator: Who founds it.
  ///   - secret: 32 random bytes of the client's making as base64url, 43 characters, of which the token is made: then
  ///     the same command sent again gives the token again; the server makes them where it is nil.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The household, and its creator's first token.
  @discardableResult
  public func create(
    named name: String, by creator: NewMember, secret: String? = nil, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<CreatedHousehold> {
    try await scope.send(HouseholdsRequests.create(named: name, by: creator, secret: secret), options: options)
  }

  /// Shows a household with its members.
  ///
  /// Sends `households.get`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``, and with
  /// what refuses any request.
  ///
  /// - Parameters:
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: A household with its members.
  public func get(household: HouseholdID? = nil) async throws -> Household {
    try await scope.send(HouseholdsRequests.get(household: household))
  }

  /// Changes the household's name, services and settings: the creator only.
  ///
  /// Sends `households.update`. Refused with ``RefusalReason/creatorOnly``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - name: What the household is called; white space at both ends is cut; it stays where it is nil.
  ///   - streamingServices: All that the household has, 20 different ones at most; they stay where it is nil. Must be a
  ///     list of strings of up to 2000 bytes, at most 100.
  ///   - settings: Those that change; what is missing stays.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The household as it is now.
  @discardableResult
  public func update(
    name: String? = nil, streamingServices: [String]? = nil, settings: ChangedSettings? = nil,
    options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<UpdatedHousehold> {
    try await scope.send(
      HouseholdsRequests.update(name: name, streamingServices: streamingServices, settings: settings), options: options)
  }
}

extension Administration {
  /// The administrator's methods `households.…`.
  public var households: HouseholdsArea { HouseholdsArea(scope: scope) }

  /// The administrator's methods `households.…`.
  public struct HouseholdsArea: Sendable {
    let scope: ClientScope

    /// Lists all households of the store, by id.
    ///
    /// Sends `households.list`. Refused with ``RefusalReason/notAllowed``, and with what refuses any request.
    ///
    /// - Parameters:
    ///   - limit: How many come at most; 20 where it is nil. Must be a whole number from 1 to 100.
    ///   - cursor: What `next_cursor` said; the first page where it is nil.
    /// - Returns: Some households.
    public func list(limit: Int? = nil, cursor: HouseholdID? = nil) async throws -> HouseholdPage {
      try await scope.send(HouseholdsRequests.list(limit: limit, cursor: cursor))
    }

    /// All that `list` gives, asked for page by page.
    public func all(limit: Int? = nil) -> AllItems<Household, HouseholdID> {
      AllItems { cursor in
        let page = try await list(limit: limit, cursor: cursor)
        return (page.households, page.nextCursor)
      }
    }
  }
}

/// The requests of the methods `households.…`. An outbox keeps commands without secrets only.
public enum HouseholdsRequests {
  /// The request `households.create`: founds a household: everyone where registration is open, else the administrator.
  public static func create(
    named name: String, by creator: NewMember, secret: String? = nil
  ) -> TypedRequest<CommandResult<CreatedHousehold>> {
    TypedRequest("households.create") { json in
      json.field("name", name)
      json.field("creator", creator)
      json.fieldIfPresent("secret", secret)
    }
  }

  /// The request `households.get`: shows a household with its members.
  public static func get(household: HouseholdID? = nil) -> TypedRequest<Household> {
    TypedRequest("households.get") { $0.fieldIfPresent("household_id", household) }
  }

  /// The request `households.list`: lists all households of the store, by id.
  public static func list(limit: Int? = nil, cursor: HouseholdID? = nil) -> TypedRequest<HouseholdPage> {
    TypedRequest("households.list") { json in
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("cursor", cursor)
    }
  }

  /// The request `households.update`: changes the household's name, services and settings: the creator only.
  public static func update(
    name: String? = nil, streamingServices: [String]? = nil, settings: ChangedSettings? = nil
  ) -> TypedRequest<CommandResult<UpdatedHousehold>> {
    TypedRequest("households.update") { json in
      json.fieldIfPresent("name", name)
      json.fieldIfPresent("streaming_services", streamingServices)
      json.fieldIfPresent("settings", settings)
    }
  }
}

/// Who founds a household.
public struct NewMember: Hashable, Codable, Sendable, JSONWritable {
  /// What the member is called; white space at both ends is cut.
  public var displayName: String
  /// Which picture the client shows; `avatar_bear` where it is nil.
  public var avatarKey: String?

  private enum CodingKeys: String, CodingKey {
    case displayName = "display_name", avatarKey = "avatar_key"
  }

  public init(displayName: String, avatarKey: String? = nil) {
    self.displayName = displayName
    self.avatarKey = avatarKey
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("display_name", displayName)
      json.fieldIfPresent("avatar_key", avatarKey)
    }
  }
}

/// The household, and its creator's first token.
public struct CreatedHousehold: Hashable, Codable, Sendable {
  /// As in `households.get`.
  public var household: Household
  /// To authenticate with, shown this once; nil where the command was sent again without a secret of the client's.
  public var token: String?
}

/// A household with its members.
public struct Household: Identifiable, Hashable, Codable, Sendable {
  /// Which it is.
  public var householdID: HouseholdID
  /// What it is called today.
  public var name: String
  /// Who is the creator today.
  public var createdBy: MemberID
  /// When it was founded.
  public var createdAt: Timestamp
  /// The services that it has, as it calls them.
  public var streamingServices: [String]
  /// What goes for its rounds, and where it watches.
  public var settings: HouseholdSettings
  /// In the order in which they joined.
  public var members: [Member]
  /// Of the household, to be sent as `expected_revision`.
  public var revision: Revision
  /// Of its lists; -1 while nothing was ever on the watchlist or the watched list.
  public var libraryRevision: Revision

  public var id: HouseholdID { householdID }

  private enum CodingKeys: String, CodingKey {
    case householdID = "household_id", name, createdBy = "created_by", createdAt = "created_at",
      streamingServices = "streaming_services", settings, members, revision, libraryRevision = "library_revision"
  }
}

/// What goes for a household's rounds, and where it watches.
public struct HouseholdSettings: Hashable, Codable, Sendable {
  /// How long voting is open. In hours.
  public var votingExpiryHours: Int
  /// How long a pick waits to be watched. In days.
  public var selectedExpiryDays: Int
  /// How long ratings are waited for. In days.
  public var ratingDays: Int
  /// Where it watches: the code in ISO 3166-1, as `DE`.
  public var country: String

  private enum CodingKeys: String, CodingKey {
    case votingExpiryHours = "voting_expiry_hours", selectedExpiryDays = "selected_expiry_days",
      ratingDays = "rating_days", country
  }
}

/// A member of a household.
public struct Member: Identifiable, Hashable, Codable, Sendable {
  /// Who it is.
  public var memberID: MemberID
  /// What they are called today; `[Deleted member]` of who was erased.
  public var displayName: String
  /// Their picture today; nil of who was erased.
  public var avatarKey: String?
  /// What they are in the household.
  public var role: Role
  /// Whether they act for themselves, or a parent does.
  public var memberType: MemberType
  /// Who acts for a managed member; else nil.
  public var parentMemberID: MemberID?
  /// `PG` for a managed member, else nil: preferences are private.
  public var contentRatingCeiling: ContentRating?
  /// When they joined.
  public var joinedAt: Timestamp

  public var id: MemberID { memberID }

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", displayName = "display_name", avatarKey = "avatar_key", role,
      memberType = "member_type", parentMemberID = "parent_member_id", contentRatingCeiling = "content_rating_ceiling",
      joinedAt = "joined_at"
  }
}

/// Some households.
public struct HouseholdPage: Hashable, Codable, Sendable {
  /// As in `households.get`.
  public var households: [Household]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: HouseholdID?

  private enum CodingKeys: String, CodingKey {
    case households, nextCursor = "next_cursor"
  }
}

/// Settings that change.
public struct ChangedSettings: Hashable, Codable, Sendable, JSONWritable {
  /// How long voting is open, in hours; it stays where it is nil.
  public var votingExpiryHours: Int?
  /// How long a pick waits to be watched, in days; it stays where it is nil.
  public var selectedExpiryDays: Int?
  /// How long ratings are waited for, in days; it stays where it is nil.
  public var ratingDays: Int?
  /// Where the household watches: the code in ISO 3166-1, as `DE`; it stays where it is nil.
  public var country: String?

  private enum CodingKeys: String, CodingKey {
    case votingExpiryHours = "voting_expiry_hours", selectedExpiryDays = "selected_expiry_days",
      ratingDays = "rating_days", country
  }

  public init(
    votingExpiryHours: Int? = nil, selectedExpiryDays: Int? = nil, ratingDays: Int? = nil, country: String? = nil
  ) {
    self.votingExpiryHours = votingExpiryHours
    self.selectedExpiryDays = selectedExpiryDays
    self.ratingDays = ratingDays
    self.country = country
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.fieldIfPresent("voting_expiry_hours", votingExpiryHours)
      json.fieldIfPresent("selected_expiry_days", selectedExpiryDays)
      json.fieldIfPresent("rating_days", ratingDays)
      json.fieldIfPresent("country", country)
    }
  }
}

/// The household as it is now.
public struct UpdatedHousehold: Hashable, Codable, Sendable {
  /// As in `households.get`.
  public var household: Household
}

/// What ``Member/role`` says: what they are in the household.
public struct Role: OpenEnum {
  public static let creator = Self(rawValue: "creator")
  public static let member = Self(rawValue: "member")

  public static let allCases: [Self] = [.creator, .member]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``Member/memberType`` says: whether they act for themselves, or a parent does.
public struct MemberType: OpenEnum {
  public static let independent = Self(rawValue: "independent")
  public static let managed = Self(rawValue: "managed")

  public static let allCases: [Self] = [.independent, .managed]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``Member/contentRatingCeiling`` says: `PG` for a managed member, else nil: preferences are private.
public struct ContentRating: OpenEnum {
  public static let g = Self(rawValue: "G")
  public static let pg = Self(rawValue: "PG")
  public static let pg13 = Self(rawValue: "PG-13")
  public static let r = Self(rawValue: "R")
  public static let nc17 = Self(rawValue: "NC-17")

  public static let allCases: [Self] = [.g, .pg, .pg13, .r, .nc17]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
