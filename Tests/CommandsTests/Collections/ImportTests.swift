import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Pieces of imports.
@Suite struct ImportTests {
  private let movie = TitleRef.movie(1)
  private let series = TitleRef.series(1)
  private let newYear = WatchedAt.day(Cast.day(2026))

  private func entry(_ ref: TitleRef, _ record: Int = 0, _ change: (inout ImportEntry) -> Void = { _ in })
    -> ImportEntry
  {
    let facts = ref.mediaType == .tv ? Cast.seriesFacts(ref.tmdbID) : Cast.facts(ref.tmdbID)
    var entry = ImportEntry(record: record, title: ref, facts: facts)
    change(&entry)
    return entry
  }

  private func settings(_ night: Night, _ ref: TitleRef) -> TitleSettings? { night.collection().titles[ref]?.settings }

  // MARK: Titles

  @Test func entriesOfTitleAreRecordedTogether() throws {
    var night = Night()
    let added = Cast.day(2020).start
    let (decision, outcome) = try night.importPiece([
      entry(movie) { ($0.addedAt, $0.status) = (added, .planned) },
      entry(movie, 1) { $0.plays = [ImportedPlay(watchedAt: .unknown)] },
      entry(movie, 2) {
        $0.plays = [ImportedPlay(watchedAt: newYear)]
        $0.rating = ImportedRating(rating10: 8, ratedAt: added)
      },
      entry(movie, 3) { $0.isFavourite = true }, entry(movie, 4) { $0.plays = [ImportedPlay(watchedAt: newYear)] },
    ])
    #expect(decision.appends.flatMap(\.events).map { type(of: $0.payload).type } == ["TitleAdded", "PlaysAdded"])
    var expected = TitleSettings(addedAt: added)
    (expected.status, expected.rating10, expected.ratedAt, expected.isFavourite) = (.completed, 8, added, true)
    #expect(settings(night, movie) == expected)
    #expect(night.collection().titles[movie]?.plays.map(\.at.watchedAt) == [newYear])
    var counted = ImportOutcome()
    (counted.titlesAdded, counted.playsAdded, counted.ratingsSet, counted.unchanged) = (1, 2, 1, 1)
    #expect(outcome == counted)
  }

  /// As in the element of a series that was watched as a whole, first without times.
  @Test func recordWithThousandsOfPlaysDatesThem() throws {
    var night = Night()
    func watched(_ day: WatchedAt) -> ImportEntry {
      entry(series) { $0.plays = (1...5_000).map { ImportedPlay(episode: EpisodeRef(1, $0), watchedAt: day) } }
    }
    for day in [.unknown, newYear] { #expect(try night.importPiece([watched(day)]).outcome.playsAdded == 5_000) }
    let plays = night.collection().titles[series]?.plays ?? []
    #expect(plays.count == 5_000 && plays.allSatisfy { $0.at.watchedAt == newYear })
    #expect(try night.importPiece([watched(newYear), watched(.unknown)]).outcome.unchanged == 2)
  }

  @Test func playsOfOneRecordReplaceEachOther() throws {
    var night = Night()
    let evening = WatchedAt.time(Cast.day(2026).start.advanced(bySeconds: 72_000))
    let times = [.unknown, newYear, evening, evening, newYear].map { ImportedPlay(watchedAt: $0) }
    #expect(try night.importPiece([entry(movie) { $0.plays = times }]).outcome.titlesAdded == 1)
    #expect(night.collection().titles[movie]?.plays.map(\.at.watchedAt) == [evening])
  }

  @Test func handmadeSettingsStayUnlessImportFillsThem() throws {
    var night = Night()
    night.send(.add(Cast.newMovie(1), Cast.newMovie(2)))
    night.send(.set(movie) { ($0.status, $0.rating, $0.isFavourite) = (.dropped, .liked, true) })
    let before = night.collection()
    let old = ImportedRating(rating10: 10, ratedAt: Cast.day(2020).start)
    let (_, outcome) = try night.importPiece([
      entry(movie) { ($0.status, $0.rating) = (.completed, old) }, entry(.movie(2)) { $0.rating = old },
    ])
    #expect(night.collection().titles[movie] == before.titles[movie])
    #expect(settings(night, .movie(2))?.rating10 == 10)
    #expect(outcome.titlesChanged == 1 && outcome.ratingsSet == 1 && outcome.unchanged == 1)
  }

  @Test func playsOfSeriesMakeItWatchingOrCompleted() throws {
    let outcomes: [([EpisodeRef], TitleStatus)] = [([EpisodeRef(1, 1)], .watching), (Cast.allEpisodes, .completed)]
    for (episodes, expected) in outcomes {
      var night = Night()
      let plays = episodes.map { ImportedPlay(episode: $0, watchedAt: newYear) }
      try night.importPiece([entry(series) { $0.plays = plays }])
      #expect(settings(night, series)?.status == expected)
      #expect(night.collection().counts.watched == (expected == .completed ? 1 : 0))
    }
  }

  @Test func droppedSeriesThatWasSeenCountsAsWatched() throws {
    let plays = Cast.allEpisodes.map { ImportedPlay(episode: $0, watchedAt: newYear) }
    let entries = [entry(series) { $0.status = .dropped }, entry(series, 1) { $0.plays = plays }]
    for ordered in [entries, Array(entries.reversed())] {
      var night = Night()
      try night.importPiece(ordered)
      #expect(settings(night, series)?.status == .dropped && night.collection().counts.watched == 1)
    }
  }

  // MARK: Lists and notes

  @Test func listsAreCreatedOnceAndAppendedTo() throws {
    var night = Night()
    let list = ImportedList(
      id: Cast.list(1), name: String(repeating: "x", count: 150), icon: "not an icon", isDefault: true, place: 1 << 40)
    let entries = [entry(.movie(2), 0) { $0.list = list.id }, entry(movie, 1) { $0.list = list.id }]
    let (_, outcome) = try night.importPiece(entries, lists: [list])
    #expect(outcome.listsCreated == 1 && outcome.listItemsAdded == 2 && outcome.titlesAdded == 2)
    let created = try #require(night.collection().lists[list.id])
    #expect(created.icon == nil && night.collection().orderedTitles(of: created) == [.movie(2), movie])
    let text = night.texts[TextID(list.id)].flatMap(CollectionTexts.list)
    #expect(text?.name == String(repeating: "x", count: 100))
    #expect(night.collection().preferences.defaultListID == list.id)
    #expect(try night.importPiece(entries, lists: [list]).decision == Decision())
    night.send(.createList(2))
    #expect(night.collection().orderedLists == [Cast.list(2), list.id], "new lists come before imported ones")
  }

  @Test func privateTitleStaysOffSharedList() throws {
    var night = Night()
    night.send(.createList(1, isShared: true))
    let (_, outcome) = try night.importPiece([
      entry(movie) { $0.isPrivate = true }, entry(movie, 1) { $0.list = Cast.list(1) },
      entry(.movie(2), 2) { $0.list = Cast.list(1) }, entry(.movie(2), 3) { $0.isPrivate = true },
    ])
    #expect(settings(night, movie)?.isPrivate == true && settings(night, .movie(2))?.isPrivate == true)
    #expect(night.collection().lists[Cast.list(1)]?.places.isEmpty == true)
    #expect(outcome.unchanged == 1 && outcome.listItemsAdded == 0)
  }

  @Test func titleThatBecomesPrivateLeavesSharedLists() throws {
    var night = Night()
    night.send(.createList(1, isShared: true))
    try night.importPiece([entry(movie) { $0.list = Cast.list(1) }])
    #expect(night.collection().lists[Cast.list(1)]?.places.count == 1)
    try night.importPiece([entry(movie) { $0.isPrivate = true }])
    #expect(night.collection().lists[Cast.list(1)]?.places.isEmpty == true)
  }

  @Test func ownListsAndNotesOfABackupAreNotAddedAgain() throws {
    var night = Night()
    night.send(.createList(1))
    var list = ImportedList(id: Cast.list(7), name: "Mine", place: 1 << 40)
    list.originalID = Cast.list(1)
    let (_, outcome) = try night.importPiece(
      [entry(movie) { ($0.list, $0.originalList) = (list.id, list.originalID) }], lists: [list])
    #expect(outcome.listsCreated == 0 && night.collection().lists[Cast.list(1)]?.places.count == 1)
  }

  // MARK: Backups

  @Test func backupFixesTheStatusOfNewTitles() throws {
    var night = Night()
    let played = ImportedPlay(watchedAt: newYear)
    let episodes = Cast.allEpisodes.map { ImportedPlay(episode: $0, watchedAt: newYear) }
    try night.importPiece([
      entry(movie) { ($0.status, $0.statusIsChosen, $0.fixesStatus, $0.plays) = (.planned, true, true, [played]) },
      entry(.movie(2), 1) { ($0.fixesStatus, $0.statusIsChosen, $0.plays) = (true, true, [played]) },
      entry(series, 2) { ($0.status, $0.statusIsChosen, $0.fixesStatus) = (.dropped, true, true) },
      entry(.series(2), 3) { ($0.status, $0.isWatched, $0.fixesStatus) = (.watching, true, true) },
      entry(series, 4) { ($0.plays, $0.fixesStatus) = (episodes, true) },
    ])
    let chosen = [movie, .movie(2), series, .series(2)].map { settings(night, $0)?.statusIsChosen }
    #expect(chosen == [true, true, true, false])
    #expect(settings(night, movie)?.status == .planned && settings(night, .movie(2))?.status == nil)
    #expect(settings(night, series)?.status == .dropped && settings(night, .series(2))?.status == .watching)
    #expect(night.collection().titles[series]?.wasCompleted == false)
    #expect(night.collection().titles[.series(2)]?.wasCompleted == true)
  }

  @Test func backupKeepsSeveralPlaysWithoutATime() throws {
    var night = Night()
    let plays = [WatchedAt.unknown, .unknown, newYear].map { ImportedPlay(watchedAt: $0) }
    let entries = [entry(movie) { ($0.fixesStatus, $0.plays) = (true, plays) }]
    let first = try night.importPiece(entries)
    let second = try night.importPiece(entries)
    #expect(first.outcome.playsAdded == 3 && second.decision == Decision())
    #expect(night.collection().titles[movie]?.plays.count == 3)
  }

  @Test func completedSeriesWithNewEpisodesStaysAsItIs() throws {
    var night = Night()
    try night.importPiece([entry(series) { ($0.status, $0.isWatched, $0.fixesStatus) = (.watching, true, true) }])
    #expect(try night.importPiece([entry(series) { $0.status = .completed }]).decision == Decision())
    #expect(settings(night, series)?.status == .watching)
  }

  @Test func seriesWithNewEpisodesIsNotCompletedAgain() throws {
    for record in Self.completing(entry(series)) {
      var night = Night()
      try night.importPiece([record])
      night.send(.refreshTitles([(series, Cast.seriesFacts(1, [3, 2, 1]))]))
      #expect(settings(night, series)?.status == .watching)
      let again = try night.importPiece([record])
      #expect(again.decision == Decision())
    }
  }

  @Test func unmarkedSeriesIsNotCompletedAgain() throws {
    let plays = Cast.allEpisodes.map { ImportedPlay(episode: $0, watchedAt: newYear) }
    for record in Self.completing(entry(series)) {
      var night = Night()
      try night.importPiece([record, entry(series, 1) { $0.plays = [plays[0]] }])
      night.send(.unmarkEpisodes(EpisodeSelection(of: 1), .all))
      #expect(settings(night, series)?.status == .watching)
      let again = try night.importPiece([record])
      #expect(again.decision == Decision())
      try night.importPiece([entry(series) { $0.plays = plays }])
      #expect(settings(night, series)?.status == .completed, "plays complete it")
    }
  }

  /// The entry as records that complete a series without plays: of a rated one, and of a backup.
  private static func completing(_ entry: ImportEntry) -> [ImportEntry] {
    var (rated, saved) = (entry, entry)
    rated.status = .completed
    (saved.status, saved.isWatched, saved.fixesStatus) = (.completed, true, true)
    return [rated, saved]
  }

  @Test func noteIsAddedOnce() throws {
    var night = Night()
    let note = ImportedNote(id: Cast.note(1), text: " So good ", createdAt: Cast.day(2020).start)
    let entries = [entry(movie) { $0.notes = [note] }, entry(movie, 1) { $0.notes = [note] }]
    #expect(try night.importPiece(entries).outcome.notesAdded == 1)
    #expect(night.texts[TextID(note.id)].flatMap(CollectionTexts.note) == " So good ")
    night.send(.editNote(note.id, text: "Better", ownerOnly: nil))
    #expect(try night.importPiece(entries).decision == Decision())
  }

  @Test func derivedIDsDifferByMemberAndSource() {
    let ids = [Cast.ann, Cast.starter].flatMap { member in
      ["a", "b"].map { NoteID(derivedFor: member, $0) }
    }
    #expect(Set(ids).count == 4 && ids.allSatisfy { $0.high & 0xF000 == 0x8000 })
    #expect(ids[0] == NoteID(derivedFor: Cast.ann, "a") && ids[0].low == Cast.ann.low)
  }

  // MARK: Refused records

  @Test func recordWithBadValueDoesNotStopOthers() throws {
    var night = Night()
    let future = WatchedAt(Cast.evening.advanced(bySeconds: 2 * Timestamp.secondsPerDay))
    let (_, outcome) = try night.importPiece([
      entry(movie, 0) { $0.plays = [ImportedPlay(watchedAt: newYear), ImportedPlay(watchedAt: future)] },
      entry(movie, 1) { $0.notes = [ImportedNote(id: Cast.note(1), text: "")] },
      entry(movie, 2) { $0.rating = ImportedRating(rating10: 11) },
      entry(movie, 3) { $0.plays = [ImportedPlay(episode: EpisodeRef(1, 1), watchedAt: newYear)] },
      entry(series, 4) { $0.plays = [ImportedPlay(watchedAt: newYear)] },
      entry(series, 5) { $0.plays = [ImportedPlay(episode: EpisodeRef(1, 100_000), watchedAt: newYear)] },
      entry(movie, 6) { $0.addedAt = Timestamp(microseconds: .max) },
      entry(movie, 7) { $0.rating = ImportedRating(rating10: 1, ratedAt: Timestamp(microseconds: .min)) },
      entry(.movie(2), 8),
    ])
    #expect(outcome.badValues == Array(0...7) && outcome.titlesAdded == 1 && outcome.playsAdded == 0)
    #expect(night.collection().titles.count == 1)
  }

  @Test func recordBeyondLimitDoesNotStopOthers() throws {
    var night = Night()
    let plays = (1...Int64(CollectionLimits.playsOfOne)).map {
      ImportedPlay(watchedAt: WatchedAt(Cast.day(2020).start.advanced(bySeconds: $0)))
    }
    let (_, outcome) = try night.importPiece([
      entry(movie, 0) { $0.plays = plays },
      entry(movie, 1) { ($0.plays, $0.isFavourite) = ([ImportedPlay(watchedAt: newYear)], true) },
      entry(.movie(2), 2) { $0.list = Cast.list(1) }, entry(.movie(3), 3),
    ])
    #expect(outcome.limited == [1, 2] && outcome.titlesAdded == 2 && outcome.playsAdded == 200)
    #expect(settings(night, movie)?.isFavourite == false, "a refused record changes nothing")
  }
}

extension Cast {
  /// All regular episodes of `seriesFacts`.
  fileprivate static let allEpisodes = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)].map { EpisodeRef($0, $1) }
}
