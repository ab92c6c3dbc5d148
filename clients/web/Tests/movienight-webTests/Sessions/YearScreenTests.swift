import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct YearScreenTests {
  private func screen(year: Int = 2026, nights: [Int], members: String = "") throws -> YearScreen {
    let months = nights.enumerated().map { #"{"month":\#($0 + 1),"nights":\#($1)}"# }.joined(separator: ",")
    let total = nights.reduce(0, +)
    let json = """
      {"year":\(year),"nights":\(total),"movies_watched":\(total),"months":[\(months)],"members":[\(members)]}
      """
    return YearScreen(try SessionValues.decoded(json), reader: SessionValues.reader)
  }

  private func member(_ name: String, _ counts: [Int]) -> String {
    """
    {"member_id":"\(SessionValues.ann)","display_name":"\(name)","proposed":\(counts[0]),"picked":\(counts[1]),
    "loved":\(counts[2]),"liked":\(counts[3]),"did_not_like":\(counts[4])}
    """
  }

  @Test func barsAreRelativeToTheBusiestMonth() throws {
    let screen = try screen(nights: [2, 0, 4] + Array(repeating: 0, count: 9))
    #expect(screen.months.count == 12)
    #expect(screen.months.prefix(3).map(\.label) == ["January", "February", "March"])
    #expect(screen.months.prefix(3).map(\.count) == [2, 0, 4])
    #expect(screen.months.prefix(3).map { $0.bar.parts.first?.width } == [50, nil, 100])
    #expect(screen.summary == "6 movie nights, 6 movies watched" && screen.nothing == nil)
  }

  @Test func proposalsAndRatingsOfMembersAreBarsAndNumbers() throws {
    let members = [member("Ann", [4, 1, 3, 1, 0]), member("Max", [0, 0, 0, 0, 0])].joined(separator: ",")
    let screen = try screen(nights: [1] + Array(repeating: 0, count: 11), members: members)
    #expect(screen.proposals.map(\.picked) == [1, 0] && screen.proposals.map(\.proposed) == [4, 0])
    #expect(screen.proposals[0].bar.parts.map(\.width) == [25, 75])
    #expect(screen.tastes.map(\.counts) == [[3, 1, 0], [0, 0, 0]])
    #expect(screen.tastes[0].bar.parts.map(\.style) == ["loved", "liked"])
    #expect(screen.tastes[1].bar.parts.isEmpty)
    #expect(screen.ratingNames == ["Loved", "Liked", "Didn't like"])
  }

  @Test func yearsAreLinkedUpToTheCurrentOneOnly() throws {
    let none = Array(repeating: 0, count: 12)
    #expect(try screen(year: 2026, nights: none).next == nil)
    #expect(try screen(year: 2025, nights: none).next?.path == "/year?year=2026")
    #expect(try screen(year: 2000, nights: none).previous == nil)
    #expect(try screen(year: 2025, nights: none).nothing == "No movie nights in 2025")
  }

  @Test func aBarNeverExceedsItsWidth() {
    let bar = Bar([("a", 1), ("b", 0), ("c", 1), ("d", 1)], of: 3)
    #expect(bar.parts.map(\.width) == [33, 33, 34])
    #expect(Bar([("a", 5)], of: 0).parts.isEmpty)
    #expect(Bar([("a", 1)], of: 1000).parts.map(\.width) == [1])
  }
}
