import Domain
import EventStore
import Primitives
import Testing
import WritePath

@testable import Projections
@testable import SnackArea

/// An area is added by its own folder and by being listed: here beside the lists of the program, as a value.
@Suite struct NewAreaTests {
  private func kitchen() throws -> Kitchen {
    let kitchen = try Kitchen(openStore(.memory, mode: .readWrite(administratorSocket: nil)))
    try kitchen.open()
    return kitchen
  }

  @Test func itsCommandsAreDecidedOnOtherAreasToo() throws {
    let kitchen = try kitchen()
    #expect(isRefused(kitchen.offer(by: Kitchen.ann, round: RoundID(high: 2, low: 9))), "there is no such round")
    guard case .recorded(let recorded)? = kitchen.offer(by: Kitchen.ann) else {
      Issue.record("not recorded")
      return
    }
    #expect(recorded.revision == 0 && recorded.events.map(\.type) == ["SnackOffered"])
    #expect(isRefused(kitchen.offer(by: Kitchen.ann)), "one at a time")
    #expect(try kitchen.models.snacks(of: Kitchen.household)?.offering == [Kitchen.ann])
    #expect(kitchen.failures.isEmpty)
  }

  @Test func itsClockIsLookedAt() throws {
    let kitchen = try kitchen()
    _ = kitchen.offer(by: Kitchen.ann)
    kitchen.wait(seconds: 1800)
    _ = kitchen.offer(by: Kitchen.tim)
    kitchen.wait(seconds: 1800)
    #expect(try kitchen.models.snacks(of: Kitchen.household)?.offering == [Kitchen.tim])
    #expect(try kitchen.models.snackOffers(of: Kitchen.household).map(\.member) == [Kitchen.tim])
    #expect(try kitchen.events().map(\.type) == ["SnackOffered", "SnackOffered", "SnackGone"])
  }

  @Test func aCommandMeetsTheStateAfterWhatIsDue() throws {
    let kitchen = try kitchen()
    _ = kitchen.offer(by: Kitchen.ann)
    #expect(isRefused(kitchen.offer(by: Kitchen.ann)))
    // Nobody has told its clock to look.
    let later = try Kitchen(kitchen.store, at: kitchen.now.advanced(bySeconds: 3600))
    #expect(!isRefused(later.offer(by: Kitchen.ann)))
    #expect(try kitchen.events().map(\.type) == ["SnackOffered", "SnackGone", "SnackOffered"])
  }

  @Test func itIsToldWhoLeaves() throws {
    let kitchen = try kitchen()
    _ = kitchen.offer(by: Kitchen.tim)
    _ = kitchen.offer(by: Kitchen.ann)
    let outcome = kitchen.send(.household(Kitchen.household, .leave), by: Kitchen.ann)
    guard case .recorded(let recorded)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    #expect(recorded.events.map(\.type).contains("SnackGone"))
    #expect(try kitchen.models.snacks(of: Kitchen.household)?.offering == [Kitchen.tim])
  }

  @Test func aReplayMakesWhatItsCommandsMade() throws {
    let kitchen = try kitchen()
    _ = kitchen.offer(by: Kitchen.tim)
    kitchen.wait(seconds: 3600)
    _ = kitchen.offer(by: Kitchen.ann)
    let again = try Kitchen(kitchen.store)
    #expect(isRefused(again.offer(by: Kitchen.ann)), "its state is made from its events")
    #expect(try again.models.snacks(of: Kitchen.household) == kitchen.models.snacks(of: Kitchen.household))
    let reports = try Verification(schema: Kitchen.areas.events, areas: Kitchen.areas.readModels).run(kitchen.models)
    #expect(reports.map(\.model).suffix(2) == ["snacks", "snack_offers"])
    #expect(reports.allSatisfy { $0.difference == nil } && reports.suffix(2).allSatisfy { $0.rowCount == 1 })
    let rebuild = try Rebuild(kitchen.models, names: ["snacks", "snack_offers"])
    try rebuild.run()
    try kitchen.models.finish(rebuild)
    #expect(try kitchen.models.snacks(of: Kitchen.household)?.offered == 2)
    #expect(try kitchen.models.snackOffers(of: Kitchen.household).map(\.member) == [Kitchen.ann])
  }

  private func isRefused(_ outcome: SubmissionOutcome?) -> Bool {
    if case .refused? = outcome { true } else { false }
  }
}
