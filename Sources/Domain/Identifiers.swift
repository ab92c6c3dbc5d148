import MovieNightPrimitives

/// The kinds of ids (`Identifier`), never made.
public enum HouseholdKind {}
/// Of members, managed ones too. The text of a member's profile has the same id.
public enum MemberKind {}
/// Of rounds, which history calls sessions.
public enum RoundKind {}
/// Of tokens. Such an id is no secret, and opens nothing by itself.
public enum TokenKind {}
/// Of invites. Such an id is no secret, and lets nobody in by itself.
public enum InviteKind {}

public typealias HouseholdID = Identifier<HouseholdKind>
public typealias MemberID = Identifier<MemberKind>
public typealias RoundID = Identifier<RoundKind>
public typealias TokenID = Identifier<TokenKind>
public typealias InviteID = Identifier<InviteKind>

/// A movie's number at The Movie Database, the only name of a movie that all clients share.
public typealias MovieID = Int
