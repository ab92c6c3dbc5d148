import Console
import MovieNightKit

// The files of `--unresolved` and `--resolutions`.
extension TitleResolution {
  /// Reads the lines that have an id.
  static func all(in path: String) throws -> [TitleResolution] {
    var rows = CSVText.rows(of: String(decoding: try ImportFile.read(path), as: UTF8.self))[...]
    guard let header = rows.popFirst(), header.contains("tmdb_id") else {
      throw UsageError("\(path) has no column tmdb_id", hints: ["To make such a file, import with --unresolved FILE."])
    }
    return try rows.compactMap { row in
      let values = Dictionary(zip(header, row).filter { !$1.isEmpty }) { first, _ in first }
      guard let typed = values["tmdb_id"] else { return nil }
      guard let id = Int(typed) else { throw UsageError("\(path): '\(typed)' is not the id of a title") }
      guard let kind = MediaType.allCases.first(where: { $0.rawValue == values["media_type"] }) else {
        throw UsageError("\(path): the title \(id) needs movie or tv in the column media_type")
      }
      return TitleResolution(
        name: values["name"], year: values["year"].flatMap { Int($0) }, uri: values["uri"], imdbID: values["imdb_id"],
        mediaType: kind, tmdbID: id)
    }
  }

  /// Returns a file without ids, except for those of only candidates. Leaves out records that nothing identifies.
  static func csv(of records: [UnresolvedRecord]) -> [UInt8] {
    var rows = [["name", "year", "uri", "imdb_id", "media_type", "tmdb_id"]]
    for record in records where record.name ?? record.uri ?? record.imdbID != nil {
      let only = record.candidates.count == 1 ? record.candidates.first : nil
      let row = [
        record.name, record.year.map { "\($0)" }, record.uri, record.imdbID,
        (only?.mediaType ?? record.mediaType)?.rawValue, only.map { "\($0.tmdbID)" },
      ].map { $0 ?? "" }
      if !rows.contains(row) { rows.append(row) }
    }
    return Array(rows.map { $0.map(CSVText.field).joined(separator: ",") + "\n" }.joined().utf8)
  }
}

/// CSV as RFC 4180 describes it.
enum CSVText {
  static func field(_ text: String) -> String {
    let isPlain = !text.contains { "\",".contains($0) || $0.isNewline }
    return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
  }

  /// Returns the fields of each row, without empty rows.
  static func rows(of text: String) -> [[String]] {
    var rows = [[""]]
    var (isQuoted, wasQuote) = (false, false)
    for scalar in text.unicodeScalars.drop(while: { $0 == "\u{FEFF}" }) {
      let (row, field) = (rows.count - 1, rows[rows.count - 1].count - 1)
      switch scalar {
      case "\"":
        // Two quotes between quotes are one.
        if wasQuote, !isQuoted { rows[row][field].unicodeScalars.append(scalar) }
        isQuoted.toggle()
      case "," where !isQuoted: rows[row].append("")
      case "\n" where !isQuoted, "\r" where !isQuoted: rows.append([""])
      default: rows[row][field].unicodeScalars.append(scalar)
      }
      wasQuote = scalar == "\""
    }
    return rows.filter { $0 != [""] }
  }
}
