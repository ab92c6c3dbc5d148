import Domain
import MovieNightPrimitives
import Testing

@Suite struct WatchedAtTests {
  private static let evening = watched("2026-02-14T20:00:00Z")
  private static let day = watched("2026-02-14")
  private static let nextDay = watched("2026-02-15")

  private static func watched(_ text: String) -> WatchedAt { WatchedAt(text: text) ?? .unknown }

  @Test(arguments: ["2026-02-14", "2026-02-14T20:00:00Z", "1999-12-31T23:59:59Z", "0001-01-01", "9999-12-31"])
  func textIsReadAndWrittenUnchanged(_ text: String) throws {
    let value = try #require(WatchedAt(text: text))
    #expect(value.text == text)
    let json = try JSONDocument("{\"at\":\"\(text)\"}").root
    #expect(try json.value("at") == value)
    #expect(JSONWriter.object { $0.field("at", value) }.text == "{\"at\":\"\(text)\"}")
  }

  @Test(arguments: [
    "", "unknown", "2026-02-30", "2026-2-14", "2026-02-14T25:00:00Z", "2026-02-14 20:00:00", "2026-02-14T20:00:00",
  ])
  func otherTextIsRefused(_ text: String) throws {
    #expect(WatchedAt(text: text) == nil)
    let json = try JSONDocument("{\"at\":\"\(text)\"}").root
    #expect(throws: JSONError(.wrongType(expected: "a time or a day"), field: "at")) {
      let _: WatchedAt = try json.value("at")
    }
  }

  @Test func unknownIsNullInJSON() throws {
    #expect(try JSONDocument(#"{"at":null}"#).root.value("at") == WatchedAt.unknown)
    #expect(JSONWriter.object { $0.field("at", WatchedAt.unknown) }.text == #"{"at":null}"#)
    #expect(WatchedAt.unknown.text == nil && WatchedAt.unknown.day == nil)
  }

  @Test func fractionOfSecondIsDropped() {
    #expect(WatchedAt(text: "2026-02-14T20:00:00.999999Z") == Self.evening)
    #expect(WatchedAt(Timestamp(microseconds: -1)).text == "1969-12-31T23:59:59Z")
    #expect(WatchedAt(Timestamp(microseconds: -1_000_000)).text == "1969-12-31T23:59:59Z")
  }

  @Test func samePlayNeedsEqualTimesOrEqualDays() {
    let later = Self.watched("2026-02-14T22:00:00Z")
    #expect(Self.evening.isSamePlay(as: Self.evening) && !Self.evening.isSamePlay(as: later))
    #expect(
      Self.evening.isSamePlay(as: Self.day) && Self.day.isSamePlay(as: later) && Self.day.isSamePlay(as: Self.day))
    #expect(!Self.day.isSamePlay(as: Self.nextDay) && !Self.nextDay.isSamePlay(as: Self.evening))
    for value in [Self.evening, Self.day, .unknown] {
      #expect(!WatchedAt.unknown.isSamePlay(as: value) && !value.isSamePlay(as: .unknown))
    }
  }

  @Test func unknownSortsFirstAndDayBeforeItsTimes() {
    let midnight = Self.watched("2026-02-14T00:00:00Z")
    let sorted = [WatchedAt.unknown, Self.watched("1960-05-01"), Self.day, midnight, Self.evening, Self.nextDay]
    #expect(Array(sorted.reversed()).sorted() == sorted)
    #expect(Self.day.order == midnight.order && WatchedAt.unknown.order == Int64.min)
  }

  @Test func timeOrDayStartMoreThanOneDayAheadIsTooFarAhead() {
    let now = Timestamp(microseconds: Self.evening.order)
    let expected = [
      "2026-02-15T20:00:00Z": false, "2026-02-15T20:00:01Z": true, "2026-02-15": false, "2026-02-16": true,
      "1999-01-01": false, "9999-12-31": true,
    ]
    for (text, isTooFar) in expected { #expect(Self.watched(text).isTooFarAhead(at: now) == isTooFar, "\(text)") }
    #expect(!WatchedAt.unknown.isTooFarAhead(at: now))
  }
}
