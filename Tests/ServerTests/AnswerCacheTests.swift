import Domain
import MovieNightPrimitives
import Testing

@testable import Projections
@testable import Server

/// The cache must work for the queries of any area, so the tests use queries of their own.
@Suite final class AnswerCacheTests {
  private struct Menu: Query {
    let id: HouseholdID
    var page = 1
    func write(to json: inout JSONWriter, _ answering: AnswerContext) {}
  }

  /// A query with the same values as `Menu`, and so the same hash.
  private struct Bill: Query {
    let id: HouseholdID
    var page = 1
    func write(to json: inout JSONWriter, _ answering: AnswerContext) {}
  }

  private struct Opening: Query {
    var day = 1
    var isSameForAll: Bool { true }
    func write(to json: inout JSONWriter, _ answering: AnswerContext) {}
  }

  /// A query whose own values take up `heldBytes` bytes.
  private struct Cookbook: Query {
    let id: HouseholdID
    let heldBytes: Int
    func write(to json: inout JSONWriter, _ answering: AnswerContext) {}
  }

  private let household = HouseholdID(high: 1, low: 1)
  private let other = HouseholdID(high: 1, low: 2)
  private let table = Dependency.fact(of: "menus", 1)
  private let chair = Dependency.fact(of: "menus", 2)
  private let changes = RecentChanges()
  private var cache = AnswerCache(capacity: 100_000)

  /// Returns an answer of `count` bytes that depends on `things`.
  private func answer(_ byte: UInt8, on things: Dependency..., count: Int = 1) -> Answer {
    let notes = DependencyRecorder(changeCount: changes.count)
    for thing in things { notes.note(thing) }
    return Answer(json: Array(repeating: byte, count: count), dependencies: notes.dependencies)
  }

  private func cachedAnswer(_ query: any Query, of asker: HouseholdID?) -> UInt8? {
    cache.answer(to: query, of: asker) { [changes] in changes.confirm(&$0) }?.first
  }

  @Test func equalQueryIsAnsweredUntilItsDependencyChanges() {
    cache.keep(answer(1, on: table), to: Menu(id: household), of: household)
    #expect(cachedAnswer(Menu(id: household), of: household) == 1)
    #expect(cachedAnswer(Menu(id: household, page: 2), of: household) == nil)
    #expect(cachedAnswer(Menu(id: household), of: other) == nil)
    changes.note(chair)
    #expect(cachedAnswer(Menu(id: household), of: household) == 1, "it does not rest on that")
    changes.note(table)
    #expect(cachedAnswer(Menu(id: household), of: household) == nil)
    cache.keep(answer(2, on: table), to: Menu(id: household), of: household)
    #expect(cachedAnswer(Menu(id: household), of: household) == 2)
  }

  /// Two workers may compute the same answer at once, and the one that finishes last may have read older rows.
  @Test func staleAnswerDoesNotReplaceNewerOne() {
    let slow = answer(1, on: table)
    changes.note(chair)
    cache.keep(answer(2, on: table), to: Menu(id: household), of: household)
    cache.keep(slow, to: Menu(id: household), of: household)
    #expect(cachedAnswer(Menu(id: household), of: household) == 2)
  }

  @Test func queryOfAnotherTypeWithEqualValuesIsSeparate() {
    cache.keep(answer(1), to: Menu(id: household), of: household)
    #expect(cachedAnswer(Bill(id: household), of: household) == nil)
    cache.keep(answer(2), to: Bill(id: household), of: household)
    #expect(cachedAnswer(Bill(id: household), of: household) == 2)
    #expect(cachedAnswer(Menu(id: household), of: household) == 1)
  }

  @Test func answerWithoutCompleteDependenciesIsNotKept() {
    let notes = DependencyRecorder(changeCount: changes.count)
    notes.note(table)
    notes.invalidate()
    cache.keep(Answer(json: [1], dependencies: notes.dependencies), to: Menu(id: household), of: household)
    #expect(cachedAnswer(Menu(id: household), of: household) == nil)
    let many = DependencyRecorder(changeCount: changes.count)
    for key in 0..<DependencyRecorder.limit { many.note(.fact(of: "menus", key)) }
    #expect(many.dependencies != nil)
    many.note(.fact(of: "menus", -1))
    #expect(many.dependencies == nil, "so many would take long to look at")
  }

  @Test func busyHouseholdEvictsOnlyItsOwnAnswers() {
    cache.keep(answer(1, on: table), to: Menu(id: other), of: other)
    for page in 0..<AnswerCache.answersPerHousehold {
      cache.keep(answer(2, on: table), to: Menu(id: household, page: page), of: household)
    }
    changes.note(chair)
    for page in 1..<AnswerCache.answersPerHousehold {
      #expect(cachedAnswer(Menu(id: household, page: page), of: household) == 2)
    }
    cache.keep(answer(3, on: table), to: Menu(id: household, page: -1), of: household)
    #expect(
      cachedAnswer(Menu(id: household, page: 0), of: household) == nil, "it was not asked for since the last change")
    #expect(cachedAnswer(Menu(id: household, page: 1), of: household) == 2)
    #expect(cachedAnswer(Menu(id: other), of: other) == 1)
  }

  @Test func sharedAnswerServesEveryHousehold() {
    cache.keep(answer(1, on: table), to: Opening(), of: household)
    #expect(cachedAnswer(Opening(), of: other) == 1 && cachedAnswer(Opening(), of: nil) == 1)
    #expect(cachedAnswer(Opening(day: 2), of: household) == nil)
    changes.note(table)
    #expect(cachedAnswer(Opening(), of: household) == nil && cachedAnswer(Opening(), of: other) == nil)
  }

  @Test func sharedAnswersOverLimitEvictOldestSharedOne() {
    cache = AnswerCache(capacity: 4_000_000)
    cache.keep(answer(1, on: table), to: Menu(id: household), of: household)
    for day in 0..<AnswerCache.answersForEveryone {
      cache.keep(answer(2, on: table), to: Opening(day: day), of: household)
    }
    changes.note(chair)
    for day in 1..<AnswerCache.answersForEveryone { #expect(cachedAnswer(Opening(day: day), of: other) == 2) }
    cache.keep(answer(3, on: table), to: Opening(day: -1), of: other)
    #expect(cachedAnswer(Opening(day: 0), of: household) == nil && cachedAnswer(Opening(day: 1), of: household) == 2)
    #expect(cachedAnswer(Menu(id: household), of: household) == 1)
  }

  @Test func cacheLimitCountsAnswersAndDependencies() {
    let answers = AnswerCache.answersPerHousehold
    let count = 100_000 / answers - AnswerCache.overheadBytes - MemoryLayout<Dependency>.stride
    for _ in 0..<3 {
      for page in 0..<answers {
        cache.keep(answer(1, on: table, count: count), to: Menu(id: household, page: page), of: household)
      }
    }
    for page in 0..<answers { #expect(cachedAnswer(Menu(id: household, page: page), of: household) == 1) }
    cache.keep(answer(2), to: Menu(id: other), of: other)
    #expect(cachedAnswer(Menu(id: other), of: other) == 2)
    #expect(cachedAnswer(Menu(id: household), of: household) == nil, "all that was kept is dropped")
    cache.keep(answer(3, count: 100_000), to: Bill(id: other), of: other)
    #expect(
      cachedAnswer(Bill(id: other), of: other) == nil && cachedAnswer(Menu(id: other), of: other) == 2,
      "it would not fit at all")
  }

  /// The cache keeps the query with its answer and counts all bytes that the query holds.
  @Test func cacheLimitCountsBytesHeldByQueries() {
    let large = Cookbook(id: household, heldBytes: 60_000)
    cache.keep(answer(1), to: large, of: household)
    #expect(cachedAnswer(large, of: household) == 1)
    cache.keep(answer(2), to: Cookbook(id: other, heldBytes: 60_000), of: other)
    #expect(cachedAnswer(large, of: household) == nil)
    cache.keep(answer(3), to: Cookbook(id: other, heldBytes: 100_000), of: other)
    #expect(cachedAnswer(Cookbook(id: other, heldBytes: 100_000), of: other) == nil)
  }

  @Test func fullShareForEveryoneEvictsItsOwnAnswersBeforeThoseOfHouseholds() {
    cache.keep(answer(1, on: table, count: 74_000), to: Menu(id: household), of: household)
    for day in 1...4 {
      cache.keep(answer(2, on: table, count: 7000), to: Opening(day: day), of: household)
      changes.note(chair)
    }
    #expect(cachedAnswer(Menu(id: household), of: household) == 1)
    #expect(cachedAnswer(Opening(day: 1), of: household) == nil)
    #expect(cachedAnswer(Opening(day: 4), of: household) == 2)
  }

  @Test func largerAnswerInPlaceOfASharedOneEvictsOthersOverTheLimit() {
    for day in 1...2 { cache.keep(answer(1, on: table, count: 8000), to: Opening(day: day), of: household) }
    cache.keep(answer(2, on: table, count: 17_000), to: Opening(day: 1), of: household)
    #expect(cachedAnswer(Opening(day: 1), of: household) == 2)
    #expect(cachedAnswer(Opening(day: 2), of: household) == nil)
  }

  @Test func answersForEveryoneTakeAtMostAQuarterOfTheBytes() {
    cache.keep(answer(1, on: table), to: Menu(id: household), of: household)
    for day in 0..<4 { cache.keep(answer(2, on: table, count: 8000), to: Opening(day: day), of: household) }
    #expect((0..<4).count { cachedAnswer(Opening(day: $0), of: other) == 2 } == 2)
    cache.keep(answer(3, on: table, count: 25_000), to: Opening(day: 9), of: household)
    #expect(cachedAnswer(Opening(day: 9), of: other) == nil && cachedAnswer(Menu(id: household), of: household) == 1)
  }
}
