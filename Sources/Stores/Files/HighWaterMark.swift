import EventStore
import Glibc
import MovieNightPrimitives

/// The high-water mark of a store, saved beside it, so that opening the store can detect whether events are missing.
///
/// All events up to the mark were acknowledged. A store that ends before the mark, or has another checksum there, was
/// restored from a backup or has lost data; SQLite, for example, truncates a damaged write-ahead log silently.
struct HighWaterMark: Equatable, Sendable {
  var position: Position
  var checksum: UInt32

  /// Describes how a store with `head`, and checksum `found` at `position`, differs from the mark; nil if it does not.
  func problem(head: Position, found: UInt32?) -> String? {
    guard position > 0 else { return nil }
    if head < position {
      let missing = head + 1 == position ? "\(position) is" : "\(head + 1) to \(position) are"
      return "it ends at position \(head), but \(position) was recorded: \(missing) missing"
    }
    return found == checksum ? nil : "its events up to position \(position) are not the recorded ones"
  }

  /// Throws `otherHistory` if the store does not match the mark, or returns a notice for the log if `acceptsRestored`.
  func check(
    _ address: StoreAddress, head: Position, found: UInt32?, acceptsRestored: Bool
  ) throws(StoreError) -> [String] {
    guard let problem = problem(head: head, found: found) else { return [] }
    guard acceptsRestored else {
      throw StoreError(
        .otherHistory, "\(address) does not match its last recorded state: \(problem)",
        hint: "Put back the newest files. To use a restored backup, start once with "
          + "`movienight serve --accept-restored`.")
    }
    return ["\(address) was accepted as restored: \(problem)"]
  }
}

extension HighWaterMark {
  /// Reads a high-water mark from a file; nil if the file is missing or unreadable, no reason to refuse the store.
  init?(at path: String) {
    guard let bytes = try? File(path, O_RDONLY | O_NOFOLLOW).read(), let json = try? JSONDocument(bytes).root,
      let position = try? json.integer("position"), let checksum = try? json.integer("checksum"),
      let checksum = UInt32(exactly: checksum)
    else { return nil }
    self.init(position: position, checksum: checksum)
  }

  /// Reads the mark of the store at an address; nil if the file is missing or unreadable, or the store has no files.
  init?(of address: StoreAddress) {
    guard let path = address.paths?.highWaterMark else { return nil }
    self.init(at: path)
  }

  /// Replaces the file atomically, but without sync. If a power loss destroys it, the next start skips comparing.
  func write(to path: String) throws(StoreError) {
    let json = JSONWriter.object { json in
      json.field("position", position)
      json.field("checksum", Int(checksum))
    }
    let temporary = path + ".tmp"
    try File(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW).write(json.bytes, at: 0)
    try Files.rename(temporary, to: path)
  }
}
