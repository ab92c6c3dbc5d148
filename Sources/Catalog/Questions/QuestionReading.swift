import MovieNightPrimitives

extension CatalogQuestion {
  /// Creates a question of this kind and id; nil if invalid. Each id has one valid spelling, so "01" is invalid.
  public init?(kind: Kind, id: String) {
    let read: Self? =
      switch kind {
      case .movie: Self.number(id, CatalogBounds.id).map(Self.movie)
      case .series: Self.number(id, CatalogBounds.id).map(Self.series)
      case .season:
        Self.numbers(id, CatalogBounds.id, CatalogBounds.season).map { .season(series: $0[0], $0[1]) }
      case .episode:
        Self.numbers(id, CatalogBounds.id, CatalogBounds.season, CatalogBounds.episode)
          .map { .episode(series: $0[0], season: $0[1], $0[2]) }
      case .search: Self.find(id) ?? Self.search(id)
      case .discover: Self.discover(id)
      case .genres: MediaKind(rawValue: id).map(Self.genres)
      case .providers: MediaKind(rawValue: id).map(Self.providers)
      case .configuration: id.isEmpty ? .configuration : nil
      }
    guard let read else { return nil }
    self = read
  }

  private static func find(_ id: String) -> Self? {
    let parts = parts(id)
    guard parts.count == 2, let authority = ForeignID.Authority(rawValue: String(parts[0])) else { return nil }
    return ForeignID(authority, checking: parts[1]).map(Self.find)
  }

  // The search text is the rest of the id, and may contain slashes.
  private static func search(_ id: String) -> Self? {
    let parts = id.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let media = MediaKind(rawValue: String(parts[0])),
      let year = optional(parts[1], { number($0, CatalogBounds.year) }),
      let page = number(parts[2], CatalogBounds.page), CatalogBounds.searchBytes.contains(parts[3].utf8.count)
    else { return nil }
    let text = String(parts[3])
    return switch media {
    case .movie: .searchMovies(text, year: year, page: page)
    case .tv: .searchSeries(text, year: year, page: page)
    }
  }

  private static func discover(_ id: String) -> Self? {
    let parts = parts(id)
    guard parts.count == 8, let page = number(parts[0], CatalogBounds.page),
      let highest = ContentRating(rawValue: String(parts[1])),
      let lowest = optional(parts[2], { ContentRating(rawValue: String($0)) }),
      let votes = number(parts[3], 0...Int.max), let from = CalendarDate(text: parts[4]),
      let through = CalendarDate(text: parts[5]), let genres = list(parts[6]), let without = list(parts[7])
    else { return nil }
    let discovery = Discovery(
      highestCertification: highest, lowestCertification: lowest, fewestVotes: votes,
      releasedFrom: from, releasedThrough: through, genres: genres, withoutGenres: without)
    return .discover(discovery, page: page)
  }

  // MARK: Parsing the parts of an id

  private static func parts(_ id: String) -> [Substring] {
    id.split(separator: "/", maxSplits: 8, omittingEmptySubsequences: false)
  }

  /// Parses an optional part. Returns nil for an invalid part, and `.some(nil)` for an empty one.
  private static func optional<Value>(_ part: Substring, _ read: (Substring) -> Value?) -> Value?? {
    if part.isEmpty { return .some(nil) }
    return read(part).map { .some($0) }
  }

  private static func list(_ part: Substring) -> [Int]? {
    if part.isEmpty { return [] }
    let texts = part.split(separator: ",", omittingEmptySubsequences: false)
    let ids = texts.compactMap { number($0, CatalogBounds.id) }
    return ids.count == texts.count && CatalogBounds.genres.contains(ids.count) ? ids : nil
  }

  private static func numbers(_ id: String, _ bounds: ClosedRange<Int>...) -> [Int]? {
    let parts = parts(id)
    let numbers = zip(parts, bounds).compactMap { number($0, $1) }
    return parts.count == bounds.count && numbers.count == bounds.count ? numbers : nil
  }

  private static func number(_ text: some StringProtocol, _ bounds: ClosedRange<Int>) -> Int? {
    // Accepts only digits without leading zeros, as in ids that `id` returns.
    guard let number = Int(text), String(number) == text, bounds.contains(number) else { return nil }
    return number
  }
}

extension ForeignID {
  /// Creates an id. Accepts "tt" and 7 to 10 digits for IMDb, and 1 to 10 digits for TVDB. Nil for anything else.
  public init?(_ authority: Authority, checking id: some StringProtocol) {
    let prefix = authority == .imdb ? "tt" : ""
    let digits = id.utf8.dropFirst(prefix.utf8.count)
    guard id.utf8.starts(with: prefix.utf8), (authority == .imdb ? 7...10 : 1...10).contains(digits.count),
      digits.allSatisfy(ASCII.isDigit)
    else { return nil }
    self.init(authority, String(id))
  }
}
