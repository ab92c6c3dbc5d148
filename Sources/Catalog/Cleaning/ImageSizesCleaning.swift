import MovieNightPrimitives

extension BodyCleaner {
  /// Cleans the image configuration. The built-in values replace unusable parts.
  mutating func imageSizes(_ json: JSONValue) throws(UnexpectedBody) -> ImageSizes {
    guard let images = json["images"], images.kind == .object else { throw .without("images") }
    let builtIn = ImageSizes.builtIn
    return ImageSizes(
      baseURL: Self.baseURL(images) ?? builtIn.baseURL,
      poster: sizes(images["poster_sizes"]) ?? builtIn.poster,
      backdrop: sizes(images["backdrop_sizes"]) ?? builtIn.backdrop,
      still: sizes(images["still_sizes"]) ?? builtIn.still, logo: sizes(images["logo_sizes"]) ?? builtIn.logo)
  }

  /// Returns the base address with a final slash, for appending paths; nil if it is invalid or has a query or fragment.
  private static func baseURL(_ images: JSONValue) -> String? {
    guard let address = images.member("secure_base_url", Bounds.address),
      !address.utf8.contains(where: "?#".utf8.contains)
    else { return nil }
    let base = address.hasSuffix("/") ? address : address + "/"
    return base.utf8.count <= WebAddress.maximumBytes ? base : nil
  }

  private mutating func sizes(_ json: JSONValue?) -> [String]? {
    let sizes = list(json?.elements, atMost: Bounds.imageSizes, eachOnceBy: \.self) { entry in
      entry.word.flatMap { Bounds.imageSize.contains($0) ? $0 : nil }
    }
    return sizes.isEmpty ? nil : sizes
  }
}
