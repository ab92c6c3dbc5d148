import MovieNightPrimitives

/// When a movie or an episode was watched: a time, a day that is the same in every time zone, or unknown.
public enum WatchedAt: Hashable, Sendable {
  /// A time in whole seconds. `init(_:)` drops the fraction of others.
  case time(Timestamp)
  case day(CalendarDate)
  case unknown

  public init(_ time: Timestamp) {
    let fraction = time.microseconds % 1_000_000
    self = .time(Timestamp(microseconds: time.microseconds - (fraction < 0 ? fraction + 1_000_000 : fraction)))
  }

  /// Parses a time such as `2026-02-14T20:00:00Z`, or a day such as `2026-02-14`; nil for anything else.
  public init?(text: String) {
    if let day = CalendarDate(text: text) {
      self = .day(day)
    } else if let time = Timestamp(text: text) {
      self.init(time)
    } else {
      return nil
    }
  }

  /// The day; of a time, the day in UTC.
  public var day: CalendarDate? {
    switch self {
    case .time(let time): time.date
    case .day(let day): day
    case .unknown: nil
    }
  }

  /// The microseconds by which plays are ordered: those of the time, or of the day's start. Unknown comes first.
  public var order: Int64 {
    switch self {
    case .time(let time): time.microseconds
    case .day(let day): day.start.microseconds
    case .unknown: .min
    }
  }

  /// The text that `init(text:)` parses; nil if it is unknown.
  public var text: String? {
    switch self {
    case .time(let time): time.text(.seconds)
    case .day(let day): day.description
    case .unknown: nil
    }
  }

  /// Whether both name the same play: equal times, or equal days if at least one of them is only a day.
  public func isSamePlay(as other: WatchedAt) -> Bool {
    if case .time = self, case .time = other { return self == other }
    return day.map { $0 == other.day } ?? false
  }

  /// 0 for unknown, 1 for a day and 2 for a time. Of the same play, the more exact one replaces the other.
  public var exactness: Int {
    switch self {
    case .time: 2
    case .day: 1
    case .unknown: 0
    }
  }

  public func isTooFarAhead(at now: Timestamp) -> Bool {
    order > now.advanced(bySeconds: CollectionLimits.secondsAhead).microseconds
  }
}

extension WatchedAt: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    (left.order, left.exactness) < (right.order, right.exactness)
  }
}

/// In JSON a text, or null if it is unknown.
extension WatchedAt: FieldValue {
  public static var shape: FieldShape { .optional(.text(bytes: 10...27)) }

  public static func decode(_ json: JSONValue) throws(JSONError) -> WatchedAt {
    if json.isNull { return .unknown }
    guard let value = json.string.flatMap(WatchedAt.init(text:)) else {
      throw JSONError(.wrongType(expected: "a time or a day"))
    }
    return value
  }

  public func write(to json: inout JSONWriter) { text.write(to: &json) }
}
