import Foundation
import MovieNightPrimitives
import TestSupport
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
    ("2026-02-14T20:00:00Z", 1_771_099_200), ("1600-02-29T00:00:00Z", -11_670_998_400),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("0000-01-01T00:00:00Z", -62_167_219_200),
  ])
  func knownTimesConvertToAndFromText(_ text: String, _ seconds: Int64) {
    let time = Timestamp(microseconds: seconds * 1_000_000)
    #expect(time.text(.seconds) == text)
    #expect(Timestamp(text: text) == time)
  }

  @Test func fiveDigitYearIsWrittenButNotRead() {
    let time = Timestamp(microseconds: 253_402_300_800_000_000)
    #expect(time.text(.seconds) == "10000-01-01T00:00:00Z" && Timestamp(text: time.text(.seconds)) == nil)
    #expect(Timestamp(microseconds: .max).text(.microseconds) == "294247-01-10T04:00:54.775807Z")
  }

  @Test func everyDayOfFourCenturiesRoundTripsInOrder() throws {
    var time = try #require(Timestamp(text: "1899-12-31T23:59:59.999999Z"))
    var yesterday = time.date
    while time.date.year < 2301 {
      #expect(Timestamp(text: time.description) == time)
      time = time.advanced(bySeconds: Timestamp.secondsPerDay)
      let today = time.date
      let isNextDay = today.day == yesterday.day + 1 && today.month == yesterday.month && today.year == yesterday.year
      #expect(isNextDay || (today.day == 1 && yesterday.day >= 28), "\(time)")
      yesterday = today
    }
  }

  @Test func randomTimesMatchFoundation() throws {
    let formatter = ISO8601DateFormatter()
    var random = SeededGenerator(seed: 9)
    for _ in 0..<1500 {
      // A time from 1600, when Foundation's calendar is Gregorian already, to the end of 9999.
      let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
      let time = Timestamp(microseconds: seconds * 1_000_000 + Int64.random(in: 0..<1_000_000, using: &random))
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(time.text(.seconds) == text)
      #expect(Timestamp(text: text)?.microseconds == seconds * 1_000_000)
      #expect(Timestamp(text: time.text(.microseconds)) == time)
    }
  }

  @Test func leapDayIsReadOnlyInLeapYears() {
    for (year, isLeap) in [(2000, true), (2024, true), (2025, false), (2100, false), (2400, true), (1900, false)] {
      #expect((Timestamp(text: "\(year)-02-29T00:00:00Z") != nil) == isLeap, "\(year)")
    }
  }

  @Test(arguments: [
    ("2026-02-14T20:00:00.5Z", 500_000), ("2026-02-14T20:00:00.05Z", 50_000), ("2026-02-14T20:00:00.000001Z", 1),
    ("2026-02-14T20:00:00.999999Z", 999_999),
  ])
  func fractionalSecondsAreRead(_ text: String, _ microseconds: Int64) {
    #expect(Timestamp(text: text)?.microseconds == 1_771_099_200_000_000 + microseconds)
  }

  @Test(arguments: [
    "", "Z", "2026-02-14", "2026-02-14T20:00:00", "2026-02-14 20:00:00Z", "2026-02-14T20:00:00z",
    "2026-02-14t20:00:00Z",
    "2026-02-14T20:00:00+00:00", "2026-02-14T24:00:00Z", "2026-02-14T20:60:00Z", "2026-02-14T20:00:60Z",
    "2026-00-14T20:00:00Z", "2026-13-14T20:00:00Z", "2026-02-00T20:00:00Z", "2026-02-30T20:00:00Z",
    "2026-04-31T20:00:00Z", "2026-02-14T20:00:00.Z", "2026-02-14T20:00:00.1234567Z", "2026-02-14T20:00:00,5Z",
    "2026-2-14T20:00:00Z", "-026-02-14T20:00:00Z", "20260-2-14T20:00:00Z", "2026-02-14T20:00:0 Z",
    "2026-02-14T-1:00:00Z", "2026-02-14T20:00:00.-5Z", "2026-02-14T20:00:00Z ", "２026-02-14T20:00:00Z",
  ])
  func malformedTextIsRefused(_ text: String) {
    #expect(Timestamp(text: text) == nil)
  }

  @Test func secondsTextDropsFraction() {
    #expect(Timestamp(microseconds: 999_999).text(.seconds) == "1970-01-01T00:00:00Z")
    #expect(Timestamp(microseconds: -1).text(.microseconds) == "1969-12-31T23:59:59.999999Z")
  }

  @Test func timestampsCompareAndAdvanceBySeconds() {
    let time = Timestamp(microseconds: 5)
    #expect(time < time.advanced(bySeconds: 1))
    #expect(time.advanced(bySeconds: -2).microseconds == -1_999_995)
  }
}
