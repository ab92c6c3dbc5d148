/// A day of the Gregorian calendar.
public struct CalendarDate: Hashable, Comparable, Sendable {
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to 31.
  public let day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Parses `YYYY-MM-DD`; nil for anything else, including dates that do not exist.
  public init?(text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
    self.init(year: year, month: month, day: day)
    guard Timestamp.civil(daysSince1970: daysSince1970) == self else { return nil }
  }

  /// The moment at which the day begins in UTC.
  public var start: Timestamp { Timestamp(microseconds: daysSince1970 * Timestamp.secondsPerDay * 1_000_000) }

  /// Returns the moments of a year in UTC.
  public static func moments(ofYear year: Int) -> Range<Timestamp> {
    CalendarDate(year: year, month: 1, day: 1).start..<CalendarDate(year: year + 1, month: 1, day: 1).start
  }

  /// The number of days since 1970-01-01.
  public var daysSince1970: Int64 {
    Timestamp.daysSince1970(year: Int64(year), month: Int64(month), day: Int64(day))
  }
}

extension CalendarDate {
  /// The dates that `YYYY-MM-DD` can represent.
  public static let inText = CalendarDate(year: 0, month: 1, day: 1)...CalendarDate(year: 9999, month: 12, day: 31)

  private static let daysInText = inText.lowerBound.daysSince1970...inText.upperBound.daysSince1970

  /// Creates the date of a day number, or the nearest one that `YYYY-MM-DD` can represent.
  public init(daysSince1970 days: Int64) {
    self = Timestamp.civil(daysSince1970: min(max(days, Self.daysInText.lowerBound), Self.daysInText.upperBound))
  }

  /// Returns the date `days` later, or earlier if `days` is negative. Stops at the first and last date of `inText`.
  public func advanced(byDays days: Int) -> CalendarDate {
    let (sum, overflows) = daysSince1970.addingReportingOverflow(Int64(days))
    return CalendarDate(daysSince1970: overflows ? Int64(days) : sum)
  }

  /// The day of the week, from 1 for Monday to 7 for Sunday.
  public var weekday: Int {
    // Day 0 is a Thursday. The remainder of a negative number is negative.
    Int(((daysSince1970 + 3) % 7 + 7) % 7) + 1
  }

  /// The week, from Monday to Sunday, as far as it is in `inText`.
  public var week: ClosedRange<CalendarDate> { advanced(byDays: 1 - weekday)...advanced(byDays: 7 - weekday) }

  public var firstOfMonth: CalendarDate { CalendarDate(year: year, month: month, day: 1) }

  public var lastOfMonth: CalendarDate {
    let next = CalendarDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
    return CalendarDate(daysSince1970: next.daysSince1970 - 1)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    guard (0...9999).contains(year) else { return "\(year)-\(digits(month, 2))-\(digits(day, 2))" }
    // A guide has thousands of dates, and interpolation takes ten times as long.
    return String(unsafeUninitializedCapacity: 10) { text in
      func write(_ value: Int, _ range: Range<Int>) {
        var value = value
        for index in range.reversed() {
          text[index] = UInt8(48 + value % 10)
          value /= 10
        }
      }
      write(year, 0..<4)
      text[4] = UInt8(ascii: "-")
      write(month, 5..<7)
      text[7] = UInt8(ascii: "-")
      write(day, 8..<10)
      return 10
    }
  }
}

extension CalendarDate: FieldValue {
  public static var shape: FieldShape { .date }
  public static func decode(_ json: JSONValue) throws(JSONError) -> CalendarDate {
    try json.expect(json.string.flatMap { CalendarDate(text: $0) }, "a date")
  }

  public func write(to json: inout JSONWriter) { json.string(description) }
}
