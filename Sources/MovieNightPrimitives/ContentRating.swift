/// The content ratings that can be compared: G < PG < PG-13 < R < NC-17. Any other text counts as no rating.
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
}
