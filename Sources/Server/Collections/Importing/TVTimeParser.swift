import Commands
import Domain
import MovieNightPrimitives

/// The files of a TV Time export that are imported.
enum TVTimeFile: String, Sendable {
  case series = "tracking-prod-records-v2.csv"
  case movies = "tracking-prod-records.csv"
}

/// The rows of TV Time's files, which are logs. Their columns are in another order in each export.
struct TVTimeRows: CSVRows {
  private let file: TVTimeFile

  init(of file: TVTimeFile) { self.file = file }

  var required: [String] { [file == .series ? "s_id" : "movie_name", "created_at"] }

  func item(of row: CSVRow) -> ParsedItem {
    var row = row
    row.fields = row.fields.map { $0 == "<nil>" ? "" : $0 }
    return file == .series ? seriesItem(row) : movieItem(row)
  }

  private func seriesItem(_ row: CSVRow) -> ParsedItem {
    let title = Self.title(row["series_name"], row["s_id"])
    guard title.tvdbID != nil || title.name != nil else { return .ignored("statistics") }
    let isEpisode = row["season_number", "s_no", "episode_number", "ep_no"] != nil
    let isPlanned = Self.isTrue(row["is_followed"]) || Self.isTrue(row["is_for_later"])
    let status: TitleStatus? = Self.isTrue(row["is_archived"]) ? .dropped : isPlanned ? .planned : nil
    guard isEpisode || status != nil else { return .ignored("series that is not followed") }
    return .item(line: row.line, about: title) { (record) throws(ImportProblem) in
      record.addedAt = ((try? row.time("followed_at")) ?? (try? row.time("created_at")))?.start
      guard isEpisode else { return record.status = status }
      let (season, number) = (row.number("season_number", "s_no"), row.number("episode_number", "ep_no"))
      guard let episode = EpisodeRef(checking: season, number) else { throw .badValue }
      record.plays = [ImportedPlay(episode: episode, watchedAt: try row.time("created_at") ?? .unknown)]
    }
  }

  private func movieItem(_ row: CSVRow) -> ParsedItem {
    guard let name = row["movie_name"] else { return .ignored("record without a movie") }
    let year = row["release_date"].flatMap { Int($0.prefix(4)) }
    let title = SourceTitle(name: name, year: year == 1 ? nil : year, mediaType: .movie)
    let type = row["type"]
    let isPlay = type == "watch" || type == "rewatch"
    guard isPlay || type == "towatch" || type == "follow" else { return .ignored("record of another type") }
    return .item(line: row.line, about: title) { (record) throws(ImportProblem) in
      record.addedAt = (try? row.time("created_at"))?.start
      guard isPlay else { return record.status = .planned }
      record.plays = [ImportedPlay(watchedAt: try row.time("created_at") ?? .unknown)]
    }
  }

  private static func isTrue(_ text: String?) -> Bool { text == "true" || text == "1" }

  /// Splits the year from a name like "Doctor Who (2005)".
  private static func title(_ name: String?, _ tvdbID: String?) -> SourceTitle {
    guard let name, name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex,
      let year = Int(name[name.index(after: open)...].dropLast()), (1900...2100).contains(year)
    else { return SourceTitle(name: name, tvdbID: tvdbID, mediaType: .tv) }
    return SourceTitle(name: String(name[..<open]).trimmed, year: year, tvdbID: tvdbID, mediaType: .tv)
  }
}
