import EventStore
import Glibc
import MovieNightPrimitives

/// A file of a journal's texts: those of an owner that are kept by their subject, or all others of the owner.
struct TextFile: Hashable, Sendable {
  let owner: OwnerID
  let subject: ActorID?

  /// The file that contains `text`.
  init(of text: PersonalText) {
    owner = text.owner
    subject = text.isKeptBySubject ? text.subject : nil
  }

  /// Parses a file name; nil for any other file.
  init?(name: String) {
    guard name.hasSuffix(".jsonl") else { return nil }
    let ids = name.dropLast(6).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let owner = OwnerID(ids[0]) else { return nil }
    self.owner = owner
    subject = ids.count > 1 ? ActorID(ids[1]) : nil
    if ids.count > 1, subject == nil { return nil }
  }

  var name: String { subject.map { "\(owner).\($0).jsonl" } ?? "\(owner).jsonl" }
}

/// How a group changes a file of texts.
struct TextFileChange {
  /// The values before the group.
  let before: [PersonalText]
  /// The values that the group puts, one for each id.
  var puts: [PersonalText] = []
  /// The ids of the values in `before` that the group replaces, deletes, or moves to another file.
  var outdated: Set<TextID> = []

  /// The lines before the group is complete, with old and new values.
  func stagedLines(ofGroup group: Int) -> [StoredText] {
    before.map { StoredText($0) } + puts.map { StoredText($0, group: group) }
  }

  /// The lines after the group. New values keep its number, because a text that moved is in its old file, too, until
  /// that file is settled.
  func settledLines(ofGroup group: Int) -> [StoredText] {
    stagedLines(ofGroup: group).filter { $0.group != nil || !outdated.contains($0.text.id) }
  }
}

/// The personal texts of a journal, with a text on each line of a file. A file is always replaced as a whole, so that
/// no part of a deleted text remains in it. While a group is being written, the files contain the old and the new value
/// of each changed text (`StoredText.group`). The groups in the journal decide which value is valid.
struct JournalTexts {
  let directory: String
  let disk: any JournalDisk

  func files() throws(StoreError) -> [TextFile] {
    guard Files.exists(directory) else { return [] }
    return try Files.names(in: directory).compactMap { TextFile(name: $0) }
  }

  /// Reads all lines of a file. If there are several values with one id, the oldest comes first.
  func load(_ file: TextFile) throws(StoreError) -> [StoredText] {
    let path = path(of: file)
    var texts: [StoredText] = []
    // Another process may have removed the file together with its last text.
    guard Files.exists(path) else { return [] }
    for line in try disk.open(path, O_RDONLY).read(from: 0).split(separator: UInt8(ascii: "\n")) {
      do {
        texts.append(try StoredText(line: line, owner: file.owner))
      } catch {
        throw StoreError(
          .damaged, "\(path) line \(texts.count + 1): \(error)", hint: "Restore the file from a backup.")
      }
    }
    return texts
  }

  /// Replaces a file by one with these lines, or removes the file if there are no lines.
  func save(_ texts: [StoredText], to file: TextFile) throws(StoreError) {
    let path = path(of: file)
    // A process that died may have left a temporary file with texts that must be erased.
    if Files.exists(path + ".tmp") { try disk.remove(path + ".tmp") }
    guard !texts.isEmpty else { return try disk.remove(path) }
    if !Files.exists(directory) { try disk.createDirectory(directory) }
    try disk.replace(path, with: texts.sorted(by: StoredText.isBefore).flatMap(\.line))
  }

  /// Removes partly written files, which processes that died have left.
  func removeLeftovers() throws(StoreError) {
    guard Files.exists(directory) else { return }
    for name in try Files.names(in: directory) where name.hasSuffix(".tmp") {
      try disk.remove("\(directory)/\(name)")
    }
  }

  private func path(of file: TextFile) -> String { "\(directory)/\(file.name)" }
}

/// A personal text as a line of its file.
///
///     {"id":"…","subject":"…","value":{…},"group":7,"crc32":2596069104}
///
/// `crc32` covers the line up to the comma before `crc32`. Lines that older versions wrote have no `crc32`.
struct StoredText: Equatable {
  var text: PersonalText
  /// The number of the group that puts this value, valid once that group is complete; nil if the value is always valid.
  var group: Int?

  var line: [UInt8] {
    let json = JSONWriter.object { json in
      json.field("id", text.id)
      json.field("subject", text.subject)
      json.field("value", raw: text.value)
      if let group { json.field("group", group) }
    }
    let summed = json.bytes.dropLast()
    return summed + Self.ending(CRC32.of(Array(summed))) + [UInt8(ascii: "\n")]
  }

  /// The order of lines: by id, then from the oldest value to the newest.
  static func isBefore(_ one: StoredText, _ other: StoredText) -> Bool {
    (one.text.id, one.group ?? 0) < (other.text.id, other.group ?? 0)
  }

  init(_ text: PersonalText, group: Int? = nil) {
    self.text = text
    self.group = group
  }

  init(line: ArraySlice<UInt8>, owner: OwnerID) throws(JSONError) {
    let json = try JSONDocument(stored: Array(line)).root
    guard let value = json["value"] else { throw JSONError(.missing, field: "value") }
    if json["crc32"] != nil {
      let summed = line[..<(line.lastIndex(of: UInt8(ascii: ",")) ?? line.startIndex)]
      guard line[summed.endIndex...].elementsEqual(Self.ending(CRC32.of(Array(summed)))) else {
        throw JSONError(.wrongType(expected: "the checksum of the line"), field: "crc32")
      }
    }
    text = PersonalText(
      id: try json.identifier("id"), owner: owner, subject: try json.optional("subject"), value: value.json)
    group = try json.optional("group")
  }

  private static func ending(_ sum: UInt32) -> [UInt8] { Array(",\"crc32\":\(sum)}".utf8) }
}

extension JSONValue {
  /// The value as JSON, with the quotes if it is a string.
  fileprivate var json: [UInt8] {
    kind == .string ? [UInt8(ascii: "\"")] + rawBytes + [UInt8(ascii: "\"")] : Array(rawBytes)
  }
}
