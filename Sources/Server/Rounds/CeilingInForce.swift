import Domain
import MovieNightPrimitives
import Projections

/// Which movies a household's round lets in, by their ratings.
struct CeilingInForce: Sendable {
  let rating: ContentRating
  /// Whether the creator has set it, for who may see less.
  let isOverridden: Bool

  /// Of a round of these members.
  init(of attendees: [MemberID], in household: HouseholdDetails, override: ContentRating?) {
    rating = override ?? household.ceiling(of: attendees)
    isOverridden = override != nil
  }

  /// Of the open round; where none is open, of one for everybody.
  init(in household: HouseholdDetails, _ openRound: RoundDetails?) {
    let attendees = openRound?.attendees.ids(among: household.memberIDs) ?? household.memberIDs
    self.init(of: attendees, in: household, override: openRound?.ceilingOverride)
  }

  /// - Parameter text: a movie's content rating; nil where it has none.
  func refuses(_ text: String?) -> Bool {
    !ContentRating.passes(text, ceiling: rating, overridden: isOverridden)
  }
}

extension Answering {
  func ceilingInForce(in household: HouseholdDetails) throws -> CeilingInForce {
    let round = try household.activeRoundID.flatMap { id in
      try value(readModels.cachedRound(id)) { try readModels.round(id) }
    }
    return CeilingInForce(in: household, round)
  }
}
