import Console
import MovieNightKit

protocol SearchResult {
  var number: Int { get }
  var title: String { get }
  var originalTitle: String? { get }
  var year: Int? { get }
  var contentRating: MovieNightKit.ContentRating? { get }
  var genres: [String] { get }
  var voteAverage: Double? { get }
  var onWatchlist: Bool? { get }
  var watched: Bool? { get }
  var exceedsCeiling: Bool? { get }
}

extension MovieSearchResult: SearchResult {
  var number: Int { id.rawValue }
}

extension SeriesSearchResult: SearchResult {
  var number: Int { id.rawValue }
  var title: String { name }
  var originalTitle: String? { originalName }
  var contentRating: MovieNightKit.ContentRating? { nil }
  var onWatchlist: Bool? { nil }
  var watched: Bool? { nil }
  var exceedsCeiling: Bool? { nil }
}

protocol SearchResultPage: CatalogFacts, Decodable, Sendable {
  associatedtype Found: SearchResult
  var page: Int { get }
  var totalPages: Int { get }
  var totalResults: Int { get }
  var results: [Found] { get }
  var didYouMean: String? { get }
}

extension MovieSearchPage: SearchResultPage {}
extension SeriesSearchPage: SearchResultPage {}

let searchPageLimit = 500

struct SearchResultsRenderer<Found: SearchResultPage> {
  let page: CatalogPage
  let found: Found
  /// The command line that shows another page, up to the page's number, such as `movienight movie search heat --page`.
  let nextPage: String
  /// The command line of a search, up to its words, such as `movienight movie search`.
  let searchCommand: String
  /// The command line that shows a result, such as `movienight movie show ID`.
  let showCommand: String
  /// The command line for a link that leads to the other kind of title, such as `a series: movienight tv show 1396`.
  var otherKind: String?

  private var canvas: Canvas { page.canvas }
  private var next: Int? { found.page < min(found.totalPages, searchPageLimit) ? found.page + 1 : nil }

  var lines: [String] {
    // If all results of a page are above the ceiling, the page is empty although later pages may have results.
    guard !found.results.isEmpty || next != nil else { return [emptyMessage] + page.footer(found) }
    let top = page.line(
      counted(found.totalResults, "result"), style: .strong,
      right: "page \(found.page) of \(max(found.page, found.totalPages))",
      in: canvas.columns)
    return top + found.results.enumerated().flatMap { [""] + lines($0.offset + 1, $0.element) } + hints
      + page.footer(found)
  }

  /// The message for a page without results. It is not truncated, because it may contain a command line to type.
  private var emptyMessage: String {
    if found.results.isEmpty, found.totalPages > 0, found.page > found.totalPages {
      return "The last page is \(found.totalPages): \(nextPage) \(found.totalPages)"
    }
    if let title = found.didYouMean {
      return "Nothing was found. Did you mean: \(searchCommand) \(shellWord(title))"
    }
    return otherKind.map { "Nothing was found. This is a link to \($0)" } ?? "Nothing was found."
  }

  private func lines(_ number: Int, _ title: some SearchResult) -> [String] {
    let indent = displayColumns("\(found.results.count)") + 2
    let label = padded("\(number)", to: indent)
    let shown = title.title.nonEmpty ?? "TMDb \(title.number)"
    let mark = "TMDb \(title.number)"
    let name = titleLine(shown, title.year, title.contentRating, to: canvas.columns - indent - displayColumns(mark) - 2)
    let top = canvas.spread(label + name, right: mark)
    let original = title.originalTitle.flatMap { $0 == shown ? nil : $0 }
    let facts = wrapped(
      ([original] + title.genres + [voteText(title.voteAverage)]).compactMap { $0?.nonEmpty }, separator: " · ",
      columns: canvas.columns - indent)
    return [top] + (facts.map { canvas.styled($0, .faint) } + marks(title)).map { padded("", to: indent) + $0 }
  }

  private func marks(_ title: some SearchResult) -> [String] {
    let marks = [
      title.watched == true ? canvas.styled("✓ watched", .success) : nil,
      title.onWatchlist == true ? canvas.styled("✓ on the watchlist", .accent) : nil,
      title.exceedsCeiling == true ? canvas.styled("over the ceiling", .warning) : nil,
    ].compactMap(\.self)
    return marks.isEmpty ? [] : [marks.joined(separator: "  ")]
  }

  private var hints: [String] {
    // These lines are not truncated, because they contain command lines to type.
    let more = next.map { "Next page: \(nextPage) \($0)" }
    let show = found.results.isEmpty ? nil : "For details: \(showCommand)"
    return [""] + [show, more].compactMap(\.self).map { canvas.styled($0, .faint) }
  }
}
