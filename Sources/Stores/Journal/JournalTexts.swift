import EventStore
import Glibc
import MovieNightPrimitives

/// The personal texts of a journal: one file for each owner, with one text on each line.
///
/// A file is always replaced as a whole, so that nothing of a deleted text stays in it. While a group that changes texts is
/// written, both values of each stand there (`StoredText.group`): which one counts, the journal decides.
struct JournalTexts {
  let directory: String
  let disk: any JournalDisk

  /// The owners who have a file.
  func owners() throws(StoreError) -> [OwnerID] {
    guard Files.exists(directory) else { return [] }
    return try Files.names(in: directory).filter { $0.hasSuffix(".jsonl") }.compactMap { OwnerID($0.dropLast(6)) }
  }

  /// All lines of an owner's file; of one id the older value first.
  /// - Throws: `damaged`, with file and line.
  func load(_ owner: OwnerID) throws(StoreError) -> [StoredText] {
    let path = path(of: owner)
    var texts: [StoredText] = []
    // A process beside this one may have removed the file with its last text.
    guard Files.exists(path) else { return [] }
    for line in try disk.open(path, O_RDONLY).read(from: 0).split(separator: UInt8(ascii: "\n")) {
      do {
        texts.append(try StoredText(line: line, owner: owner))
      } catch {
        throw StoreError(
          .damaged, "\(path) line \(texts.count + 1): \(error)", hint: "Restore the file from a backup.")
      }
    }
    return texts
  }

  /// Replaces the file of an owner by these lines; without any it is removed.
  func save(_ texts: [StoredText], of owner: OwnerID) throws(StoreError) {
    let path = path(of: owner)
    // What a process that died has left may hold what is to be gone.
    if Files.exists(path + ".tmp") { try disk.remove(path + ".tmp") }
    guard !texts.isEmpty else { return try disk.remove(path) }
    if !Files.exists(directory) { try disk.createDirectory(directory) }
    let order = texts.sorted { ($0.text.id, $0.group ?? 0) < ($1.text.id, $1.group ?? 0) }
    try disk.replace(path, with: order.flatMap(\.line))
  }

  /// Removes what processes that died have left half written.
  func removeLeftovers() throws(StoreError) {
    guard Files.exists(directory) else { return }
    for name in try Files.names(in: directory) where name.hasSuffix(".tmp") {
      try disk.remove("\(directory)/\(name)")
    }
  }

  private func path(of owner: OwnerID) -> String { "\(directory)/\(owner).jsonl" }
}

/// A personal text as it stands in the file of its owner: one line.
///
///     {"id":"…","subject":"…","value":{…},"group":7,"crc32":2596069104}
///
/// `crc32` is of the line up to the comma before it. Lines that an older version wrote have none.
struct StoredText: Equatable {
  var text: PersonalText
  /// Written before this group of the journal: the value counts once the group stands there. Nil where it counts anyway.
  var group: Int?

  /// The line, with its end.
  var line: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.field("id", text.id)
      json.field("subject", text.subject)
      json.field("value", raw: text.value)
      if let group { json.field("group", group) }
    }
    let summed = json.bytes.dropLast()
    return summed + Self.ending(CRC32.of(Array(summed))) + [UInt8(ascii: "\n")]
  }

  init(_ text: PersonalText, group: Int? = nil) {
    self.text = text
    self.group = group
  }

  /// - Parameter line: without its end.
  init(line: ArraySlice<UInt8>, owner: OwnerID) throws(JSONError) {
    let json = try JSONDocument(stored: Array(line)).root
    guard let value = json["value"] else { throw JSONError(.missing, field: "value") }
    if json["crc32"] != nil {
      let summed = line[..<(line.lastIndex(of: UInt8(ascii: ",")) ?? line.startIndex)]
      guard line[summed.endIndex...].elementsEqual(Self.ending(CRC32.of(Array(summed)))) else {
        throw JSONError(.wrongType(expected: "the sum of the line"), field: "crc32")
      }
    }
    text = PersonalText(
      id: try json.identifier("id"), owner: owner, subject: try json.optional("subject"), value: value.json)
    group = try json.optional("group")
  }

  private static func ending(_ sum: UInt32) -> [UInt8] { Array(",\"crc32\":\(sum)}".utf8) }
}

extension JSONValue {
  /// The bytes of the value as JSON: of a string with its quotes.
  fileprivate var json: [UInt8] {
    kind == .string ? [UInt8(ascii: "\"")] + rawBytes + [UInt8(ascii: "\"")] : Array(rawBytes)
  }
}
