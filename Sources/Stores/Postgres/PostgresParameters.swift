#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// A value that can be passed as a statement's parameter, in PostgreSQL's binary format.
  protocol PostgresValue {
    /// The OID of the value's type in PostgreSQL.
    static var type: Int32 { get }
    func write(to bytes: inout [UInt8])
  }

  extension FixedWidthInteger {
    func write(to bytes: inout [UInt8]) { withUnsafeBytes(of: bigEndian) { bytes.append(contentsOf: $0) } }
  }

  extension Int: PostgresValue { static var type: Int32 { 20 } }
  extension Int64: PostgresValue { static var type: Int32 { 20 } }
  extension Int32: PostgresValue { static var type: Int32 { 23 } }

  extension Identifier: PostgresValue {
    static var type: Int32 { 2950 }

    func write(to bytes: inout [UInt8]) {
      high.write(to: &bytes)
      low.write(to: &bytes)
    }
  }

  extension Timestamp: PostgresValue {
    static var type: Int32 { 1184 }
    /// 2000-01-01 as a Unix time in microseconds. PostgreSQL counts time from this date.
    static let postgresEpoch: Int64 = 946_684_800_000_000

    func write(to bytes: inout [UInt8]) { (microseconds - Self.postgresEpoch).write(to: &bytes) }
  }

  extension String: PostgresValue {
    static var type: Int32 { 25 }
    func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
  }

  extension StreamID: PostgresValue { static var type: Int32 { 25 } }

  extension [UInt8]: PostgresValue {
    /// The OID of `text`.
    static var type: Int32 { 25 }
    func write(to bytes: inout [UInt8]) { bytes += self }
  }

  /// An array parameter, whose elements may be null.
  struct PostgresArray: PostgresValue {
    private let encoded: [UInt8]

    /// Encodes the elements at once, because the compiler can specialize the code where the elements' types are known.
    init<Elements: Collection, Value: PostgresValue>(_ elements: Elements, _ value: (Elements.Element) -> Value?) {
      var bytes: [UInt8] = []
      // The header of an array: one dimension, nulls allowed, the element type, the count, and a lower bound of 1.
      for number in [1, 1, Value.type, Int32(elements.count), 1] { number.write(to: &bytes) }
      for element in elements { bytes.append(parameter: value(element)) }
      encoded = bytes
    }

    // The type is needed only for the elements of an array, and no statement needs an array of arrays.
    static var type: Int32 { 0 }

    func write(to bytes: inout [UInt8]) { bytes += encoded }
  }

  extension [UInt8] {
    /// Appends the length of a value, which is -1 for null, and the value itself.
    fileprivate mutating func append(parameter value: (some PostgresValue)?) {
      let start = count
      Int32(-1).write(to: &self)
      guard let value else { return }
      value.write(to: &self)
      let length = Int32(count - start - 4).bigEndian
      withUnsafeMutableBytes { $0.storeBytes(of: length, toByteOffset: start, as: Int32.self) }
    }
  }

  /// A statement, and the name under which each connection prepares it once.
  struct PostgresStatement: Sendable {
    let name: String
    let sql: String
  }

  struct PostgresRequest {
    let statement: PostgresStatement
    private var bytes: [UInt8] = []
    private var ranges: [(start: Int, count: Int32)] = []

    init(_ statement: PostgresStatement, _ values: (any PostgresValue)?...) { self.init(statement, values: values) }

    init(_ statement: PostgresStatement, values: [(any PostgresValue)?]) {
      self.statement = statement
      for value in values {
        let start = bytes.count
        value?.write(to: &bytes)
        ranges.append((start, value == nil ? -1 : Int32(bytes.count - start)))
      }
    }

    /// Calls `body` with the parameters in the form that libpq takes: count, values, lengths and formats.
    func withParameters<Result>(
      _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
      bytes.withUnsafeBytes { bytes in
        // Even an empty text needs an address, because libpq takes a null pointer for null.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1) { empty in
          let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? UnsafePointer(empty.baseAddress)
          let values = ranges.map { range in range.count < 0 ? nil : base.map { $0 + range.start } }
          return body(
            Int32(ranges.count), values, ranges.map(\.count), [Int32](repeating: 1, count: ranges.count))
        }
      }
    }
  }
#endif
