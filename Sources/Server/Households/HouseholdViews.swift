import Commands
import Domain
import MovieNightPrimitives
import Projections

/// A person's current name and avatar. They are personal texts, which are stored outside the events.
struct Profile: Equatable, Sendable {
  var displayName: String
  var avatarKey: String?

  /// The profile of a person who was erased or is unknown.
  static let deleted = Profile(displayName: "[Deleted member]", avatarKey: nil)
}

/// The personal texts that answers about a household show: its name and the profiles of its members.
struct HouseholdNames: Equatable, Sendable {
  var name: String
  var profiles: [MemberID: Profile]

  /// The name of a closed household whose members are all erased.
  static let deletedName = "[Deleted household]"

  subscript(member: MemberID) -> Profile { profiles[member] ?? .deleted }
}

struct Person {
  let id: MemberID
  let profile: Profile
}

/// A household with its names. A class: each member of a result gets this view, and copying names would cost more.
final class HouseholdView: Sendable {
  let details: HouseholdDetails
  /// The ids of the members in `details`, computed once for all rows of a page.
  let memberIDs: [MemberID]
  let names: HouseholdNames
  private let members: [Person]

  init(details: HouseholdDetails, names: HouseholdNames) {
    self.details = details
    memberIDs = details.memberIDs
    self.names = names
    members = memberIDs.map { Person(id: $0, profile: names[$0]) }
  }

  /// Returns a current or former member. Searching the few members takes less time than hashing the id.
  func person(_ id: MemberID) -> Person {
    members.first { $0.id == id } ?? Person(id: id, profile: names[id])
  }
}

struct HouseholdShown {
  let view: HouseholdView
  /// The household's library; nil if it has no events yet.
  let library: LibraryDetails?
}

struct MemberView {
  let member: HouseholdDetails.Member
  let household: HouseholdView
}

struct InviteView {
  let invite: HouseholdAccess.Invite
  /// The invite's secret. It is shown only once, when the invite is created.
  var token: String?
  let status: HouseholdAccess.Invite.Status
}

extension HouseholdAccess.Invite.Status: ResultEnum {
  package static let enumName = "InviteStatus"
}

struct PreferencesView {
  let member: MemberID
  /// The member's preferences; nil until they are set.
  let preferences: HouseholdDetails.MemberPreferences?
  let maxContentRating: ContentRating?

  init(of member: MemberID, in household: HouseholdDetails) {
    self.member = member
    preferences = household.preferences(of: member)
    let fixed = preferences == nil ? nil : household.member(member)?.type.fixedCeiling
    maxContentRating = fixed ?? preferences?.maxContentRating
  }
}

// MARK: - Results of commands

struct NewAccess {
  let household: HouseholdID
  let member: MemberID
  let tokenID: TokenID
  /// The token's text; nil for a repeated command if the server made the secret, because the secret is stored nowhere.
  let token: String?
}

extension CommandRows {
  func household(_ id: HouseholdID) throws -> HouseholdDetails {
    try required(row { try readModels.household(id, $0) }, "household \(id)")
  }

  func view(_ household: HouseholdDetails) throws -> HouseholdView {
    HouseholdView(details: household, names: try nameCache.names(of: household))
  }

  func shown(_ household: HouseholdDetails) throws -> HouseholdShown {
    HouseholdShown(view: try view(household), library: try libraryDetails(of: household.id))
  }

  func member(_ id: MemberID, of household: HouseholdDetails) throws -> MemberView {
    let member = try required(household.member(id), "member \(id)")
    return MemberView(member: member, household: try view(household))
  }

  func invite(_ id: InviteID, of household: HouseholdID) throws -> HouseholdAccess.Invite {
    let details = try row { try readModels.access(household, $0) }
    return try required(details?.access.invite(id), "invite \(id)")
  }

  func newAccess(_ secret: TokenSecret, to household: HouseholdID) throws -> NewAccess {
    let issued: TokenIssued = try payload()
    let isShown = !isRepeated || secret.isClients
    return NewAccess(
      household: household, member: issued.memberID, tokenID: issued.tokenID,
      // Use the recorded ids, because a repeated command has made new ones.
      token: isShown ? secret.text(of: issued.tokenID, in: household) : nil)
  }
}

extension PreparedCommand {
  init(
    _ command: HouseholdCommand, on id: HouseholdID, by sender: Sender,
    _ show: @escaping @Sendable (HouseholdDetails, CommandRows) throws -> Shown
  ) {
    self.init(command: AddressedHouseholdCommand(command, to: id), sender: sender) { rows in
      let household = try rows.household(id)
      return (try show(household, rows), household.revision)
    }
  }
}
