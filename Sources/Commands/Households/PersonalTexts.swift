import Domain
import EventStore
import Primitives

/// The personal texts of a household: under which id each is kept, and what its JSON looks like.
public enum PersonalTexts {
  /// Under the household's id: `{"name": …}`.
  public static func householdName(_ name: String, of household: HouseholdID) -> PersonalText {
    var json = JSONWriter(reserving: 64)
    json.object { $0.field("name", name) }
    return PersonalText(
      id: Identifier(household), owner: Identifier(household), subject: nil, value: json.bytes)
  }

  /// Under the member's id: `{"display_name": …, "avatar_key": …}`.
  static func profile(of member: NewMember, in household: HouseholdID, field: String) throws(Refusal) -> PersonalText {
    let name = try trimmed(member.displayName, HouseholdLimits.displayName, field: field)
    let avatar = try trimmed(
      member.avatarKey ?? HouseholdLimits.defaultAvatarKey, HouseholdLimits.avatarKey, field: "avatar_key")
    var json = JSONWriter(reserving: 96)
    json.object { json in
      json.field("display_name", name)
      json.field("avatar_key", avatar)
    }
    return PersonalText(
      id: Identifier(member.id), owner: Identifier(household), subject: Identifier(member.id), value: json.bytes)
  }

  /// What the profile in `text` becomes; without a text what is not told is missing.
  static func profile(_ text: PersonalText?, with update: ProfileUpdate) -> NewMember {
    let json = text.flatMap { try? JSONDocument($0.value).root }
    return NewMember(
      id: update.memberID, displayName: update.displayName ?? json?["display_name"]?.string ?? "",
      avatarKey: update.avatarKey ?? json?["avatar_key"]?.string)
  }

  /// Under the token's id: `{"label": …}`.
  static func tokenLabel(_ label: String, of token: TokenID, member: MemberID, in household: HouseholdID)
    -> PersonalText
  {
    var json = JSONWriter(reserving: 64)
    json.object { $0.field("label", label) }
    return PersonalText(
      id: Identifier(token), owner: Identifier(household), subject: Identifier(member), value: json.bytes)
  }

  /// The text without white space around it, if its length in characters is allowed.
  static func trimmed(_ text: String, _ lengths: ClosedRange<Int>, field: String) throws(Refusal) -> String {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    guard lengths.contains(trimmed.count) else {
      throw .badParameter(
        field, "has \(trimmed.count) characters, allowed are \(lengths.lowerBound) to \(lengths.upperBound)")
    }
    return String(trimmed)
  }
}
