import Domain
import Primitives
import Testing

@testable import Projections
@testable import Server

/// Finished answers to queries of areas that the cache knows nothing of.
@Suite struct AnswerCacheTests {
  private struct Menu: Query {
    let id: HouseholdID
    var page = 1
    func write(to json: inout JSONWriter, _ answering: Answering) {}
  }

  /// With the values of a menu, and so with its hash.
  private struct Bill: Query {
    let id: HouseholdID
    var page = 1
    func write(to json: inout JSONWriter, _ answering: Answering) {}
  }

  private let household = HouseholdID(high: 1, low: 1)
  private let other = HouseholdID(high: 1, low: 2)
  private var cache = AnswerCache(capacity: 1000)

  private func stamp(_ position: Int) -> ChangeStamp { ChangeStamp(position: position, generation: 0) }

  @Test mutating func anEqualQueryHasItsAnswer() {
    cache.keep([1], to: Menu(id: household), of: household, at: stamp(5))
    #expect(cache.answer(to: Menu(id: household), of: household, at: stamp(5)) == [1])
    #expect(cache.answer(to: Menu(id: household, page: 2), of: household, at: stamp(5)) == nil)
    #expect(cache.answer(to: Menu(id: household), of: other, at: stamp(5)) == nil)
    #expect(cache.answer(to: Menu(id: household), of: household, at: stamp(6)) == nil, "it has changed")
  }

  @Test mutating func equalValuesOfAnotherAreaAreAnotherQuery() {
    cache.keep([1], to: Menu(id: household), of: household, at: stamp(5))
    #expect(cache.answer(to: Bill(id: household), of: household, at: stamp(5)) == nil)
    cache.keep([2], to: Bill(id: household), of: household, at: stamp(5))
    #expect(cache.answer(to: Bill(id: household), of: household, at: stamp(5)) == [2])
    #expect(cache.answer(to: Menu(id: household), of: household, at: stamp(5)) == [1])
  }

  @Test mutating func whatHasChangedMakesRoom() {
    cache.keep(Array(repeating: 1, count: 600), to: Menu(id: household), of: household, at: stamp(5))
    cache.keep(Array(repeating: 2, count: 300), to: Menu(id: household), of: household, at: stamp(6))
    cache.keep(Array(repeating: 3, count: 600), to: Menu(id: other), of: other, at: stamp(6))
    #expect(cache.answer(to: Menu(id: household), of: household, at: stamp(6))?.count == 300)
    cache.keep(Array(repeating: 4, count: 200), to: Bill(id: other), of: other, at: stamp(6))
    #expect(cache.answer(to: Menu(id: other), of: other, at: stamp(6)) == nil, "all that was kept is dropped")
  }
}
