import MovieNightPrimitives

/// Members of an upstream's object: nil where they are missing, of another type, or out of their bounds.
extension JSONValue {
  /// What somebody or something is called.
  func name(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.cut($0, longest: CleanText.longestName) }
  }

  func overview(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.cut($0, longest: CleanText.longestOverview) }
  }

  /// For whom it is.
  func rating(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.whole($0, longest: CleanText.longestRating) }
  }

  /// TMDb's of something.
  func id(_ member: StaticString) -> Int? { number(member, in: CatalogBounds.id) }

  func number(_ member: StaticString, in bounds: ClosedRange<Int>) -> Int? {
    self[member]?.integer.flatMap { bounds.contains($0) ? $0 : nil }
  }

  /// A day in the years in which a movie can be (`docs/protocol/catalog.md`, "A movie").
  func date(_ member: StaticString) -> CalendarDate? {
    let date = self[member]?.string.flatMap { CalendarDate(text: $0) }
    return date.flatMap { Bounds.years.contains($0.year) ? $0 : nil }
  }

  func imagePath(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { ImagePath.isValid($0) ? $0 : nil }
  }

  /// ISO 3166-1 alpha-2.
  func country(_ member: StaticString) -> String? { self[member]?.string.flatMap(Bounds.country) }

  var popularity: Double? { self["popularity"]?.double.flatMap { $0 >= 0 ? $0 : nil } }
  var voteCount: Int? { number("vote_count", in: Bounds.counts) }

  /// Nil without votes: TMDb says 0 then.
  var voteAverage: Double? {
    guard let average = self["vote_average"]?.double, (0...10).contains(average) else { return nil }
    return voteCount.map { $0 > 0 } ?? (average > 0) ? average : nil
  }

  /// Not for children.
  var isAdult: Bool { self["adult"]?.bool == true }
}

/// Between which values facts are, and how many a list has at most (`docs/catalog.md`).
enum Bounds {
  static let counts = 0...2_147_483_647
  static let years = 1870...2200
  /// Minutes.
  static let runtimes = 1...9_999
  static let priorities = 0...99_999

  /// As many as a movie in a round can have.
  static let genresOfOne = 20
  static let castMembers = 5
  /// Of one kind in one country.
  static let providersOfOne = 100
  static let seasonsOfOne = 1_000
  /// Daily series have thousands of episodes in one season.
  static let episodesOfOne = 10_000
  /// A page of TMDb has 20.
  static let results = 100
  static let listedGenres = 200
  static let listedProviders = 2_000
  static let imageSizes = 20

  /// The code where it is one: two capital letters. So lists by country need no bound of their own.
  static func country(_ code: String) -> String? {
    code.utf8.count == 2 && code.utf8.allSatisfy(ASCII.isCapital) ? code : nil
  }
}
