/// A point of history.
public enum Moment: Hashable, Sendable, JSONWritable {
  /// When the event of this position had been recorded.
  case position(EventPosition)
  /// All of that second.
  case time(Timestamp)

  public func write(to json: inout JSONWriter) {
    switch self {
    case .position(let position): position.write(to: &json)
    case .time(let time): json.timestamp(time)
    }
  }
}
