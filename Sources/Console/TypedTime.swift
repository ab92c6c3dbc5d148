import MovieNightKit

extension Environment {
  /// Returns the period that a user typed: a second or a moment such as `2026-02-14T20:00:00.5Z`, or a day, which is
  /// `today`, `yesterday` or `2026-02-14`. Days are those of this machine's time zone.
  package func period(_ text: String) throws(UsageError) -> ClosedRange<Timestamp> {
    if let time = Timestamp(text: text) {
      let isWholeSecond = time.microseconds % 1_000_000 == 0
      return time...(isWholeSecond ? Timestamp(microseconds: time.microseconds + 999_999) : time)
    }
    guard let day = self.day(text) else {
      throw UsageError("'\(text)' is not a time. Write it like 2026-02-14T20:00:00Z, 2026-02-14, today or yesterday")
    }
    let start = self.start(of: day)
    let next = self.start(of: day.advanced(byDays: 1))
    // A time zone that crossed the date line has skipped a day, whose period is then a single moment.
    return start...max(start, Timestamp(microseconds: next.microseconds - 1))
  }

  private func day(_ text: String) -> CalendarDate? {
    let today = localDate(clock.now())
    return switch text {
    case "today": today
    case "yesterday": today.advanced(byDays: -1)
    default: CalendarDate(text: text)
    }
  }

  /// Returns the moment at which a day begins on this machine. It is found with `localDate`, which knows the time
  /// zone's rules.
  private func start(of day: CalendarDate) -> Timestamp {
    var before = day.advanced(byDays: -1).start
    var start = day.advanced(byDays: 1).start
    while start.microseconds - before.microseconds > 1_000_000 {
      let middle = before.advanced(bySeconds: (start.microseconds - before.microseconds) / 2_000_000)
      if localDate(middle) < day { before = middle } else { start = middle }
    }
    return start
  }
}

extension CalendarDate {
  fileprivate func advanced(byDays days: Int64) -> CalendarDate {
    start.advanced(bySeconds: days * Timestamp.secondsPerDay).date
  }
}
