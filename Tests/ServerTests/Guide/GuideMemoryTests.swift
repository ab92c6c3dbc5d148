import Catalog
import Domain
import MovieNightPrimitives
import Testing

@testable import Projections
@testable import Server

/// The facts of recent guides that a server remembers, whose bytes are bounded whatever clients ask for.
@Suite struct GuideMemoryTests {
  private let memory = GuideMemory()
  private let now = Timestamp(microseconds: 1_770_000_000_000_000)

  /// Returns a request for 500 series, which others than this day's do not equal.
  private func request(_ day: Int) -> GuideRequest {
    GuideRequest(
      household: HouseholdID(high: 1, low: 1), reader: MemberID(high: 1, low: 2), start: nil, end: nil,
      today: CalendarDate(daysSince1970: Int64(day)), country: nil, filter: GuideFilter(showIDs: Array(1...500)),
      members: nil)
  }

  private func remember(_ answer: CatalogAccess.AnswerResult?, for day: Int) {
    let answers: GuideAnswers = answer.map { [.providers(.tv): $0] } ?? [:]
    let dependencies = DependencySet(dependencies: [], period: nil, changeCount: 0)
    let facts = CollectedFacts(answers, for: request(day), dependencies, 1, at: now) { _ in
      Timestamp(microseconds: .max)
    }
    _ = memory.remember(facts, for: request(day), at: now)
  }

  private func isRemembered(_ day: Int) -> Bool { memory.facts(for: request(day), 1, at: now) { _ in true } != nil }

  @Test func factsAreRememberedUnlessTheyFailed() {
    remember(.failure(.notFound), for: 1)
    remember(.failure(.unavailable(.timeout)), for: 2)
    #expect(isRemembered(1) && !isRemembered(2))
  }

  /// Each takes some 5 KB, although it has no facts.
  @Test func requestsWithoutFactsEvictEarlierOnes() {
    for day in 1...20_000 { remember(nil, for: day) }
    #expect(!isRemembered(1) && isRemembered(20_000))
  }
}
