/// An enumeration that may gain values. `allCases` are those that this version knows; an unknown value keeps its word.
public protocol OpenChoice: RawRepresentable<String>, CaseIterable, Hashable, Codable, Sendable, JSONWritable,
  CustomStringConvertible
{
  init(rawValue: String)
}

extension OpenChoice {
  /// The word.
  public var description: String { rawValue }

  public func write(to json: inout JSONWriter) { json.string(rawValue) }
}
