import CommandLineSupport
import MovieNightKit
import Testing

@testable import Console

@Suite struct TypedTimeTests {
  /// The environment of a machine that is `hours` ahead of UTC, at half past midnight of 2 March there.
  private static func environment(ahead hours: Int) throws -> Environment {
    let shift = Int64(hours) * 3600
    let midnight = try #require(Timestamp(text: "2026-03-02T00:30:00Z"))
    var environment = TestRun([]).environment
    environment.clock.now = { midnight.advanced(bySeconds: -shift) }
    environment.localDate = { $0.advanced(bySeconds: shift).date }
    return environment
  }

  @Test(arguments: [
    (0, "2026-02-14", "2026-02-14T00:00:00.000000Z", "2026-02-14T23:59:59.999999Z"),
    (0, "today", "2026-03-02T00:00:00.000000Z", "2026-03-02T23:59:59.999999Z"),
    (2, "today", "2026-03-01T22:00:00.000000Z", "2026-03-02T21:59:59.999999Z"),
    (2, "yesterday", "2026-02-28T22:00:00.000000Z", "2026-03-01T21:59:59.999999Z"),
    (-12, "2025-12-31", "2025-12-31T12:00:00.000000Z", "2026-01-01T11:59:59.999999Z"),
    (14, "2024-02-29", "2024-02-28T10:00:00.000000Z", "2024-02-29T09:59:59.999999Z"),
    (14, "2026-02-14T20:00:00Z", "2026-02-14T20:00:00.000000Z", "2026-02-14T20:00:00.999999Z"),
    (14, "2026-02-14T20:00:00.5Z", "2026-02-14T20:00:00.500000Z", "2026-02-14T20:00:00.500000Z"),
  ])
  func dayIsOneOfTheMachinesTimeZone(_ hours: Int, _ text: String, _ first: String, _ last: String) throws {
    let period = try Self.environment(ahead: hours).period(text)
    #expect("\(period.lowerBound)" == first && "\(period.upperBound)" == last, "\(period)")
  }

  @Test(arguments: ["", "2026-02-30", "2026-2-14", "tomorrow", "2026-02-14T20:00", "14.02.2026"])
  func otherTextIsRefused(_ text: String) throws {
    let environment = try Self.environment(ahead: 0)
    #expect(throws: UsageError.self) { try environment.period(text) }
  }

  /// In Samoa, 30 December 2011 did not exist.
  @Test func skippedDayIsEmpty() throws {
    var environment = try Self.environment(ahead: 0)
    let skip = try #require(Timestamp(text: "2011-12-30T10:00:00Z"))
    environment.localDate = { $0.advanced(bySeconds: $0 < skip ? -10 * 3600 : 14 * 3600).date }
    let period = try environment.period("2011-12-30")
    #expect(period.lowerBound == skip && period.upperBound == skip)
  }
}
