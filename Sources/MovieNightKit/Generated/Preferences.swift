// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `preferences.…`.
  public var preferences: PreferencesArea { PreferencesArea(scope: scope) }
}

/// The methods `preferences.…`.
public struct PreferencesArea: Sendable {
  let scope: ClientScope

  /// Shows what somebody likes: to the member, or for a managed member to its parent.
  ///
  /// Sends `preferences.get`. Refused with ``RefusalReason/cannotActAs``, ``RefusalReason/noMember``,
  /// ``RefusalReason/unknownMember``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - member: Who it is about; yourself where it is nil.
  /// - Returns: What somebody likes.
  public func get(of member: MemberID? = nil) async throws -> Preferences {
    try await scope.send(PreferencesRequests.get(of: member))
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
    for member: MemberID? = nil, genreLikes: [GenreID], genreDislikes: [GenreID]? = nil,
    maxContentRating: ContentRating? = nil, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<Preferences> {
    try await scope.send(
      PreferencesRequests.set(
        for: member, genreLikes: genreLikes, genreDislikes: genreDislikes,
        maxContentRating: maxContentRating), options: options)
  }
}

/// The requests of the methods `preferences.…`. An outbox keeps commands without secrets only.
public enum PreferencesRequests {
  /// The request `preferences.get`: shows what somebody likes: to the member, or for a managed member to its parent.
  public static func get(of member: MemberID? = nil) -> TypedRequest<Preferences> {
    TypedRequest("preferences.get") { $0.fieldIfPresent("member_id", member) }
  }

  /// The request `preferences.set`: says what somebody likes, in place of all they said before.
  public static func set(
    for member: MemberID? = nil, genreLikes: [GenreID], genreDislikes: [GenreID]? = nil,
    maxContentRating: ContentRating? = nil
  ) -> TypedRequest<CommandResult<Preferences>> {
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
  public var genreLikes: [GenreID]
  /// TMDb's ids of genres, ascending; empty before they are set.
  public var genreDislikes: [GenreID]
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
