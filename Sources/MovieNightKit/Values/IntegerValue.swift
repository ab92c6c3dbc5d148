/// A distinct type of integer, so that a movie's id cannot be passed as a genre's. A number in JSON.
public protocol IntegerValue: RawRepresentable<Int>, Hashable, Comparable, Codable, Sendable,
  ExpressibleByIntegerLiteral,
  CustomStringConvertible, JSONWritable
{
  init(rawValue: Int)
}

extension IntegerValue {
  public init(_ rawValue: Int) { self.init(rawValue: rawValue) }
  public init(integerLiteral value: Int) { self.init(rawValue: value) }

  /// Orders by the number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The number in decimal.
  public var description: String { String(rawValue) }

  public func write(to json: inout JSONWriter) { json.integer(rawValue) }
}

/// TMDb's id of a movie.
public struct MovieID: IntegerValue {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// TMDb's id of a series.
public struct SeriesID: IntegerValue {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// TMDb's id of a genre.
public struct GenreID: IntegerValue {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// The position of an event among all events of the store, from 1 on; 0 is before the first.
public struct EventPosition: IntegerValue {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// The number of the last change of a round, a household or its lists, from 0 on; -1 is before the first.
public struct Revision: IntegerValue {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}
