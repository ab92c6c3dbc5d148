import Primitives

/// Knows of most command ids that they were never used, so that they need not be looked up.
///
/// A Bloom filter, in parts: a full part is followed by a new one, and dropped when its receipts have expired.
struct ReceiptFilter {
  private struct Part {
    var words = [UInt64](repeating: 0, count: ReceiptFilter.wordsAPart)
    var count = 0
    var newest = Timestamp(microseconds: 0)
  }

  // 16 bits a key, of which a key sets 6: one key in a thousand is looked up for nothing.
  private static let keysAPart = 1 << 18
  private static let wordsAPart = keysAPart / 4
  private static let bitsAKey = 6

  private var parts: [Part] = []

  /// False where no receipt with that key was noted; true is no promise.
  func mayHold(_ key: ReceiptKey) -> Bool {
    let (start, step) = Self.hashes(of: key)
    return parts.contains { part in
      (0..<Self.bitsAKey).allSatisfy { index in
        let bit = Self.bit(start &+ UInt64(index) &* step)
        return part.words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
      }
    }
  }

  /// Takes in a key whose receipt was made at `time`.
  mutating func note(_ key: ReceiptKey, at time: Timestamp) {
    if parts.last.map({ $0.count >= Self.keysAPart }) ?? true {
      parts.removeAll { $0.newest < Receipt.expiry(at: time) }
      parts.append(Part())
    }
    let (start, step) = Self.hashes(of: key)
    let last = parts.count - 1
    for index in 0..<Self.bitsAKey {
      let bit = Self.bit(start &+ UInt64(index) &* step)
      parts[last].words[bit >> 6] |= 1 << UInt64(bit & 63)
    }
    parts[last].count += 1
    parts[last].newest = max(parts[last].newest, time)
  }

  private static func bit(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 16) & (wordsAPart * 64 - 1) }

  /// Two numbers by which all the bits of a key are found.
  private static func hashes(of key: ReceiptKey) -> (start: UInt64, step: UInt64) {
    let actor = key.actor ?? ActorID(high: 0, low: 0)
    let start = mixed(key.command.high ^ mixed(key.command.low ^ mixed(actor.high ^ mixed(actor.low))))
    return (start, mixed(start) | 1)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = word &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
