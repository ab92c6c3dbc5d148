import MovieNightPrimitives

/// The bounds of facts (`docs/catalog.md`, "The upstream is hostile"). Cleaning makes the values of a source fit these
/// bounds. Values in the cache or in a file that are out of bounds are rejected.
enum Bounds {
  static let id = FieldBounds<Int>.integer(CatalogBounds.id)
  static let page = FieldBounds<Int>.integer(CatalogBounds.page)
  static let season = FieldBounds<Int>.integer(CatalogBounds.season)
  static let episode = FieldBounds<Int>.integer(CatalogBounds.episode)
  static let count = FieldBounds<Int>.integer(0...2_147_483_647)
  /// The running time in minutes.
  static let runtime = FieldBounds<Int>.integer(1...9_999)
  static let priority = FieldBounds<Int>.integer(0...lastPriority)
  static let popularity = FieldBounds<Double>(.number, "a number of 0 or more") { $0 >= 0 && $0.isFinite }
  static let voteAverage = FieldBounds<Double>(.number, "a number from 0 to 10") { (0...10).contains($0) }
  static let date = FieldBounds<CalendarDate>(.date, "a date from 1870 to 2200") { (1870...2200).contains($0.year) }

  static let name = text(atMost: CleanText.longestName)
  static let overview = text(atMost: CleanText.longestOverview)
  static let rating = text(atMost: CleanText.longestRating)
  /// A country code (ISO 3166-1 alpha-2).
  static let country = FieldBounds<String>(.text(), "a country code") {
    $0.utf8.count == 2 && $0.utf8.allSatisfy(ASCII.isCapital)
  }
  static let imagePath = FieldBounds<String>(.text(), "an image path", ImagePath.isValid)
  static let address = FieldBounds<String>(.text(), "a URL that begins with https://", WebAddress.isValid)
  static let imdbID = FieldBounds<String>(.text(), "an IMDb id") { ForeignID(.imdb, checking: $0) != nil }
  /// A video's key at YouTube. Current keys have 11 characters, but YouTube does not guarantee that.
  static let videoKey = FieldBounds<String>(.text(), "a video key") { key in
    (1...20).contains(key.utf8.count) && key.utf8.allSatisfy { ASCII.isLetterOrDigit($0) || "_-".utf8.contains($0) }
  }
  static let sizes = FieldBounds<[String]>.list(of: imageSize, atMost: imageSizes)
  /// An image size: "original", or `w` or `h` and a number of pixels.
  static let imageSize = FieldBounds<String>(.text(), "an image size") { size in
    let digits = size.utf8.dropFirst()
    return size == ImageSizes.original
      || "wh".utf8.contains(where: { size.utf8.first == $0 }) && (1...5).contains(digits.count)
        && digits.first != UInt8(ascii: "0") && digits.allSatisfy(ASCII.isDigit)
  }

  static let genreIDs = FieldBounds<[Int]>(.list(.integer()), "a list of at most \(genresPerTitle) different ids") {
    ids in
    ids.count <= genresPerTitle && ids.allSatisfy(id.contains) && Set(ids).count == ids.count
  }
  static let providers = FieldBounds<[Provider]>.list(atMost: providersPerOffer, eachOnceBy: \.id)

  /// The maximum number of genres of a movie or series, which is also the limit for a movie in a round.
  static let genresPerTitle = 20
  static let castMembers = 5
  /// The number of possible country codes.
  static let countries = 26 * 26
  /// The maximum number of providers of a movie or series, for each kind of offer and country.
  static let providersPerOffer = 100
  static let seasonsPerSeries = 1_000
  /// The maximum number of episodes in a season. Daily series have thousands of them.
  static let episodesPerSeason = 10_000
  /// The maximum number of results on a page. TMDb's pages have 20.
  static let results = 100
  static let listedGenres = 200
  static let listedProviders = 2_000
  static let lastPriority = 99_999
  static let imageSizes = 20

  private static func text(atMost limit: Int) -> FieldBounds<String> {
    FieldBounds(
      .text(),
      "visible text of at most \(limit) bytes, without control characters or white space at either end"
    ) { text in
      text.utf8.count <= limit && text.utf8.first != UInt8(ascii: " ") && text.utf8.last != UInt8(ascii: " ")
        && !text.unicodeScalars.contains { $0.isControl || $0.isBidirectionalControl } && CleanText.isVisible(text)
    }
  }
}

extension FieldBounds {
  /// Returns bounds for a list of values with different keys.
  static func list<Element: FieldValue, Key: Hashable>(
    atMost limit: Int, eachOnceBy key: @escaping @Sendable (Element) -> Key
  ) -> FieldBounds<[Element]> where Value == [Element] {
    FieldBounds(.list(Element.shape, atMost: limit), "a list of at most \(limit) different values") {
      $0.count <= limit && Set($0.map(key)).count == $0.count
    }
  }

  /// Returns bounds for a list of values with different keys, in ascending order, which `order` names in messages.
  static func list<Element: FieldValue>(
    atMost limit: Int, inOrderOf key: @escaping @Sendable (Element) -> Int, _ order: String
  ) -> FieldBounds<[Element]> where Value == [Element] {
    FieldBounds(.list(Element.shape, atMost: limit), "a list of at most \(limit) different values, \(order)") { list in
      list.count <= limit && zip(list, list.dropFirst()).allSatisfy { key($0) < key($1) }
    }
  }
}
