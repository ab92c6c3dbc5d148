extension JSONValue {
  /// Returns a hash that ignores member order, null members, and the outermost members named in `ignored`.
  ///
  /// It distinguishes a repeated command from a different one with the same id (`docs/protocol/README.md`, "Commands").
  /// The hash detects mistakes, not malice, because the sender is trusted.
  public func fingerprint(ignoring ignored: [String]) -> UInt64 {
    var sum: UInt64 = 0
    for (name, value) in members where !value.isNull && !ignored.contains(name) {
      sum &+= Self.mixed(Self.hash(of: Array(name.utf8)[...]), value.fingerprint)
    }
    return sum
  }

  /// A hash of the whole value that ignores the order of members, and null members.
  public var fingerprint: UInt64 {
    switch kind {
    case .object:
      // Addition makes the order irrelevant. Each member is mixed before it is added.
      var sum: UInt64 = 1
      for (name, value) in members where !value.isNull {
        sum &+= Self.mixed(Self.hash(of: Array(name.utf8)[...]), value.fingerprint)
      }
      return sum
    case .array: return elements.reduce(2) { Self.mixed($0, $1.fingerprint) }
    case .string: return Self.mixed(3, Self.hash(of: Array((string ?? "").utf8)[...]))
    case .number, .bool, .null: return Self.mixed(4, Self.hash(of: rawBytes))
    }
  }

  // Computes the FNV-1a hash.
  private static func hash(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var mixed = (left &+ 0x9E37_79B9_7F4A_7C15) ^ (right &* 0xFF51_AFD7_ED55_8CCD)
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ mixed >> 27
  }
}
