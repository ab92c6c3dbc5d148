import MovieNightPrimitives

extension ContentRating {
  /// The ratings that a household may set as a ceiling.
  public static let ceilings: [ContentRating] = [.g, .pg, .pg13, .r]

  /// Returns the members' lowest ceiling. A managed member's is fixed; an independent one's is PG-13 by default.
  public static func lowestCeiling(of members: [(type: MemberType?, maxContentRating: ContentRating?)]) -> ContentRating
  {
    members.map { $0.type?.fixedCeiling ?? $0.maxContentRating ?? .pg13 }.min() ?? .pg13
  }

  /// Whether a movie with this rating text may enter a round under `ceiling`. A movie without a known rating may enter
  /// only if the ceiling is R, or if the creator has overridden it (`overridden`).
  public static func passes(_ text: String?, ceiling: ContentRating, overridden: Bool) -> Bool {
    guard let rating = text.flatMap(ContentRating.init(rawValue:)) else { return overridden || ceiling >= .r }
    return rating <= ceiling
  }
}
