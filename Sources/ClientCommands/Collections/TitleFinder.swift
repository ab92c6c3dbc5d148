import Catalog
import Console
import MovieNightKit

/// A movie or series that a user named.
struct TitleMatch {
  let ref: TitleRef
  /// The titles, of which the first is shown; empty if only the id is known.
  private var titles: [String] = []
  private var year: Int?
  /// The facts that the user typed, for a server without a catalog.
  private var facts: SentTitleFacts?

  init(_ ref: TitleRef, _ titles: [String?] = [], _ year: Int? = nil) {
    (self.ref, self.titles, self.year) = (ref, titles.compactMap(\.self), year)
  }

  init(_ title: Title) {
    let ref = TitleRef(mediaType: title.mediaType, tmdbID: title.tmdbID)
    self.init(ref, [title.facts.title, title.facts.originalTitle], title.facts.year)
  }

  fileprivate init(_ movie: FoundMovie) {
    self.init(TitleRef(mediaType: .movie, tmdbID: movie.id.rawValue), movie.titles, movie.year)
    facts = movie.sent.title.map { SentTitleFacts(title: $0, year: year, contentRating: movie.contentRating) }
  }

  var isSeries: Bool { ref.mediaType == .tv }
  /// The title with the year, or the kind and the id.
  var label: String {
    printable(titles.first.map { movieName($0, year) } ?? "\(isSeries ? "Series" : "Movie") \(ref.tmdbID)")
  }

  /// Returns the name of a title of the collection, if necessary from the server, or else its id.
  func label(in player: NightPlayer) async -> String {
    guard titles.isEmpty, let details = try? await player.details(of: ref).shown() else { return label }
    return TitleMatch(details.title).label
  }

  /// Returns the title to add with these settings.
  func new(_ settings: NewTitle = NewTitle(mediaType: .movie, tmdbID: 0)) -> NewTitle {
    var item = settings
    (item.mediaType, item.tmdbID, item.facts) = (ref.mediaType, ref.tmdbID, facts)
    return item
  }

  fileprivate var names: [String] { titles + titles.map { movieName($0, year) } }
  fileprivate func isCalled(_ typed: String) -> Bool { names.contains { isSameName($0, typed) } }
}

/// Finds the titles that a user typed by name, id or link: in the collection, and for a new title in the catalog.
struct TitleFinder {
  let player: NightPlayer
  /// Whether names and ids are those of series. In the collection, names of both kinds are found without it.
  var isSeries = false
  var searchesCatalog = false
  /// Whether names are also those of series that only other members watch.
  var findsOthers = false

  /// Returns the titles that the words name: all words one title, or each a title.
  func titles(_ words: [String]) async throws -> [TitleMatch] {
    let whole = words.joined(separator: " ")
    if searchesCatalog, !isSeries, try await !find(whole).contains(where: { $0.isCalled(whole) }) {
      do {
        return try await MovieFinder(player.client, player.environment).movies(words).map { TitleMatch($0) }
      } catch let failure as CommandFailure where failure.refusal == nil {
        throw CommandFailure(failure.description, hints: failure.hints + ["For a series, add --series."])
      }
    }
    let texts = try await TypedMovie.texts(in: words) {
      try await !find($0).isEmpty
    } isWholeTitle: { text in
      try await find(text).contains { $0.isCalled(text) }
    }
    var titles: [TitleMatch] = []
    for text in texts { titles.append(try await title(text)) }
    return titles
  }

  func title(_ typed: String) async throws -> TitleMatch {
    let found = try await find(player.client.knownReference(typed))
    let canAsk = player.environment.canAsk
    let add = "Add it with: movienight titles add TITLE\(isSeries ? " --series" : "")"
    return try found.only(
      none: CommandFailure(
        "There is no \(isSeries ? "series" : "title") '\(typed)'" + (searchesCatalog ? "" : " in \(player.place)"),
        hint: searchesCatalog ? "Look for it with: movienight tv search WORDS" : add)
    ) { titles in
      // The next command line can contain the id, but not the place in this list.
      let options = titles.prefix(9).enumerated().map { index, title in
        (canAsk ? index + 1 : title.ref.tmdbID, title.label + (title.isSeries ? " · series" : ""), title)
      }
      let choice = NumberedChoice(
        "'\(typed)' matches several titles", options, more: titles.count > 9 ? "movienight titles list" : nil,
        advice: "Type the title with its year, or the number; for a series with --series.")
      return try player.environment.choose(choice)
    }
  }

  /// Returns a whole title before parts of one, and the collection's before the catalog's series.
  private func find(_ text: String) async throws -> [TitleMatch] {
    let reference = reference(text)
    // A number can also be a title, such as 1917.
    if let reference, !text.allSatisfy(\.isNumber) { return [reference] }
    let own = try await collected(text)
    if own.contains(where: { $0.isCalled(text) }) { return own }
    if let reference { return [reference] }
    if own.isEmpty, findsOthers { return try await watchedByOthers(text) }
    guard searchesCatalog, isSeries, text.count > 1 else { return own }
    let results = try await player.client.rawResult(of: TVRequests.search(text)).shown().results.map { series in
      TitleMatch(TitleRef(mediaType: .tv, tmdbID: series.number), [series.title, series.originalTitle], series.year)
    }
    let called = results.filter { $0.isCalled(text) }
    return called.isEmpty ? (own.isEmpty ? results : own) : called
  }

  /// Returns the titles of the collection with this name, or else those with a part of it.
  private func collected(_ text: String) async throws -> [TitleMatch] {
    guard case .words(let words, _)? = try? SearchText(text, thisYear: 0) else { return [] }
    let request = TitlesRequests.list(
      of: player.child, limit: 100, mediaType: isSeries ? .tv : nil, yearFrom: words.year, yearTo: words.year,
      query: words.text)
    let titles = try await player.client.rawResult(of: request).shown().titles.map { TitleMatch($0) }
    let near = prefixMatches(by: text, among: titles, calledAnyOf: \.names)
    return near.isEmpty ? titles : near
  }

  /// Returns the series of the household's guide with this name.
  private func watchedByOthers(_ text: String) async throws -> [TitleMatch] {
    let request = GuideRequests.get(includePlanned: true, waitMilliseconds: 0)
    let guide = try await player.client.rawResult(of: request).shown()
    let shows = (guide.services ?? []).flatMap(\.shows).map { ($0.tmdbID, $0.title) }
    let missing = (guide.missing ?? []).map { ($0.tmdbID, $0.title) }
    let series = (shows + missing).map { TitleMatch(TitleRef(mediaType: .tv, tmdbID: $0), [$1]) }
    return prefixMatches(by: text, among: series, calledAnyOf: \.names)
  }

  /// Returns the title that an id or a link names; nil for a name.
  private func reference(_ text: String) -> TitleMatch? {
    let kind: MediaType = isSeries ? .tv : .movie
    if let id = Int(text) { return TitleMatch(TitleRef(mediaType: kind, tmdbID: id)) }
    guard case .one(let id, let named)? = try? SearchText(text, thisYear: 0) else { return nil }
    return TitleMatch(TitleRef(mediaType: named.map { MediaType(rawValue: $0.rawValue) } ?? kind, tmdbID: id))
  }
}
