import MovieNightPrimitives
import Testing

@Suite struct CalendarDateTests {
  @Test func validDateRoundTripsThroughText() {
    for text in ["1970-01-01", "2000-02-29", "1999-12-31", "0001-01-01", "9999-12-31"] {
      #expect(CalendarDate(text: text)?.description == text)
    }
  }

  @Test(arguments: [
    "", "2026-1-02", "2026-13-01", "2026-00-10", "2026-02-30", "1900-02-29", "2026-02-14T", "2026/02/14", "26-02-14xx",
    "２０２６-02-14", "-026-02-14",
  ])
  func invalidDateTextIsRefused(_ text: String) {
    #expect(CalendarDate(text: text) == nil)
  }

  @Test func datesStartAtMidnightAndSortByDay() {
    let day = CalendarDate(year: 2026, month: 11, day: 23)
    #expect(day.start == Timestamp(text: "2026-11-23T00:00:00Z"))
    #expect(day.start.date == day)
    #expect(day < CalendarDate(year: 2026, month: 12, day: 1) && CalendarDate(year: 2025, month: 12, day: 31) < day)
  }

  // MARK: Arithmetic

  private func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text: text)) }

  @Test func dayNumbersRoundTripThroughDates() throws {
    let first = CalendarDate.inText.lowerBound.daysSince1970
    let last = CalendarDate.inText.upperBound.daysSince1970
    for days in stride(from: first, through: last, by: 97) {
      #expect(CalendarDate(daysSince1970: days).daysSince1970 == days)
    }
    #expect(try CalendarDate(daysSince1970: 59) == date("1970-03-01"))
  }

  @Test(arguments: [
    ("2024-02-28", 1, "2024-02-29"), ("2023-02-28", 1, "2023-03-01"), ("2025-12-31", 1, "2026-01-01"),
    ("2024-03-01", -1, "2024-02-29"), ("2000-01-01", 366, "2001-01-01"), ("2026-05-05", 0, "2026-05-05"),
    ("9999-12-31", 1, "9999-12-31"), ("0000-01-01", -1, "0000-01-01"), ("9999-12-31", Int.max, "9999-12-31"),
    ("0000-01-01", Int.min, "0000-01-01"), ("1969-12-31", Int.min, "0000-01-01"),
  ])
  func advancingStopsAtTheEndsOfText(_ start: String, _ days: Int, _ end: String) throws {
    #expect(try date(start).advanced(byDays: days) == date(end))
  }

  @Test func dayNumbersBeyondTextBecomeItsEnds() {
    #expect(CalendarDate(daysSince1970: .max) == CalendarDate.inText.upperBound)
    #expect(CalendarDate(daysSince1970: .min) == CalendarDate.inText.lowerBound)
  }

  @Test(arguments: [
    ("1970-01-01", 4, "1969-12-29", "1970-01-04"), ("2026-02-16", 1, "2026-02-16", "2026-02-22"),
    ("2026-02-22", 7, "2026-02-16", "2026-02-22"), ("2024-12-31", 2, "2024-12-30", "2025-01-05"),
    ("1900-01-01", 1, "1900-01-01", "1900-01-07"), ("0001-01-01", 1, "0001-01-01", "0001-01-07"),
    ("0000-01-01", 6, "0000-01-01", "0000-01-02"), ("9999-12-31", 5, "9999-12-27", "9999-12-31"),
  ])
  func weekBeginsOnMonday(_ day: String, _ weekday: Int, _ monday: String, _ sunday: String) throws {
    let day = try date(day)
    #expect(day.weekday == weekday)
    #expect(try day.week == date(monday)...date(sunday))
  }

  @Test(arguments: [
    ("2026-02-14", "2026-02-01", "2026-02-28"), ("2024-02-29", "2024-02-01", "2024-02-29"),
    ("2025-12-31", "2025-12-01", "2025-12-31"), ("1900-02-01", "1900-02-01", "1900-02-28"),
    ("9999-12-01", "9999-12-01", "9999-12-31"), ("0000-02-03", "0000-02-01", "0000-02-29"),
  ])
  func monthHasItsFirstAndLastDay(_ day: String, _ first: String, _ last: String) throws {
    #expect(try date(day).firstOfMonth == date(first))
    #expect(try date(day).lastOfMonth == date(last))
  }
}
