import Commands
import Domain
import MovieNightPrimitives

/// A parser of a JSON file of Trakt's export. Each element's members tell what it is.
struct TraktParser: ImportParser {
  private let name: String
  private let source: ImportSource
  private let isWatchlist: Bool
  private var splitter = JSONSplitter()
  private var hasList = false
  private(set) var records = 0

  /// - Parameter name: the file's name without its extension.
  init(ofFile name: String, from source: ImportSource) {
    (self.name, self.source) = (name, source)
    isWatchlist = name.lowercased().contains("watchlist")
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(ImportError) -> [ParsedItem] {
    var items: [ParsedItem] = []
    for element in try splitter.take(bytes) {
      records += 1
      items += self.items(of: element)
    }
    return items
  }

  mutating func finish() throws(ImportError) -> [ParsedItem] {
    // A backup is no file of Trakt. Other files without a list, such as settings, are of no use.
    let root = try splitter.finish()
    guard root["titles"] == nil else { throw ImportError(.unknownFormat, line: 1) }
    return root.kind != .array && records == 0 ? [.ignored("file")] : []
  }

  private mutating func items(of element: JSONElement) -> [ParsedItem] {
    let json = element.json
    guard json.kind == .object else { return [.ignored("unknown entry")] }
    guard let title = Self.title(json) else {
      // Lists can contain seasons, episodes and people, and people can rate seasons and episodes.
      guard json["listed_at"] ?? json["rating"] != nil else { return [.ignored("other entry")] }
      return [.problem(line: element.line, Self.title(json["show"], .tv), .notSupported)]
    }
    let watched = json["watched_at"] ?? json["last_watched_at"]
    let (rated, listed) = (json["rating"] == nil ? nil : json["rated_at"], json["listed_at"])
    guard watched ?? rated ?? listed != nil else { return [.ignored("other entry")] }
    let list = isWatchlist ? nil : source.list(name, name: name)
    let item = ParsedItem.item(line: element.line, about: title) { (record) throws(ImportProblem) in
      if let watched {
        try Self.read(json, at: Self.watchedAt(watched), into: &record)
      } else if let rated {
        record.addedAt = try Self.time(rated)
        record.rating = ImportedRating(checking: json["rating"]?.double, at: record.addedAt)
        guard record.rating != nil else { throw .badValue }
      } else if let listed {
        record.addedAt = try Self.time(listed)
        if let list { (record.list, record.listAddedAt) = (list.id, record.addedAt) } else { record.status = .planned }
      }
    }
    guard !hasList, let list, case .record(let record) = item, record.list != nil else { return [item] }
    hasList = true
    return [.list(list), item]
  }

  /// Reads an element about something that was watched: a movie, an episode, or a show with or without its seasons.
  private static func read(
    _ json: JSONValue, at watchedAt: WatchedAt, into record: inout ImportRecord
  ) throws(ImportProblem) {
    if let seasons = json["seasons"] {
      for season in seasons.elements {
        guard let episodes = season["episodes"] else { continue }
        for episode in episodes.elements {
          record.plays.append(
            try play(season["number"], episode["number"], at: Self.watchedAt(episode["last_watched_at"])))
        }
      }
    } else if let episode = json["episode"] {
      record.plays = [try play(episode["season"], episode["number"], at: watchedAt)]
    } else if record.title.mediaType == .tv {
      record.status = .watching
    } else {
      record.plays = [ImportedPlay(watchedAt: watchedAt)]
    }
  }

  private static func play(
    _ season: JSONValue?, _ number: JSONValue?, at watchedAt: WatchedAt
  ) throws(ImportProblem) -> ImportedPlay {
    guard let episode = EpisodeRef(checking: season?.integer, number?.integer) else { throw .badValue }
    return ImportedPlay(episode: episode, watchedAt: watchedAt)
  }

  private static func watchedAt(_ json: JSONValue?) throws(ImportProblem) -> WatchedAt {
    guard let json, !json.isNull else { return .unknown }
    return WatchedAt(try time(json))
  }

  private static func time(_ json: JSONValue) throws(ImportProblem) -> Timestamp {
    guard let time = json.timestamp, time < Timestamp.latestInEvents else { throw .badValue }
    return time
  }

  /// Returns the movie or show that an element is about; nil if it is about something else.
  private static func title(_ json: JSONValue) -> SourceTitle? {
    let type = json["type"]?.word
    if let movie = json["movie"], type == nil || type == "movie" { return title(movie, .movie) }
    let isWatchedEpisode = json["episode"] != nil && json["watched_at"] != nil
    guard let show = json["show"], isWatchedEpisode || (json["episode"] == nil && json["season"] == nil) else {
      return nil
    }
    return title(show, .tv)
  }

  private static func title(_ json: JSONValue?, _ mediaType: MediaType) -> SourceTitle {
    let ids = json?["ids"]
    return SourceTitle(
      name: json?["title"]?.string, year: json?["year"]?.integer, imdbID: ids?["imdb"]?.string,
      tvdbID: ids?["tvdb"]?.integer.map(String.init), tmdbID: ids?["tmdb"]?.integer, mediaType: mediaType)
  }
}
