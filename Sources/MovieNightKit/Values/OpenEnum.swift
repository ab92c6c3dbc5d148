/// An enumeration that may gain values. `allCases` contains the known ones; an unknown value keeps its string.
public protocol OpenEnum: RawRepresentable<String>, CaseIterable, Hashable, Codable, Sendable, JSONWritable,
  CustomStringConvertible
{
  init(rawValue: String)
}

extension OpenEnum {
  /// The raw value.
  public var description: String { rawValue }

  public func write(to json: inout JSONWriter) { json.string(rawValue) }
}
