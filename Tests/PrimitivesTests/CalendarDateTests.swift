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
}
