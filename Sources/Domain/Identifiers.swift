import MovieNightPrimitives

/// The kind of household ids. Kinds distinguish `Identifier` types, and have no values.
public enum HouseholdKind {}
/// The kind of member ids, for independent and managed members. The text of a member's profile has the same id.
public enum MemberKind {}
/// The kind of round ids. In the watch history a round is called a session.
public enum RoundKind {}
/// The kind of token ids. An id is not secret and grants no access.
public enum TokenKind {}
/// The kind of invite ids. An id is not secret and grants no access.
public enum InviteKind {}

public typealias HouseholdID = Identifier<HouseholdKind>
public typealias MemberID = Identifier<MemberKind>
public typealias RoundID = Identifier<RoundKind>
public typealias TokenID = Identifier<TokenKind>
public typealias InviteID = Identifier<InviteKind>

/// A movie's number at The Movie Database, the only movie id that all clients share.
public typealias MovieID = Int
