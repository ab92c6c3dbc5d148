import EventStore
import MovieNightPrimitives

/// A Bloom filter of receipt keys. It recognizes nearly all unused command ids, so that they need no lookup.
///
/// The filter consists of parts. When the last part is full, a new part is added that is as large as all others
/// together, up to a limit, so that there are only a few parts to check. A part is dropped when its receipts have
/// expired. A key sets one bit in each of the eight words of a 64-byte block, so checking a part costs one cache miss.
struct ReceiptFilter {
  struct Part {
    /// The number of keys that fit into the part, a power of two.
    let capacity: Int
    var blocks: [SIMD8<UInt64>]
    var count = 0
    var newest = Timestamp(microseconds: 0)

    init(capacity: Int) {
      self.capacity = capacity
      blocks = [SIMD8<UInt64>](repeating: .zero, count: capacity / ReceiptFilter.keysPerBlock)
    }

    func block(_ place: Place) -> Int { Int(truncatingIfNeeded: place.block) & (blocks.count - 1) }
  }

  /// The place of a key: a number that selects the block in a part of any size, and the bits within that block.
  struct Place {
    let block: UInt64
    let bits: SIMD8<UInt64>
  }

  // With 32 bits per key, a full part mistakes only seventeen in a million unknown keys for known ones. Such a mistake
  // is expensive, because the lookup searches every run in vain, which takes as long as many commands.
  private static let keysPerBlock = 16
  private let smallestPart: Int
  private let largestPart: Int
  private(set) var parts: [Part] = []

  /// Creates a filter whose parts are made for `smallestPart` to `largestPart` keys. Both numbers must be powers of
  /// two, and at least 16. By default, the largest part takes 8 MB, and a command waits while it is set to zero.
  init(smallestPart: Int = 1 << 18, largestPart: Int = 1 << 21) {
    precondition(smallestPart >= Self.keysPerBlock, "a part has at least one block")
    self.smallestPart = smallestPart
    self.largestPart = largestPart
  }

  /// Returns whether a receipt with this key may exist. False is always right; true is rarely wrong.
  func mayHold(_ key: ReceiptKey) -> Bool {
    let place = Self.place(of: key)
    return parts.contains { $0.blocks[$0.block(place)] & place.bits == place.bits }
  }

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
