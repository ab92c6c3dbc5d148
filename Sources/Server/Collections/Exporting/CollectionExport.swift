import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections

enum ExportFormat: String, ResultEnum, Sendable {
  case movienight, letterboxd

  var contentType: String { self == .movienight ? "application/json" : "text/csv; charset=utf-8" }
}

/// The place in an export at which a page begins. Parts follow each other, and each has elements, or lists of them.
struct ExportPlace: Equatable {
  /// The revision of the collection, which must not change between pages.
  var revision: Revision
  var part = 0
  var index = 0
  var inner = 0
  /// Whether the part has an element already.
  var follows = false

  init(revision: Revision) { self.revision = revision }

  /// - Returns: nil unless the text is one of `text`.
  init?(text: String) {
    guard let bytes = Base64URL.decode(text.utf8) else { return nil }
    let words = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard words.count == 5, numbers.count == 5, numbers[1...].allSatisfy({ (0...Int(Int32.max)).contains($0) }) else {
      return nil
    }
    (revision, part, index, inner, follows) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4] > 0)
  }

  var text: String { Base64URL.encode(Array("\(revision)/\(part)/\(index)/\(inner)/\(follows ? 1 : 0)".utf8)) }
}

/// A page of an export. The pages joined are one document.
struct ExportPage {
  static let limit = 512 << 10 - 64

  private(set) var bytes: [UInt8] = []
  private(set) var isFull = false

  mutating func write(_ text: String) { bytes += text.utf8 }

  /// Appends an element, unless the page is full with it. A page has at least one.
  mutating func append(_ element: [UInt8]) -> Bool {
    isFull = !bytes.isEmpty && bytes.count + element.count > Self.limit
    if !isFull { bytes += element }
    return !isFull
  }
}

/// The query of `collection.export`.
struct CollectionExport: ResultQuery {
  let household: HouseholdID
  /// The member who asks; nil for an administrator.
  let reader: MemberID?
  let member: MemberID
  let format: ExportFormat
  let includesNotes: Bool
  let cursor: String?

  struct Shown {
    let format: ExportFormat
    let text: String
    /// The cursor of the next page; nil on the last page.
    let next: String?
  }

  static let result = ResultObject<Shown>(
    "CollectionExport", "A page of an export. The pages joined are one file.",
    [
      .field("content_type", "the file's media type") { $0.format.contentType },
      .field("text", "the page's text, of at most 512 KiB") { $0.text },
      .nextCursor { $0.next },
    ])

  func shown(_ answering: AnswerContext) throws -> Shown {
    try answering.requireStore()
    // The time is that of the export. Its use also keeps the large answer out of the cache.
    let now = answering.now
    let collection = try collection(answering)
    var place = ExportPlace(revision: collection?.revision ?? noRevision)
    if let cursor {
      guard let next = ExportPlace(text: cursor) else {
        throw Refusal.badParameter("cursor", "is not a cursor of this export")
      }
      guard next.revision == place.revision else { throw Self.changed(place.revision) }
      place = next
    }
    let rows = ExportedRows(
      answering: answering, member: member, collection: collection, includesNotes: includesNotes,
      refs: try answering.readModels.titleEntries(of: member).map(\.title).sorted())
    var page = ExportPage()
    switch format {
    case .movienight: try rows.writeDocument(from: &place, to: &page, at: now)
    case .letterboxd: try rows.writeLetterboxd(from: &place, to: &page)
    }
    // Rows may have been read after another command.
    let revision = try answering.readModels.collection(member)?.revision ?? noRevision
    guard revision == place.revision else { throw Self.changed(revision) }
    return Shown(
      format: format, text: String(decoding: page.bytes, as: UTF8.self), next: page.isFull ? place.text : nil)
  }

  fileprivate static func changed(_ revision: Revision) -> Refusal {
    .wrongRevision.with("\(revision)", data: .revision(revision))
  }

  /// Returns the collection; nil if it is empty. An administrator can export only what a former member left behind.
  private func collection(_ answering: AnswerContext) throws -> CollectionDetails? {
    if let reader {
      _ = try answering.view(of: CollectionOwner(household: household, reader: reader, member: member))
      return try answering.readModels.collection(member)
    }
    guard try answering.household(household).member(member) == nil else { throw Refusal.noMember }
    guard let collection = try answering.readModels.collection(member), collection.owner == OwnerID(household) else {
      throw Refusal.unknownMember
    }
    return collection
  }
}

/// The rows of a collection, in the order of an export.
struct ExportedRows {
  let answering: AnswerContext
  let member: MemberID
  let collection: CollectionDetails?
  let includesNotes: Bool
  /// The titles, in order.
  let refs: [TitleRef]

  func title(_ ref: TitleRef) throws -> CollectedTitle {
    // A later command has removed a missing row.
    guard let title = try answering.readModels.title(ref, of: member) else {
      throw CollectionExport.changed(try answering.readModels.collection(member)?.revision ?? noRevision)
    }
    return title
  }

  /// Returns a title's notes with their texts, those on the title first, and the oldest of each first. The order does
  /// not depend on ids and parts of seconds, which an import changes.
  func notes(on title: CollectedTitle) throws -> [(note: CollectedNote, text: String)] {
    guard includesNotes, !title.notes.isEmpty else { return [] }
    let texts = try answering.texts(title.notes)
    func order(_ note: CollectedNote, _ text: String) -> (EpisodeRef, String, String, Int) {
      (note.episode ?? EpisodeRef(-1, 0), note.createdAt.text(.seconds), text, note.ownerOnly ? 1 : 0)
    }
    return try title.notes.compactMap { try answering.readModels.note($0, of: member) }
      .map { (note: $0, text: texts[$0.noteID].flatMap(CollectionTexts.note) ?? "") }
      .sorted { order($0.note, $0.text) < order($1.note, $1.text) }
  }

  // MARK: The document

  /// The document's arrays, which are its parts.
  private static let arrays = ["lists", "titles", "episodes", "notes"]

  /// Writes a page of the seed's `ExportData`, from a place that becomes that of the next page.
  func writeDocument(from place: inout ExportPlace, to page: inout ExportPage, at now: Timestamp) throws {
    if place.part == 0, place.index == 0 {
      page.write(#"{"version":"1","exportDate":"\#(now.text(.seconds))","memberId":"\#(member)","lists":["#)
    }
    while place.part < Self.arrays.count {
      let count = place.part == 0 ? lists.count : refs.count
      while place.index < count {
        for element in try elements(at: place).dropFirst(place.inner) {
          guard page.append((place.follows ? [UInt8(ascii: ",")] : []) + element) else { return }
          place.follows = true
          place.inner += 1
        }
        (place.index, place.inner) = (place.index + 1, 0)
      }
      place.part += 1
      (place.index, place.follows) = (0, false)
      page.write(place.part < Self.arrays.count ? #"],"\#(Self.arrays[place.part])":["# : "]}")
    }
  }

  private var lists: [CollectedList] { collection?.lists ?? [] }

  /// Returns a list, or the elements that a part has about one title.
  private func elements(at place: ExportPlace) throws -> [[UInt8]] {
    if place.part == 0 { return [try list(place.index)] }
    let ref = refs[place.index]
    switch place.part {
    case 1:
      let plays = ref.mediaType == .tv ? [] : try answering.readModels.titlePlays(of: ref, season: nil, by: member)
      return [ExportedElement.title(try title(ref), plays)]
    case 2: return ref.mediaType == .tv ? try episodes(of: title(ref)) : []
    default: return includesNotes ? try notes(on: title(ref)).map { ExportedElement.note($0.note, $0.text) } : []
    }
  }

  private func list(_ index: Int) throws -> [UInt8] {
    let list = lists[index]
    let listed = try answering.readModels.listedTitles(list.listID, after: nil, limit: CollectionLimits.titlesOfList)
    let text = try answering.texts([list.listID])[list.listID].flatMap(CollectionTexts.list)
    return ExportedElement.list(
      list, name: text?.name ?? "", description: text?.description ?? "", order: index,
      titles: listed.rows.map(\.title), isDefault: collection?.preferences.defaultListID == list.listID)
  }

  /// Returns the episodes with a play or a note.
  private func episodes(of title: CollectedTitle) throws -> [[UInt8]] {
    var plays: [EpisodeRef: [AddedPlay]] = [:]
    for note in try notes(on: title) { if let episode = note.note.episode { plays[episode] = [] } }
    for season in title.progress?.seasons ?? [] {
      for play in try answering.readModels.titlePlays(of: title.title, season: season.number, by: member) {
        if let episode = play.episode { plays[episode, default: []].append(play) }
      }
    }
    return plays.sorted { $0.key < $1.key }.map { ExportedElement.episode($0.key, of: title.title, $0.value) }
  }
}
