import MovieNightKit

/// What the address of the guide's page asks for: the days and the filters, which compose.
struct GuideQuery: Sendable, Equatable {
  /// The days that can be asked for, so that links to earlier and later days have an end.
  static let years = 1900...2199

  var isMonth = false
  /// A day of the week or month; nil for today.
  var day: CalendarDate?
  var service: Int?
  var show: Int?
  var hidesSeen = false
  var includesPlanned = false
  var includesSpecials = false
  /// The child whose guide it is; nil for the reader.
  var child: MemberID?

  init() {}

  /// Ignores values that the guide does not have.
  init(_ form: Form) {
    isMonth = form["view"] == "month"
    day = form["day"].flatMap { CalendarDate(text: $0) }.flatMap { Self.years.contains($0.year) ? $0 : nil }
    service = form["service"].flatMap { Int($0) }.flatMap { (0...Int(Int32.max)).contains($0) ? $0 : nil }
    show = form["show"].flatMap { Int($0) }.flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil }
    hidesSeen = form["unseen"] != nil
    includesPlanned = form["planned"] != nil
    includesSpecials = form["specials"] != nil
    child = form.id("as")
  }

  /// The first and last day.
  func days(from today: CalendarDate) -> ClosedRange<CalendarDate> {
    let day = day ?? today
    return isMonth ? day.firstOfMonth...day.lastOfMonth : day.week
  }

  /// Whether the filters can leave out something.
  var isFiltered: Bool { service != nil || show != nil || hidesSeen }

  var path: String {
    let fields: [(String, String?)] = [
      ("view", isMonth ? "month" : nil), ("day", day.map { "\($0)" }), ("service", service.map { "\($0)" }),
      ("show", show.map { "\($0)" }), ("unseen", hidesSeen ? "1" : nil), ("planned", includesPlanned ? "1" : nil),
      ("specials", includesSpecials ? "1" : nil),
      ("as", child.map { "\($0)" }),
    ]
    let query = fields.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: "&")
    return query.isEmpty ? GuidePages.path : "\(GuidePages.path)?\(query)"
  }

  func with(_ change: (inout GuideQuery) -> Void) -> GuideQuery {
    var copy = self
    change(&copy)
    return copy
  }
}
