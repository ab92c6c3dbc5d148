import MovieNightPrimitives

/// The addresses of an image in the widths that clients show (`docs/catalog.md`, "Images").
public struct ImageURLs: Hashable, Sendable {
  /// The size for lists.
  public var thumbnail: String
  public var card: String
  /// The size for a detail page.
  public var detail: String
  /// The original size.
  public var full: String
}

public enum ImageKind: CaseIterable, Sendable {
  case poster, backdrop, still, logo
}

extension ImageSizes {
  /// Returns an image's addresses; nil without a path, or if a client sent an invalid one.
  public func urls(for path: String?, _ kind: ImageKind) -> ImageURLs? {
    guard let path, ImagePath.isValid(path) else { return nil }
    let (sizes, thumbnail, card, detail) =
      switch kind {
      case .poster: (poster, 185, 342, 780)
      case .backdrop: (backdrop, 300, 300, 1280)
      case .still: (still, 92, 185, 300)
      case .logo: (logo, 185, 300, 500)
      }
    func url(_ width: Int) -> String { baseURL + Self.size(in: sizes, notUnder: width) + path }
    return ImageURLs(
      thumbnail: url(thumbnail), card: url(card), detail: url(detail), full: baseURL + Self.original + path)
  }

  static let original = "original"

  private static func size(in sizes: [String], notUnder width: Int) -> String {
    let fitting = sizes.compactMap(Self.width).filter { $0 >= width }
    return fitting.min().map { "w\($0)" } ?? original
  }

  /// Returns 342 for "w342"; nil for heights ("h632") and for "original".
  private static func width(of size: String) -> Int? {
    size.first == "w" ? Int(size.dropFirst()) : nil
  }
}
