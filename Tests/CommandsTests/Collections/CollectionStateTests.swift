import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport

/// The state of a collection, and commands on it with their streams.
@Suite struct CollectionStateTests {
  /// Returns a night with all kinds of events in Ann's collection.
  private func night() -> Night {
    var night = Night()
    night.send(.createList(1, isShared: true, isDefault: true))
    night.send(.createList(2))
    night.send(.add(Cast.newMovie(1), Cast.newMovie(2), Cast.newSeries(1)))
    night.send(.addToList(Cast.list(2), [.movie(1), .movie(2)], after: nil))
    night.send(.moveInList(Cast.list(2), [.movie(2)], after: nil))
    night.send(.addNote(1, on: .movie(1)))
    night.send(.addNote(2, on: .series(1), ownerOnly: false))
    night.send(.mark(1, .day(Cast.day(2026))))
    night.send(.mark(1, .unknown, again: true))
    night.send(.markEpisodes(EpisodeMark(EpisodeSelection(of: 1))))
    night.send(.unmarkEpisodes(EpisodeSelection(of: 1, season: 1, numbers: [2]), .all))
    night.send(.refreshTitles([(.series(1), Cast.seriesFacts(1, [3, 2, 4]))]))
    night.send(.set(.movie(2)) { $0.rating10 = 7 })
    night.send(.editNote(Cast.note(1), text: "Better", ownerOnly: nil))
    night.send(.removeNote(Cast.note(1)))
    night.send(.orderLists([Cast.list(2), Cast.list(1)]))
    night.send(.updateList(Cast.list(2), ListChanges(icon: "star")))
    night.send(.removeFromList(Cast.list(2), [.movie(1)]))
    night.send(.removeTitles([.movie(2)]))
    night.send(.removeList(Cast.list(2)))
    return night
  }

  private func events(_ night: Night) -> [CollectionEvent] {
    night.log.compactMap { $0.event.domainEvent as? CollectionEvent }
  }

  // MARK: Folding

  @Test func replayedEventsGiveSameState() throws {
    let night = night()
    var copy = Night(founding: [])
    for entry in night.log { try copy.replay(entry) }
    #expect(copy.hasSameStates(as: night))
    #expect(copy.collection().byteCount == night.collection().byteCount)
  }

  /// An altered import must not crash a server.
  @Test func eventsInAnyOrderAreFolded() {
    let seed = TestSeed.current
    var random = SeededGenerator(seed: seed)
    var night = night()
    night.send(.clear(confirmation: "DELETE"))
    for _ in 0..<50 {
      var state = CollectionState(member: Cast.ann)
      for event in events(night).shuffled(using: &random) {
        state.evolve(event, at: Cast.evening)
        #expect(state.byteCount > 0, "seed \(seed)")
        #expect(state.counts.plays >= 0 && state.lists.values.allSatisfy { $0.watched >= 0 }, "seed \(seed)")
      }
    }
  }

  @Test func clearedStateHoldsNothing() {
    var night = night()
    night.send(.clear(confirmation: "DELETE"))
    var empty = CollectionState(member: Cast.ann)
    #expect(night.collection().byteCount == empty.byteCount && night.collection().namedTexts.isEmpty)
    empty.evolve(
      .collectionErased(CollectionErased(memberID: Cast.ann, contents: CollectionContents())), at: Cast.evening)
    #expect(empty.isEmpty)
  }

  @Test func namedTextsAreThoseOfTheStore() {
    let night = night()
    let subject = Identifier<ActorKind>(Cast.ann)
    let texts = night.texts.values.filter { $0.subject == subject && $0.id != TextID(Cast.ann) }
    #expect(Set(night.collection().namedTexts) == Set(texts.map(\.id)) && texts.count == 2)
    #expect(throws: Never.self) { for text in texts { try CommandAreas.current.textKinds.check(text) } }
  }

  @Test func packedTimeKeepsTimeAndOrder() {
    let day = CalendarDate(year: 1969, month: 12, day: 31)
    let times: [WatchedAt] = [
      .unknown, .day(CalendarDate(year: 0, month: 1, day: 1)), .day(day), WatchedAt(day.start),
      WatchedAt(day.start.advanced(bySeconds: 1)), .day(Cast.day(2026)), WatchedAt(Cast.evening),
    ]
    #expect(times.map { PackedTime($0).watchedAt } == times)
    #expect(times.map { PackedTime($0) } == times.map { PackedTime($0) }.sorted())
  }

  @Test func changeOfCopyLeavesPartedDictionaryAsItIs() {
    var numbers = PartedDictionary<Int, [Int]>()
    for number in 0..<1000 { numbers[number] = [number] }
    var copy = numbers
    copy.update(7) { $0.append(8) }
    copy.update(2000) { $0.append(8) }
    copy[8] = nil
    #expect(numbers[7] == [7] && copy[7] == [7, 8] && copy[8] == nil && copy[2000] == nil)
    #expect(numbers.count == 1000 && copy.count == 999 && Set(numbers.keys).count == 1000 && numbers != copy)
  }

  // MARK: Commands with their streams

  private func states(_ night: Night, of members: [MemberID]) -> States {
    let states = States(.current, memory: 1 << 20)
    states.install(night.household, for: .household(Cast.household))
    for member in members { states.install(night.collection(member), for: .collection(member)) }
    return states
  }

  private func basis(_ states: States, _ sender: Sender, _ expectedRevision: Revision? = nil) -> Basis {
    Basis(
      states: states, sender: sender, token: nil, expectedRevision: expectedRevision, now: Cast.evening,
      text: { _ in nil })
  }

  @Test func othersAreNeededOnlyForContentsOfOthers() throws {
    let night = night()
    let states = states(night, of: [Cast.ann])
    func needed(_ command: CollectionCommand) throws -> [StreamID] {
      try AddressedCollectionCommand(command, of: Cast.ann, in: Cast.household).needed(in: states)
    }
    #expect(try needed(.removeList(Cast.list(1))).isEmpty)
    #expect(try needed(.add(Cast.newMovie(9))).isEmpty)
    let others = night.household.members.map(\.id).filter { $0 != Cast.ann }.map { StreamID.collection($0) }
    #expect(try needed(.removeList(Cast.list(9))) == others)
    #expect(try needed(.removeNote(Cast.note(9))) == others)
    #expect(throws: NotLoaded.self) {
      try AddressedCollectionCommand(.mark(1), of: Cast.starter, in: Cast.household).needed(in: states)
    }
  }

  @Test func commandIsDecidedForItsMemberOnly() throws {
    let night = night()
    let states = states(night, of: [Cast.ann, Cast.child])
    let command = AddressedCollectionCommand(.mark(1), of: Cast.ann, in: Cast.household)
    #expect(throws: Refusal.cannotActAs) { try command.decide(on: basis(states, .member(Cast.starter))) }
    let child = Sender.member(Cast.ann, actingAs: Cast.child)
    #expect(throws: Refusal.cannotActAs) { try command.decide(on: basis(states, child)) }
    #expect(throws: Refusal.wrongRevision) { try command.decide(on: basis(states, .member(Cast.ann), 0)) }
    let revision = night.collection().revision
    let decision = try command.decide(on: basis(states, .member(Cast.ann), revision))
    #expect(decision.appends.map(\.stream) == [.collection(Cast.ann)])
    let forChild = AddressedCollectionCommand(.add(Cast.newMovie(1)), of: Cast.child, in: Cast.household)
    #expect(try forChild.decide(on: basis(states, child)).appends.map(\.stream) == [.collection(Cast.child)])
  }

  @Test func sharedListOfOtherIsRefusedAsSuch() throws {
    let night = night()
    let states = states(night, of: night.household.members.map(\.id))
    for (list, refusal) in [(1, Refusal.cannotActAs), (9, Refusal.unknownList)] {
      let command = AddressedCollectionCommand(.removeList(Cast.list(list)), of: Cast.starter, in: Cast.household)
      #expect(throws: refusal) { try command.decide(on: basis(states, .member(Cast.starter))) }
    }
  }

  @Test func departureNeedsCollections() throws {
    let night = night()
    let states = states(night, of: [])
    states.install(LibraryState(), for: .library(Cast.household))
    states.install(GuideState(household: Cast.household), for: .guide(Cast.household))
    let erase = AddressedHouseholdCommand(.erase(Cast.ann, confirmation: "DELETE"), to: Cast.household)
    #expect(throws: NotLoaded.self) { try erase.decide(on: basis(states, .member(Cast.ann))) }
    states.install(night.collection(), for: .collection(Cast.ann))
    let decision = try erase.decide(on: basis(states, .member(Cast.ann)))
    #expect(decision.appends.map(\.stream).contains(.collection(Cast.ann)))
  }
}
