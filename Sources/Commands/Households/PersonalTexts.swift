import Domain
import EventStore
import MovieNightPrimitives

extension PersonalTextKind {
  static let householdName = PersonalTextKind(nil, ("name", HouseholdLimits.name))
  static let profile = PersonalTextKind(
    nil, ("display_name", HouseholdLimits.displayName), ("avatar_key", HouseholdLimits.avatarKey))
  static let tokenLabel = PersonalTextKind(nil, ("label", HouseholdLimits.tokenLabel))
}

/// The personal texts of a household: their ids and their JSON.
public enum PersonalTexts {
  /// The household's name, under the household's id: `{"name": …}`.
  public static func householdName(_ name: String, of household: HouseholdID) -> PersonalText {
    PersonalTextKind.householdName.text(household, of: household, about: nil, name)
  }

  /// A member's profile, under the member's id: `{"display_name": …, "avatar_key": …}`.
  static func profile(of member: NewMember, in household: HouseholdID, field: String) throws(Refusal) -> PersonalText {
    profile(
      of: member.id, named: try trimmed(member.displayName, HouseholdLimits.displayName, field: field),
      try avatarKey(member.avatarKey), in: household)
  }

  /// The profile in `text` with an update. Only new values are validated: a name from before there was a rule against it stays
  /// until it is changed. Without a text, values that are not given are missing.
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

  /// A token's label, under the token's id: `{"label": …}`.
  static func tokenLabel(_ label: String, of token: TokenID, member: MemberID, in household: HouseholdID)
    -> PersonalText
  {
    PersonalTextKind.tokenLabel.text(token, of: household, about: member, label)
  }

  /// The text without surrounding white space; refused if its length is not allowed or people cannot read it.
  static func trimmed(_ text: String, _ lengths: ClosedRange<Int>, field: String) throws(Refusal) -> String {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    guard lengths.contains(trimmed.count) else {
      throw .badParameter(
        field, "must have \(lengths.lowerBound) to \(lengths.upperBound) characters, not \(trimmed.count)")
    }
    if let objection = LegibleText.objection(to: trimmed) { throw .badParameter(field, objection) }
    return String(trimmed)
  }
}
