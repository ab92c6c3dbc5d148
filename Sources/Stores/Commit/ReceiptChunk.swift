import EventStore
import MovieNightPrimitives

/// A chunk of receipts as stored, sorted by key. Each receipt takes eight little-endian words of eight bytes: command
/// and actor (two words each; the actor is 0 for an administrator), fingerprint, position, time, and a word that is
/// twice the number of events, plus one if there is an actor.
struct ReceiptChunk {
  /// The maximum number of receipts per chunk. At this size, finding one reads five pages of the database.
  static let capacity = 256
  static let bytesPerRecord = 64

  let bytes: UnsafeRawBufferPointer

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty, bytes.count.isMultiple(of: Self.bytesPerRecord) else { return nil }
    self.bytes = bytes
  }

  var count: Int { bytes.count / Self.bytesPerRecord }

  subscript(index: Int) -> Receipt {
    Receipt(
      key: key(index), fingerprint: word(4, of: index), position: Int(truncatingIfNeeded: word(5, of: index)),
      eventCount: Int(truncatingIfNeeded: word(7, of: index) >> 1),
      recordedAt: Timestamp(microseconds: Int64(bitPattern: word(6, of: index))))
  }

  var receipts: [Receipt] { (0..<count).map { self[$0] } }

  func receipt(for key: ReceiptKey) -> Receipt? {
    var candidates = 0..<count
    while !candidates.isEmpty {
      let middle = candidates.lowerBound + candidates.count / 2
      let found = self.key(middle)
      if found == key { return self[middle] }
      candidates = found < key ? middle + 1..<candidates.upperBound : candidates.lowerBound..<middle
    }
    return nil
  }

  private func key(_ index: Int) -> ReceiptKey {
    let actor = ActorID(high: word(2, of: index), low: word(3, of: index))
    return ReceiptKey(
      actor: word(7, of: index) & 1 == 1 ? actor : nil,
      command: CommandID(high: word(0, of: index), low: word(1, of: index)))
  }

  private func word(_ number: Int, of index: Int) -> UInt64 {
    let offset = index * Self.bytesPerRecord + number * 8
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Encodes receipts, which must be sorted by key.
  static func encoded(_ receipts: some Collection<Receipt>) -> [UInt8] {
    var words: [UInt64] = []
    words.reserveCapacity(receipts.count * bytesPerRecord / 8)
    func append(_ word: UInt64) { words.append(word.littleEndian) }
    for receipt in receipts {
      let actor = receipt.key.actor
      append(receipt.key.command.high)
      append(receipt.key.command.low)
      append(actor?.high ?? 0)
      append(actor?.low ?? 0)
      append(receipt.fingerprint)
      append(UInt64(truncatingIfNeeded: receipt.position))
      append(UInt64(bitPattern: receipt.recordedAt.microseconds))
      append(UInt64(truncatingIfNeeded: receipt.eventCount) << 1 | (actor == nil ? 0 : 1))
    }
    return words.withUnsafeBytes { Array($0) }
  }
}

extension ReceiptKey: Comparable {
  /// Compares by command, then actor, with administrators first. This is the order of the keys' concatenated bytes.
  public static func < (left: ReceiptKey, right: ReceiptKey) -> Bool {
    if left.command != right.command { return left.command < right.command }
    guard let other = right.actor else { return false }
    return left.actor.map { $0 < other } ?? true
  }
}
