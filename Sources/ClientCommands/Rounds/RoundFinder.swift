import Console
import MovieNightKit

/// Finds the movie night that a user typed, among all that `movienight history` shows.
package struct RoundFinder {
  private let client: MovieNightClient
  private let identity: Identity?
  private let household: HouseholdID?
  private let environment: Environment

  /// - Parameters:
  ///   - identity: The identity of the client; nil if it is known to be a member's, or `household` is not nil.
  ///   - household: The household that an administrator named.
  package init(
    _ client: MovieNightClient, identity: Identity? = nil, household: HouseholdID? = nil, _ environment: Environment
  ) {
    (self.client, self.identity, self.household, self.environment) = (client, identity, household, environment)
  }

  static let details = """
    ROUND is last, its number in movienight history, its movie's title or the beginning of it, or its id.
    """

  /// The number of movie nights among which a user can choose.
  private static let choices = 9

  private struct PickedNight {
    let number: Int
    let title: String
    let session: Session
  }

  package func round(_ typed: String) async throws -> RoundID {
    if let id = RoundID(typed) { return id }
    try ServerConnection.requireHousehold(household, for: identity)
    let number = typed.lowercased() == "last" ? 1 : Int(typed)
    let limit = number.flatMap { (1...100).contains($0) ? $0 : nil } ?? 100
    var count = 0
    var picked: [PickedNight] = []
    // A number that is higher than all of the history's may be a title, such as 1917.
    for try await session in client.sessions.all(limit: limit, household: household) {
      count += 1
      if count == number { return session.id }
      if let pick = session.pick { picked.append(PickedNight(number: count, title: pick.title, session: session)) }
    }
    return try prefixMatches(by: typed, among: picked, called: \.title).only(
      none: CommandFailure(
        "There is no movie night '\(typed)'",
        hint: "Type its number, which movienight history shows, or its movie's title.")
    ) { several in
      try environment.choose(
        NumberedChoice(
          "'\(typed)' matches several movie nights",
          several.prefix(Self.choices).map { night in
            (night.number, "\(night.title) (\(Canvas(environment).dateText(night.session.createdAt)))", night)
          },
          more: several.count > Self.choices ? "movienight history --all" : nil,
          advice: "Type the number instead of the title."))
    }.session.id
  }
}
