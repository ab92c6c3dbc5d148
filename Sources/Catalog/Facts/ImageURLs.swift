import MovieNightPrimitives

/// One image in the widths that clients show (`docs/catalog.md`, "Images").
public struct ImageURLs: FieldObject, Hashable, Sendable {
  /// For lists.
  public var thumbnail: String
  public var card: String
  /// For a page of its own.
  public var detail: String
  /// As large as it was uploaded.
  public var full: String

  public init(thumbnail: String, card: String, detail: String, full: String) {
    self.thumbnail = thumbnail
    self.card = card
    self.detail = detail
    self.full = full
  }

  public static let fields = Fields(
    Self.init(thumbnail:card:detail:full:), Field("thumbnail", \.thumbnail), Field("card", \.card),
    Field("detail", \.detail), Field("full", \.full))
}

public enum ImageKind: CaseIterable, Sendable {
  case poster, backdrop, still, logo

  /// In pixels.
  fileprivate var widths: (thumbnail: Int, card: Int, detail: Int) {
    switch self {
    case .poster: (185, 342, 780)
    case .backdrop: (300, 300, 1280)
    case .still: (92, 185, 300)
    case .logo: (185, 300, 500)
    }
  }
}

extension ImageSizes {
  /// Where an image is found; nil without a path, and for a path that no image has (a client can have sent it).
  public func urls(for path: String?, _ kind: ImageKind) -> ImageURLs? {
    guard let path, ImagePath.isValid(path) else { return nil }
    let (widths, sizes) = (kind.widths, sizes(of: kind))
    func url(_ width: Int) -> String { baseURL + Self.size(in: sizes, notUnder: width) + path }
    return ImageURLs(
      thumbnail: url(widths.thumbnail), card: url(widths.card), detail: url(widths.detail),
      full: baseURL + Self.original + path)
  }

  static let original = "original"

  private func sizes(of kind: ImageKind) -> [String] {
    switch kind {
    case .poster: poster
    case .backdrop: backdrop
    case .still: still
    case .logo: logo
    }
  }

  /// The narrowest that is wide enough, whatever their order.
  private static func size(in sizes: [String], notUnder width: Int) -> String {
    let fitting = sizes.compactMap(Self.width).filter { $0 >= width }
    return fitting.min().map { "w\($0)" } ?? original
  }

  /// Of "w342" 342; nil for heights ("h632") and for "original".
  private static func width(of size: String) -> Int? {
    size.first == "w" ? Int(size.dropFirst()) : nil
  }
}

extension JSONWriter {
  /// Null where it is nil: the member is there in any case.
  public mutating func field(_ name: StaticString, _ urls: ImageURLs?) {
    key(name)
    urls.write(to: &self)
  }
}
