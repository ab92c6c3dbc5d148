import MovieNightPrimitives

/// The kinds of ids (`Identifier`), which have no values.
public enum HouseholdKind {}
/// The kind of member ids, managed ones too. The text of a member's profile has the same id.
public enum MemberKind {}
/// The kind of round ids; history calls rounds sessions.
public enum RoundKind {}
/// The kind of token ids, which are no secrets and grant no access.
public enum TokenKind {}
/// The kind of invite ids, which are no secrets and grant no access.
public enum InviteKind {}

public typealias HouseholdID = Identifier<HouseholdKind>
public typealias MemberID = Identifier<MemberKind>
public typealias RoundID = Identifier<RoundKind>
public typealias TokenID = Identifier<TokenKind>
public typealias InviteID = Identifier<InviteKind>

/// A movie's number at The Movie Database, the only id of a movie that all clients share.
public typealias MovieID = Int
