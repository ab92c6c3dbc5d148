import EventStore
import MovieNightPrimitives

/// An order-independent digest of rows: the sum of their CRC-32 checksums. It detects damage, but not manipulation.
public struct RowDigest: Equatable, Sendable {
  public private(set) var value: UInt32 = 0

  public init() {}

  public mutating func add(_ row: Row) {
    var sum = CRC32()
    let sortKey = row.sortKey.map { [UInt64(bitPattern: $0.order), $0.tie.high, $0.tie.low] } ?? []
    for word in [
      row.key.partition.high, row.key.partition.low, row.key.item.high, row.key.item.low, row.owner.high, row.owner.low,
      UInt64(row.position),
    ] + sortKey {
      withUnsafeBytes(of: word.littleEndian) { sum.update($0) }
    }
    sum.update(row.document)
    value &+= sum.value
  }
}
