import EventStore
import Primitives

/// What a set of rows comes to, in whatever order they are taken: the sum of the CRC-32 of each.
///
/// It finds damage, not malice.
public struct RowDigest: Equatable, Sendable {
  public private(set) var value: UInt32 = 0

  public init() {}

  public mutating func add(_ row: Row) {
    var sum = CRC32()
    for word in [
      row.key.high, row.key.low, row.owner.high, row.owner.low, UInt64(bitPattern: row.order), UInt64(row.position),
    ] {
      withUnsafeBytes(of: word.littleEndian) { sum.update($0) }
    }
    sum.update(row.document)
    value &+= sum.value
  }
}
