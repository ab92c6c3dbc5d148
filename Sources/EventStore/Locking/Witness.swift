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
}

/// The side file with a store's witness.
///
/// It is replaced as a whole, but not synced: where a power loss takes it, nothing is compared at the next start.
struct WitnessFile: Sendable {
  let path: String

  /// Nil where there is none, or none that can be read: it is a help, and no reason to keep a store closed.
  func read() -> Witness? {
    guard let bytes = try? File(path, O_RDONLY | O_NOFOLLOW).read(), let json = try? JSONDocument(bytes).root,
      let position = try? json.integer("position"), let checksum = try? json.integer("checksum"),
      let checksum = UInt32(exactly: checksum)
    else { return nil }
    return Witness(position: position, checksum: checksum)
  }

  func write(_ witness: Witness) throws(StoreError) {
    var json = JSONWriter()
    json.object { json in
      json.field("position", witness.position)
      json.field("checksum", Int(witness.checksum))
    }
    let temporary = path + ".tmp"
    try File(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW).write(json.bytes, at: 0)
    try Files.rename(temporary, to: path)
  }
}

extension StoreAddress {
  /// Nil for a store that has no side files.
  var witnessFile: WitnessFile? {
    switch self {
    case .memory, .postgres: nil
    case .journal(let directory): WitnessFile(path: "\(Files.realPath(of: directory))/.witness")
    case .sqlite(let path): WitnessFile(path: "\(Files.realPath(of: path)).witness")
    }
  }
}
