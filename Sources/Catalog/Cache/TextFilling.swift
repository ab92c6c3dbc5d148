/// Fills names and overviews that the source lacks in the catalog's language with those in another one.
public struct TextFilling: Sendable {
  /// Whether something is to be filled, so that one more request is worth it.
  public var isNeeded: @Sendable (CatalogFacts) -> Bool
  /// The first with the empty texts of the second.
  public var fill: @Sendable (CatalogFacts, CatalogFacts) -> CatalogFacts

  /// Whether facts answer: not where a text is still empty that nothing can do without.
  public var isWhole: @Sendable (CatalogFacts) -> Bool

  public init(
    isNeeded: @escaping @Sendable (CatalogFacts) -> Bool,
    fill: @escaping @Sendable (CatalogFacts, CatalogFacts) -> CatalogFacts,
    isWhole: @escaping @Sendable (CatalogFacts) -> Bool = { _ in true }
  ) {
    self.isNeeded = isNeeded
    self.fill = fill
    self.isWhole = isWhole
  }

  /// Leaves everything as it is.
  public static let none = TextFilling(isNeeded: { _ in false }, fill: { facts, _ in facts })
}
