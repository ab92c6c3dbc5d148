/// The 64-bit hash XXH64 (xxhash.com), with the seed 0. It detects differences, but not manipulation.
///
/// It is the same on every machine, and reads eight bytes at a time, so that hashing a long text costs little.
public enum XXHash64 {
  public static func of(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes(hash) }

  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5
  )

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let (prime1, prime2, prime3, prime4, prime5) = primes
    func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word &<< count | word &>> (64 - count) }
    func round(_ state: UInt64, _ word: UInt64) -> UInt64 { rotated(state &+ word &* prime2, 31) &* prime1 }
    func merged(_ hash: UInt64, _ state: UInt64) -> UInt64 { (hash ^ round(0, state)) &* prime1 &+ prime4 }
    var offset = 0
    func eight() -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian }

    var hash = prime5
    if bytes.count >= 32 {
      var (first, second, third, fourth) = (prime1 &+ prime2, prime2, UInt64(0), 0 &- prime1)
      while offset + 32 <= bytes.count {
        first = round(first, eight())
        offset += 8
        second = round(second, eight())
        offset += 8
        third = round(third, eight())
        offset += 8
        fourth = round(fourth, eight())
        offset += 8
      }
      hash = rotated(first, 1) &+ rotated(second, 7) &+ rotated(third, 12) &+ rotated(fourth, 18)
      for state in [first, second, third, fourth] { hash = merged(hash, state) }
    }
    hash &+= UInt64(bytes.count)
    while offset + 8 <= bytes.count {
      hash = rotated(hash ^ round(0, eight()), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let word = UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian)
      hash = rotated(hash ^ word &* prime1, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      hash = rotated(hash ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
      offset += 1
    }
    hash = (hash ^ hash &>> 33) &* prime2
    hash = (hash ^ hash &>> 29) &* prime3
    return hash ^ hash &>> 32
  }
}
