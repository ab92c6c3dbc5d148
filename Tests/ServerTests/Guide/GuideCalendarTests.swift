import Catalog
import Domain
import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct GuideCalendarTests {
  private let household = HouseholdID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

  private func world(_ name: String = "Peekaboo", date: String = "2026-02-10") -> GuideWorld {
    var world = GuideWorld(shows: [GuideWorld.Show(id: 1396, title: "Breaking, Bad; \\o/")])
    world.shows[0].offers = ["US": [[8]]]
    world.shows[0].seasons = [
      GuideWorld.Season(
        number: 2, date: date,
        episodes: [
          GuideWorld.Episode(number: 3, date: date, name: name), GuideWorld.Episode(number: 14, date: date),
        ], changedAt: time("2026-01-02T03:04:05Z"))
    ]
    return world
  }

  private func reminder(_ target: ReminderTarget, _ daysBefore: Int, premieresOnly: Bool = false) -> Reminder {
    Reminder(id: ReminderID(high: 1, low: 1), target: target, premieresOnly: premieresOnly, daysBefore: daysBefore)
  }

  private func text(_ world: GuideWorld, _ reminders: [Reminder] = []) throws -> String {
    GuideCalendar(try world.guide(), of: household, reminders: reminders).text
  }

  @Test func calendarHasTheseBytes() throws {
    let expected = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//movienight//TV guide//EN", "CALSCALE:GREGORIAN", "BEGIN:VEVENT",
      "UID:1396-s2e3.01900000-0000-7000-8000-000000000001@movienight", "DTSTAMP:20260102T030405Z",
      "DTSTART;VALUE=DATE:20260210", #"SUMMARY:Breaking\, Bad\; \\o/ S2E03: Peekaboo"#, "CATEGORIES:Netflix",
      "TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-P2D",
      #"DESCRIPTION:Breaking\, Bad\; \\o/ S2E03: Peekaboo"#, "END:VALARM", "END:VEVENT", "BEGIN:VEVENT",
      "UID:1396-s2e14.01900000-0000-7000-8000-000000000001@movienight", "DTSTAMP:20260102T030405Z",
      "DTSTART;VALUE=DATE:20260210", #"SUMMARY:Breaking\, Bad\; \\o/ S2E14: Episode 14"#, "CATEGORIES:Netflix",
      "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
    ]
    let reminders = [reminder(ReminderTarget(tmdbID: 1396), 2)]
    #expect(try text(world(), reminders) == expected.map { $0 + "\r\n" }.joined())
  }

  @Test func reminderIsAnAlarmOfItsEpisodes() throws {
    func triggers(_ reminders: Reminder...) throws -> [String] {
      try text(world(), reminders).split(separator: "\r\n").filter { $0.hasPrefix("UID") || $0.hasPrefix("TRIGGER") }
        .map { String($0.prefix(14)) }
    }
    let (first, last) = ("UID:1396-s2e3.", "UID:1396-s2e14")
    let episode = ReminderTarget(tmdbID: 1396, episode: EpisodeRef(2, 14))
    #expect(try triggers(reminder(episode, 0)) == [first, last, "TRIGGER:PT0S"])
    #expect(try triggers(reminder(ReminderTarget(tmdbID: 1), 0)) == [first, last])
    #expect(try triggers(reminder(ReminderTarget(tmdbID: 1396), 1, premieresOnly: true)) == [first, last])
    let both = try triggers(reminder(ReminderTarget(tmdbID: 1396), 14), reminder(episode, 3))
    #expect(both == [first, "TRIGGER:-P14D", last, "TRIGGER:-P3D"])
  }

  @Test func movedDateKeepsTheUID() throws {
    let (before, after) = (try text(world()), try text(world(date: "2026-02-17")))
    #expect(before != after)
    #expect(before.replacing("20260210", with: "20260217") == after)
  }

  @Test func controlCharactersAreDroppedAndLineBreaksEscaped() throws {
    let text = try text(world("a\r\nb\nc\u{0}\u{7F}\u{85}d\te\u{2028}f"))
    #expect(text.contains(#"S2E03: a\nb\ncdef"# + "\r\n"))
  }

  // MARK: Folding

  private func lines(_ text: String) -> [String] {
    var lines = CalendarLines()
    lines.append("X:", escaping: text)
    return lines.text.components("\r\n")
  }

  /// The four bytes of the character begin at each place around the end of the first and of the second line.
  @Test(arguments: Array(66...78) + Array(140...152))
  func foldingNeverDividesACharacter(_ count: Int) {
    let text = String(repeating: "a", count: count) + "😀" + String(repeating: "b", count: 90)
    let lines = lines(text)
    #expect(lines.last == "")
    #expect(lines.dropLast().allSatisfy { $0.utf8.count <= 75 })
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.first == " " })
    #expect(lines[0] + lines.dropFirst().map { $0.dropFirst() }.joined() == "X:" + text)
    // No line has room for the next character.
    for (line, next) in zip(lines, lines.dropFirst().dropLast()) {
      let character = next.dropFirst().unicodeScalars.first.map { String($0).utf8.count } ?? 0
      #expect(line.utf8.count + character > 75)
    }
  }

  @Test func lineOf75BytesIsWhole() {
    #expect(lines(String(repeating: "a", count: 73)).count == 2)
    #expect(lines(String(repeating: "a", count: 74)).count == 3)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
