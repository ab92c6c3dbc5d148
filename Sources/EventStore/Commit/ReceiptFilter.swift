import Primitives

/// Knows of most command ids that they were never used, so that they need not be looked up.
///
/// A Bloom filter, in parts: a full part is followed by a new one, and dropped when its receipts have expired. A new part
/// holds as many keys as all others together, so that there are few to ask.
struct ReceiptFilter {
  private struct Part {
    /// How many keys it is made for: a power of two.
    let capacity: Int
    var words: [UInt64]
    var count = 0
    var newest = Timestamp(microseconds: 0)

    init(capacity: Int) {
      self.capacity = capacity
      words = [UInt64](repeating: 0, count: capacity * ReceiptFilter.bitsOfAKey / 64)
    }

    func bit(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 16) & (capacity * ReceiptFilter.bitsOfAKey - 1) }
  }

  // Of 32 bits a key sets 8: of the keys that a part does not have it denies all but six in a million. To look for one in
  // vain takes as long as many commands: it is looked for in every run.
  private static let bitsOfAKey = 32
  private static let bitsAKeySets = 8
  private let smallestPart: Int
  private let largestPart: Int
  private var parts: [Part] = []

  /// - Parameters: for how many keys a part is made, powers of two. The largest takes 8 MB, which are cleared while a
  ///   command waits.
  init(smallestPart: Int = 1 << 18, largestPart: Int = 1 << 21) {
    self.smallestPart = smallestPart
    self.largestPart = largestPart
  }

  /// How many keys each part is made for, in the order in which they are noted.
  var capacities: [Int] { parts.map(\.capacity) }

  /// False where no receipt with that key was noted; true is no promise.
  func mayHold(_ key: ReceiptKey) -> Bool {
    let (start, step) = Self.hashes(of: key)
    return parts.contains { part in
      (0..<Self.bitsAKeySets).allSatisfy { index in
        let bit = part.bit(start &+ UInt64(index) &* step)
        return part.words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
      }
    }
  }

  /// Takes in a key whose receipt was made at `time`.
  mutating func note(_ key: ReceiptKey, at time: Timestamp) {
    if parts.last.map({ $0.count >= $0.capacity }) ?? true {
      parts.removeAll { $0.newest < Receipt.expiry(at: time) }
      let held = parts.reduce(0) { $0 + $1.capacity }
      var capacity = smallestPart
      while capacity < held, capacity < largestPart { capacity *= 2 }
      parts.append(Part(capacity: capacity))
    }
    let (start, step) = Self.hashes(of: key)
    let last = parts.count - 1
    for index in 0..<Self.bitsAKeySets {
      let bit = parts[last].bit(start &+ UInt64(index) &* step)
      parts[last].words[bit >> 6] |= 1 << UInt64(bit & 63)
    }
    parts[last].count += 1
    parts[last].newest = max(parts[last].newest, time)
  }

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
