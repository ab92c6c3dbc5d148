import MovieNightPrimitives
import Projections

extension WireValue where Value == Moment {
  /// A position or a time. A time is sent in whole seconds, and means the end of its second.
  static var moment: WireValue {
    WireValue(.either([.integer(0...Int.max), .time])) { json in
      if let position = json.integer { return position >= 0 ? .position(position) : nil }
      return json.timestamp.map { .time(Timestamp(microseconds: $0.microseconds + 999_999)) }
    }
  }
}
