/// A duration that is a whole number of minutes in JSON.
@propertyWrapper
public struct Minutes: Hashable, Codable, Sendable {
  /// The duration. Encoding drops a part of less than a minute.
  public var wrappedValue: Duration?

  public init(wrappedValue: Duration?) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(container.decodeNil() ? nil : try container.decode(Int32.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }

  // More minutes than 32 bits can count are no real duration, and could overflow.
  fileprivate init(_ count: Int32?) { wrappedValue = count.map { .seconds(Int64($0) * 60) } }

  fileprivate var count: Int? { wrappedValue.map { Int($0.components.seconds / 60) } }
}

// The compiler's coding calls these for properties with the wrapper: a key may be missing.

extension KeyedDecodingContainer {
  func decode(_ type: Minutes.Type, forKey key: Key) throws -> Minutes {
    Minutes(try decodeIfPresent(Int32.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  mutating func encode(_ value: Minutes, forKey key: Key) throws { try encodeIfPresent(value.count, forKey: key) }
}

extension JSONWriter {
  mutating func fieldIfPresent(_ name: StaticString, _ value: Minutes) { fieldIfPresent(name, value.count) }
}
