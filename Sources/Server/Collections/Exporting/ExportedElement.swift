import Domain
import MovieNightPrimitives
import Projections

/// The elements of an exported document: the seed's keys, and ours after them.
enum ExportedElement {
  /// The id of a title, or of its episode. It only links the document's elements.
  static func id(_ ref: TitleRef, _ episode: EpisodeRef? = nil) -> String {
    "\(ref.mediaType.rawValue)-\(ref.tmdbID)" + (episode.map { "-\($0.season)-\($0.number)" } ?? "")
  }

  static func list(
    _ list: CollectedList, name: String, description: String, order: Int, titles: [TitleRef], isDefault: Bool
  ) -> [UInt8] {
    object { json in
      json.field("id", list.listID)
      json.field("name", name)
      json.field("icon", list.icon)
      json.field("colorHex", list.color)
      json.field("sortOrder", order)
      json.field("titleIds", titles.map { Self.id($0) })
      json.field("description", description)
      json.field("shared", list.isShared)
      json.field("isDefault", isDefault)
    }
  }

  static func title(_ title: CollectedTitle, _ plays: [AddedPlay]) -> [UInt8] {
    let (ref, facts, settings) = (title.title, title.facts, title.settings)
    return object { json in
      json.field("id", id(ref))
      json.field("tmdbId", ref.tmdbID)
      json.field("imdbId", facts.imdbID)
      json.field("mediaType", ref.mediaType)
      json.field("title", facts.title)
      json.field("year", facts.year ?? 0)
      json.field("overview", facts.overview)
      json.field("genres", facts.genres)
      json.field("runtime", facts.runtime ?? 0)
      json.field("posterPath", facts.posterPath)
      json.field("backdropPath", facts.backdropPath)
      json.field("watched", title.isWatched)
      json.field("watchedDate", title.lastWatchedAt.start)
      json.field("likedStatus", settings.ratingWord.map { $0 == .didNotLike ? -1 : 1 } ?? 0)
      json.field("dateAdded", settings.addedAt)
      write(facts, to: &json)
      json.field("status", settings.status)
      json.field("statusIsChosen", settings.statusIsChosen)
      json.field("rating", settings.rating)
      json.field("rating10", settings.rating10)
      json.field("ratedAt", settings.ratedAt)
      json.field("favourite", settings.isFavourite)
      json.field("private", settings.isPrivate)
      write(plays, to: &json)
      json.field("dateModified", title.modifiedAt)
    }
  }

  private static let seedsFacts: Set = [
    "imdb_id", "title", "year", "overview", "genres", "runtime", "poster_path", "backdrop_path",
  ]

  /// Writes the facts that the seed's documents do not have.
  private static func write(_ facts: TitleFacts, to json: inout JSONWriter) {
    let recorded = JSONWriter.object(reserving: 1024) { facts.writeMembers(to: &$0) }
    guard let recorded = try? JSONDocument(stored: recorded.bytes).root else { return }
    for (name, value) in recorded.members where !seedsFacts.contains(name) {
      FactNames.exported.write(name, value, to: &json)
    }
  }

  static func episode(_ episode: EpisodeRef, of show: TitleRef, _ plays: [AddedPlay]) -> [UInt8] {
    object { json in
      json.field("id", id(show, episode))
      json.field("showId", id(show))
      json.field("seasonNumber", episode.season)
      json.field("episodeNumber", episode.number)
      json.field("name", "Episode \(episode.number)")
      json.nullField("overview")
      json.field("watched", !plays.isEmpty)
      json.field("watchedDate", plays.map(\.watchedAt).max()?.start)
      write(plays, to: &json)
    }
  }

  private static func write(_ plays: [AddedPlay], to json: inout JSONWriter) {
    json.objects("plays", plays) { json, play in
      json.field("watchedAt", play.watchedAt)
      json.field("roundId", play.roundID)
    }
  }

  static func note(_ note: CollectedNote, _ text: String) -> [UInt8] {
    object { json in
      json.field("id", note.noteID)
      json.field("parentId", id(note.title, note.episode))
      json.field("parentType", note.episode == nil ? "title" : "episode")
      json.field("text", text)
      json.field("ownerOnly", note.ownerOnly)
      json.field("dateCreated", note.createdAt)
      json.field("dateModified", note.modifiedAt)
    }
  }

  private static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.object(reserving: 1024, write).bytes
  }
}

/// The names and days of facts: in exported documents `releaseDate` with a time, in events `release_date` with a day.
enum FactNames {
  case exported, recorded

  /// Writes a value that has the other names with these.
  func write(_ value: JSONValue, named name: String = "", to json: inout JSONWriter) {
    switch value.kind {
    case .object: json.object { json in for (name, value) in value.members { write(name, value, to: &json) } }
    case .array: json.array(value.elements) { json, element in write(element, to: &json) }
    case .string where name.hasSuffix("_date"): json.string(String((value.string ?? "").prefix(10)))
    case .string where name.hasSuffix("Date"): json.string("\(value.string ?? "")T00:00:00Z")
    // The seed's documents write 0 for unknown numbers.
    case .number where self == .recorded && (name == "year" || name == "runtime") && value.integer == 0: json.null()
    default: json.raw(value.encoded)
    }
  }

  func write(_ name: String, _ value: JSONValue, to json: inout JSONWriter) {
    let name = renamed(name)
    json.key(name)
    write(value, named: name, to: &json)
  }

  private func renamed(_ name: String) -> String {
    switch self {
    case .recorded: name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
    case .exported:
      name.split(separator: "_").enumerated().map { $0 == 0 ? "\($1)" : $1.prefix(1).uppercased() + $1.dropFirst() }
        .joined()
    }
  }
}
