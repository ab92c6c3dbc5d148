import EventStore
import MovieNightPrimitives

/// Up to where events count: up to a position, or by a time.
public enum Moment: Hashable, Sendable {
  case position(Position)
  case time(Timestamp)
}
