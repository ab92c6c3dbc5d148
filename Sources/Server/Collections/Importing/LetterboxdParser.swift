import Commands
import Domain
import MovieNightPrimitives

/// The files of a Letterboxd export that are imported.
enum LetterboxdFile: Sendable, Equatable {
  case watched, diary, ratings, reviews, watchlist, likes, list

  /// - Parameter path: the file's folders and name, in lower case.
  init?(_ path: [String]) {
    guard let name = path.last, !path.contains("deleted"), !path.contains("orphaned") else { return nil }
    let folder = path.dropLast().last
    switch name {
    case "films.csv" where folder == "likes": self = .likes
    case _ where folder == "lists" && name.hasSuffix(".csv"): self = .list
    case _ where folder == "likes": return nil
    case "watched.csv": self = .watched
    case "diary.csv": self = .diary
    case "ratings.csv": self = .ratings
    case "reviews.csv": self = .reviews
    case "watchlist.csv": self = .watchlist
    default: return nil
    }
  }
}

struct LetterboxdRows: CSVRows {
  private static let uri = "Letterboxd URI"
  private static let listHeading = "Letterboxd list export v7"

  private let file: LetterboxdFile
  private let source: ImportSource
  /// The part of a list's file before its films: the heading, and the names and values of the list's attributes.
  private var preface: [CSVRow] = []
  private var listID: ListID?

  init(of file: LetterboxdFile, from source: ImportSource) { (self.file, self.source) = (file, source) }

  var required: [String] {
    switch file {
    case .watched, .watchlist, .likes, .list: ["Name"]
    case .diary: ["Name", "Watched Date"]
    case .ratings: ["Name", "Rating"]
    case .reviews: ["Name", "Review"]
    }
  }

  mutating func preface(_ row: CSVRow) throws(ImportError) -> [ParsedItem]? {
    guard file == .list, preface.count < 3 else { return nil }
    preface.append(row)
    guard preface[0].fields[0].trimmed == Self.listHeading else { throw ImportError(.unknownFormat, line: row.line) }
    guard preface.count == 3 else { return [] }
    var attributes = row
    attributes.columns = try preface[1].columns(needing: ["Name"])
    let name = attributes["Name"] ?? ""
    let list = source.list(attributes["URL"] ?? name, name: name, description: attributes["Description"] ?? "")
    listID = list.id
    return [.list(list)]
  }

  func item(of row: CSVRow) -> ParsedItem {
    // In the diary and in reviews, the address is the entry's, not the film's.
    let isOfEntry = file == .diary || file == .reviews
    let title = SourceTitle(
      name: row["Name"], year: row.number("Year"), uri: isOfEntry ? nil : row[Self.uri, "URL"], mediaType: .movie)
    return .item(line: row.line, about: title) { (record) throws(ImportProblem) in
      guard title.name != nil else { throw .badValue }
      record.addedAt = try row.time("Date")?.start
      switch file {
      case .watched: record.plays = [ImportedPlay(watchedAt: .unknown)]
      case .diary, .reviews: record.plays = [ImportedPlay(watchedAt: try row.time("Watched Date") ?? .unknown)]
      case .watchlist: record.status = .planned
      case .likes: record.isFavourite = true
      case .list: record.list = listID
      case .ratings: break
      }
      if file == .reviews, row["Review"] != nil, let text = row.untrimmed("Review") {
        let key = row[Self.uri] ?? "\(title.name ?? "") \(row["Watched Date"] ?? "")"
        record.notes = [source.note(key, text, at: record.addedAt)]
      }
      // From half a star to five stars.
      record.rating = try row.rating("Rating", times: 2, at: record.addedAt)
    }
  }
}
