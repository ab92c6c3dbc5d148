import Commands
import Domain
import MovieNightPrimitives

/// The service whose files are imported.
enum ImportFormat: String, ResultEnum, Sendable {
  case letterboxd, imdb, trakt, tvtime, movienight, nights
}

/// A title as a file names it. It has whatever the service's files contain.
struct SourceTitle: Hashable, Sendable {
  let name: String?
  let year: Int?
  let uri: String?
  let imdbID: String?
  let tvdbID: String?
  let tmdbID: Int?
  /// The kind of title; nil if the file does not tell.
  let mediaType: MediaType?

  /// Cuts texts that are too long, because many titles are kept.
  init(
    name: String? = nil, year: Int? = nil, uri: String? = nil, imdbID: String? = nil, tvdbID: String? = nil,
    tmdbID: Int? = nil, mediaType: MediaType? = nil
  ) {
    self.name = name.flatMap { CleanText.cut($0, longest: CleanText.longestName) }
    self.uri = uri.flatMap { CleanText.cut($0, longest: 300) }
    self.imdbID = imdbID.flatMap { CleanText.cut($0, longest: 100) }
    self.tvdbID = tvdbID.flatMap { CleanText.cut($0, longest: 100) }
    (self.year, self.tmdbID, self.mediaType) = (year, tmdbID, mediaType)
  }
}

/// One row or element of a file. It says something about one title.
@dynamicMemberLookup
struct ImportRecord: Sendable, Equatable {
  /// The file; empty until the session takes the record, and for nights.
  var file = ""
  /// The line at which the record begins, from 1.
  var line: Int
  var title: SourceTitle
  /// The facts that the file contains; nil if it has only a name.
  var facts: TitleFacts?
  /// Whether the catalog knows facts that the file's format lacks.
  var lacksFacts = true
  var content = ImportedContent()

  subscript<Value>(dynamicMember member: WritableKeyPath<ImportedContent, Value>) -> Value {
    get { content[keyPath: member] }
    set { content[keyPath: member] = newValue }
  }
}

/// The format and member of an import. Together with ids in files they give the ids of lists and notes.
struct ImportSource: Sendable {
  /// The first place of imported lists. Hand-made ones come before.
  private static let firstPlace = 1 << 40

  let format: ImportFormat
  let member: MemberID

  /// - Parameters:
  ///   - key: The list's id at its source. It is unique among the source's lists.
  ///   - order: The list's place among the lists; nil if the source has no order.
  func list(_ key: String, name: String, description: String = "", order: Int? = nil) -> ImportedList {
    let id = listID(key)
    // Lists without an order get the same places however often and in which order they are sent.
    let order = order.map { min(max($0, 0), 1 << 16) } ?? 1 << 16 + Int(id.high >> 16 & 0xFFFF)
    var list = ImportedList(
      id: id, name: Self.cut(name, CollectionLimits.listName),
      description: Self.cut(description, CollectionLimits.listDescription),
      place: Self.firstPlace + order * CollectionLimits.placeStep)
    list.originalID = original(key)
    return list
  }

  func listID(_ key: String) -> ListID { ListID(derivedFor: member, "\(format.rawValue) list \(key)") }

  /// - Parameter key: The note's id at its source. It is unique among the source's notes.
  func note(
    _ key: String, _ text: String, on episode: EpisodeRef? = nil, ownerOnly: Bool = true, at createdAt: Timestamp?
  ) -> ImportedNote {
    ImportedNote(
      id: NoteID(derivedFor: member, "\(format.rawValue) note \(key)"), originalID: original(key), episode: episode,
      text: text, ownerOnly: ownerOnly, createdAt: createdAt)
  }

  /// Returns the id that a list or note of our own export may have in the collection.
  func original<Kind>(_ key: String) -> Identifier<Kind>? { format == .movienight ? Identifier(text: key.utf8) : nil }

  private static func cut(_ text: String, _ lengths: ClosedRange<Int>) -> String {
    let text = String(text.trimmed.prefix(lengths.upperBound))
    return text.isStorable ? text : ""
  }
}

/// A part of a file, as its parser understands it.
enum ParsedItem: Sendable, Equatable {
  case record(ImportRecord)
  case list(ImportedList)
  /// Something that is not imported, described in a few words.
  case ignored(String)
  case problem(line: Int, SourceTitle, ImportProblem)
}

/// The reason why a record was not imported.
enum ImportProblem: String, ResultEnum, Sendable {
  case ambiguous
  case notFound = "not_found"
  case noCatalog = "no_catalog"
  case badValue = "bad_value"
  case notSupported = "not_supported"
  case limit
}

/// The error of a file that cannot be read on.
struct ImportError: Error, Equatable {
  let refusal: Refusal
  let line: Int

  init(_ refusal: Refusal, line: Int) {
    self.refusal = refusal
    self.line = line
  }
}

/// A parser of one file, without any I/O. Cutting the bytes anywhere changes nothing.
protocol ImportParser: Sendable {
  /// The number of rows or elements so far, without headers.
  var records: Int { get }
  /// Roughly the bytes that wait for the end of the file.
  var heldBytes: Int { get }
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(ImportError) -> [ParsedItem]
  /// Takes the end of the file.
  mutating func finish() throws(ImportError) -> [ParsedItem]
  /// Returns the next items that waited for the end of the file, about `count`; none after the last.
  mutating func next(_ count: Int) -> [ParsedItem]
}

extension ImportParser {
  var heldBytes: Int { 0 }
  func next(_ count: Int) -> [ParsedItem] { [] }
}

extension ImportSource {
  /// Returns a parser for the file with this path; nil if the file is not needed, and for `nights`. An empty path is a
  /// file without a name, such as the standard input.
  func parser(forFile path: String) -> (any ImportParser)? {
    let parts = path.split { $0 == "/" || $0 == "\\" }
    let file = parts.last ?? ""
    let name = file.lowercased()
    let end = file.lastIndex(of: ".").flatMap { $0 > file.startIndex ? $0 : nil } ?? file.endIndex
    let baseName = String(file[..<end])
    return switch format {
    case .letterboxd:
      LetterboxdFile(parts.map { $0.lowercased() }).map { CSVParser(rows: LetterboxdRows(of: $0, from: self)) }
    case .imdb where name.isEmpty || name.hasSuffix(".csv"):
      CSVParser(rows: IMDbRows(ofFile: baseName, from: self))
    case .trakt where name.isEmpty || name.hasSuffix(".json"): TraktParser(ofFile: baseName, from: self)
    case .tvtime: TVTimeFile(rawValue: name).map { CSVParser(rows: TVTimeRows(of: $0)) }
    case .movienight where !name.hasPrefix("."): MovieNightParser(from: self)
    case .imdb, .trakt, .movienight, .nights: nil
    }
  }
}

// MARK: - Values in files

extension String {
  /// Whether stores accept the text. Pieces can end inside a run of combining marks, so that it is too long as a whole.
  var isStorable: Bool {
    var json = JSONWriter()
    json.string(self)
    return (try? JSONDocument(json.bytes)) != nil
  }
}

extension WatchedAt {
  /// Parses a time in UTC, `2026-02-14T20:00:00Z` or `2026-02-14 20:00:00`, or a day. Nil for anything else, and for
  /// times that events cannot have.
  init?(source text: String) {
    let bytes = Array(text.utf8)
    if bytes.count == 19, bytes[10] == UInt8(ascii: " ") {
      self.init(text: "\(text.prefix(10))T\(text.suffix(8))Z")
    } else {
      self.init(text: text)
    }
    guard let start, start < Timestamp.latestInEvents else { return nil }
  }

  /// The time, or the beginning of the day; nil if unknown.
  var start: Timestamp? { self == .unknown ? nil : Timestamp(microseconds: order) }
}

extension EpisodeRef {
  /// Creates a reference to an episode; nil if a number is missing or out of bounds.
  init?(checking season: Int?, _ number: Int?) {
    guard let season, let number, CollectionLimits.seasons.contains(season), CollectionLimits.episodes.contains(number)
    else { return nil }
    self.init(season, number)
  }
}

extension ImportedRating {
  /// Creates a rating from a number; nil unless it is a whole number from 1 to 10.
  init?(checking number: Double?, at time: Timestamp?) {
    guard let rating = number.flatMap({ Int(exactly: $0) }), CollectionLimits.rating10.contains(rating) else {
      return nil
    }
    self.init(rating: nil, rating10: rating, ratedAt: time)
  }
}
