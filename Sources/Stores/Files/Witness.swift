import EventStore
import Glibc
import MovieNightPrimitives

/// How far a store was when somebody last looked, written down beside it: whoever opens it finds out whether it still is.
///
/// Everything in it was acknowledged before it was written. So a store that ends earlier, or says something else there, was
/// restored from a backup, or has lost something: SQLite cuts a damaged write-ahead log without a word.
struct Witness: Equatable, Sendable {
  /// Of the last event.
  var position: Position
  /// Of everything up to there, as the store computes it.
  var checksum: UInt32

  /// What is wrong with a store that ends at `head`; nil where nothing is.
  /// - Parameter found: the checksum that the store has at `position`; nil where there is none, or another one.
  func problem(head: Position, found: UInt32?) -> String? {
    guard position > 0 else { return nil }
    if head < position {
      let missing = head + 1 == position ? "\(position) is" : "\(head + 1) to \(position) are"
      return "it ends at position \(head), but \(position) was recorded: \(missing) missing"
    }
    return found == checksum ? nil : "what it has up to position \(position) is not what was recorded there"
  }

  /// Refuses a store that is not what was recorded, unless that is meant.
  /// - Returns: what the log should say about a store that is accepted.
  func check(
    _ address: StoreAddress, head: Position, found: UInt32?, acceptsRestored: Bool
  ) throws(StoreError) -> [String] {
    guard let problem = problem(head: head, found: found) else { return [] }
    guard acceptsRestored else {
      throw StoreError(
        .otherHistory, "\(address) is not as it was left: \(problem)",
        hint: "Put back the newest files. Where a restored backup is meant, start once with "
          + "`movienight serve --accept-restored`.")
    }
    return ["\(address) was accepted as it is: \(problem)"]
  }
}

extension Witness {
  /// Nil where there is no such file, or none that can be read: it is a help, and no reason to keep a store closed.
  init?(at path: String) {
    guard let bytes = try? File(path, O_RDONLY | O_NOFOLLOW).read(), let json = try? JSONDocument(bytes).root,
      let position = try? json.integer("position"), let checksum = try? json.integer("checksum"),
      let checksum = UInt32(exactly: checksum)
    else { return nil }
    self.init(position: position, checksum: checksum)
  }

  /// What was last written down beside a store; nil for one that has no side files, too.
  init?(of address: StoreAddress) {
    guard let path = address.paths?.witness else { return nil }
    self.init(at: path)
  }

  /// Replaces the file as a whole, but does not sync it: where a power loss takes it, nothing is compared at the next start.
  func write(to path: String) throws(StoreError) {
    var json = JSONWriter()
    json.object { json in
      json.field("position", position)
      json.field("checksum", Int(checksum))
    }
    let temporary = path + ".tmp"
    try File(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW).write(json.bytes, at: 0)
    try Files.rename(temporary, to: path)
  }
}
