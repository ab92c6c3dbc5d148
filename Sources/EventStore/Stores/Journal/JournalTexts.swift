import Glibc
import Primitives

/// The personal texts of a journal: one file for each owner, with one text on each line.
///
/// A file is always replaced as a whole, so that nothing of a deleted text stays in it.
struct JournalTexts {
  let directory: String

  /// All texts of all owners.
  func load() throws(StoreError) -> [PersonalText] {
    guard Files.exists(directory) else { return [] }
    var texts: [PersonalText] = []
    for name in try Files.names(in: directory) where name.hasSuffix(".jsonl") {
      guard let owner = OwnerID(name.dropLast(6)) else { continue }
      texts += try load(owner)
    }
    return texts
  }

  func load(_ owner: OwnerID) throws(StoreError) -> [PersonalText] {
    let path = path(of: owner)
    var texts: [PersonalText] = []
    // A process beside this one may have removed the file with its last text.
    guard Files.exists(path) else { return [] }
    for line in try File(path, O_RDONLY).read().split(separator: UInt8(ascii: "\n")) {
      do {
        let json = try JSONDocument(Array(line)).root
        guard let value = json["value"] else { throw JSONError(.missing, field: "value") }
        texts.append(
          PersonalText(
            id: try json.identifier("id"), owner: owner, subject: try json.optionalIdentifier("subject"),
            value: value.json))
      } catch {
        throw StoreError(
          .damaged, "\(path) line \(texts.count + 1): \(error)", hint: "Restore the file from a backup.")
      }
    }
    return texts
  }

  /// Replaces the file of an owner by these texts; without texts it is removed.
  func save(_ texts: [PersonalText], of owner: OwnerID) throws(StoreError) {
    let path = path(of: owner)
    // What a process that died has left may hold what is to be gone.
    if Files.exists(path + ".tmp") { try Files.remove(path + ".tmp") }
    guard !texts.isEmpty else { return try Files.remove(path) }
    if !Files.exists(directory) { try Files.createDirectory(directory) }
    var bytes: [UInt8] = []
    for text in texts.sorted(by: { $0.id < $1.id }) {
      var json = JSONWriter()
      json.object { json in
        json.field("id", text.id)
        json.field("subject", text.subject)
        json.field("value", raw: text.value)
      }
      bytes += json.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    try Files.replace(path, with: bytes)
  }

  /// Removes what processes that died have left half written.
  func removeLeftovers() throws(StoreError) {
    guard Files.exists(directory) else { return }
    for name in try Files.names(in: directory) where name.hasSuffix(".tmp") {
      try Files.remove("\(directory)/\(name)")
    }
  }

  private func path(of owner: OwnerID) -> String { "\(directory)/\(owner).jsonl" }
}

extension JSONValue {
  /// The bytes of the value as JSON: of a string with its quotes.
  fileprivate var json: [UInt8] {
    kind == .string ? [UInt8(ascii: "\"")] + rawBytes + [UInt8(ascii: "\"")] : Array(rawBytes)
  }
}
