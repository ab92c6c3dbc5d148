import Commands
import Domain
import MovieNightPrimitives

/// The days of one page of the guide, at most `GuideLimits.pageDays`.
struct GuideRange: Hashable {
  let start: CalendarDate
  let end: CalendarDate
  /// The day after the page, from which the next page starts; nil on the last page.
  let nextStart: CalendarDate?

  /// Returns the first page of the requested days. Without `end` they are the rest of the month of `start`, without both
  /// the month of `today`.
  init(start: CalendarDate?, end: CalendarDate?, today: CalendarDate) throws(Refusal) {
    if start == nil, end != nil { throw .badParameter("start_date", "is missing, but end_date is given") }
    let start = start ?? today.firstOfMonth
    let end = end ?? start.lastOfMonth
    guard start <= end else { throw .badParameter("end_date", "is before start_date") }
    let count = end.daysSince1970 - start.daysSince1970 + 1
    guard count <= GuideLimits.rangeDays else {
      throw .badParameter("end_date", "is too late: a guide has at most \(GuideLimits.rangeDays) days")
    }
    self.start = start
    if count <= GuideLimits.pageDays {
      (self.end, nextStart) = (end, nil)
    } else {
      self.end = start.lastOfMonth
      nextStart = self.end.advanced(byDays: 1)
    }
  }

  /// The days as numbers since 1970-01-01.
  var dayNumbers: ClosedRange<Int64> { start.daysSince1970...end.daysSince1970 }
  var days: [CalendarDate] { dayNumbers.map { CalendarDate(daysSince1970: $0) } }

  /// The week by which shows are dimmed: that of today if the page touches it, else that of the page's first day.
  func focusWeek(today: CalendarDate) -> ClosedRange<CalendarDate> {
    let week = today.week
    return week.overlaps(start...end) ? week : start.week
  }
}
