/// A counter of consecutive combining marks, for use while a text is scanned.
///
/// Swift compares and hashes strings in canonical form, for which it sorts each run of marks in quadratic time. UAX #15
/// calls a text stream-safe if no run has more than 30 marks. With that limit, comparing a text takes linear time.
///
/// A mark is a non-starter (UAX #15), and counts once for each non-starter in its decomposition. The up to three marks
/// in a composed letter such as `é` do not count, so that a stream-safe text is accepted in both forms.
struct CombiningMarks {
  static let limit = 30

  private var count = 0

  /// Counts the next scalar of the text, and returns whether the current run of marks is within the limit.
  @inline(__always)
  mutating func take(_ scalar: UInt32) -> Bool {
    let marks = Self.marks(in: scalar)
    count = marks == 0 ? 0 : count + marks
    return count <= Self.limit
  }

  @inline(__always)
  static func marks(in scalar: UInt32) -> Int {
    guard scalar >= 0x300, scalar < end, nonStarters[Int(scalar >> 6)] & 1 << UInt64(scalar & 63) != 0 else { return 0 }
    switch scalar {
    case 0x0344, 0x0F73, 0x0F75, 0x0F81: return 2
    default: return 1
    }
  }

  /// A bound above all marks, including the areas that Unicode has planned for future ones.
  private static let end: UInt32 = 0x1F000

  /// One bit per scalar below `end`. Scalar properties are 20 times slower, which a hostile line could exploit.
  private static let nonStarters: [UInt64] = (0..<end >> 6).map { word in
    (0..<64).reduce(0) { $0 | (isNonStarter(word << 6 | $1) ? 1 << UInt64($1) : 0) }
  }

  private static func isNonStarter(_ scalar: UInt32) -> Bool {
    switch scalar {
    // These have no combining class, but decompose into marks.
    case 0x0F73, 0x0F75, 0x0F81, 0xFF9E, 0xFF9F: true
    default: Unicode.Scalar(scalar).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
    }
  }
}
