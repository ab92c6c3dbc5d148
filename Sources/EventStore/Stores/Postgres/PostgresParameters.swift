#if Postgres
  import MovieNightPrimitives

  /// The parameters of one statement, in PostgreSQL's binary format.
  struct PostgresParameters {
    /// The types of arrays' elements, by their numbers in `pg_type`.
    enum Element: Int32 {
      case bigint = 20
      case integer = 23
      case text = 25
      case timestamp = 1184
      case uuid = 2950
    }

    private var bytes: [UInt8] = []
    /// Where each begins, and how long it is; -1 for null.
    private var ranges: [(start: Int, count: Int32)] = []

    var count: Int { ranges.count }

    mutating func add(_ value: Int) { append { $0.append(bigEndian: Int64(value)) } }
    mutating func add<Kind>(_ id: Identifier<Kind>) { append { $0.append(id) } }
    mutating func add(text: String) { append { $0.append(contentsOf: text.utf8) } }
    mutating func add(text: [UInt8]) { append { $0.append(contentsOf: text) } }
    mutating func add(_ time: Timestamp) { append { $0.append(time) } }
    mutating func addNull() { ranges.append((bytes.count, -1)) }

    /// Adds an array.
    /// - Parameter write: appends an element; returns false for null.
    mutating func add<Elements: Collection>(
      _ type: Element, _ elements: Elements, _ write: (inout [UInt8], Elements.Element) -> Bool
    ) {
      append { bytes in
        // One dimension, which may hold nulls, counted from 1.
        for number in [1, 1, type.rawValue, Int32(elements.count), 1] { bytes.append(bigEndian: number) }
        for element in elements {
          let start = bytes.count
          bytes.append(bigEndian: Int32(-1))
          guard write(&bytes, element) else { continue }
          bytes.set(bigEndian: Int32(bytes.count - start - 4), at: start)
        }
      }
    }

    mutating func add<Kind>(ids: some Collection<Identifier<Kind>>) {
      add(.uuid, ids) { bytes, id in
        bytes.append(id)
        return true
      }
    }

    private mutating func append(_ body: (inout [UInt8]) -> Void) {
      let start = bytes.count
      body(&bytes)
      ranges.append((start, Int32(bytes.count - start)))
    }

    /// Calls `body` with the parameters as libpq takes them: values, lengths, formats.
    func withPointers<Result>(
      _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
      bytes.withUnsafeBytes { bytes in
        // An empty text is not null: it needs an address as well.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1) { empty in
          let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? UnsafePointer(empty.baseAddress)
          let values = ranges.map { range in range.count < 0 ? nil : base.map { $0 + range.start } }
          return body(values, ranges.map(\.count), [Int32](repeating: 1, count: ranges.count))
        }
      }
    }
  }

  extension [UInt8] {
    mutating func append(bigEndian number: some FixedWidthInteger) {
      Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    mutating func set(bigEndian number: some FixedWidthInteger, at offset: Int) {
      withUnsafeMutableBytes { $0.storeBytes(of: number.bigEndian, toByteOffset: offset, as: type(of: number)) }
    }

    mutating func append<Kind>(_ id: Identifier<Kind>) {
      append(bigEndian: id.high)
      append(bigEndian: id.low)
    }

    mutating func append(_ time: Timestamp) { append(bigEndian: time.microseconds - Timestamp.postgresEpoch) }
  }

  extension Timestamp {
    /// PostgreSQL counts from 2000-01-01.
    static let postgresEpoch: Int64 = 946_684_800_000_000
  }
#endif
