import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// The titles that `titles.list` includes.
struct TitleFilter: Hashable, Sendable {
  /// The statuses to include; empty for any title.
  var statuses: Set<TitleStatus> = []
  var mediaType: MediaType?
  var isWatched: Bool?
  var rating: Rating?
  var isFavourite: Bool?
  var genre: FoldedText?
  var yearFrom: Int?
  var yearTo: Int?
  /// Words that must each be the beginning of a word of a title.
  var words: FoldedText?
  /// Whether they have episodes that have aired and were not watched.
  var hasNew: Bool?
}

extension TitleFilter {
  init(_ parameters: Parameters) throws(Refusal) {
    self.init()
    statuses = Set(try parameters[CollectionParameters.statuses])
    mediaType = try parameters[CollectionParameters.onlyMediaType]
    isWatched = try parameters[CollectionParameters.watched]
    rating = try parameters[CollectionParameters.rating]
    isFavourite = try parameters[CollectionParameters.favourite]
    genre = try parameters[CollectionParameters.genre].map { FoldedText($0) }
    yearFrom = try parameters[CollectionParameters.yearFrom]
    yearTo = try parameters[CollectionParameters.yearTo]
    words = try parameters[CollectionParameters.words].map { FoldedText($0) }
    hasNew = try parameters[CollectionParameters.hasNew]
  }

  /// Whether the filter includes all titles.
  var isEmpty: Bool { self == TitleFilter() }

  /// Whether the title may be included. `genre` is not checked here, and `hasNew` also depends on the title's row.
  func admits(_ entry: TitleEntry) -> Bool {
    if !statuses.isEmpty, !(entry.status.map(statuses.contains) ?? false) { return false }
    if let mediaType, mediaType != entry.title.mediaType { return false }
    if let isWatched, isWatched != entry.isWatched { return false }
    if let rating, rating != entry.settings.ratingWord { return false }
    if let isFavourite, isFavourite != entry.settings.isFavourite { return false }
    if let yearFrom, (entry.year ?? .min) < yearFrom { return false }
    if let yearTo, (entry.year ?? .max) > yearTo { return false }
    if let words, !words.matches(entry.name), !(entry.otherName.map(words.matches) ?? false) { return false }
    return hasNew != true || entry.title.mediaType == .tv
  }
}

extension FoldedText {
  /// Whether each word is the beginning of a word of `name`, which is folded, too.
  fileprivate func matches(_ name: String) -> Bool {
    let names = name.utf8.split(separator: UInt8(ascii: " "))
    return words.allSatisfy { word in names.contains { $0.starts(with: word) } }
  }
}

/// The place of a title in a sorted list. Its text is the cursor of the page after it.
struct ScanKey: Comparable {
  let order: Int64
  /// The first bytes of the title if the list is sorted by title.
  let text: [UInt8]
  let ref: TitleRef

  private static let longestText = 1000
  private static let headBytes = 17

  init(_ entry: TitleEntry, by sort: CollectionSort) {
    order =
      switch sort {
      case .added: entry.settings.addedAt.microseconds
      case .title: 0
      case .year: Int64(entry.year ?? 0)
      case .rating: Int64(entry.ratingOrder)
      case .watched: entry.standing.lastWatchedAt.order
      case .modified: entry.standing.modifiedAt.microseconds
      }
    text = sort == .title ? Array(entry.name.utf8.prefix(Self.longestText)) : []
    ref = entry.title
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.order != right.order { return left.order < right.order }
    return left.text == right.text ? left.ref < right.ref : left.text.lexicographicallyPrecedes(right.text)
  }

  var wireText: String {
    let id = Identifier<TieKind>(high: UInt64(bitPattern: order), low: UInt64(ref.tmdbID))
    return Base64URL.encode([ref.mediaType == .movie ? 1 : 2] + id.bytes + text)
  }

  /// Reads a cursor; nil for any other text.
  init?(wireText: String) {
    guard let bytes = Base64URL.decode(wireText.utf8), bytes.count >= Self.headBytes,
      let id = Identifier<TieKind>(bytes: bytes[1..<Self.headBytes]), MovieLimits.id.contains(Int(clamping: id.low))
    else { return nil }
    order = Int64(bitPattern: id.high)
    text = Array(bytes[Self.headBytes...])
    ref = TitleRef(bytes[0] == 1 ? .movie : .tv, Int(clamping: id.low))
  }
}

extension AnswerContext {
  func scanCursor(_ text: String?) throws(Refusal) -> ScanKey? {
    guard let text else { return nil }
    guard let key = ScanKey(wireText: text) else { throw .badParameter("cursor", "is not a cursor of this list") }
    return key
  }

  /// Returns a page of a collection in any order. Reads all entries, so it runs on a worker.
  func scan(
    _ member: MemberID, _ filter: TitleFilter, by sort: CollectionSort, ascending: Bool, after cursor: ScanKey?,
    limit: Int, _ today: CalendarDate
  ) throws -> Page<CollectedTitle> {
    try requireStore()
    var keys: [ScanKey] = []
    // Folding each of a few names only once takes a tenth of the time.
    var isWanted: [String: Bool] = [:]
    for entry in try readModels.titleEntries(of: member) where filter.admits(entry) {
      if let genre = filter.genre {
        for name in entry.genres where isWanted[name] == nil { isWanted[name] = FoldedText(name) == genre }
        guard entry.genres.contains(where: { isWanted[$0] == true }) else { continue }
      }
      let key = ScanKey(entry, by: sort)
      if let cursor, ascending ? key <= cursor : key >= cursor { continue }
      keys.append(key)
    }
    keys.sort { ascending ? $0 < $1 : $1 < $0 }
    return try Page(keys, limit: limit, checking: Self.longestScan, cursor: { $0.wireText }) { key in
      guard let row = try title(key.ref, of: member) else { return nil }
      let hasNew = row.progress.map { $0.newEpisodes(on: today) > 0 } ?? false
      return filter.hasNew ?? hasNew == hasNew ? row : nil
    }
  }

  /// The number of rows that a page may read if only the rows decide which titles it has.
  private static let longestScan = 2000
}
