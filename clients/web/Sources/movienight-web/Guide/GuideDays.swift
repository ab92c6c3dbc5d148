import Foundation
import MovieNightFoundation
import MovieNightKit

/// The reader's today, and the texts of days, which are the same in every time zone.
struct GuideDays: Sendable {
  let today: CalendarDate
  private let locale: Locale

  init(_ reader: Reader) {
    locale = reader.locale
    today = reader.today
  }

  /// The weekday, such as `Sat`.
  func weekday(_ day: CalendarDate) -> String { text(day, style.weekday(.abbreviated)) }

  /// The day with its weekday, such as `Saturday 28 Nov` in the reader's order.
  func long(_ day: CalendarDate) -> String { text(day, style.weekday(.wide).day().month(.abbreviated)) }

  /// The day, such as `Nov 28`.
  func short(_ day: CalendarDate) -> String { text(day, style.day().month(.abbreviated)) }

  /// The day of the month in two digits.
  func number(_ day: CalendarDate) -> String { day.day < 10 ? "0\(day.day)" : "\(day.day)" }

  /// The month, such as `Nov`.
  func month(_ day: CalendarDate) -> String { text(day, style.month(.abbreviated)) }

  /// The month with its year, such as `November 2026`.
  func monthAndYear(_ day: CalendarDate) -> String { text(day, style.month(.wide).year()) }

  private var style: Date.FormatStyle {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.locale = locale
    return Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
  }

  private func text(_ day: CalendarDate, _ style: Date.FormatStyle) -> String { Date(day.start).formatted(style) }
}
