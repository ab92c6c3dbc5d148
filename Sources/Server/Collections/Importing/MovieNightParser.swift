import Commands
import Domain
import MovieNightPrimitives

/// A parser of our own export and of the seed's `ExportData`, whose lists can be in any order. Ids only link: what
/// names a title that has not come yet waits for it.
struct MovieNightParser: ImportParser {
  /// The most bytes of ids, and of what waits for its title.
  static let memory = 32 << 20

  private let source: ImportSource
  private var splitter = JSONSplitter()
  private var titles: [String: (title: SourceTitle, fixesStatus: Bool)] = [:]
  private var episodes: [String: (show: String, ref: EpisodeRef)] = [:]
  /// The elements whose titles have not come yet.
  private var waiting = Queue<(path: String, line: Int, json: [UInt8])>()
  private var lists: [(line: Int, id: ListID, original: ListID?)] = []
  /// The titles of lists, by the indexes of those. They come last, when all titles are known, and so keep their order.
  private var listed = Queue<(list: Int, title: String)>()
  private(set) var heldBytes = 0
  private(set) var records = 0

  init(from source: ImportSource) { self.source = source }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(ImportError) -> [ParsedItem] {
    var items: [ParsedItem] = []
    for element in try splitter.take(bytes) {
      records += 1
      if let found = self.items(of: element) {
        items += found
      } else {
        let json = Array(element.json.encoded)
        hold(json.count)
        waiting.append((element.path, element.line, json))
      }
      guard heldBytes <= Self.memory else { throw ImportError(.tooLong, line: element.line) }
    }
    return items
  }

  mutating func finish() throws(ImportError) -> [ParsedItem] {
    let root = try splitter.finish()
    guard root["lists"] ?? root["titles"] ?? root["episodes"] ?? root["notes"] != nil else {
      throw ImportError(.unknownFormat, line: 1)
    }
    return []
  }

  mutating func next(_ count: Int) -> [ParsedItem] {
    var items: [ParsedItem] = []
    while items.count < count, let next = waiting.popFirst() {
      guard let json = try? JSONDocument(next.json, limits: JSONSplitter.limits).root else { continue }
      items +=
        self.items(of: JSONElement(path: next.path, line: next.line, json: json)) ?? [Self.linkToNothing(next.line)]
    }
    while items.count < count, let next = listed.popFirst() {
      let list = lists[next.list]
      items.append(
        record(of: next.title, line: list.line) { ($0.list, $0.originalList) = (list.id, list.original) }
          ?? Self.linkToNothing(list.line))
    }
    return items
  }

  private static func linkToNothing(_ line: Int) -> ParsedItem { .problem(line: line, SourceTitle(), .badValue) }

  private mutating func hold(_ bytes: Int) { heldBytes += 200 + bytes }

  /// Returns an element's items; nil if its title has not come yet.
  private mutating func items(of element: JSONElement) -> [ParsedItem]? {
    do throws(JSONError) {
      return try read(element.json, element)
    } catch {
      let title = SourceTitle(name: element.json["title"]?.string ?? element.json["name"]?.string)
      return [.problem(line: element.line, title, .badValue)]
    }
  }

  private mutating func read(_ json: JSONValue, _ element: JSONElement) throws(JSONError) -> [ParsedItem]? {
    switch element.path {
    case "lists": return [.list(try list(json, line: element.line))]
    case "titles":
      let record = try Self.record(ofTitle: json, line: element.line)
      let id = try json.string("id")
      titles[id] = (record.title, record.fixesStatus)
      hold(id.utf8.count + (record.title.name?.utf8.count ?? 0) + (record.title.imdbID?.utf8.count ?? 0))
      return [.record(record)]
    case "episodes":
      let (id, show) = (try json.string("id"), try json.string("showId"))
      guard let ref = EpisodeRef(checking: try json.integer("seasonNumber"), try json.integer("episodeNumber")) else {
        throw JSONError(.wrongType(expected: "an episode"))
      }
      episodes[id] = (show, ref)
      hold(id.utf8.count + show.utf8.count)
      let plays = try Self.plays(json, of: ref)
      return plays.isEmpty ? [] : record(of: show, line: element.line) { $0.plays = plays }.map { [$0] }
    case "notes":
      let (key, text) = (try json.string("id"), try json.string("text"))
      guard !text.trimmed.isEmpty else { return [.ignored("empty note")] }
      let parent = try json.string("parentId")
      let episode = try json.string("parentType") == "episode" ? episodes[parent] : nil
      let note = source.note(
        key, text, on: episode?.ref, ownerOnly: try json.optional("ownerOnly") ?? true,
        at: try json.sourceTime("dateCreated"))
      return record(of: episode?.show ?? parent, line: element.line) { $0.notes = [note] }.map { [$0] }
    default: return [.ignored("other entry")]
    }
  }

  private mutating func list(_ json: JSONValue, line: Int) throws(JSONError) -> ImportedList {
    var list = source.list(
      try json.string("id"), name: try json.string("name"), description: try json.optional("description") ?? "",
      order: try json.optional("sortOrder"))
    (list.icon, list.color) = (try json.optional("icon"), try json.optional("colorHex"))
    (list.isShared, list.isDefault) = (try json.optional("shared") ?? false, try json.optional("isDefault") ?? false)
    let titles = try [String].decode(json["titleIds"] ?? json)
    lists.append((line, list.id, list.originalID))
    listed.append(contentsOf: titles.map { (lists.count - 1, $0) })
    hold(titles.reduce(0) { $0 + 48 + $1.utf8.count })
    return list
  }

  /// Returns a record about a title of the document, if that has come.
  private func record(of title: String, line: Int, _ complete: (inout ImportRecord) -> Void) -> ParsedItem? {
    guard let (title, fixesStatus) = titles[title] else { return nil }
    var record = ImportRecord(line: line, title: title)
    record.fixesStatus = fixesStatus
    complete(&record)
    return .record(record)
  }

  // MARK: Titles

  private static func record(ofTitle json: JSONValue, line: Int) throws(JSONError) -> ImportRecord {
    let mediaType: MediaType = try json.value("mediaType")
    let title = SourceTitle(
      name: try json.optional("title"), year: try json.count("year"), imdbID: try json.optional("imdbId"),
      tmdbID: try json.count("tmdbId"), mediaType: mediaType)
    var record = ImportRecord(line: line, title: title)
    record.facts = facts(json)
    // The seed's documents have no seasons and no age ratings.
    record.lacksFacts = json["seasons"] == nil
    record.addedAt = try json.sourceTime("dateAdded")
    record.status = try json.optional("status")
    // The seed's documents have no statuses.
    record.fixesStatus = json["status"] != nil
    record.statusIsChosen = try json.optional("statusIsChosen") ?? false
    let isWatched: Bool = try json.optional("watched") ?? false
    if mediaType == .movie {
      record.plays = try plays(json, of: nil)
    } else if record.fixesStatus {
      record.isWatched = isWatched
    } else if isWatched {
      record.status = .completed
    }
    record.rating = try rating(json)
    record.isFavourite = try json.optional("favourite") ?? false
    record.isPrivate = try json.optional("private") ?? false
    return record
  }

  /// Returns the facts of an exported title; nil if events cannot have one of them.
  private static func facts(_ json: JSONValue) -> TitleFacts? {
    var recorded = JSONWriter(reserving: 1024)
    FactNames.recorded.write(json, to: &recorded)
    return try? TitleFacts(cleaning: JSONDocument(recorded.bytes).root)
  }

  /// Returns the plays of a movie or an episode. The seed's documents have only `watched` and `watchedDate`.
  private static func plays(_ json: JSONValue, of episode: EpisodeRef?) throws(JSONError) -> [ImportedPlay] {
    if let plays = json["plays"], !plays.isNull {
      return try plays.elements.map { (play) throws(JSONError) in
        ImportedPlay(episode: episode, watchedAt: try play.value("watchedAt"))
      }
    }
    guard try json.optional("watched") ?? false else { return [] }
    let watchedAt = try json.sourceTime("watchedDate").map { WatchedAt($0) }
    return [ImportedPlay(episode: episode, watchedAt: watchedAt ?? .unknown)]
  }

  private static func rating(_ json: JSONValue) throws(JSONError) -> ImportedRating? {
    let time = try json.sourceTime("ratedAt")
    if let number: Double = try json.optional("rating10") {
      guard let rating = ImportedRating(checking: number, at: time) else {
        throw JSONError(.wrongType(expected: "a rating"), field: "rating10")
      }
      return rating
    }
    // The seed's documents have only `likedStatus`.
    let liked: Int? = try json.optional("likedStatus")
    let word: Rating? = try json.optional("rating") ?? (liked == 1 ? .liked : liked == -1 ? .didNotLike : nil)
    return word.map { ImportedRating(rating: $0, ratedAt: time) }
  }
}

extension JSONValue {
  /// Returns the number with that name; nil if it is missing, null or 0, as the seed's documents write unknown numbers.
  fileprivate func count(_ name: StaticString) throws(JSONError) -> Int? {
    let number: Int? = try optional(name)
    return number == 0 ? nil : number
  }

  /// Returns the time with that name: ISO 8601, or seconds since 2001. Nil if it is missing or null.
  fileprivate func sourceTime(_ name: StaticString) throws(JSONError) -> Timestamp? {
    guard let value = self[name], !value.isNull else { return nil }
    let secondsUntil2001 = 978_307_200.0
    let time: Timestamp? =
      if let seconds = value.double {
        abs(seconds) < 1e10 ? Timestamp(microseconds: Int64(((seconds + secondsUntil2001) * 1e6).rounded())) : nil
      } else {
        value.string.flatMap { WatchedAt(source: $0)?.start }
      }
    guard let time, Timestamp.inText.contains(time), time < Timestamp.latestInEvents else {
      throw JSONError(.wrongType(expected: "a time"), field: "\(name)")
    }
    return time
  }
}
