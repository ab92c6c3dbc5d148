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

  /// The ceiling of the open round, or of a round for everybody if none is open.
  init(in household: HouseholdDetails, _ openRound: RoundDetails?) {
    let attendees = openRound?.attendees.ids(among: household.memberIDs) ?? household.memberIDs
    self.init(of: attendees, in: household, override: openRound?.ceilingOverride)
  }

  /// Whether a movie with this content rating is refused; nil for one without.
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
