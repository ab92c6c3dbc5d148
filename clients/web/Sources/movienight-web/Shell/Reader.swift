import Foundation
import MovieNightFoundation
import MovieNightKit

/// The person in front of the page: their language, time zone, and the current time. View models format with it.
struct Reader: Sendable {
  var locale = Locale(identifier: "en_US")
  var timeZone = TimeZone.gmt
  /// Whether times of day say that they are in UTC, because the reader's zone is not known.
  var namesZone = false
  var now: Timestamp

  /// - Parameters:
  ///   - languages: The header `Accept-Language`.
  ///   - zone: The cookie in which the script stores the browser's time zone.
  init(languages: String?, zone: String?, now: Timestamp) {
    self.now = now
    let tag = languages?.prefix(35).split(whereSeparator: { ",;".contains($0) }).first?.trimmed ?? ""
    let names = [tag.replacing("-", with: "_"), String(tag.prefix { $0 != "-" })]
    if let known = names.first(where: Self.languages.contains) { locale = Locale(identifier: known) }
    if let zone, let known = TimeZone(identifier: zone) { timeZone = known } else { namesZone = true }
  }

  init(now: Timestamp) { self.now = now }

  /// The languages that can be formatted in. Foundation remembers every name that it is given, so it is given only these.
  private static let languages = Set(Locale.availableIdentifiers)

  /// The day, such as `Sat, Nov 28`; with the year if it is not the current one.
  func day(_ time: Timestamp) -> TimeText {
    let style = isThisYear(time) ? dayStyle : dayStyle.year()
    return TimeText(iso: time.iso, text: Date(time).formatted(style))
  }

  /// The day and the time of day, such as `Sat, Nov 28, 9:30 PM`.
  func dayAndTime(_ time: Timestamp) -> TimeText {
    let style = isThisYear(time) ? dayStyle : dayStyle.year()
    return TimeText(iso: time.iso, text: Date(time).formatted(style.hour().minute()) + (namesZone ? " UTC" : ""))
  }

  /// The date, such as `Nov 28`; with the year if it is not the current one.
  func date(_ time: Timestamp) -> TimeText {
    isThisYear(time) ? text(time, dateStyle.month(.abbreviated)) : fullDate(time)
  }

  /// The date with its year, such as `Nov 28, 2026`.
  func fullDate(_ time: Timestamp) -> TimeText { text(time, dateStyle.month(.abbreviated).year()) }

  /// The date for reading aloud, such as `November 28`; with the year if it is not the current one.
  func longDate(_ time: Timestamp) -> TimeText {
    let style = dateStyle.month(.wide)
    return text(time, isThisYear(time) ? style : style.year())
  }

  /// The name of a month, from 1 for January.
  func monthName(_ month: Int) -> String {
    let names = calendar.standaloneMonthSymbols
    return names.indices.contains(month - 1) ? names[month - 1] : "\(month)"
  }

  /// The current year.
  var year: Int { calendar.component(.year, from: Date(now)) }

  private func text(_ time: Timestamp, _ style: Date.FormatStyle) -> TimeText {
    TimeText(iso: time.iso, text: Date(time).formatted(style))
  }

  private var dateStyle: Date.FormatStyle {
    Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).day()
  }

  /// A day that is the same in every time zone, such as `January 20, 2008`.
  func date(_ day: CalendarDate) -> TimeText {
    var calendar = calendar
    calendar.timeZone = .gmt
    let style = Date.FormatStyle(date: .long, time: .omitted, locale: locale, calendar: calendar, timeZone: .gmt)
    return TimeText(iso: "\(day)", text: Date(day.start).formatted(style))
  }

  /// The day of a text that is a time or a day, as plays have them; nil for anything else.
  func day(ofMoment text: String) -> String? {
    if let day = CalendarDate(text: text) { return date(day).text }
    return Timestamp(text: text).map { day($0).text }
  }

  /// A number with one decimal place, such as `8.1`.
  func decimal(_ number: Double) -> String { number.formatted(.number.precision(.fractionLength(1)).locale(locale)) }

  /// The current day where the reader is.
  var today: CalendarDate {
    let day = calendar.dateComponents([.year, .month, .day], from: Date(now))
    return CalendarDate(year: day.year ?? 1970, month: day.month ?? 1, day: day.day ?? 1)
  }

  private var dayStyle: Date.FormatStyle {
    Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).weekday(.abbreviated).day().month(
      .abbreviated)
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    calendar.locale = locale
    return calendar
  }

  private func isThisYear(_ time: Timestamp) -> Bool {
    calendar.component(.year, from: Date(time)) == year
  }
}

/// A time for `<time datetime="{{iso}}">{{text}}</time>`.
struct TimeText: Sendable, Equatable {
  let iso: String
  let text: String
}

extension Timestamp {
  var iso: String { Date(self).formatted(.iso8601) }
}

extension String {
  /// The text; nil if it is empty, which a template would show.
  var nonEmpty: String? { isEmpty ? nil : self }

  /// The text between marks that keep its writing direction from changing the order of the words around it.
  var isolated: String { "\u{2068}\(self)\u{2069}" }
}

/// Returns `Ann`, `Ann and Ben` or `Ann, Ben and Max`.
func list(_ names: [String]) -> String {
  let names = names.map(\.isolated)
  guard let last = names.last else { return "" }
  return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
}
