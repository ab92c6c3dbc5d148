import EventStore
import Glibc
import MovieNightPrimitives

/// The personal texts of a journal: a file for each owner, with a text on each line. A file is always replaced as a
/// whole, so that no part of a deleted text remains in it. While a group is being written, a file contains the old and
/// the new value of each changed text (`StoredText.group`). The groups in the journal decide which value is valid.
struct JournalTexts {
  let directory: String
  let disk: any JournalDisk

  func owners() throws(StoreError) -> [OwnerID] {
    guard Files.exists(directory) else { return [] }
    return try Files.names(in: directory).filter { $0.hasSuffix(".jsonl") }.compactMap { OwnerID($0.dropLast(6)) }
  }

  /// Reads all lines of an owner's file. If there are several values with one id, the oldest comes first.
  func load(_ owner: OwnerID) throws(StoreError) -> [StoredText] {
    let path = path(of: owner)
    var texts: [StoredText] = []
    // Another process may have removed the file together with its last text.
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

  /// Replaces an owner's file by one with these lines, or removes the file if there are no lines.
  func save(_ texts: [StoredText], of owner: OwnerID) throws(StoreError) {
    let path = path(of: owner)
    // A process that died may have left a temporary file with texts that must be erased.
    if Files.exists(path + ".tmp") { try disk.remove(path + ".tmp") }
    guard !texts.isEmpty else { return try disk.remove(path) }
    if !Files.exists(directory) { try disk.createDirectory(directory) }
    let order = texts.sorted { ($0.text.id, $0.group ?? 0) < ($1.text.id, $1.group ?? 0) }
    try disk.replace(path, with: order.flatMap(\.line))
  }

  /// Removes partly written files, which processes that died have left.
  func removeLeftovers() throws(StoreError) {
    guard Files.exists(directory) else { return }
    for name in try Files.names(in: directory) where name.hasSuffix(".tmp") {
      try disk.remove("\(directory)/\(name)")
    }
  }

  private func path(of owner: OwnerID) -> String { "\(directory)/\(owner).jsonl" }
}

/// A personal text as a line of its owner's file.
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
