/// A moment in UTC: microseconds since 1970-01-01T00:00:00Z.
@frozen
public struct Timestamp: Hashable, Comparable, Sendable {
  public let microseconds: Int64

  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

  /// Returns the moment `seconds` later, or earlier if `seconds` is negative.
  @inlinable
  public func advanced(bySeconds seconds: Int64) -> Timestamp {
    Timestamp(microseconds: microseconds + seconds * 1_000_000)
  }

  public static let secondsPerHour: Int64 = 3600
  public static let secondsPerDay: Int64 = 86_400

  /// The times that a correct clock can show: from the beginning of 2020 to the end of 2200.
  public static let plausible =
    Timestamp(microseconds: 1_577_836_800_000_000)..<Timestamp(microseconds: 7_289_654_400_000_000)

  /// The times that texts can represent: the years 0 to 9999. Adding any configurable duration does not overflow.
  public static let inText =
    Timestamp(microseconds: -62_167_219_200_000_000)...Timestamp(microseconds: 253_402_300_799_999_999)

  /// The end of the times in events: a year after the last plausible time, so that due and expiry times fit, too.
  public static let latestInEvents = Timestamp(microseconds: 7_321_190_400_000_000)
}

extension Timestamp {
  /// The day in UTC.
  public var date: CalendarDate { Self.civil(daysSince1970: daysAndMicroseconds.days) }

  private var daysAndMicroseconds: (days: Int64, microseconds: Int64) {
    let perDay = Self.secondsPerDay * 1_000_000
    var days = microseconds / perDay
    var rest = microseconds % perDay
    if rest < 0 {
      days -= 1
      rest += perDay
    }
    return (days, rest)
  }

  // Counts in eras of 400 years from 0000-03-01, so that a leap day is the last day of its year.
  static func civil(daysSince1970 days: Int64) -> CalendarDate {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return CalendarDate(year: Int(year), month: Int(month), day: Int(day))
  }

  static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// The precision of a written time.
public enum TimestampPrecision: Sendable {
  /// Whole seconds, as in the protocol (`docs/protocol`): `2026-02-14T20:00:00Z`.
  case seconds
  /// Microseconds, as in events, where a deadline must be read back exactly: `2026-02-14T20:00:00.000000Z`.
  case microseconds
}

extension Timestamp: CustomStringConvertible {
  public var description: String { text(.microseconds) }

  public func text(_ precision: TimestampPrecision) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(27)
    write(precision, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the time as text. With the precision of seconds, the fraction is dropped, so that a shown time is never in
  /// the future. A year after 9999 is written, but cannot be parsed.
  public func write(_ precision: TimestampPrecision, to bytes: inout [UInt8]) {
    let (days, rest) = daysAndMicroseconds
    let date = Self.civil(daysSince1970: days)
    let seconds = rest / 1_000_000
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { text in
      var count = 0
      func append(_ character: Unicode.Scalar) {
        text[count] = UInt8(ascii: character)
        count += 1
      }
      func append(_ value: Int64, digits: Int) {
        var value = value
        for index in (count..<count + digits).reversed() {
          text[index] = UInt8(48 + value % 10)
          value /= 10
        }
        count += digits
      }
      append(Int64(date.year), digits: date.year > 9999 ? String(date.year).count : 4)
      append("-")
      append(Int64(date.month), digits: 2)
      append("-")
      append(Int64(date.day), digits: 2)
      append("T")
      append(seconds / 3600, digits: 2)
      append(":")
      append(seconds / 60 % 60, digits: 2)
      append(":")
      append(seconds % 60, digits: 2)
      if precision == .microseconds {
        append(".")
        append(rest % 1_000_000, digits: 6)
      }
      append("Z")
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: text[..<count]))
    }
  }

  /// Parses `YYYY-MM-DDTHH:MM:SS[.f…]Z` with up to six fraction digits; nil for anything else, and impossible dates.
  public init?(text: some StringProtocol) {
    self.init(utf8: Array(text.utf8))
  }

  /// Parses the same format from UTF-8.
  public init?(utf8 bytes: [UInt8]) {
    guard bytes.count >= 20, bytes.count <= 27, bytes.last == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for index in range {
        guard (48...57).contains(bytes[index]) else { return nil }
        value = value * 10 + Int64(bytes[index] - 48)
      }
      return value
    }
    guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction: Int64 = 0
    if bytes.count > 20 {
      guard bytes.count > 21, bytes[19] == UInt8(ascii: "."), let read = number(20..<bytes.count - 1) else {
        return nil
      }
      fraction = read
      for _ in 0..<(27 - bytes.count) { fraction *= 10 }
    }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    guard Self.civil(daysSince1970: days) == CalendarDate(year: Int(year), month: Int(month), day: Int(day)) else {
      return nil
    }
    let seconds = days * Self.secondsPerDay + hour * 3600 + minute * 60 + second
    self.init(microseconds: seconds * 1_000_000 + fraction)
  }
}
