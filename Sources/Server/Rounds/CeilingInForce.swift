import Domain
import MovieNightPrimitives
import Projections

/// The content rating up to which a household's round admits movies.
struct CeilingInForce: Sendable {
  let rating: ContentRating
  /// Whether the creator overrides the attendees' own limits.
  let isOverridden: Bool

  init(of attendees: [MemberID], in household: HouseholdDetails, override: ContentRating?) {
    rating = override ?? household.ceiling(of: attendees)
    isOverridden = override != nil
  }

  /// Creates the ceiling of the open round, or of a round that everyone attends if no round is open.
  init(in household: HouseholdDetails, _ openRound: RoundDetails?) {
    let attendees = openRound?.attendees.ids(among: household.memberIDs) ?? household.memberIDs
    self.init(of: attendees, in: household, override: openRound?.ceilingOverride)
  }

  /// Whether the ceiling excludes a movie with the content rating `text`, which is nil for a movie without a rating.
  func refuses(_ text: String?) -> Bool {
    !ContentRating.passes(text, ceiling: rating, overridden: isOverridden)
  }
}

extension AnswerContext {
  func ceilingInForce(in household: HouseholdDetails) throws -> CeilingInForce {
    let round = try household.activeRoundID.flatMap { id in
      try value(readModels.cachedRound(id)) { try readModels.round(id) }
    }
    return CeilingInForce(in: household, round)
  }
}
