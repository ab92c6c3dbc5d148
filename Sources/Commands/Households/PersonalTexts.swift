import Domain
import EventStore
import MovieNightPrimitives

extension PersonalTextKind {
  static let householdName = PersonalTextKind(nil, ("name", HouseholdLimits.name))
  static let profile = PersonalTextKind(
    nil, ("display_name", HouseholdLimits.displayName), ("avatar_key", HouseholdLimits.avatarKey))
  static let tokenLabel = PersonalTextKind(nil, ("label", HouseholdLimits.tokenLabel))
}

/// Creates the personal texts of a household, with their ids and their JSON.
public enum PersonalTexts {
  /// Returns the household's name as `{"name": …}`. The text has the household's id.
  public static func householdName(_ name: String, of household: HouseholdID) -> PersonalText {
    PersonalTextKind.householdName.text(household, of: household, about: nil, name)
  }

  /// Returns a member's profile as `{"display_name": …, "avatar_key": …}`. The text has the member's id.
  static func profile(of member: NewMember, in household: HouseholdID, field: String) throws(Refusal) -> PersonalText {
    profile(
      of: member.id, named: try trimmed(member.displayName, HouseholdLimits.displayName, field: field),
      try avatarKey(member.avatarKey), in: household)
  }

  /// Returns the profile in `text` with the update. Only new values are validated, so an old name that violates a later
  /// rule stays. If `text` is nil, the update must have a name, and the default avatar is used unless it has one.
  static func profile(_ text: PersonalText?, with update: ProfileUpdate, in household: HouseholdID) throws(Refusal)
    -> PersonalText
  {
    let json = text.flatMap { try? JSONDocument(stored: $0.value).root }
    var name = json?["display_name"]?.string ?? ""
    if update.displayName != nil || name.isEmpty {
      name = try trimmed(update.displayName ?? "", HouseholdLimits.displayName, field: "display_name")
    }
    var avatar = json?["avatar_key"]?.string ?? ""
    if update.avatarKey != nil || avatar.isEmpty { avatar = try avatarKey(update.avatarKey) }
    return profile(of: update.memberID, named: name, avatar, in: household)
  }

  private static func avatarKey(_ key: String?) throws(Refusal) -> String {
    try trimmed(key ?? HouseholdLimits.defaultAvatarKey, HouseholdLimits.avatarKey, field: "avatar_key")
  }

  private static func profile(of member: MemberID, named name: String, _ avatar: String, in household: HouseholdID)
    -> PersonalText
  {
    PersonalTextKind.profile.text(member, of: household, about: member, name, avatar)
  }

  /// Returns a token's label as `{"label": …}`. The text has the token's id.
  static func tokenLabel(_ label: String, of token: TokenID, member: MemberID, in household: HouseholdID)
    -> PersonalText
  {
    PersonalTextKind.tokenLabel.text(token, of: household, about: member, label)
  }

  /// Returns the text without surrounding white space. Refuses one that is too short, too long or not legible.
  static func trimmed(_ text: String, _ lengths: ClosedRange<Int>, field: String) throws(Refusal) -> String {
    let trimmed = trimmed(text)
    guard lengths.contains(trimmed.count) else {
      throw .badParameter(
        field, "must have \(lengths.lowerBound) to \(lengths.upperBound) characters, not \(trimmed.count)")
    }
    if let objection = LegibleText.objection(to: trimmed) { throw .badParameter(field, objection) }
    return String(trimmed)
  }

  /// Returns the text without surrounding white space.
  static func trimmed(_ text: String) -> Substring {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    return trimmed
  }
}
