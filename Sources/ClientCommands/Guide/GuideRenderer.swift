import Console
import MovieNightKit

/// Draws the guide: as tables of services and days if there is enough room, or else as a list by day.
struct GuideRenderer {
  let canvas: Canvas
  let sheet: GuideSheet

  var lines: [String] {
    guard sheet.hasSeries else {
      return ["No series. Add one with: movienight titles add NAME --series --status watching"]
    }
    // The narrowest column has room for `S02E03 ✓`, and most of a title.
    let isTable = !sheet.isEmpty && cellColumns >= 10
    let width = isTable ? labelColumns + dayCount * (cellColumns + Self.gap) : canvas.columns
    return [canvas.spread("TV guide", right: range(sheet.days), in: width)]
      + (sheet.isEmpty ? empty : isTable ? tables : list) + remarks
  }

  private func range(_ days: [CalendarDate]) -> String {
    guard let first = days.first, let last = days.last else { return "" }
    return first == last ? canvas.dateText(first) : "\(canvas.dateText(first)) – \(canvas.dateText(last))"
  }

  private var empty: [String] {
    let next = sheet.shows.compactMap { show in show.nextEpisodeDate.map { (day: $0, title: show.title) } }
      .min { $0.day < $1.day }
    let sentence = next.map { "The next one: \($0.title) on \(canvas.dateText($0.day))." } ?? ""
    return ["", "No episodes in these days."] + wrapped(sentence, columns: canvas.columns)
  }

  private static var gap: Int { 2 }

  private var labelColumns: Int { min(14, sheet.rows.map { displayColumns($0.service.name) }.max() ?? 0) }
  private var dayCount: Int { min(sheet.days.count, 7) }
  private var cellColumns: Int {
    min(24, (canvas.terminal.columns - labelColumns) / max(1, dayCount) - Self.gap)
  }

  private var tables: [String] {
    sheet.weeks.filter { week in sheet.rows.contains { row in week.contains { !row.entries(on: $0).isEmpty } } }
      .flatMap { week in
        (sheet.weeks.count > 1 ? ["", canvas.styled(range(week), .strong)] : []) + table(week)
      }
  }

  private typealias Cell = (text: String, style: Style?)
  private static var none: Cell { ("", nil) }

  private func table(_ week: [CalendarDate]) -> [String] {
    // The days of a part of a week stand where those of a whole one do.
    let before = sheet.days.count > 7 ? (week.first?.weekday ?? 1) - 1 : 0
    let days = week.map { day -> Cell in
      day == canvas.today ? ("Today \(day.day)", .accent) : ("\(Self.weekdays[day.weekday - 1]) \(day.day)", .faint)
    }
    var lines = ["", line(Self.none, days, after: before)]
    for row in sheet.rows {
      let cells = week.map { row.entries(on: $0).flatMap(cell) }
      lines.append("")
      for index in 0..<max(1, cells.map(\.count).max() ?? 1) {
        let label: Cell = index == 0 ? (row.service.name, .strong) : Self.none
        lines.append(line(label, cells.map { index < $0.count ? $0[index] : Self.none }, after: before))
      }
    }
    return lines
  }

  /// Returns the two lines of an episode in a cell.
  private func cell(_ entry: GuideSheet.Entry) -> [Cell] {
    let style: Style? = entry.show.dimmed ? .faint : entry.episode.kind == .premiere ? .accent : nil
    let mark = entry.isSeen ? " ✓" : entry.episode.kind == .premiere ? " new" : ""
    return [(entry.show.title, style), (entry.code + mark, .faint)]
  }

  /// Returns a line of a table, without spaces at its end.
  private func line(_ label: Cell, _ cells: [Cell], after empty: Int) -> String {
    let first = labelColumns + Self.gap + empty * (cellColumns + Self.gap)
    let columns =
      [(0, labelColumns, label)]
      + cells.enumerated().map { (first + $0 * (cellColumns + Self.gap), cellColumns, $1) }
    var (line, used) = ("", 0)
    for (start, width, cell) in columns where !cell.text.isEmpty {
      let text = truncated(cell.text, to: width)
      line += padded("", to: start - used) + (cell.style.map { canvas.styled(text, $0) } ?? text)
      used = start + displayColumns(text)
    }
    return line
  }

  private var list: [String] {
    sheet.days.flatMap { day in
      let entries = sheet.rows.flatMap { row in row.entries(on: day).map { (row.service.name, $0) } }
      guard !entries.isEmpty || day == canvas.today else { return [String]() }
      let name = (day == canvas.today ? "Today, " : "") + Self.weekdays[day.weekday - 1] + " " + canvas.dateText(day)
      return ["", canvas.styled(name, day == canvas.today ? .accent : .strong)]
        + (entries.isEmpty ? ["  Nothing"] : entries.map(episode))
    }
  }

  private func episode(_ service: String, _ entry: GuideSheet.Entry) -> String {
    let words = entry.episode.kind.rawValue.split(separator: "_").joined(separator: " ")
    let kind = entry.episode.kind == .standard ? nil : words
    let facts = ["\(entry.show.title) \(entry.code)", kind, entry.episode.title].compactMap(\.self)
    return "  "
      + canvas.spread(
        facts.joined(separator: " · "), style: entry.show.dimmed ? .faint : nil,
        right: truncated(service, to: 20) + (entry.isSeen ? " ✓" : ""), in: canvas.columns - 2)
  }

  private var remarks: [String] {
    let soon = sheet.shows.compactMap { show in
      show.premiere.flatMap { premiere in
        sheet.days.contains(premiere.date)
          ? nil : "\(show.title) season \(premiere.seasonNumber) on \(canvas.dateText(premiere.date))"
      }
    }
    let services = sheet.unknownServices.joined(separator: ", ")
    let advice = "Name your services with: movienight household settings --services NAMES"
    return (soon.isEmpty ? [] : [""] + canvas.labeled("Soon", soon))
      + (services.isEmpty
        ? []
        : [""] + wrapped("No service in \(sheet.country) is called \(services).", columns: canvas.columns) + [advice])
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
