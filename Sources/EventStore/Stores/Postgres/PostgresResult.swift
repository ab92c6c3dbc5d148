#if Postgres
  import CPostgres
  import MovieNightPrimitives

  /// The rows that a statement gave, in the binary format. Rows and columns count from 0.
  ///
  /// Of a row or column that is not there libpq would tell the connection's listener, which may be gone by then.
  final class PostgresResult {
    private let pq: Libpq.Functions
    private let handle: OpaquePointer
    private let place: String
    let count: Int

    /// Takes `handle` over.
    init(_ handle: OpaquePointer, _ pq: Libpq.Functions, place: String) {
      self.pq = pq
      self.handle = handle
      self.place = place
      count = Int(pq.pointee.ntuples(handle))
    }

    deinit { pq.pointee.clear(handle) }

    func isNull(_ row: Int, _ column: Int32) -> Bool { pq.pointee.getisnull(handle, Int32(row), column) == 1 }

    /// The bytes of a value, as long as this result lives.
    func bytes(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: pq.pointee.getvalue(handle, Int32(row), column),
        count: Int(pq.pointee.getlength(handle, Int32(row), column)))
    }

    func array(_ row: Int, _ column: Int32) -> [UInt8] { Array(bytes(row, column)) }
    func string(_ row: Int, _ column: Int32) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    /// A bigint or an integer; 0 for null.
    func integer(_ row: Int, _ column: Int32) -> Int {
      let bytes = bytes(row, column)
      switch bytes.count {
      case 8: return Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
      case 4: return Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      default: return 0
      }
    }

    func timestamp(_ row: Int, _ column: Int32) -> Timestamp {
      Timestamp(microseconds: Int64(integer(row, column)) &+ Timestamp.postgresEpoch)
    }

    /// Nil for null.
    func optionalIdentifier<Kind>(_ row: Int, _ column: Int32) -> Identifier<Kind>? {
      let bytes = bytes(row, column)
      guard bytes.count == 16 else { return nil }
      return Identifier(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    func identifier<Kind>(_ row: Int, _ column: Int32) throws(StoreError) -> Identifier<Kind> {
      guard let id: Identifier<Kind> = optionalIdentifier(row, column) else {
        let name = pq.pointee.fname(handle, column).map { String(cString: $0) } ?? "\(column)"
        throw StoreError(.damaged, "\(place): column \(name) holds no id")
      }
      return id
    }
  }
#endif
