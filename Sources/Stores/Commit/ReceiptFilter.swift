import EventStore
import MovieNightPrimitives

/// Knows of most command ids that they were never used, so that they need not be looked up.
///
/// A Bloom filter, in parts: a full part is followed by a new one, and dropped when its receipts have expired. A new part
/// holds as many keys as all others together, so that there are few to ask. A key sets a bit in each of the eight words of
/// one block, which are 64 bytes side by side: bits all over a part of megabytes cost one wait for memory each.
struct ReceiptFilter {
  private struct Part {
    /// How many keys it is made for: a power of two.
    let capacity: Int
    var blocks: [SIMD8<UInt64>]
    var count = 0
    var newest = Timestamp(microseconds: 0)

    init(capacity: Int) {
      self.capacity = capacity
      blocks = [SIMD8<UInt64>](repeating: .zero, count: capacity / ReceiptFilter.keysABlock)
    }

    func block(_ place: Place) -> Int { Int(truncatingIfNeeded: place.block) & (blocks.count - 1) }
  }

  /// Where a key stands: a number that finds its block in a part of any size, and its bits in there.
  private struct Place {
    let block: UInt64
    let bits: SIMD8<UInt64>
  }

  // 32 bits a key: of the keys that a full part does not have it denies all but seventeen in a million. To look for one in
  // vain takes as long as many commands: it is looked for in every run.
  private static let keysABlock = 16
  private let smallestPart: Int
  private let largestPart: Int
  private var parts: [Part] = []

  /// - Parameters: for how many keys a part is made, powers of two from 16 on. The largest takes 8 MB, which are cleared while a
  ///   command waits.
  init(smallestPart: Int = 1 << 18, largestPart: Int = 1 << 21) {
    precondition(smallestPart >= Self.keysABlock, "a part has at least one block")
    self.smallestPart = smallestPart
    self.largestPart = largestPart
  }

  /// How many keys each part is made for, in the order in which they are noted.
  var capacities: [Int] { parts.map(\.capacity) }

  /// False where no receipt with that key was noted; true is no promise.
  func mayHold(_ key: ReceiptKey) -> Bool {
    let place = Self.place(of: key)
    return parts.contains { $0.blocks[$0.block(place)] & place.bits == place.bits }
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
    let place = Self.place(of: key)
    let last = parts.count - 1
    parts[last].blocks[parts[last].block(place)] |= place.bits
    parts[last].count += 1
    parts[last].newest = max(parts[last].newest, time)
  }

  private static func place(of key: ReceiptKey) -> Place {
    let actor = key.actor ?? ActorID(high: 0, low: 0)
    let block = mixed(key.command.high ^ mixed(key.command.low ^ mixed(actor.high ^ mixed(actor.low))))
    let bits = SIMD8(repeating: mixed(block)) &>> SIMD8(0, 6, 12, 18, 24, 30, 36, 42) & 63
    return Place(block: block, bits: SIMD8(repeating: 1) &<< bits)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = word &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
