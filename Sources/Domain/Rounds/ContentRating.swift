import Primitives

/// The ratings that have an order: G < PG < PG-13 < R < NC-17.
///
/// Any other text on a movie counts as no rating at all.
public enum ContentRating: String, FieldValue, CaseIterable, Comparable, Sendable {
  case g = "G"
  case pg = "PG"
  case pg13 = "PG-13"
  case r = "R"
  case nc17 = "NC-17"

  private var rank: Int {
    switch self {
    case .g: 0
    case .pg: 1
    case .pg13: 2
    case .r: 3
    case .nc17: 4
    }
  }

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

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
