import Testing

@testable import Transport

@Suite struct BufferBudgetTests {
  private var budget = BufferBudget(limit: 800)

  @Test mutating func heaviestHoldersAreChosenUntilBudgetIsMet() {
    budget.change(from: 0, to: 800)
    #expect(!budget.isExceeded)
    budget.change(from: 300, to: 400)
    #expect(budget.isExceeded && budget.used == 900)
    let holders = [("small", 50), ("most", 400), ("none", 0), ("more", 300), ("some", 150)]
    // An eighth of the limit must be free afterwards: 200 bytes are too many.
    #expect(budget.heaviest(of: holders.map { (id: $0.0, bytes: $0.1) }) == ["most"])
    budget.change(from: 0, to: 600)
    #expect(budget.heaviest(of: holders.map { (id: $0.0, bytes: $0.1) }) == ["most", "more", "some"])
  }

  @Test mutating func holderOfNothingIsNotChosen() {
    budget.change(from: 0, to: 10_000)
    #expect(budget.heaviest(of: [(id: 1, bytes: 0), (id: 2, bytes: 5)]) == [2])
  }

  @Test mutating func memoryIsReturnedOncePerLargeRelease() {
    let much = 64 << 20
    func releaseThreshold(_ changes: (from: Int, to: Int)...) -> Bool {
      for change in changes { budget.change(from: change.from, to: change.to) }
      return budget.takeReleaseRequest()
    }
    let answers = [
      // Nothing was used yet; all is in use; most still is.
      releaseThreshold(), releaseThreshold((0, much)), releaseThreshold((much, much / 4 * 3)),
      // All was freed; nothing more since.
      releaseThreshold((much / 4 * 3, 0)), releaseThreshold(),
      // A small amount is soon used again; a large one is worth returning.
      releaseThreshold((0, 1 << 20), (1 << 20, 0)), releaseThreshold((0, much), (much, 0)),
    ]
    #expect(answers == [false, false, false, true, false, false, true])
  }
}
