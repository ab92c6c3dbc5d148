import MovieNightPrimitives

extension ContentRating {
  /// What a household may set as a ceiling: G, PG, PG-13 or R.
  public static let ceilings: [ContentRating] = [.g, .pg, .pg13, .r]

  /// The lowest ceiling of some members: that of managed ones is fixed; who has set none counts as PG-13.
  public static func lowestCeiling(of members: [(type: MemberType?, maxContentRating: ContentRating?)]) -> ContentRating
  {
    members.map { $0.type?.fixedCeiling ?? $0.maxContentRating ?? .pg13 }.min() ?? .pg13
  }

  /// Whether a movie with this rating text may enter a round under `ceiling`.
  ///
  /// A movie without a (known) rating passes only where the ceiling is R; an override of the creator is a ceiling
  /// that lets it pass too (`overridden`).
  public static func passes(_ text: String?, ceiling: ContentRating, overridden: Bool) -> Bool {
    guard let rating = text.flatMap(ContentRating.init(rawValue:)) else { return overridden || ceiling >= .r }
    return rating <= ceiling
  }
}
