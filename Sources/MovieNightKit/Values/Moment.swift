/// A point in the history.
public enum Moment: Hashable, Codable, Sendable, JSONWritable {
  /// The moment after the event at this position was recorded.
  case position(EventPosition)
  /// The end of the second that contains this time.
  case time(Timestamp)

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let position = try? container.decode(EventPosition.self)
    self = try position.map { .position($0) } ?? .time(container.decode(Timestamp.self))
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .position(let position): try position.encode(to: encoder)
    case .time(let time): try time.encode(to: encoder)
    }
  }

  public func write(to json: inout JSONWriter) {
    switch self {
    case .position(let position): position.write(to: &json)
    case .time(let time): json.timestamp(time)
    }
  }
}
