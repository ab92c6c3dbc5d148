// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A household with its members.
public struct Household: Identifiable, Hashable, Sendable {
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
  public var revision: Int
  /// Of its lists; -1 while nothing was ever on the watchlist or the watched list.
  public var libraryRevision: Int

  /// The same as `householdID`.
  public var id: HouseholdID { householdID }

  public init(
    householdID: HouseholdID, name: String, createdBy: MemberID, createdAt: Timestamp, streamingServices: [String],
    settings: HouseholdSettings, members: [Member], revision: Int, libraryRevision: Int
  ) {
    self.householdID = householdID
    self.name = name
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.streamingServices = streamingServices
    self.settings = settings
    self.members = members
    self.revision = revision
    self.libraryRevision = libraryRevision
  }
}

extension Household: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    householdID = try object.decode(HouseholdID.self, forKey: "household_id")
    name = try object.decode(String.self, forKey: "name")
    createdBy = try object.decode(MemberID.self, forKey: "created_by")
    createdAt = try object.decode(Timestamp.self, forKey: "created_at")
    streamingServices = try object.decode([String].self, forKey: "streaming_services")
    settings = try object.decode(HouseholdSettings.self, forKey: "settings")
    members = try object.decode([Member].self, forKey: "members")
    revision = try object.decode(Int.self, forKey: "revision")
    libraryRevision = try object.decode(Int.self, forKey: "library_revision")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(householdID, forKey: "household_id")
    try object.encode(name, forKey: "name")
    try object.encode(createdBy, forKey: "created_by")
    try object.encode(createdAt, forKey: "created_at")
    try object.encode(streamingServices, forKey: "streaming_services")
    try object.encode(settings, forKey: "settings")
    try object.encode(members, forKey: "members")
    try object.encode(revision, forKey: "revision")
    try object.encode(libraryRevision, forKey: "library_revision")
  }
}

extension Household: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    householdID = try json.read("household_id")
    name = try json.read("name")
    createdBy = try json.read("created_by")
    createdAt = try json.read("created_at")
    streamingServices = try json.read("streaming_services")
    settings = try json.read("settings")
    members = try json.read("members")
    revision = try json.read("revision")
    libraryRevision = try json.read("library_revision")
  }
}
