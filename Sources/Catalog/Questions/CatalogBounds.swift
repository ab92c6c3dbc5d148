import MovieNightPrimitives

/// The bounds of numbers in questions, which are checked before a question is asked (`docs/catalog.md`, "Methods").
public enum CatalogBounds {
  /// TMDb's ids, including those of genres and providers.
  public static let id = 1...2_147_483_647
  public static let page = 1...500
  /// Season 0 contains the specials.
  public static let season = 0...9999
  public static let episode = 0...99_999
  public static let year = 1...9999
  /// The length of a search text in bytes.
  public static let searchBytes = 1...500
  /// The number of genres that a discovery may include, and the number that it may exclude.
  public static let genres = 0...100
}

/// The language of texts, in the form that sources use: "en-US", "de".
public enum CatalogLanguage {
  public static func isWellFormed(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (1...2).contains(parts.count) else { return false }
    let isLanguage = language.utf8.count == 2 && language.utf8.allSatisfy { (97...122).contains($0) }
    return isLanguage && parts.dropFirst().allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(ASCII.isCapital) }
  }
}
