import MovieNightKit

/// The household with its members, invites and settings.
struct HouseholdScreen: Sendable {
  let texts = HouseholdTexts()
  let name: String
  let members: [MemberRow]
  let avatars: [Avatars.Choice]
  /// Nil for members who cannot invite.
  let invites: InvitesModel?
  let invitedBy: String?
  /// Nil for members who cannot change the settings.
  let settings: SettingsModel?
  let facts: [String]

  /// - Parameters:
  ///   - invites: The household's invites; nil if the reader is not the creator.
  ///   - tokens: The invites' tokens that are known.
  ///   - origin: The scheme and host of invite links.
  init(
    _ household: Household, invites: [Invite]?, tokens: [InviteID: String], origin: String, member: MemberID,
    reader: Reader
  ) {
    let texts = HouseholdTexts()
    name = household.name
    members = household.members.map { MemberRow($0, household, member, reader) }
    avatars = Avatars.choices(Avatars.all[0].key)
    self.invites = invites.map { invites in
      InvitesModel(
        rows: invites.filter { $0.status == .active }.reversed().map {
          InviteRow($0, token: tokens[$0.id], origin: origin, reader: reader)
        })
    }
    let creator = household.members.first { $0.role == .creator }
    invitedBy = invites == nil ? creator.map { texts.onlyCreatorInvites($0.displayName) } : nil
    settings = creator?.id == member ? SettingsModel(household) : nil
    let values = household.settings
    facts =
      texts.times(
        voting: values.votingExpiryHours, selected: values.selectedExpiryDays, rating: values.ratingDays)
      + [
        texts.countryIs(values.country),
        household.streamingServices.isEmpty ? texts.noServices : texts.servicesAre(household.streamingServices),
      ]
  }
}

/// A member in the list.
struct MemberRow: Sendable {
  let texts = HouseholdTexts()
  let name: String
  let picture: String
  let facts: [String]
  /// The member's page; nil if the reader can change nothing there.
  let path: String?

  init(_ person: Member, _ household: Household, _ reading: MemberID, _ reader: Reader) {
    name = person.displayName
    picture = Avatars.picture(person.avatarKey)
    facts = MemberFacts.facts(of: person, household, reading, reader)
    let access = MemberAccess(person, household, reading)
    path = access.isAny ? "\(HouseholdPages.path)/members/\(person.id)" : nil
  }
}

enum MemberFacts {
  static func facts(
    of person: Member, _ household: Household, _ reading: MemberID, _ reader: Reader
  ) -> [String] {
    let texts = HouseholdTexts()
    let parent = household.members.first { $0.id == person.parentMemberID }
    let facts: [String?] = [
      person.id == reading ? texts.you : nil, person.role == .creator ? texts.creator : nil,
      parent.map { texts.child(of: $0.displayName) }, person.contentRatingCeiling.map { texts.upTo("\($0)") },
      texts.joined(reader.date(person.joinedAt).text),
    ]
    return facts.compactMap(\.self)
  }
}

/// What the reader may do with a member.
struct MemberAccess: Sendable, Equatable {
  let isSelf: Bool
  let isOwnChild: Bool
  let canRemove: Bool
  let canErase: Bool

  var canEdit: Bool { isSelf || isOwnChild }
  var isAny: Bool { canEdit || canRemove || canErase }

  init(_ person: Member, _ household: Household, _ reading: MemberID) {
    let isCreator = household.members.contains { $0.id == reading && $0.role == .creator }
    let isChild = person.memberType == .managed
    isSelf = person.id == reading
    isOwnChild = isChild && person.parentMemberID == reading
    canRemove = !isSelf && (isOwnChild || isCreator) && person.role != .creator
    canErase = isSelf || isChild && (isOwnChild || isCreator)
  }
}

struct InvitesModel: Sendable {
  let texts = HouseholdTexts()
  let rows: [InviteRow]
}

/// An open invite.
struct InviteRow: Sendable {
  let texts = HouseholdTexts()
  let id: String
  let made: String
  let expires: TimeText
  /// Nil if its token is not known.
  let link: Link?

  struct Link: Sendable {
    let address: String
    let path: String
    let viewBox: String
  }

  init(_ invite: Invite, token: String?, origin: String, reader: Reader) {
    let texts = HouseholdTexts()
    id = "\(invite.id)"
    made = texts.madeOn(reader.dayAndTime(invite.createdAt).text)
    let end = reader.dayAndTime(invite.expiresAt)
    expires = TimeText(iso: end.iso, text: texts.openUntil(end.text))
    link = token.flatMap { token in
      let address = "\(origin)/join/\(token.urlEncoded)"
      return QRCode(address).map { Link(address: address, path: $0.path, viewBox: $0.viewBox) }
    }
  }
}

/// The form of the settings.
struct SettingsModel: Sendable {
  let texts = HouseholdTexts()
  let name: String
  let country: String
  let voting: Int
  let selected: Int
  let rating: Int
  let services: String

  init(_ household: Household) {
    name = household.name
    country = household.settings.country
    voting = household.settings.votingExpiryHours
    selected = household.settings.selectedExpiryDays
    rating = household.settings.ratingDays
    services = household.streamingServices.joined(separator: "\n")
  }

  /// The fields that the form sends for these settings.
  var fields: [Notice.Button.Field] {
    [
      .init(name: "name", value: name), .init(name: "country", value: country),
      .init(name: "voting", value: "\(voting)"), .init(name: "selected", value: "\(selected)"),
      .init(name: "rating", value: "\(rating)"), .init(name: "services", value: services),
    ]
  }
}
