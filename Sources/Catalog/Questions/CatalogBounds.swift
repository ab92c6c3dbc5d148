import MovieNightPrimitives

/// What a number must lie in before anybody is asked for it (`docs/catalog.md`, "Methods").
public enum CatalogBounds {
  /// TMDb's ids, those of genres and providers too.
  public static let id = 1...2_147_483_647
  public static let page = 1...500
  /// 0 are the specials.
  public static let season = 0...9999
  public static let episode = 0...99_999
  public static let year = 1...9999
  /// Bytes of a text that is searched for.
  public static let searchBytes = 1...500
  /// Genres that a discovery names, wanted and unwanted each.
  public static let genres = 0...100
}

/// The language of texts, as sources name it: "en-US", "de".
public enum CatalogLanguage {
  public static func isWellFormed(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (1...2).contains(parts.count) else { return false }
    let isLanguage = language.utf8.count == 2 && language.utf8.allSatisfy { (97...122).contains($0) }
    return isLanguage && parts.dropFirst().allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(ASCII.isCapital) }
  }
}
