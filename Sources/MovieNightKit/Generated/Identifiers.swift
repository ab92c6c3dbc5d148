// Made by `make protocol` from the server's declarations: change those.

import MovieNightPrimitives

/// The id of a member.
public typealias MemberID = Identifier<IdentifiedKind.Member>
/// The id of a household.
public typealias HouseholdID = Identifier<IdentifiedKind.Household>
/// The id of a command.
public typealias CommandID = Identifier<IdentifiedKind.Command>
/// The id of a token.
public typealias TokenID = Identifier<IdentifiedKind.Token>
/// The id of an invite.
public typealias InviteID = Identifier<IdentifiedKind.Invite>
/// The id of a round.
public typealias RoundID = Identifier<IdentifiedKind.Round>
/// The id of a subscription.
public typealias SubscriptionID = Identifier<IdentifiedKind.Subscription>

/// What ids are of: only that one cannot stand where another is due.
public enum IdentifiedKind {
  /// What ``MemberID`` names.
  public enum Member {}
  /// What ``HouseholdID`` names.
  public enum Household {}
  /// What ``CommandID`` names.
  public enum Command {}
  /// What ``TokenID`` names.
  public enum Token {}
  /// What ``InviteID`` names.
  public enum Invite {}
  /// What ``RoundID`` names.
  public enum Round {}
  /// What ``SubscriptionID`` names.
  public enum Subscription {}
}
