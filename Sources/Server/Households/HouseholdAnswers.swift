import Domain
import EventStore
import Primitives
import Projections

/// What a person is called and looks like today: personal text, beside the events.
struct Profile: Equatable, Sendable {
  var displayName: String
  var avatarKey: String?

  /// Who was erased, or is not known.
  static let deleted = Profile(displayName: "[Deleted member]", avatarKey: nil)
}

/// The personal texts of one household that its answers are spliced from.
struct HouseholdDirectory: Equatable, Sendable {
  var name: String
  var profiles: [MemberID: Profile]

  /// Of a closed household with nobody left who was not erased.
  static let deletedName = "[Deleted household]"

  subscript(member: MemberID) -> Profile { profiles[member] ?? .deleted }
}

/// A household with its names.
struct HouseholdView: Sendable {
  let details: HouseholdDetails
  let directory: HouseholdDirectory
}

extension JSONWriter {
  /// The household (`docs/protocol.md`, `households.get`).
  ///
  /// - Parameter library: nil while nothing ever happened in it.
  mutating func household(_ view: HouseholdView, _ library: LibraryDetails?) {
    object { json in
      json.field("household_id", view.details.id)
      json.householdMembers(view)
      json.field("library_revision", library?.revision ?? noRevision)
    }
  }

  private mutating func householdMembers(_ view: HouseholdView) {
    field("name", view.directory.name)
    field("created_by", view.details.createdBy)
    field("created_at", view.details.createdAt)
    key("streaming_services")
    array(view.details.streamingServices) { $0.string($1) }
    key("settings")
    object { view.details.settings.writeMembers(to: &$0) }
    key("members")
    array(view.details.members) { $0.member($1, of: view) }
    field("revision", view.details.revision)
  }

  /// A member of the household.
  mutating func member(_ member: HouseholdDetails.Member, of view: HouseholdView) {
    object { json in
      json.profileMembers(member.id, view.directory)
      json.field("role", view.details.role(of: member.id).rawValue)
      json.field("member_type", member.type.rawValue)
      json.field("parent_member_id", member.parentID)
      json.field("content_rating_ceiling", member.type.fixedCeiling?.rawValue)
      json.field("joined_at", member.joinedAt)
    }
  }

  /// The members of an object that say who somebody is.
  mutating func profileMembers(_ member: MemberID, _ directory: HouseholdDirectory) {
    let profile = directory[member]
    field("member_id", member)
    field("display_name", profile.displayName)
    field("avatar_key", profile.avatarKey)
  }

  /// Somebody, as lists of people show them.
  mutating func profile(_ member: MemberID, _ directory: HouseholdDirectory) {
    object { $0.profileMembers(member, directory) }
  }
}

extension JSONWriter {
  /// The members of an invite's object. Its token is shown once, when it is created.
  mutating func inviteMembers(_ invite: HouseholdAccess.Invite, token: String?, _ status: HouseholdAccess.Invite.Status)
  {
    field("invite_id", invite.id)
    field("invite_token", token)
    field("status", status.rawValue)
    field("created_at", invite.createdAt)
    field("expires_at", invite.expiresAt)
  }

  /// The members of an object with what somebody likes; empty and null before they have said so.
  mutating func preferencesMembers(of member: MemberID, in household: HouseholdDetails) {
    let preferences = household.preferences(of: member)
    let fixed = preferences == nil ? nil : household.member(member)?.type.fixedCeiling
    field("member_id", member)
    field("genre_likes", preferences?.genreLikes ?? [])
    field("genre_dislikes", preferences?.genreDislikes ?? [])
    field("max_content_rating", (fixed ?? preferences?.maxContentRating)?.rawValue)
    field("updated_at", preferences?.updatedAt)
  }
}
