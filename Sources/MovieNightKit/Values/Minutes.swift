/// A duration that is encoded as a whole number of minutes.
@propertyWrapper
public struct Minutes: Hashable, Codable, Sendable {
  /// The duration. Encoding truncates it to whole minutes.
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

  // The count is limited to 32 bits, because a larger one is not a real duration, and could overflow.
  fileprivate init(_ count: Int32?) { wrappedValue = count.map { .seconds(Int64($0) * 60) } }

  fileprivate var count: Int? { wrappedValue.map { Int($0.components.seconds / 60) } }
}

// Synthesized `Codable` code calls these methods for properties with the wrapper, so that the key may be missing.

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
