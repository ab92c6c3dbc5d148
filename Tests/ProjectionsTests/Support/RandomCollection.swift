import Domain
import EventStore
import MovieNightPrimitives
import TestSupport

/// A random history of the collections of two members. Its counts are made up, as folds only take them over.
struct RandomCollection {
  private struct Title {
    var plays: [AddedPlay] = []
    var seasons: Set<Int> = []
    var lists: Set<ListID> = []
    var notes: Set<NoteID> = []
  }

  private struct Content {
    var titles: [TitleRef: Title] = [:]
    var lists: [ListID: [TitleRef]] = [:]
    var nextPlay = 1

    var refs: [TitleRef] { titles.keys.sorted() }
  }

  static let members = [Home.tim, Home.sarah]

  private(set) var recorder = Recorder()
  private var random: SeededGenerator
  private var contents: [MemberID: Content] = [:]

  /// Returns the first `count` events of the history with `seed`.
  static func events(seed: UInt64, count: Int) -> [RecordedEvent] {
    var history = RandomCollection(random: SeededGenerator(seed: seed))
    while history.recorder.events.count < count { history.step() }
    return Array(history.recorder.events.prefix(count))
  }

  private init(random: SeededGenerator) { self.random = random }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func step() {
    let member = Self.members[number(0...1)]
    var content = contents[member] ?? Content()
    let ref = content.refs.randomElement(using: &random)
    switch number(0...99) {
    case 0..<25: add(member, &content)
    case 25..<40: if let ref { set(ref, member, &content) }
    case 40..<60: if let ref { play(ref, member, &content) }
    case 60..<68: if let ref { unplay(ref, member, &content) }
    case 68..<72: if let ref { remove(ref, member, &content) }
    case 72..<88: changeLists(member, &content)
    case 88..<97: if let ref { changeNotes(ref, member, &content) }
    case 97, 98:
      var preferences = CollectionPreferences()
      preferences.defaultListID = content.lists.keys.sorted().first
      recorder.record(CollectionPreferencesSet(memberID: member, preferences: preferences))
    default: clear(member, &content)
    }
    contents[member] = content
  }

  private mutating func counts(_ content: Content) -> CollectionCounts? {
    guard number(0...3) > 0 else { return nil }
    var counts = CollectionCounts()
    counts.movies = content.titles.count
    counts.plays = number(0...9)
    counts.lists = content.lists.keys.sorted().map {
      ListCounts(listID: $0, titles: content.lists[$0]?.count ?? 0, watched: 0)
    }
    return counts
  }

  private mutating func facts(_ ref: TitleRef) -> TitleFacts {
    var facts = TitleFacts(title: "Title \(ref.tmdbID) \(number(0...1))")
    facts.genres = ["Drama"]
    guard ref.mediaType == .tv else { return facts }
    facts.airing.seasons = (0...number(1...4)).map {
      TitleSeason(number: $0, name: nil, airDate: CalendarDate(year: 2020, month: 1, day: 1), episodeCount: 5)
    }
    return facts
  }

  private mutating func settings() -> TitleSettings {
    var settings = TitleSettings(addedAt: recorder.now.advanced(bySeconds: Int64(-number(0...5) * 1000)))
    settings.status = TitleStatus.allCases.randomElement(using: &random)
    settings.statusIsChosen = Bool.random(using: &random)
    settings.rating10 = number(0...1) == 0 ? nil : number(1...10)
    settings.isPrivate = number(0...3) == 0
    return settings
  }

  private mutating func add(_ member: MemberID, _ content: inout Content) {
    let ref: TitleRef = Bool.random(using: &random) ? .movie(number(1...300)) : .series(number(1...300))
    guard content.titles[ref] == nil else { return }
    let facts = facts(ref)
    content.titles[ref] = Title(seasons: Set(facts.airing.seasons.map(\.number)))
    recorder.record(
      TitleAdded(memberID: member, title: ref, facts: facts, settings: settings(), counts: counts(content)))
  }

  private mutating func set(_ ref: TitleRef, _ member: MemberID, _ content: inout Content) {
    if number(0...2) > 0 {
      recorder.record(TitleSet(memberID: member, title: ref, settings: settings(), counts: counts(content)))
    } else {
      let facts = facts(ref)
      content.titles[ref]?.seasons.formUnion(facts.airing.seasons.map(\.number))
      recorder.record(
        TitleRefreshed(
          memberID: member, title: ref, facts: facts, status: number(0...1) == 0 ? nil : .watching, counts: nil))
    }
  }

  private mutating func play(_ ref: TitleRef, _ member: MemberID, _ content: inout Content) {
    let count = ref.mediaType == .movie ? 1 : number(1...6)
    let times: [WatchedAt] = [.unknown, WatchedAt(recorder.now), .day(recorder.now.date)]
    let statuses: [TitleStatus?] = [nil, .watching, .completed]
    var plays: [AddedPlay] = []
    for _ in 0..<count {
      let episode = ref.mediaType == .movie ? nil : EpisodeRef(number(0...6), number(1...9))
      plays.append(
        AddedPlay(number: content.nextPlay, episode: episode, watchedAt: times[number(0...2)], roundID: nil))
      content.nextPlay += 1
    }
    // A play replaces an earlier one of the same movie or episode.
    let replaced = content.titles[ref]?.plays.filter { old in plays.contains { $0.episode == old.episode } }.prefix(1)
    let numbers = (replaced ?? []).map(\.number)
    content.titles[ref]?.plays.removeAll { numbers.contains($0.number) }
    content.titles[ref]?.plays += plays
    content.titles[ref]?.seasons.formUnion(plays.compactMap { $0.episode?.season })
    recorder.record(
      PlaysAdded(
        memberID: member, title: ref, plays: plays, replaced: numbers,
        status: statuses[number(0...2)], already: 0, notAired: 0,
        counts: counts(content)))
  }

  private mutating func unplay(_ ref: TitleRef, _ member: MemberID, _ content: inout Content) {
    guard let plays = content.titles[ref]?.plays, !plays.isEmpty else { return }
    let removed = plays.prefix(number(1...plays.count))
    let rest = plays.dropFirst(removed.count)
    content.titles[ref]?.plays = Array(rest)
    let unwatched = Set(removed.compactMap(\.episode)).subtracting(rest.compactMap(\.episode)).sorted()
    recorder.record(
      PlaysRemoved(
        memberID: member, title: ref, plays: removed.map { RemovedPlay(number: $0.number, episode: $0.episode) },
        unwatched: unwatched, playCount: rest.count, lastWatchedAt: rest.map(\.watchedAt).max() ?? .unknown,
        status: number(0...2) == 0 ? .watching : nil, counts: counts(content)))
  }

  private mutating func remove(_ ref: TitleRef, _ member: MemberID, _ content: inout Content) {
    guard let title = content.titles.removeValue(forKey: ref) else { return }
    for list in title.lists { content.lists[list]?.removeAll { $0 == ref } }
    recorder.record(
      TitleRemoved(
        memberID: member, title: ref, plays: title.plays.map(\.number).sorted(),
        seasons: ref.mediaType == .movie ? [] : title.seasons.sorted(), lists: title.lists.sorted(),
        notes: title.notes.sorted(), counts: counts(content)))
  }

  private mutating func changeLists(_ member: MemberID, _ content: inout Content) {
    let ids = content.lists.keys.sorted()
    guard let list = ids.randomElement(using: &random), number(0...9) > 0 else {
      let list = ListID(version7At: recorder.now, using: &random)
      content.lists[list] = []
      recorder.record(
        ListCreated(
          memberID: member, listID: list, icon: "star", color: nil, isShared: false, place: number(1...9) << 20))
      return
    }
    let listed = content.lists[list] ?? []
    switch number(0...9) {
    case 0..<5:
      let refs = content.refs.filter { !listed.contains($0) }.shuffled(using: &random).prefix(number(1...4))
      guard !refs.isEmpty else { return }
      let places = refs.map { ListedPlace(title: $0, place: number(1...100), addedAt: recorder.now) }
      let moved = listed.prefix(number(0...2)).map { PlacedTitle(title: $0, place: number(1...100)) }
      content.lists[list] = listed + refs
      for ref in refs { content.titles[ref]?.lists.insert(list) }
      recorder.record(
        ListTitlesAdded(memberID: member, listID: list, titles: places, moved: moved, counts: counts(content)))
    case 5:
      guard let ref = listed.first else { return }
      content.lists[list]?.removeFirst()
      content.titles[ref]?.lists.remove(list)
      recorder.record(ListTitlesRemoved(memberID: member, listID: list, titles: [ref], counts: counts(content)))
    case 6:
      recorder.record(
        ListTitlesMoved(
          memberID: member, listID: list, titles: listed.map { PlacedTitle(title: $0, place: number(1...100)) }))
    case 7: recorder.record(ListsOrdered(memberID: member, lists: ids.shuffled(using: &random)))
    case 8:
      recorder.record(
        ListChanged(memberID: member, listID: list, icon: nil, color: "#00FF00", isShared: true, hasNewText: false))
    default:
      content.lists[list] = nil
      for ref in listed { content.titles[ref]?.lists.remove(list) }
      recorder.record(ListRemoved(memberID: member, listID: list, titles: listed.sorted()))
    }
  }

  private mutating func changeNotes(_ ref: TitleRef, _ member: MemberID, _ content: inout Content) {
    if let note = content.titles[ref]?.notes.sorted().first, number(0...1) == 0 {
      if number(0...1) == 0 {
        recorder.record(NoteChanged(memberID: member, noteID: note, ownerOnly: false, hasNewText: true))
      } else {
        content.titles[ref]?.notes.remove(note)
        recorder.record(NoteRemoved(memberID: member, noteID: note, title: ref))
      }
    } else {
      let note = NoteID(version7At: recorder.now, using: &random)
      content.titles[ref]?.notes.insert(note)
      recorder.record(
        NoteAdded(memberID: member, noteID: note, title: ref, episode: nil, ownerOnly: true, createdAt: recorder.now))
    }
  }

  private mutating func clear(_ member: MemberID, _ content: inout Content) {
    var lost = CollectionContents()
    for ref in content.refs {
      guard let title = content.titles[ref] else { continue }
      if ref.mediaType == .movie {
        lost.movies.append(ref.tmdbID)
      } else {
        lost.series.append(RemovedSeries(tmdbID: ref.tmdbID, seasons: title.seasons.sorted()))
      }
      lost.notes += title.notes
    }
    lost.notes.sort()
    if content.nextPlay > 1 { lost.plays = [PlayRange(first: 1, last: content.nextPlay - 1)] }
    lost.lists = content.lists.keys.sorted().map { list in
      let refs = (content.lists[list] ?? []).sorted()
      return RemovedList(
        listID: list, movies: refs.filter { $0.mediaType == .movie }.map(\.tmdbID),
        series: refs.filter { $0.mediaType == .tv }.map(\.tmdbID))
    }
    let isErased = Bool.random(using: &random)
    content = Content(nextPlay: isErased ? 1 : content.nextPlay)
    if isErased {
      recorder.record(CollectionErased(memberID: member, contents: lost))
    } else {
      recorder.record(CollectionCleared(memberID: member, contents: lost, counts: CollectionCounts()))
    }
  }
}
