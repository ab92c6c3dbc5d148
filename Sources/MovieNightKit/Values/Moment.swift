/// A point in the history.
public enum Moment: Hashable, Sendable, JSONWritable {
  /// After the event at this position was recorded.
  case position(EventPosition)
  /// Including all of that second.
  case time(Timestamp)

  public func write(to json: inout JSONWriter) {
    switch self {
    case .position(let position): position.write(to: &json)
    case .time(let time): json.timestamp(time)
    }
  }
}
