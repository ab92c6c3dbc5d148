import Domain
import MovieNightPrimitives

/// A page of the guide as a calendar (RFC 5545), with an all-day event for each listed episode.
struct GuideCalendar {
  static let contentType = "text/calendar; charset=utf-8"

  let guide: Guide
  let text: String

  /// - Parameter reminders: the reminders that become alarms.
  init(_ guide: Guide, of household: HouseholdID, reminders: [Reminder]) {
    var lines = CalendarLines()
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//movienight//TV guide//EN", "CALSCALE:GREGORIAN"] {
      lines.append(line)
    }
    let reminders = Dictionary(grouping: reminders, by: \.target.tmdbID)
    for row in guide.rows {
      for show in row.shows {
        let alarms = Self.alarms(reminders[show.tmdbID] ?? [], for: show.episodes)
        for episode in show.episodes {
          let summary = "\(show.known.series.name) \(episode.ref.shortCode): \(episode.facts.title)"
          lines.append("BEGIN:VEVENT")
          lines.append("UID:\(episode.id).\(household)@movienight")
          lines.append("DTSTAMP:\(basic(episode.changedAt.text(.seconds)))")
          lines.append("DTSTART;VALUE=DATE:\(basic(episode.airDate.description))")
          lines.append("SUMMARY:", escaping: summary)
          lines.append("CATEGORIES:", escaping: row.service.name)
          lines.append("TRANSP:TRANSPARENT")
          for daysBefore in alarms[episode.ref]?.sorted() ?? [] {
            lines.append("BEGIN:VALARM")
            lines.append("ACTION:DISPLAY")
            lines.append("TRIGGER:\(daysBefore == 0 ? "PT0S" : "-P\(daysBefore)D")")
            lines.append("DESCRIPTION:", escaping: summary)
            lines.append("END:VALARM")
          }
          lines.append("END:VEVENT")
        }
      }
    }
    lines.append("END:VCALENDAR")
    text = lines.text
    self.guide = guide
  }

  /// Returns the days before each episode on which it has an alarm. A reminder of a show has one alarm a day, at the first
  /// episode that it is about.
  private static func alarms(_ reminders: [Reminder], for episodes: [ListedEpisode]) -> [EpisodeRef: Set<Int>] {
    var daysBefore: [EpisodeRef: Set<Int>] = [:]
    for reminder in reminders {
      var lastDay: CalendarDate?
      for episode in episodes where reminder.concerns(episode.ref) && episode.airDate != lastDay {
        lastDay = episode.airDate
        daysBefore[episode.ref, default: []].insert(reminder.daysBefore)
      }
    }
    return daysBefore
  }
}

/// Lines of a calendar, each at most 75 bytes long.
struct CalendarLines {
  private static let longest = 75

  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(64 * 1024) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a line of a property, whose text is escaped.
  mutating func append(_ property: String, escaping text: String) {
    var line = Array(property.utf8)
    line.reserveCapacity(line.count + text.utf8.count + 8)
    var afterReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": line += [UInt8(ascii: "\\"), UInt8(scalar.value)]
      case "\n" where afterReturn: break
      case "\r", "\n": line += "\\n".utf8
      case _ where scalar.isControl: break
      case _ where scalar.isASCII: line.append(UInt8(scalar.value))
      default: line += scalar.utf8
      }
      afterReturn = scalar == "\r"
    }
    fold(line)
  }

  /// Adds a line without control characters.
  mutating func append(_ line: String) { fold(Array(line.utf8)) }

  /// Adds a line, folded before the character that would exceed 75 bytes.
  private mutating func fold(_ line: [UInt8]) {
    var start = 0
    var room = Self.longest
    while line.count - start > room {
      var end = start + room
      // The other bytes of a character begin with the bits 10.
      while line[end] & 0xC0 == 0x80 { end -= 1 }
      bytes += line[start..<end]
      bytes += "\r\n ".utf8
      start = end
      room = Self.longest - 1
    }
    bytes += line[start...]
    bytes += "\r\n".utf8
  }
}

extension EpisodeRef {
  /// The episode as `S2E03`.
  fileprivate var shortCode: String { "S\(season)E\(number < 10 ? "0" : "")\(number)" }
}

/// Returns a day as `20260214`, or a time as `20260214T200000Z`.
private func basic(_ text: String) -> String { text.filter { $0 != "-" && $0 != ":" } }
