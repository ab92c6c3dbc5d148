import MovieNightPrimitives

// With every encoder and decoder, ids, times, dates and addresses are strings in the protocol's format.

extension Identifier: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.value("an id") { Identifier($0) } }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension Identifier: LosslessStringConvertible {}

extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.value("a time") { Timestamp(text: $0) } }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text(exactPrecision)) }

  /// The precision of a text from which the same time is read back. Results have whole seconds, events may have more.
  var exactPrecision: TimestampPrecision { microseconds % 1_000_000 == 0 ? .seconds : .microseconds }
}

extension CalendarDate: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.value("a date") { CalendarDate(text: $0) } }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension ServerAddress: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a server address") { try? ServerAddress($0) }
  }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension Decoder {
  fileprivate func value<Value>(_ expected: String, _ read: (String) -> Value?) throws -> Value {
    guard let value = try? read(singleValueContainer().decode(String.self)) else {
      throw DecodingError.dataCorrupted(.init(codingPath, expected: expected))
    }
    return value
  }
}

extension Encoder {
  fileprivate func encode(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
