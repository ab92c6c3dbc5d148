import Stores
import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import Server
import SnackArea
import Testing
import WritePath

/// A new area works once it is in the lists of areas, without any other change to the program.
@Suite struct NewAreaTests {
  private func kitchen() throws -> Kitchen {
    let kitchen = try Kitchen(openStore(.memory, mode: .readWrite(administratorSocket: nil)))
    try kitchen.open()
    return kitchen
  }

  @Test func commandIsValidatedAgainstOtherAreas() throws {
    let kitchen = try kitchen()
    #expect(isRefused(kitchen.offer(by: Kitchen.ann, round: RoundID(high: 2, low: 9))), "there is no such round")
    guard case .recorded(let recorded)? = kitchen.offer(by: Kitchen.ann) else {
      Issue.record("not recorded")
      return
    }
    #expect(recorded.events.map(\.revision) == [0] && recorded.events.map(\.type) == ["SnackOffered"])
    #expect(isRefused(kitchen.offer(by: Kitchen.ann)), "one at a time")
    #expect(try kitchen.models.snacks(of: Kitchen.household)?.offering == [Kitchen.ann])
    #expect(kitchen.failures.isEmpty)
  }

  @Test func snackOfferExpiresAfterOneHour() throws {
    let kitchen = try kitchen()
    _ = kitchen.offer(by: Kitchen.ann)
    kitchen.wait(seconds: 1800)
    _ = kitchen.offer(by: Kitchen.tim)
    kitchen.wait(seconds: 1800)
    #expect(try kitchen.models.snacks(of: Kitchen.household)?.offering == [Kitchen.tim])
    #expect(try kitchen.models.snackOffers(of: Kitchen.household).map(\.member) == [Kitchen.tim])
    #expect(try kitchen.events().map(\.type) == ["SnackOffered", "SnackOffered", "SnackGone"])
  }

  @Test func commandSeesStateAfterOverdueDeadline() throws {
    let kitchen = try kitchen()
    _ = kitchen.offer(by: Kitchen.ann)
    #expect(isRefused(kitchen.offer(by: Kitchen.ann)))
    // No deadline check has run since the offer expired.
    let later = try Kitchen(kitchen.store, at: kitchen.now.advanced(bySeconds: 3600))
    #expect(!isRefused(later.offer(by: Kitchen.ann)))
    #expect(try kitchen.events().map(\.type) == ["SnackOffered", "SnackGone", "SnackOffered"])
  }

  @Test func leavingMemberLosesSnackOffer() throws {
    let kitchen = try kitchen()
    _ = kitchen.offer(by: Kitchen.tim)
    _ = kitchen.offer(by: Kitchen.ann)
    let outcome = kitchen.send(AddressedHouseholdCommand(.leave, to: Kitchen.household), by: Kitchen.ann)
    guard case .recorded(let recorded)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    #expect(recorded.events.map(\.type).contains("SnackGone"))
    #expect(try kitchen.models.snacks(of: Kitchen.household)?.offering == [Kitchen.tim])
  }

  @Test func replayRestoresStateAndReadModels() throws {
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
    try rebuild.finish()
    #expect(try kitchen.models.snacks(of: Kitchen.household)?.offered == 2)
    #expect(try kitchen.models.snackOffers(of: Kitchen.household).map(\.member) == [Kitchen.ann])
  }

  @Test func erasureRemovesAreaTextsOfMember() throws {
    let kitchen = try kitchen()
    let notes = (1...3).map { (id: SnackNoteID(high: 9, low: $0), text: "Note \($0)") }
    _ = kitchen.offer(by: Kitchen.tim, note: notes[0])
    _ = kitchen.offer(by: Kitchen.ann, note: notes[1])
    kitchen.wait(seconds: 3600)
    _ = kitchen.offer(by: Kitchen.ann, note: notes[2])
    #expect(
      try kitchen.store.texts(notes.map { TextID($0.id) }).map { $0.subject.map { MemberID($0) } } == [
        Kitchen.tim, Kitchen.ann, Kitchen.ann,
      ])
    _ = kitchen.send(AddressedHouseholdCommand(.leave, to: Kitchen.household), by: Kitchen.ann)
    #expect(try kitchen.store.texts(notes.map { TextID($0.id) }).count == 3, "who leaves is not forgotten")
    #expect(kitchen.failures.isEmpty)
    _ = kitchen.erase(Kitchen.ann)
    #expect(try kitchen.store.texts(notes.map { TextID($0.id) }).map(\.id) == [TextID(notes[0].id)])
    #expect(try kitchen.events().last?.type == "SnackNotesErased")
    #expect(kitchen.failures.isEmpty)
  }

  @Test func textOfWrongKindOrLengthIsRefused() throws {
    let kinds = Kitchen.areas.commands.textKinds
    func text(_ value: String) -> PersonalText {
      PersonalText(
        id: TextID(high: 1, low: 1), owner: OwnerID(Kitchen.household), subject: nil, value: Array(value.utf8))
    }
    try kinds.check(text(#"{"kind":"snack_note","text":"\#(String(repeating: "é", count: 10_000))"}"#))
    try kinds.check(text(#"{"name":"Films"}"#))
    for value in [
      #"{"kind":"snack_note","text":""}"#, #"{"kind":"snack_note","text":7}"#, #"{"kind":"snack_note"}"#,
      #"{"kind":"snack_note","text":"\#(String(repeating: "e", count: 10_001))"}"#, #"{"kind":"soup","text":"a"}"#,
      #"{"kind":1,"text":"a"}"#, #"{"name":"\#(String(repeating: "e", count: 10_000))"}"#,
      // A text without a kind must have the form of one of the older kinds.
      "{}", #"{"text":"a"}"#, #"{"avatar_key":"avatar_bear"}"#,
    ] {
      #expect(throws: JSONError.self, "\(value.prefix(40))") { try kinds.check(text(value)) }
    }
    #expect(throws: JSONError.self, "no area of the program has such texts") {
      try ServerAreas.current.commands.textKinds.check(text(#"{"kind":"snack_note","text":"a"}"#))
    }
  }

  private func isRefused(_ outcome: SubmissionOutcome?) -> Bool {
    if case .refused? = outcome { true } else { false }
  }
}
