import MovieNightKit

/// A movie's or series' poster for the template `poster`, or a drawn placeholder.
struct Poster: Sendable, Equatable {
  let image: Image?
  /// The first letter of the title, on the placeholder.
  let initial: String

  struct Image: Sendable, Equatable {
    let source: String
    let sourceSet: String
  }

  /// - Parameters:
  ///   - path: The last part of the image's address, after the size.
  ///   - base: `server.info.catalog.image_url`; nil without a catalog.
  init(title: String, path: String?, base: String?) {
    initial = title.first { $0.isLetter || $0.isNumber }.map { String($0).uppercased() } ?? "?"
    guard let base, let path, Self.isImagePath(path) else {
      image = nil
      return
    }
    let sizes = [185, 342, 780].map { (width: $0, address: "\(base)w\($0)\(path)") }
    image = Image(
      source: sizes[1].address, sourceSet: sizes.map { "\($0.address) \($0.width)w" }.joined(separator: ", "))
  }

  init(title: String, urls: ImageURLs?) {
    initial = Poster(title: title, path: nil, base: nil).initial
    image = urls.map {
      Image(source: $0.card, sourceSet: "\($0.thumbnail) 185w, \($0.card) 342w, \($0.detail) 780w")
    }
  }

  /// Whether the path adds nothing to an address but a file's name.
  private static func isImagePath(_ path: String) -> Bool {
    path.hasPrefix("/") && path.utf8.count <= 200
      && path.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}
