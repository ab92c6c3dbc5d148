import MovieNightPrimitives

/// The addresses of an image, in the sizes that clients show (`docs/catalog.md`, "Images").
public struct ImageURLs: Hashable, Sendable {
  /// The address of the size for lists.
  public var thumbnail: String
  public var card: String
  /// The address of the size for a detail page.
  public var detail: String
  /// The address of the original size.
  public var full: String
}

extension ImageURLs {
  /// Returns these beginnings of addresses with `path`; nil without a path, or if it is invalid.
  public func urls(for path: String?) -> ImageURLs? {
    guard let path, ImagePath.isValid(path) else { return nil }
    return ImageURLs(thumbnail: thumbnail + path, card: card + path, detail: detail + path, full: full + path)
  }
}

public enum ImageKind: CaseIterable, Sendable {
  case poster, backdrop, still, logo
}

extension ImageSizes {
  /// Returns the addresses of the image at `path`; nil without a path, or if it is invalid, as a client's may be.
  public func urls(for path: String?, _ kind: ImageKind) -> ImageURLs? { prefixes(kind).urls(for: path) }

  /// Returns the beginnings of the addresses of all images of a kind. Choosing the sizes once saves time with many.
  public func prefixes(_ kind: ImageKind) -> ImageURLs {
    let (sizes, thumbnail, card, detail) =
      switch kind {
      case .poster: (poster, 185, 342, 780)
      case .backdrop: (backdrop, 300, 300, 1280)
      case .still: (still, 92, 185, 300)
      case .logo: (logo, 185, 300, 500)
      }
    func url(_ width: Int) -> String { baseURL + Self.size(in: sizes, notUnder: width) }
    return ImageURLs(
      thumbnail: url(thumbnail), card: url(card), detail: url(detail), full: baseURL + Self.original)
  }

  static let original = "original"

  private static func size(in sizes: [String], notUnder width: Int) -> String {
    // "w342" is a width, unlike "h632" and "original".
    let widths = sizes.filter { $0.first == "w" }.compactMap { Int($0.dropFirst()) }
    return widths.filter { $0 >= width }.min().map { "w\($0)" } ?? original
  }
}
