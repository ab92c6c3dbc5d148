// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `preferences.…`.
  public var preferences: PreferencesArea { PreferencesArea(route: Route(client: self)) }

  /// The methods `preferences.…`.
  public struct PreferencesArea: CommandArea {
    public var route: Route
  }
}

extension MovieNightClient.PreferencesArea {
  /// Shows what somebody likes: to the member, or for a managed member to its parent.
  ///
  /// Sends `preferences.get`. Refused with ``RefusalReason/cannotActAs``, ``RefusalReason/noMember``,
  /// ``RefusalReason/unknownMember``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - member: Who it is about; yourself where it is nil.
  /// - Returns: What somebody likes.
  public func get(of member: MemberID? = nil) async throws(ClientError) -> Preferences {
    try await send(PreferencesRequests.get(of: member))
  }

  /// Says what somebody likes, in place of all they said before.
  ///
  /// Sends `preferences.set`. Refused with ``RefusalReason/ceilingFixed``, ``RefusalReason/unknownMember``, and with
  /// what refuses any command.
  ///
  /// - Parameters:
  ///   - member: Who it is about; yourself where it is nil.
  ///   - genreLikes: TMDb's ids of 2 to 20 different genres. Must be a list of whole numbers, 2 to 100.
  ///   - genreDislikes: TMDb's ids of at most 20 genres, none of them liked; none where it is nil. Must be a list of
  ///     whole numbers, at most 100.
  ///   - maxContentRating: Up to which rating; of an independent member it has to be there, of a managed one it is
  ///     `PG`, also where it is nil.
  ///   - options: The command's id and the expected revision.
  /// - Returns: What somebody likes.
  @discardableResult
  public func set(
    for member: MemberID? = nil, genreLikes: [Int], genreDislikes: [Int]? = nil,
    maxContentRating: PreferredRating? = nil, options: CommandOptions = CommandOptions()
  ) async throws(ClientError) -> Changed<Preferences> {
    try await send(
      PreferencesRequests.set(
        for: member, genreLikes: genreLikes, genreDislikes: genreDislikes, maxContentRating: maxContentRating), options)
  }
}

/// The requests of the methods `preferences.…`. An outbox keeps commands without secrets only.
public enum PreferencesRequests {
  /// The request `preferences.get`: shows what somebody likes: to the member, or for a managed member to its parent.
  public static func get(of member: MemberID? = nil) -> TypedRequest<Preferences> {
    TypedRequest("preferences.get") { json in
      json.fieldIfPresent("member_id", member)
    }
  }

  /// The request `preferences.set`: says what somebody likes, in place of all they said before.
  public static func set(
    for member: MemberID? = nil, genreLikes: [Int], genreDislikes: [Int]? = nil,
    maxContentRating: PreferredRating? = nil
  ) -> TypedRequest<Changed<Preferences>> {
    TypedRequest("preferences.set") { json in
      json.fieldIfPresent("member_id", member)
      json.field("genre_likes", genreLikes)
      json.fieldIfPresent("genre_dislikes", genreDislikes)
      json.fieldIfPresent("max_content_rating", maxContentRating)
    }
  }
}

/// What somebody likes.
public struct Preferences: Identifiable, Hashable, Codable, Sendable {
  /// Whose they are.
  public var memberID: MemberID
  /// TMDb's ids of genres, ascending; empty before they are set.
  public var genreLikes: [Int]
  /// TMDb's ids of genres, ascending; empty before they are set.
  public var genreDislikes: [Int]
  /// Up to which rating; nil before they are set.
  public var maxContentRating: ContentRating?
  /// When they were set; nil before that.
  public var updatedAt: Timestamp?

  public var id: MemberID { memberID }

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", genreLikes = "genre_likes", genreDislikes = "genre_dislikes",
      maxContentRating = "max_content_rating", updatedAt = "updated_at"
  }
}

/// What `max_content_rating` of `preferences.set` says: up to which rating; of an independent member it has to be
/// there, of a managed one it is `PG`, also where it is nil.
public struct PreferredRating: OpenChoice {
  public static let g = Self(rawValue: "G")
  public static let pg = Self(rawValue: "PG")
  public static let pg13 = Self(rawValue: "PG-13")
  public static let r = Self(rawValue: "R")

  public static let allCases: [Self] = [.g, .pg, .pg13, .r]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
