import Primitives

/// The kinds of ids (`Identifier`), never made.
public enum HouseholdKind {}
public enum MemberKind {}
public enum RoundKind {}
public enum TokenKind {}
public enum InviteKind {}

public typealias HouseholdID = Identifier<HouseholdKind>
public typealias MemberID = Identifier<MemberKind>
public typealias RoundID = Identifier<RoundKind>
public typealias TokenID = Identifier<TokenKind>
public typealias InviteID = Identifier<InviteKind>

/// A movie's number at The Movie Database, the only name of a movie that all clients share.
public typealias MovieID = Int
