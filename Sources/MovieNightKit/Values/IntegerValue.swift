/// An integer with a type of its own, so that a movie's id cannot be passed as a genre's. It is encoded as a number.
public protocol IntegerValue: RawRepresentable<Int>, Hashable, Comparable, Codable, Sendable,
  ExpressibleByIntegerLiteral,
  CustomStringConvertible, JSONWritable
{
  init(rawValue: Int)
}

extension IntegerValue {
  public init(_ rawValue: Int) { self.init(rawValue: rawValue) }
  public init(integerLiteral value: Int) { self.init(rawValue: value) }

  /// Compares the numbers.
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

/// The position of an event among all events of the store. The first event has position 1, and 0 is before it.
public struct EventPosition: IntegerValue {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// The number of the last change to a round, a household or its lists. The first has revision 0; -1 is before it.
public struct Revision: IntegerValue {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}
