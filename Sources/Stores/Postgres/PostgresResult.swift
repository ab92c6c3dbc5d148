#if Postgres
  import EventStore
  import CPostgres
  import MovieNightPrimitives

  /// The rows of a statement's result, in the binary format. Access only rows and columns that exist, because for
  /// others libpq would call the connection's notice receiver, which may no longer exist.
  final class PostgresResult: RandomAccessCollection {
    fileprivate let pq: Libpq.Functions
    fileprivate let handle: OpaquePointer
    fileprivate let place: String
    let endIndex: Int
    var startIndex: Int { 0 }

    /// Creates the result from libpq's result `handle`, and takes ownership of it.
    init(_ handle: OpaquePointer, _ pq: Libpq.Functions, place: String) {
      self.pq = pq
      self.handle = handle
      self.place = place
      endIndex = Int(pq.pointee.ntuples(handle))
    }

    deinit { pq.pointee.clear(handle) }

    subscript(row: Int) -> PostgresRow { PostgresRow(result: self, row: Int32(row)) }

    func integer(_ row: Int, _ column: Int32) -> Int { self[row].integer(column) }
  }

  struct PostgresRow: DatabaseRow {
    let result: PostgresResult
    let row: Int32

    func isNull(_ column: Int32) -> Bool { result.pq.pointee.getisnull(result.handle, row, column) == 1 }

    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: result.pq.pointee.getvalue(result.handle, row, column),
        count: Int(result.pq.pointee.getlength(result.handle, row, column)))
    }

    func integer(_ column: Int32) -> Int {
      let bytes = bytes(column)
      switch bytes.count {
      case 8: return Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
      case 4: return Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      default: return 0
      }
    }

    func timestamp(_ column: Int32) -> Timestamp {
      Timestamp(microseconds: Int64(integer(column)) &+ Timestamp.postgresEpoch)
    }

    func invalidIdentifier(_ column: Int32) -> StoreError {
      let name = result.pq.pointee.fname(result.handle, column).map { String(cString: $0) } ?? "\(column)"
      return StoreError(.damaged, "\(result.place): column \(name) does not hold an id")
    }
  }
#endif
