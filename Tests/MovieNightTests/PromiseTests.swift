import Testing

@testable import MovieNightKit

@Suite struct PromiseTests {
  @Test func firstValueWins() async {
    let promise = Promise<Int>()
    promise.fulfill(1)
    promise.fulfill(2)
    #expect(await promise.value() == 1)
    #expect(await promise.value() == 1)
  }

  @Test func secondWaitingTaskTerminatesProcess() async {
    await #expect(processExitsWith: .failure) {
      let promise = Promise<Int>()
      async let first = promise.value()
      async let second = promise.value()
      _ = await (first, second)
    }
  }
}
