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
    // The budget must shrink to seven eighths of the limit, so the chosen holders must free at least 200 bytes.
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
    func isReleaseRequested(_ changes: (from: Int, to: Int)...) -> Bool {
      for change in changes { budget.change(from: change.from, to: change.to) }
      return budget.takeReleaseRequest()
    }
    let answers = [
      // No release: nothing has been used, then everything is in use, then three quarters still are.
      isReleaseRequested(), isReleaseRequested((0, much)), isReleaseRequested((much, much / 4 * 3)),
      // One release once all memory is free, and no second one without further use.
      isReleaseRequested((much / 4 * 3, 0)), isReleaseRequested(),
      // No release for a small amount, which is soon used again; a release for a large one.
      isReleaseRequested((0, 1 << 20), (1 << 20, 0)), isReleaseRequested((0, much), (much, 0)),
    ]
    #expect(answers == [false, false, false, true, false, false, true])
  }
}
