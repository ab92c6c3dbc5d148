import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Projections

/// Rows of guides in a store that keeps none, as just folded in memory, and as read back from a store.
@Suite struct GuideRowsTests {
  typealias Memory = LibraryRowsTests.Memory

  private func guide(_ memory: Memory, _ play: (inout Recorder) -> Void) throws -> ReadModels {
    var recorder = Recorder()
    play(&recorder)
    let store = RowStore(keepsRows: memory != .whole)
    store.record(recorder.events)
    let models = try openModels(store)
    guard memory == .written else { return models }
    try models.flush()
    return try openModels(store)
  }

  @Test(arguments: Memory.allCases)
  func showsAreListedByIDWithSettingsAndWhoHidesThem(_ memory: Memory) throws {
    let settings = GuideShowSettings(serviceID: 8, bufferDays: 7, shiftDays: -2)
    let models = try guide(memory) { recorder in
      recorder.hide(900, by: Home.sarah)
      recorder.set(30, settings)
      recorder.hide(900, by: Home.tim)
      recorder.hide(30, by: Home.max)
      recorder.hide(30, by: Home.max, false)
    }
    let shows = try models.guideShows(of: Home.id)
    #expect(shows.keys.sorted() == [30, 900])
    #expect([shows[30]?.settings, shows[900]?.settings] == [settings, GuideShowSettings()])
    #expect([shows[30]?.hiddenBy, shows[900]?.hiddenBy] == [[], [Home.tim, Home.sarah]])
    #expect(try models.guideShows(of: HouseholdID(high: 9, low: 9)).isEmpty)
    #expect(try models.guide(Home.id)?.revision == 4)
  }

  /// Both happen before a flush, and with a flush between them.
  @Test(arguments: [false, true]) func showAboutWhichNothingIsSetHasNoRow(isFlushedBetween: Bool) throws {
    let store = RowStore(keepsRows: true)
    let models = try openModels(store)
    var recorder = Recorder()
    func play(_ body: (inout Recorder) -> Void) throws {
      let start = recorder.events.count
      body(&recorder)
      store.record(Array(recorder.events[start...]))
      try models.apply(Array(recorder.events[start...]))
      if isFlushedBetween { try models.flush() }
    }
    try play { recorder in
      recorder.set(30, GuideShowSettings(bufferDays: 7))
      recorder.hide(30, by: Home.tim)
      recorder.hide(31, by: Home.tim)
    }
    try play { $0.set(30, GuideShowSettings()) }
    #expect(try models.guideShows(of: Home.id).keys.sorted() == [30, 31], "Tim still hides it")
    try play { recorder in
      recorder.hide(30, by: Home.tim, false)
      recorder.hide(31, by: Home.tim, false)
    }
    #expect(try models.guideShows(of: Home.id).isEmpty)
    try play { $0.hide(31, by: Home.sarah) }
    #expect(try models.guideShows(of: Home.id).mapValues(\.hiddenBy) == [31: [Home.sarah]])
    try models.flush()
    #expect(try rows(of: models) == foldAllRows(recorder.events))
  }

  @Test(arguments: Memory.allCases)
  func remindersOfMemberAreListedNewestFirst(_ memory: Memory) throws {
    func reminder(_ number: Int, daysBefore: Int = 0) -> Reminder {
      Reminder(
        id: ReminderID(high: 5, low: UInt64(number)),
        target: ReminderTarget(tmdbID: 7, episode: number == 1 ? nil : EpisodeRef(1, number)), daysBefore: daysBefore)
    }
    let models = try guide(memory) { recorder in
      for number in 1...4 { recorder.remind(Home.tim, reminder(number)) }
      recorder.remind(Home.max, reminder(5))
      recorder.remind(Home.tim, reminder(2, daysBefore: 3))
      recorder.forget(Home.tim, reminder(3).id)
    }
    let first = try models.reminders(of: Home.tim, after: nil, limit: 2)
    #expect(first.rows.map(\.reminder) == [reminder(4), reminder(2, daysBefore: 3)], "it keeps its place")
    let rest = try models.reminders(of: Home.tim, after: first.next, limit: 2)
    #expect(rest.rows.map(\.reminder) == [reminder(1)] && rest.next == nil)
    #expect(try models.reminders(of: Home.max, after: nil, limit: 2).rows.map(\.reminder) == [reminder(5)])
    #expect(try models.reminders(of: Home.tim) == [reminder(4), reminder(2, daysBefore: 3), reminder(1)])
  }

  // MARK: Random histories

  private static func events(seed: UInt64, count: Int) -> [RecordedEvent] {
    var random = SeededGenerator(seed: seed)
    var recorder = Recorder()
    while recorder.events.count < count {
      let series = Int.random(in: 1...40, using: &random)
      let member = [Home.tim, Home.sarah, Home.max].randomElement(using: &random) ?? Home.tim
      let reminder = ReminderID(high: member.low, low: UInt64(series))
      switch Int.random(in: 0...5, using: &random) {
      case 0, 1:
        let days = Int.random(in: 0...1, using: &random)
        recorder.set(series, GuideShowSettings(serviceID: days == 0 ? nil : 8, bufferDays: days))
      case 2, 3: recorder.hide(series, by: member, Bool.random(using: &random))
      case 4: recorder.remind(member, Reminder(id: reminder, target: ReminderTarget(tmdbID: series)))
      default: recorder.forget(member, reminder)
      }
    }
    return recorder.events
  }

  /// Few rows fit into memory, so that most are read again.
  @Test(arguments: RandomCases.seeds(8), [false, true])
  func rowsMatchReplayInAnyFlushState(seed: UInt64, isShared: Bool) throws {
    var random = SeededGenerator(seed: seed + 100)
    let events = Self.events(seed: seed, count: 400)
    let store = RowStore(keepsRows: true, isShared: isShared)
    let server = try RowServer(store, rowMemory: 5_000)
    let reader = try isShared ? RowServer(store, rowMemory: 5_000) : server
    var start = 0
    while start < events.count {
      let group = Array(events[start..<min(events.count, start + Int.random(in: 1...20, using: &random))])
      try server.record(group)
      start += group.count
      try reader.checkForChanges()
      let expected = try foldAllRows(Array(events.prefix(start)))
      let shows = try reader.models.guideShows(of: Home.id)
      #expect(
        shows.keys.sorted() == (expected["guide_shows"] ?? [:]).keys.map { Int(clamping: $0.item.low) }.sorted(),
        "seed \(seed)")
      let reminders = try reader.models.reminders(of: Home.tim, after: nil, limit: 99).rows
      let own = (expected["reminders"] ?? [:]).keys.filter { $0.partition == PartitionKey(Home.tim) }
      #expect(reminders.map(\.key) == own.sorted().reversed(), "seed \(seed)")
      if !isShared, Int.random(in: 0..<3, using: &random) == 0 { try server.models.flush() }
    }
    if !isShared { try server.models.flush() }
    #expect(try rows(of: server.models) == foldAllRows(events), "seed \(seed)")
    #expect(try Verification(schema: .current, areas: .current).run(store).allSatisfy { $0.difference == nil })
  }
}

extension Recorder {
  private mutating func guide(_ payload: some EventPayload) {
    record(payload, StreamID(category: "guide", id: Home.id), of: Home.id)
  }

  fileprivate mutating func set(_ series: Int, _ settings: GuideShowSettings) {
    guide(GuideShowSet(tmdbID: series, settings: settings, setBy: Home.tim))
  }

  fileprivate mutating func hide(_ series: Int, by member: MemberID, _ isHidden: Bool = true) {
    guide(GuideShowHidden(memberID: member, tmdbID: series, isHidden: isHidden))
  }

  fileprivate mutating func remind(_ member: MemberID, _ reminder: Reminder) {
    guide(ReminderSet(memberID: member, reminder: reminder))
  }

  fileprivate mutating func forget(_ member: MemberID, _ reminder: ReminderID) {
    guide(ReminderRemoved(memberID: member, reminderID: reminder))
  }
}
