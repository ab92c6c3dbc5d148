import Commands
import Domain
import MovieNightPrimitives

/// The rows of a file of IMDb: ratings, the watchlist or a list. All have columns of the same names.
struct IMDbRows: CSVRows {
  private enum Kind {
    case ratings, watchlist, list
  }

  private static let mediaTypes: [String: MediaType] = [
    "movie": .movie, "tvmovie": .movie, "video": .movie, "short": .movie, "tvshort": .movie, "tvspecial": .movie,
    "documentary": .movie, "musicvideo": .movie, "tvseries": .tv, "tvminiseries": .tv,
  ]

  let required = ["Const"]
  private let name: String
  private let source: ImportSource
  private var kind = Kind.list

  /// - Parameter name: the file's name without its extension.
  init(ofFile name: String, from source: ImportSource) { (self.name, self.source) = (name, source) }

  mutating func header(_ row: CSVRow) -> [ParsedItem] {
    let word = name.lowercased()
    if word.contains("watchlist") {
      kind = .watchlist
    } else if word.contains("ratings") || (row.untrimmed("Your Rating") != nil && row.untrimmed("Position") == nil) {
      kind = .ratings
    }
    return kind == .list ? [.list(source.list(name, name: name))] : []
  }

  func item(of row: CSVRow) -> ParsedItem {
    let id = row["Const"]
    let type = row["Title Type"].map { $0.lowercased().filter(\.isLetter) }
    let mediaType = type.flatMap { Self.mediaTypes[$0] }
    let title = SourceTitle(
      name: row["Title"], year: row.number("Year"), uri: row["URL"], imdbID: id, mediaType: mediaType)
    return .item(line: row.line, about: title) { (record) throws(ImportProblem) in
      // An episode's id does not lead to its series.
      if type == "tvepisode" { throw .notFound }
      // Lists can contain people.
      guard id?.hasPrefix("nm") != true, type == nil || mediaType != nil else { throw .notSupported }
      guard id?.hasPrefix("tt") == true else { throw .badValue }
      let date =
        kind == .ratings ? try row.time("Date Rated", "Created") : try row.time("Created", "Date Added")
      record.addedAt = date?.start
      switch kind {
      case .watchlist: record.status = .planned
      case .list: (record.list, record.listAddedAt) = (source.listID(name), record.addedAt)
      case .ratings:
        record.plays = [ImportedPlay(watchedAt: .unknown)]
        record.rating = try row.rating("Your Rating", at: record.addedAt)
        guard record.rating != nil else { throw .badValue }
      }
    }
  }
}
