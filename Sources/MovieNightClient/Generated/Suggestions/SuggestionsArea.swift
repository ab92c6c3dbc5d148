// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `suggestions.…`.
  public var suggestions: SuggestionsArea { SuggestionsArea(route: Route(client: self)) }

  /// The methods `suggestions.…`.
  public struct SuggestionsArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.SuggestionsArea {
  /// Finds movies that suit some members; nothing enters a round by it.
  ///
  /// Sends `suggestions.generate`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/noMember`` (403): an administrator tried what only members do
  /// - ``RefusalReason/notMembers`` (422): some attendees are no members
  /// - ``RefusalReason/tooFewPreferences`` (422): to find movies for them, 2 of the attendees must have set what they
  ///   like
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - attendees: Whom they have to suit; everybody where it is nil. Must be a list of ids, at most 100.
  ///   - excludedMovies: TMDb's ids of movies that are not wanted; none where it is nil. Must be a list of whole
  ///     numbers, at most 100.
  /// - Returns: Movies that suit some members.
  /// - Throws: why there is no result.
  public func generate(
    for attendees: [MemberID]? = nil, excluding excludedMovies: [Int]? = nil
  ) async throws(ClientError) -> Suggestions {
    let request = Request.read("suggestions.generate") { json in
      json.fieldIfPresent("attendees", attendees)
      json.fieldIfPresent("exclude_movie_ids", excludedMovies)
    }
    return try await result(of: request)
  }
}
