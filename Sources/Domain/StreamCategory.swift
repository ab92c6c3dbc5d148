/// The kinds of streams: one for each area. A stream's name is `category-<id>`.
public enum StreamCategory {
  /// `household-<household id>`
  public static let household = "household"
  /// `round-<round id>`
  public static let round = "round"
  /// `library-<household id>`
  public static let library = "library"
}
