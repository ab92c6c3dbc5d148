/// Fills names and overviews that the source lacks in the catalog's language with those in another one.
public struct TextFilling: Sendable {
  /// Whether something is to be filled, so that one more request is worth it.
  public var isNeeded: @Sendable (CatalogFacts) -> Bool
  /// The first with the empty texts of the second.
  public var fill: @Sendable (CatalogFacts, CatalogFacts) -> CatalogFacts

  public init(
    isNeeded: @escaping @Sendable (CatalogFacts) -> Bool,
    fill: @escaping @Sendable (CatalogFacts, CatalogFacts) -> CatalogFacts
  ) {
    self.isNeeded = isNeeded
    self.fill = fill
  }

  /// Leaves everything as it is.
  public static let none = TextFilling(isNeeded: { _ in false }, fill: { facts, _ in facts })
}
