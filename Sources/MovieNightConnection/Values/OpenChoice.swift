import Primitives

/// A set of words that grows: a case for each that this version knows, and `other` for those to come.
///
/// Two are equal where their words are. `allCases` are the known ones.
public protocol OpenChoice: RawRepresentable<String>, CaseIterable, Hashable, Codable, Sendable, JSONReadable,
  JSONWritable, CustomStringConvertible
{
  init(rawValue: String)
}

extension OpenChoice {
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The word.
  public var description: String { rawValue }

  public init(json: JSONValue) throws(JSONError) { self.init(rawValue: try String(json: json)) }
  public func write(to json: inout JSONWriter) { json.string(rawValue) }
}
