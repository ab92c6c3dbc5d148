/// A point in the history.
public enum Moment: Hashable, Sendable, JSONWritable {
  /// The moment after the event at this position was recorded.
  case position(EventPosition)
  /// The end of the second that contains this time.
  case time(Timestamp)

  public func write(to json: inout JSONWriter) {
    switch self {
    case .position(let position): position.write(to: &json)
    case .time(let time): json.timestamp(time)
    }
  }
}
