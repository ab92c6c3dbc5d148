import Console
import MovieNightPrimitives

/// A movie or a series that was found.
struct FoundTitle {
  let id: Int
  let title: String
  let originalTitle: String?
  let year: Int?
  let contentRating: String?
  let genres: [String]
  let voteAverage: Double?
  let isOnWatchlist: Bool
  let isWatched: Bool
  let exceedsCeiling: Bool

  /// `json` is one of the results of `movies.search` or `tv.search`.
  init(_ json: JSONValue) throws(JSONError) {
    let isMovie = json["tmdb_movie_id"] != nil
    id = try json.integer(isMovie ? "tmdb_movie_id" : "tmdb_id")
    title = try json.text(isMovie ? "title" : "name") ?? "TMDb \(id)"
    originalTitle = try json.text(isMovie ? "original_title" : "original_name")
    year = try json.optionalInteger("year")
    contentRating = try json.text("content_rating")
    genres = try json.texts("genres")
    voteAverage = try json.optionalDouble("vote_average")
    isOnWatchlist = try json.optionalBool("on_watchlist") ?? false
    isWatched = try json.optionalBool("watched") ?? false
    exceedsCeiling = try json.optionalBool("exceeds_ceiling") ?? false
  }
}

/// A page of what was found.
struct FoundTitles {
  let titles: [FoundTitle]
  let number: Int
  let pageCount: Int
  let count: Int
  let origin: CatalogOrigin

  /// Nobody is asked for pages beyond it.
  static let pageLimit = 500

  init(_ json: JSONValue) throws(JSONError) {
    titles = try json.list("results") { (json) throws(JSONError) in try FoundTitle(json) }
    number = try json.integer("page")
    pageCount = try json.integer("total_pages")
    count = try json.integer("total_results")
    origin = try CatalogOrigin(json)
  }

  /// The number of the page that follows.
  var next: Int? { number < min(pageCount, Self.pageLimit) ? number + 1 : nil }
}

/// The same as a numbered list.
struct FoundTitlesDrawing {
  let page: CatalogPage
  let found: FoundTitles
  /// What the page that follows is asked for with, without its number: `movienight movie search heat --page`.
  let nextPage: String
  /// What shows one of them: `movienight movie show ID`.
  let showing: String
  /// What the link that was looked for leads to, where that is nothing of this kind: `a series: movienight tv show 1396`.
  var otherKind: String?

  private var canvas: Canvas { page.canvas }

  var lines: [String] {
    // A page can be empty of what is within the ceiling, and the next one not.
    guard !found.titles.isEmpty || found.next != nil else { return [nothing] + page.footer(found.origin) }
    let top = page.line(
      counted(found.count, "result"), style: .strong,
      right: "page \(found.number) of \(max(found.number, found.pageCount))",
      in: canvas.columns)
    return top + found.titles.enumerated().flatMap { [""] + lines($0.offset + 1, $0.element) } + hints
      + page.footer(found.origin)
  }

  /// A line to be typed is not cut.
  private var nothing: String {
    if found.titles.isEmpty, found.pageCount > 0, found.number > found.pageCount {
      return "The last page is \(found.pageCount): \(nextPage) \(found.pageCount)"
    }
    return otherKind.map { "Nothing was found. That is a link to \($0)" } ?? "Nothing was found."
  }

  private func lines(_ number: Int, _ title: FoundTitle) -> [String] {
    let indent = displayColumns("\(found.titles.count)") + 2
    let label = padded("\(number)", to: indent)
    let name = [title.title, title.year.map { "(\($0))" }, title.contentRating.map { "· \($0)" }]
    let top = canvas.spread(
      label + name.compactMap(\.self).joined(separator: " "), style: .strong, right: "TMDb \(title.id)",
      rightStyle: .faint, in: canvas.columns)
    let original = title.originalTitle.flatMap { $0 == title.title ? nil : $0 }
    let facts = wrapped(
      ([original] + title.genres + [voteText(title.voteAverage)]).compactMap(\.self), separator: " · ",
      columns: canvas.columns - indent)
    return [top] + (facts.map { canvas.styled($0, .faint) } + marks(title)).map { padded("", to: indent) + $0 }
  }

  /// What the household has to do with it.
  private func marks(_ title: FoundTitle) -> [String] {
    let marks = [
      title.isWatched ? canvas.styled("✓ watched", .success) : nil,
      title.isOnWatchlist ? canvas.styled("✓ on the watchlist", .accent) : nil,
      title.exceedsCeiling ? canvas.styled("over the ceiling", .warning) : nil,
    ].compactMap(\.self)
    return marks.isEmpty ? [] : [marks.joined(separator: "  ")]
  }

  private var hints: [String] {
    // A line to be typed is not cut.
    let next = found.next.map { "The next page: \(nextPage) \($0)" }
    let show = found.titles.isEmpty ? nil : "More of one of them: \(showing)"
    return [""] + [show, next].compactMap(\.self).map { canvas.styled($0, .faint) }
  }
}
