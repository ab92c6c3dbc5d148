import MovieNightPrimitives
import Testing

@testable import Catalog

@Suite struct ImageURLTests {
  private func sizes(_ poster: [String]) -> ImageSizes {
    ImageSizes(baseURL: "https://i.example/", poster: poster, backdrop: [], still: [], logo: [])
  }

  private func posterSizes(_ poster: [String]) -> [String]? {
    sizes(poster).urls(for: "/p.jpg", .poster).map { urls in
      [urls.thumbnail, urls.card, urls.detail, urls.full].map {
        String($0.dropFirst("https://i.example/".count).dropLast("/p.jpg".count))
      }
    }
  }

  @Test func builtInSizesGiveExpectedWidths() {
    let base = "https://image.tmdb.org/t/p/"
    for (kind, thumbnail, card, detail) in [
      (ImageKind.poster, "w185", "w342", "w780"), (.backdrop, "w300", "w300", "w1280"), (.still, "w92", "w185", "w300"),
      (.logo, "w185", "w300", "w500"),
    ] {
      #expect(
        ImageSizes.builtIn.urls(for: "/a.jpg", kind)
          == ImageURLs(
            thumbnail: "\(base)\(thumbnail)/a.jpg", card: "\(base)\(card)/a.jpg", detail: "\(base)\(detail)/a.jpg",
            full: "\(base)original/a.jpg"))
    }
  }

  @Test func narrowestSufficientWidthIsUsed() {
    #expect(posterSizes(["w184", "w185", "w341", "w342", "w779", "w780"]) == ["w185", "w342", "w780", "original"])
    #expect(posterSizes(["w2000", "w184", "w343", "w900", "w500"]) == ["w343", "w343", "w900", "original"])
    #expect(posterSizes(["w300"]) == ["w300", "original", "original", "original"])
    #expect(posterSizes([]) == ["original", "original", "original", "original"])
  }

  @Test func heightSizesAreIgnored() {
    #expect(posterSizes(["h632", "h200", "original", "w400"]) == ["w400", "w400", "original", "original"])
  }

  @Test func missingOrMalformedPathHasNoURLs() {
    for path in [
      nil, "", "/", "a.jpg", "/a/b.jpg", "//a.jpg", "/..", "/.", "/a b.jpg", "/a?b", "/a%2e", "/ä.jpg", "/a\n",
    ] {
      #expect(ImageSizes.builtIn.urls(for: path, .poster) == nil, "\(path ?? "nil")")
    }
    for path in ["/a", "/A-b_c.0.svg", "/.a", "/" + String(repeating: "a", count: 299)] {
      #expect(ImageSizes.builtIn.urls(for: path, .poster)?.full.hasSuffix(path) == true)
    }
    #expect(ImageSizes.builtIn.urls(for: "/" + String(repeating: "a", count: 300), .poster) == nil)
  }
}
