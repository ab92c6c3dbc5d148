import Commands
import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct GuideRangeTests {
  private func range(_ start: String?, _ end: String?, today: String = "2026-02-14") throws -> GuideRange {
    try GuideRange(start: start.map(date), end: end.map(date), today: date(today))
  }

  private func texts(_ range: GuideRange) -> [String?] {
    [range.start.description, range.end.description, range.nextStart?.description]
  }

  @Test(
    arguments: [
      (nil, nil, ["2026-02-01", "2026-02-28", nil]), ("2026-02-10", nil, ["2026-02-10", "2026-02-28", nil]),
      ("2024-02-01", nil, ["2024-02-01", "2024-02-29", nil]),
      ("2026-02-14", "2026-02-14", ["2026-02-14", "2026-02-14", nil]),
      ("2026-01-15", "2026-02-14", ["2026-01-15", "2026-02-14", nil]),
      ("2026-01-15", "2026-02-15", ["2026-01-15", "2026-01-31", "2026-02-01"]),
      ("2025-12-31", "2026-12-31", ["2025-12-31", "2025-12-31", "2026-01-01"]),
      ("2026-01-01", "2026-03-01", ["2026-01-01", "2026-01-31", "2026-02-01"]),
      ("9999-12-01", nil, ["9999-12-01", "9999-12-31", nil]), ("0000-01-01", nil, ["0000-01-01", "0000-01-31", nil]),
      ("9999-11-30", "9999-12-31", ["9999-11-30", "9999-11-30", "9999-12-01"]),
    ] as [(String?, String?, [String?])])
  func longRangeEndsWithItsFirstMonth(_ start: String?, _ end: String?, _ expected: [String?]) throws {
    let range = try range(start, end)
    #expect(texts(range) == expected)
    #expect(range.days.first == range.start && range.days.last == range.end)
    #expect(range.days.count <= 31)
  }

  @Test(
    arguments: [
      (nil, "2026-02-14", "start_date"), ("2026-02-14", "2026-02-13", "end_date"),
      ("2024-01-01", "2025-01-01", "end_date"), ("0000-01-01", "9999-12-31", "end_date"),
    ] as [(String?, String, String)])
  func badRangeIsRefusedWithItsField(_ start: String?, _ end: String, _ field: String) throws {
    let refusal = try #require(throws: Refusal.self) { try range(start, end) }
    #expect(refusal.code == -32602)
    #expect(refusal.message.hasPrefix("\(field): "))
  }

  @Test func wholeLeapYearIsAllowed() throws {
    #expect(try range("2024-01-01", "2024-12-31").nextStart == date("2024-02-01"))
  }

  @Test(arguments: [
    ("2026-02-14", "2026-02-01", "2026-02-28", "2026-02-09", "2026-02-15"),
    ("2026-02-14", "2026-02-15", "2026-02-28", "2026-02-09", "2026-02-15"),
    ("2026-02-14", "2026-02-16", "2026-02-28", "2026-02-16", "2026-02-22"),
    ("2026-02-14", "2026-01-01", "2026-01-31", "2025-12-29", "2026-01-04"),
    ("2026-01-01", "2025-12-01", "2025-12-29", "2025-12-29", "2026-01-04"),
    ("9999-12-31", "9999-12-31", "9999-12-31", "9999-12-27", "9999-12-31"),
  ])
  func focusWeekIsThatOfTodayIfThePageTouchesIt(
    _ today: String, _ start: String, _ end: String, _ monday: String, _ sunday: String
  ) throws {
    #expect(try range(start, end).focusWeek(today: date(today)) == date(monday)...date(sunday))
  }
}
