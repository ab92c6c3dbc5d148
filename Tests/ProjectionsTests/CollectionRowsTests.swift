import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Projections

/// Rows of collections in a store that keeps none, as just folded in memory, and as read back from a store.
@Suite struct CollectionRowsTests {
  typealias Memory = LibraryRowsTests.Memory
  private static let me = Home.tim
  private static let list = ListID(high: 7, low: 1)
  private static let otherList = ListID(high: 7, low: 2)
  private static let note = NoteID(high: 8, low: 1)
  private static let film = TitleRef.movie(603)
  private static let show = TitleRef.series(1396)
  /// A title in the same bucket of the index as `film`.
  private static let neighbour = TitleRef.movie(603 + TitleBucket.count)

  private func collection(_ memory: Memory, _ play: (inout Recorder) -> Void) throws -> ReadModels {
    var recorder = Recorder()
    play(&recorder)
    let store = RowStore(keepsRows: memory != .whole)
    store.record(recorder.events)
    let models = try openModels(store)
    guard memory == .written else { return models }
    try models.flush()
    return try openModels(store)
  }

  private func titles(_ models: ReadModels) throws -> [TitleRef] {
    try models.titles(of: Self.me, after: nil, limit: 100).rows.map(\.title)
  }

  private func listed(_ models: ReadModels, _ list: ListID = Self.list) throws -> [TitleRef] {
    try models.listedTitles(list, after: nil, limit: 100).rows.map(\.title)
  }

  private func entry(_ ref: TitleRef, _ models: ReadModels) throws -> TitleEntry? {
    try models.titleEntries(of: Self.me).first { $0.title == ref }
  }

  // MARK: Titles and plays

  @Test(arguments: Memory.allCases)
  func lastAddedTitleComesFirstAndMovesWithItsTime(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      for ref in [Self.film, Self.show, Self.neighbour] { recorder.add(ref) }
      var settings = TitleSettings(addedAt: Timestamp(microseconds: 1))
      settings.rating10 = 7
      recorder.record(TitleSet(memberID: Self.me, title: Self.neighbour, settings: settings, counts: nil))
    }
    #expect(try titles(models) == [Self.show, Self.film, Self.neighbour])
    #expect(try entry(Self.neighbour, models)?.ratingOrder == 7)
    #expect(try entry(Self.neighbour, models)?.settings.ratingWord == .liked)
    #expect(try entry(Self.film, models)?.ratingOrder == 0)
    #expect(try Set(models.titleEntries(of: Self.me).map(\.title)) == [Self.film, Self.show, Self.neighbour])
    #expect(try models.titleEntries(of: Home.sarah).isEmpty && models.collection(Home.sarah) == nil)
    #expect(try models.collection(Self.me)?.revision == 3)
    #expect(try models.title(Self.show, of: Self.me)?.progress?.total == 10)
    #expect(try models.title(Self.film, of: Self.me)?.progress == nil)
  }

  @Test(arguments: Memory.allCases)
  func datedPlayReplacesUndatedOne(_ memory: Memory) throws {
    let day = WatchedAt.day(CalendarDate(year: 2026, month: 2, day: 1))
    let models = try collection(memory) { recorder in
      recorder.add(Self.film)
      recorder.play(Self.film, [(1, nil, .unknown)])
      recorder.play(Self.film, [(2, nil, day)], replaced: [1], status: .completed)
      recorder.play(Self.film, [(3, nil, .unknown)])
    }
    #expect(try models.titlePlays(of: Self.film, season: nil, by: Self.me).map(\.number) == [3, 2])
    #expect(
      try models.plays(of: Self.me, after: nil, limit: 9).rows.map(\.play.number) == [2, 3], "unknown comes last")
    let row = try #require(try models.title(Self.film, of: Self.me))
    #expect(row.playCount == 2 && row.lastWatchedAt == day && row.isWatched && row.settings.status == .completed)
    let indexed = try #require(try entry(Self.film, models))
    #expect(indexed.isWatched && indexed.standing.lastWatchedAt == day && indexed.status == .completed)
  }

  @Test(arguments: Memory.allCases)
  func removedPlaysLeaveTitleUnwatched(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      recorder.add(Self.film)
      recorder.play(Self.film, [(1, nil, .unknown)], status: .completed)
      recorder.record(
        PlaysRemoved(
          memberID: Self.me, title: Self.film, plays: [RemovedPlay(number: 1, episode: nil)], unwatched: [],
          playCount: 0, lastWatchedAt: .unknown, status: .planned, counts: nil))
    }
    #expect(try models.titlePlays(of: Self.film, season: nil, by: Self.me).isEmpty)
    #expect(try models.plays(of: Self.me, after: nil, limit: 9).rows.isEmpty)
    #expect(try models.title(Self.film, of: Self.me)?.isWatched == false)
    #expect(try entry(Self.film, models)?.status == .planned && entry(Self.film, models)?.isWatched == false)
  }

  @Test(arguments: Memory.allCases)
  func playsOfSeriesAreKeptBySeason(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      recorder.add(Self.show)
      recorder.play(
        Self.show,
        [(1, EpisodeRef(1, 2), .unknown), (2, EpisodeRef(1, 1), .unknown), (3, EpisodeRef(0, 1), .unknown)])
      recorder.play(Self.show, [(4, EpisodeRef(1, 1), WatchedAt(recorder.now))])
    }
    #expect(try models.titlePlays(of: Self.show, season: 1, by: Self.me).map(\.number) == [2, 4, 1])
    #expect(try models.titlePlays(of: Self.show, season: 0, by: Self.me).map(\.number) == [3])
    #expect(try models.titlePlays(of: Self.show, season: 2, by: Self.me).isEmpty)
    #expect(try models.titlePlays(of: Self.show, season: nil, by: Self.me).isEmpty)
    #expect(try models.title(Self.show, of: Self.me)?.progress?.watchedCount == 2)
  }

  /// The event that changes the status does not have the episodes.
  @Test(arguments: Memory.allCases)
  func seriesKeepsEpisodesWhileItIsNotWatched(_ memory: Memory) throws {
    let other = TitleRef.series(7)
    let models = try collection(memory) { recorder in
      recorder.add(Self.film, status: .planned)
      recorder.add(Self.show)
      recorder.add(other, status: .planned)
      recorder.play(Self.show, [(1, EpisodeRef(1, 2), WatchedAt(recorder.now))], status: .watching)
      recorder.set(Self.show, status: .dropped)
      recorder.set(Self.show, status: .watching)
      recorder.add(.series(8), status: .watching)
      recorder.add(.series(9), status: .completed)
    }
    let watching = try models.watching(Self.me)
    #expect(watching.map(\.tmdbID) == [1396, 8], "those that are being watched, by time")
    #expect(watching.first?.progress.nextToWatch(on: CalendarDate(year: 2026, month: 1, day: 1)) == EpisodeRef(1, 3))
    #expect(try models.watching(Home.sarah).isEmpty)
    #expect(try models.planning(Self.me, atMost: 9) { _ in true }.map(\.tmdbID) == [7])
    #expect(try models.planning(Self.me, atMost: 0) { _ in true }.isEmpty)
    #expect(try models.planning(Home.sarah, atMost: 9) { _ in true }.isEmpty)
  }

  @Test(arguments: Memory.allCases)
  func completedSeriesStaysWatchedUntilAnotherStatusIsChosen(_ memory: Memory) throws {
    var isWatched: [Bool?] = []
    for steps in 1...3 {
      let models = try collection(memory) { recorder in
        recorder.add(Self.show, status: .completed)
        if steps > 1 {
          recorder.record(
            TitleRefreshed(
              memberID: Self.me, title: Self.show, facts: TitleFacts(title: "New name"), status: .watching, counts: nil)
          )
        }
        if steps > 2 { recorder.set(Self.show, status: .paused) }
      }
      isWatched.append(try entry(Self.show, models)?.isWatched)
      #expect(try models.title(Self.show, of: Self.me)?.isWatched == isWatched.last)
      #expect(try steps == 1 || entry(Self.show, models)?.name == "new name")
    }
    #expect(isWatched == [true, true, false])
  }

  // MARK: Ends

  /// Both happen before a flush, and with a flush between them.
  @Test(arguments: [false, true]) func removedTitleThatIsAddedAgainBeginsAnew(isFlushedBetween: Bool) throws {
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
    try play { $0.fill() }
    try play { recorder in
      recorder.record(
        TitleRemoved(
          memberID: Self.me, title: Self.show, plays: [2, 3], seasons: [1, 2], lists: [Self.list], notes: [Self.note],
          counts: nil))
    }
    #expect(try titles(models) == [Self.film] && listed(models) == [Self.film])
    #expect(try models.titlePlays(of: Self.show, season: 1, by: Self.me).isEmpty)
    #expect(try models.note(Self.note, of: Self.me) == nil && models.watching(Self.me).isEmpty)
    #expect(try models.collection(Self.me)?.notes == 0)
    try play { $0.add(Self.show) }
    let row = try #require(try models.title(Self.show, of: Self.me))
    #expect(row.notes.isEmpty && row.playCount == 0 && row.progress?.watchedCount == 0)
    try models.flush()
    #expect(try rows(of: models) == foldAllRows(recorder.events))
  }

  @Test(arguments: Memory.allCases)
  func clearedCollectionKeepsOnlyItsPreferences(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      recorder.fill()
      recorder.record(
        CollectionCleared(memberID: Self.me, contents: Recorder.filledContents, counts: CollectionCounts()))
    }
    if memory != .whole { try models.flush() }
    let rows = try rows(of: models).filter { !$0.value.isEmpty }
    #expect(Set(rows.keys) == ["collections"])
    let row = try #require(try models.collection(Self.me))
    #expect(row.lists.isEmpty && row.notes == 0 && row.counts == CollectionCounts())
    #expect(row.preferences.sort == .rating && row.preferences.defaultListID == nil)
  }

  @Test(arguments: Memory.allCases)
  func erasedCollectionLeavesNoRow(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      recorder.fill()
      recorder.record(CollectionErased(memberID: Self.me, contents: Recorder.filledContents))
    }
    if memory != .whole { try models.flush() }
    #expect(try rows(of: models).allSatisfy { $0.value.isEmpty })
    #expect(try models.collection(Self.me) == nil && models.titleEntries(of: Self.me).isEmpty)
  }

  // MARK: Lists and notes

  @Test(arguments: Memory.allCases)
  func titlesOfListFollowTheirPlaces(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      for ref in [Self.film, Self.show, Self.neighbour] { recorder.add(ref) }
      recorder.create(Self.list)
      recorder.put([(Self.film, 10), (Self.show, 20)], on: Self.list)
      recorder.put([(Self.neighbour, 15)], on: Self.list, moved: [(Self.film, 30)])
    }
    #expect(try listed(models) == [Self.neighbour, Self.show, Self.film])
    #expect(try models.isListed(Self.film, on: Self.list) && !models.isListed(Self.film, on: Self.otherList))
    let moved = try collection(memory) { recorder in
      for ref in [Self.film, Self.show] { recorder.add(ref) }
      recorder.create(Self.list)
      recorder.put([(Self.film, 10), (Self.show, 20)], on: Self.list)
      recorder.record(
        ListTitlesMoved(memberID: Self.me, listID: Self.list, titles: [PlacedTitle(title: Self.show, place: 5)]))
      recorder.record(ListTitlesRemoved(memberID: Self.me, listID: Self.list, titles: [Self.film], counts: nil))
    }
    #expect(try listed(moved) == [Self.show] && !moved.isListed(Self.film, on: Self.list))
  }

  @Test(arguments: Memory.allCases)
  func listsHaveOrderAndNumbersOfEvents(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      recorder.create(Self.list)
      recorder.create(Self.otherList)
      recorder.record(ListsOrdered(memberID: Self.me, lists: [Self.otherList, Self.list]))
      recorder.record(
        ListChanged(
          memberID: Self.me, listID: Self.otherList, icon: "star", color: "#00FF00", isShared: true, hasNewText: false))
      recorder.add(Self.film)
      recorder.put([(Self.film, 10)], on: Self.list, watched: 1)
    }
    let lists = try #require(try models.collection(Self.me)?.lists)
    #expect(lists.map(\.listID) == [Self.otherList, Self.list])
    #expect(lists[0].isShared && lists[0].icon == "star" && lists[0].titleCount == 0)
    #expect(lists[1].titleCount == 1 && lists[1].watchedCount == 1 && lists[1].modifiedAt > lists[1].createdAt)
    #expect(try models.collection(Self.me)?.counts.lists == [])
  }

  @Test(arguments: Memory.allCases)
  func removedListLeavesItsTitlesAndIsNoLongerDefault(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      recorder.fill()
      recorder.record(ListRemoved(memberID: Self.me, listID: Self.list, titles: [Self.film, Self.show]))
    }
    #expect(try listed(models).isEmpty && titles(models).count == 2)
    #expect(try !models.isListed(Self.film, on: Self.list))
    #expect(try models.collection(Self.me)?.preferences.defaultListID == nil)
    #expect(try models.collection(Self.me)?.lists.isEmpty == true)
  }

  @Test(arguments: Memory.allCases)
  func notesFollowTheirEvents(_ memory: Memory) throws {
    let other = NoteID(high: 8, low: 2)
    let models = try collection(memory) { recorder in
      recorder.fill()
      recorder.note(other, on: Self.film)
      recorder.record(NoteChanged(memberID: Self.me, noteID: Self.note, ownerOnly: false, hasNewText: true))
    }
    let notes = try models.notes(of: Self.me, after: nil, limit: 9).rows
    #expect(notes.map(\.noteID) == [other, Self.note] && notes.map(\.title) == [Self.film, Self.show])
    #expect(notes.map(\.ownerOnly) == [true, false] && notes[1].modifiedAt > notes[1].createdAt)
    #expect(try models.title(Self.film, of: Self.me)?.notes == [other] && models.collection(Self.me)?.notes == 2)
    #expect(try models.note(other, of: Home.sarah) == nil)
  }

  // MARK: Random histories

  /// Few rows fit into memory, so that most are read again.
  @Test(arguments: RandomCases.seeds(8), [false, true])
  func rowsMatchReplayInAnyFlushState(seed: UInt64, isShared: Bool) throws {
    var random = SeededGenerator(seed: seed + 100)
    let events = RandomCollection.events(seed: seed, count: 600)
    let store = RowStore(keepsRows: true, isShared: isShared)
    let server = try RowServer(store, rowMemory: 20_000)
    let reader = try isShared ? RowServer(store, rowMemory: 20_000) : server
    var start = 0
    while start < events.count {
      let group = Array(events[start..<min(events.count, start + Int.random(in: 1...30, using: &random))])
      try server.record(group)
      start += group.count
      let member = RandomCollection.members[Int.random(in: 0...1, using: &random)]
      try reader.checkForChanges()
      _ = try reader.models.titles(of: member, after: nil, limit: 3)
      _ = try reader.models.watching(member)
      _ = try reader.models.titleEntries(of: member)
      if !isShared, Int.random(in: 0..<3, using: &random) == 0 { try server.models.flush() }
    }
    if !isShared { try server.models.flush() }
    try reader.checkForChanges()
    let expected = try foldAllRows(events)
    #expect(try rows(of: server.models) == expected, "seed \(seed)")
    for member in RandomCollection.members {
      let wanted = (expected["titles"] ?? [:]).values.filter { $0.key.partition == PartitionKey(member) }
      let titles = try reader.models.titles(of: member, after: nil, limit: 1000).rows
      #expect(
        titles.map(\.key) == wanted.sorted { ($0.sortKey ?? .last) > ($1.sortKey ?? .last) }.map(\.key),
        "seed \(seed)")
      // The read models agree with each other.
      let entries = try reader.models.titleEntries(of: member).sorted { $0.title < $1.title }
      #expect(entries.map(\.standing) == titles.sorted { $0.title < $1.title }.map(\.standing), "seed \(seed)")
      let open = titles.filter { $0.title.mediaType == .tv && $0.settings.status == .watching }
      #expect(
        try Set(reader.models.watching(member).map(\.tmdbID)) == Set(open.map(\.title.tmdbID)), "seed \(seed)")
      let planned = titles.filter { $0.title.mediaType == .tv && $0.settings.status == .planned }.map(\.title.tmdbID)
      #expect(
        try Set(reader.models.planning(member, atMost: 1000) { _ in true }.map(\.tmdbID)) == Set(planned),
        "seed \(seed)")
      for series in try reader.models.watching(member) {
        #expect(try reader.models.title(.series(series.tmdbID), of: member)?.progress == series.progress)
      }
      let plays = try reader.models.plays(of: member, after: nil, limit: 10_000).rows
      #expect(plays.count == titles.reduce(0) { $0 + $1.playCount }, "seed \(seed)")
    }
  }

  @Test(arguments: RandomCases.seeds(4)) func verifiedRowsHaveNoDifference(seed: UInt64) throws {
    let store = RowStore(keepsRows: true)
    store.record(RandomCollection.events(seed: seed + 50, count: 500))
    try openModels(store).flush()
    #expect(try Verification(schema: .current, areas: .current).run(store).allSatisfy { $0.difference == nil })
  }

  // MARK: Rounds and revisions

  @Test(arguments: Memory.allCases)
  func watchedMovieNamesAllRoundsSinceItsMark(_ memory: Memory) throws {
    func round(_ number: Int) -> RoundID { RoundID(high: 3, low: UInt64(number)) }
    let models = try collection(memory) { recorder in
      let past = recorder.now.advanced(bySeconds: -9000)
      for number in 1...3 {
        recorder.record(
          MovieWatched(movie: Home.movie(1), roundID: round(number), dueAt: number == 2 ? past : nil), library: Home.id)
      }
      recorder.record(MovieMarkedWatched(movie: Home.movie(2), markedBy: Home.tim), library: Home.id)
      for number in 1...60 {
        recorder.record(MovieWatched(movie: Home.movie(3), roundID: round(number)), library: Home.id)
      }
    }
    let movie = try #require(try models.watchedMovie(1, in: Home.id))
    #expect(movie.rounds == [1, 2, 3].map(round) && movie.roundID == round(3))
    #expect(try models.watchedMovie(2, in: Home.id)?.rounds == [])
    #expect(try models.watchedMovie(3, in: Home.id)?.rounds == (11...60).map(round))
  }

  @Test(arguments: Memory.allCases)
  func nightPageHasWatchedRoundsOnly(_ memory: Memory) throws {
    let models = try collection(memory) { recorder in
      recorder.foundHome()
      recorder.openRound()
      let watched = RoundID(high: 3, low: 2)
      func inRound(_ payload: some EventPayload) { recorder.record(payload, round: watched, of: Home.id) }
      inRound(RoundDrafted(startedBy: Home.tim, attendees: .everyone))
      inRound(MovieSuggested(movie: Home.movie(1), position: 1, source: .member, suggestedBy: Home.tim))
      inRound(VotingOpened(openedBy: Home.tim))
      inRound(MoviePicked(tmdbMovieID: 1, pickedBy: Home.tim, attendees: [Home.tim]))
      inRound(RoundWatched(markedBy: Home.tim))
    }
    #expect(try models.nightPage(Home.id, after: nil, limit: 9).rows.map(\.roundID) == [RoundID(high: 3, low: 2)])
  }

  @Test func revisionAtPositionIsThatOfLastEventUpToIt() throws {
    var recorder = Recorder()
    for id in 1...40 {
      recorder.add(.movie(id))
      recorder.record(MovieMarkedWatched(movie: Home.movie(id), markedBy: Home.tim), library: Home.id)
    }
    let store = RowStore(keepsRows: true)
    store.record(recorder.events)
    let models = try openModels(store)
    let stream = StreamID(category: "collection", id: Self.me)
    for position in 0...recorder.events.count {
      let expected = recorder.events.prefix(position).last { $0.stream == stream }?.revision ?? noRevision
      #expect(try models.revision(of: stream, through: position) == expected)
    }
  }
}

extension SortKey {
  /// A key after all others in a list.
  fileprivate static let last = SortKey(order: .min, tie: RoundID(high: 0, low: 0))
}

extension Recorder {
  fileprivate static let me = Home.tim

  fileprivate mutating func add(_ ref: TitleRef, status: TitleStatus? = nil) {
    var facts = TitleFacts(title: "Title \(ref.tmdbID)")
    if ref.mediaType == .tv {
      facts.airing.seasons = [
        TitleSeason(
          number: 1, name: nil, airDate: CalendarDate(year: 2020, month: 1, day: 1), episodeCount: 10)
      ]
    }
    var settings = TitleSettings(addedAt: now)
    settings.status = status
    settings.statusIsChosen = status != nil
    record(TitleAdded(memberID: Self.me, title: ref, facts: facts, settings: settings, counts: nil))
  }

  fileprivate mutating func set(_ ref: TitleRef, status: TitleStatus) {
    var settings = TitleSettings(addedAt: now)
    settings.status = status
    settings.statusIsChosen = true
    record(TitleSet(memberID: Self.me, title: ref, settings: settings, counts: nil))
  }

  fileprivate mutating func play(
    _ ref: TitleRef, _ plays: [(number: Int, episode: EpisodeRef?, at: WatchedAt)], replaced: [Int] = [],
    status: TitleStatus? = nil
  ) {
    let added = plays.map { AddedPlay(number: $0.number, episode: $0.episode, watchedAt: $0.at, roundID: nil) }
    record(
      PlaysAdded(
        memberID: Self.me, title: ref, plays: added, replaced: replaced, status: status, already: 0, notAired: 0,
        counts: nil))
  }

  fileprivate mutating func create(_ list: ListID) {
    let place = ListsOrdered.place(of: Int(list.low))
    record(ListCreated(memberID: Self.me, listID: list, icon: nil, color: nil, isShared: false, place: place))
  }

  fileprivate mutating func put(
    _ titles: [(ref: TitleRef, place: Int)], on list: ListID, moved: [(ref: TitleRef, place: Int)] = [],
    watched: Int = 0
  ) {
    var counts = CollectionCounts()
    counts.lists = [ListCounts(listID: list, titles: titles.count, watched: watched)]
    record(
      ListTitlesAdded(
        memberID: Self.me, listID: list,
        titles: titles.map { ListedPlace(title: $0.ref, place: $0.place, addedAt: now) },
        moved: moved.map { PlacedTitle(title: $0.ref, place: $0.place) }, counts: counts))
  }

  fileprivate mutating func note(_ note: NoteID, on ref: TitleRef) {
    record(
      NoteAdded(memberID: Self.me, noteID: note, title: ref, episode: nil, ownerOnly: true, createdAt: now))
  }

  /// Records a collection with a movie and a series, three plays, a list of both, a note and preferences.
  fileprivate mutating func fill() {
    let (film, show, list) = (TitleRef.movie(603), TitleRef.series(1396), ListID(high: 7, low: 1))
    add(film)
    add(show)
    play(film, [(1, nil, WatchedAt(now))])
    play(show, [(2, EpisodeRef(1, 1), .unknown), (3, EpisodeRef(2, 1), WatchedAt(now))], status: .watching)
    create(list)
    put([(film, 10), (show, 20)], on: list)
    note(NoteID(high: 8, low: 1), on: show)
    var preferences = CollectionPreferences()
    preferences.defaultListID = list
    preferences.sort = .rating
    record(CollectionPreferencesSet(memberID: Self.me, preferences: preferences))
  }

  /// The contents after `fill`.
  fileprivate static let filledContents: CollectionContents = {
    var contents = CollectionContents()
    contents.movies = [603]
    contents.series = [RemovedSeries(tmdbID: 1396, seasons: [1, 2])]
    contents.plays = [PlayRange(first: 1, last: 3)]
    contents.lists = [RemovedList(listID: ListID(high: 7, low: 1), movies: [603], series: [1396])]
    contents.notes = [NoteID(high: 8, low: 1)]
    return contents
  }()
}
