import TestSupport
import Testing

@testable import Projections

@Suite struct RecentChangesTests {
  private func thing(_ number: Int) -> Dependency { .fact(of: "tests", number) }

  /// Uses three times as many keys as the capacity, so that most are evicted.
  @Test func changedKeyNeverLooksUnchanged() {
    let changes = RecentChanges()
    var random = SeededGenerator(seed: 1)
    var last: [Int: Int] = [:]
    let things = 3 * RecentChanges.capacity
    var exact = 0
    for _ in 0..<400_000 {
      let number = Int.random(in: 0..<things, using: &random)
      changes.note(thing(number))
      last[number] = changes.count
      let (asked, since) = (
        Int.random(in: 0..<things, using: &random), Int.random(in: 0...changes.count, using: &random)
      )
      let hasChanged = (last[asked] ?? 0) > since
      let isUnchanged = changes.isUnchanged(thing(asked), since: since)
      if hasChanged && isUnchanged { Issue.record("\(asked) has changed since \(since)") }
      if hasChanged != isUnchanged { exact += 1 }
    }
    #expect(exact > 200_000)
  }

  @Test func fewKeysAreTrackedExactly() {
    let changes = RecentChanges()
    for number in 0..<100 { changes.note(thing(number)) }
    let before = changes.count
    for _ in 0..<10 { for number in 0..<50 { changes.note(thing(number)) } }
    #expect((0..<50).allSatisfy { !changes.isUnchanged(thing($0), since: before) })
    #expect((50..<100).allSatisfy { changes.isUnchanged(thing($0), since: before) })
    #expect((0..<100).allSatisfy { changes.isUnchanged(thing($0), since: changes.count) })
  }

  @Test func quietKeySurvivesBusyKeysInItsSlot() {
    let changes = RecentChanges()
    let slot = thing(0).hash & (RecentChanges.slotCount - 1)
    let same = (0...).lazy.map(thing).filter { $0.hash & (RecentChanges.slotCount - 1) == slot }.prefix(9)
    let (quiet, busy) = (Array(same.prefix(1)), Array(same.dropFirst().prefix(7)))
    quiet.forEach(changes.note)
    let before = changes.count
    for _ in 0..<5 { busy.forEach(changes.note) }
    #expect(changes.isUnchanged(quiet[0], since: before))
    same.suffix(1).forEach(changes.note)
    #expect(!changes.isUnchanged(quiet[0], since: before - 1), "it gave way, and nobody knows that it did not change")
  }

  @Test func confirmedDependenciesHoldUntilNextChange() throws {
    let changes = RecentChanges()
    let notes = DependencyRecorder(changeCount: changes.count)
    notes.note(thing(1))
    var dependencies = try #require(notes.dependencies)
    changes.note(thing(2))
    #expect(changes.confirm(&dependencies) && dependencies.changeCount == changes.count)
    changes.note(thing(1))
    let asked = dependencies
    #expect(!changes.confirm(&dependencies) && dependencies.changeCount == asked.changeCount)
    let empty = DependencyRecorder(changeCount: changes.count)
    var nothing = try #require(empty.dependencies)
    changes.noteAllChanged()
    #expect(!changes.confirm(&nothing))
  }
}
