import Console
import MovieNightPrimitives

struct Canvas {
  let terminal: Terminal
  let today: CalendarDate
  let localDate: (Timestamp) -> CalendarDate

  init(_ environment: Environment) {
    terminal = environment.output
    localDate = environment.localDate
    today = environment.localDate(environment.clock.now())
  }

  static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The width to draw in. It is at least 40 columns, and at most 100 because longer lines are hard to read.
  var columns: Int { min(max(terminal.columns, 40), 100) }

  func styled(_ text: String, _ style: Style) -> String { terminal.styled(text, style) }

  /// Returns a date such as `Feb 14`, or `Feb 14, 2025` if it is not in the current year.
  func dateText(_ time: Timestamp) -> String { dateText(localDate(time)) }

  func dateText(_ date: CalendarDate) -> String {
    let day = "\(Self.monthNames[date.month - 1]) \(date.day)"
    return date.year == today.year ? day : "\(day), \(date.year)"
  }

  func centered(_ text: String, _ style: Style) -> String {
    String(repeating: " ", count: max(0, (columns - displayColumns(text)) / 2)) + styled(text, style)
  }

  /// Returns a line with `left`, and `right` in faint text at the right edge. `left` is truncated if both do not fit.
  func spread(_ left: String, style: Style? = .strong, right: String, in width: Int? = nil) -> String {
    let columns = width ?? columns
    let room = max(1, columns - displayColumns(right) - 2)
    let text = truncated(left, to: room)
    let gap = String(repeating: " ", count: max(2, columns - displayColumns(text) - displayColumns(right)))
    return (style.map { styled(text, $0) } ?? text) + gap + styled(right, .faint)
  }
}
