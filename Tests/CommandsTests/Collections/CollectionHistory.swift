import Domain
import MovieNightPrimitives
import TestSupport

@testable import Commands
@testable import CommandsSupport

/// One step of a random history of three collections. Its references are ids of small pools, so that it stays
/// meaningful when the history is shrunk.
struct CollectionStep: CustomStringConvertible {
  var owner: MemberID
  /// The seconds that pass before the step.
  var wait: Int64
  var action: Action

  enum Action {
    case command(CollectionCommand)
    /// An import whose entries are sent in pieces that begin at `cuts`.
    case importing([ImportedList], [ImportEntry], cuts: [Int])
    /// The household watches a movie in a round.
    case round(MovieID, attendees: [MemberID])
    /// An import of all rounds that the owner attended, as the format `nights` does it.
    case nights
  }

  var description: String { "\(wait) s later, collection \(owner.low): \(action)" }
}

/// Generates histories with few titles, lists and notes, so that most commands find what they name.
struct CollectionHistoryGenerator {
  private var random: SeededGenerator
  private var notes: UInt64 = 0

  static let owners = [Cast.creator, Cast.ann, Cast.child]
  static let ended = 101, continuing = 102, withoutSeasons = 103

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func history() -> [CollectionStep] {
    var steps = (0..<chance(20...60)).map { _ in
      let owner = pick(Self.owners)
      return CollectionStep(owner: owner, wait: pick([0, 0, 1, 60, 86_400, 200_000]), action: action(of: owner))
    }
    // The entries of one more file come one by one and in any order, with other steps in between.
    let owner = pick(Self.owners)
    let lists = Self.importedLists(of: owner, count: chance(0...2))
    for record in 0..<chance(0...6) {
      let action = CollectionStep.Action.importing(lists, [entry(record, of: owner, lists)], cuts: [])
      steps.insert(CollectionStep(owner: owner, wait: 0, action: action), at: chance(0...steps.count))
    }
    // Random commands seldom leave a list with two titles, of which one can be moved.
    if one(in: 10) {
      let (list, titles) = (list(owner), [TitleRef.movie(1), .series(Self.ended)])
      let commands: [CollectionCommand] =
        [.createList(list, values())] + titles.map { .addTitles([NewTitle($0, facts(of: $0))]) }
        + [.addToList(list, titles, after: nil), .moveInList(list, [titles[1]], after: nil)]
      steps += commands.map { CollectionStep(owner: owner, wait: 0, action: .command($0)) }
    }
    return steps
  }

  private mutating func action(of owner: MemberID) -> CollectionStep.Action {
    switch chance(1...40) {
    case 1...3: importing(for: owner)
    case 4, 5: .round(chance(1...6), attendees: Self.owners.filter { _ in one(in: 2) })
    case 6: .nights
    default: .command(command(of: owner))
    }
  }

  // MARK: Commands

  private mutating func command(of owner: MemberID) -> CollectionCommand {
    let list = one(in: 12) ? list(pick(Self.owners)) : list(owner)
    switch chance(1...36) {
    case 1...6: return .addTitles((0..<chance(1...3)).map { _ in newTitle(owner) })
    case 7...9: return .setTitles(refs(), changes())
    case 10: return .removeTitles(refs())
    case 11...13: return .markMovies(movies(), watchedAt: watchedAt(), again: one(in: 3))
    case 14, 15: return .unmarkMovies(movies(), one(in: 4) ? .all : .last)
    case 16...21: return .markEpisodes(episodeMark())
    case 22, 23: return .unmarkEpisodes(selection(), one(in: 3) ? .all : .last)
    case 24: return .refreshTitles([refreshed()])
    case 25: return .createList(list, values())
    case 26: return .updateList(list, listChanges())
    case 27:
      if one(in: 3) { return .removeList(list) }
      let imported = one(in: 2) ? [] : Self.importedLists(of: owner, count: chance(1...2)).map(\.id)
      return .orderLists(((1...2).map { Self.listID(owner, $0) } + imported).shuffled(using: &random))
    case 28, 29:
      let after = one(in: 3) ? ref() : nil
      return .addToList(list, refs(), after: after)
    case 30: return .removeFromList(list, refs())
    case 31, 34, 35:
      let titles = one(in: 2) ? [ref()] : refs()
      let neighbour = ref()
      return .moveInList(list, titles, after: one(in: 2) || titles.contains(neighbour) ? nil : neighbour)
    case 32: return note(owner)
    case 33: return one(in: 20) ? .clear(confirmation: one(in: 5) ? "delete" : "DELETE") : note(owner)
    default: return .setPreferences(preferences(owner))
    }
  }

  private mutating func newTitle(_ owner: MemberID) -> NewTitle {
    let ref = ref()
    let lists: [ListID]? = one(in: 2) ? nil : one(in: 2) ? [] : [list(owner)]
    let statuses: [TitleStatus?] = [nil, nil, nil, .planned, .watching, .completed, .paused, .dropped]
    let rating10: Int? = one(in: 6) ? chance(1...10) : nil
    var title = NewTitle(ref, facts(of: ref))
    title.status = pick(statuses)
    title.rating = rating10 == nil && one(in: 5) ? pick(Rating.allCases) : nil
    title.rating10 = rating10
    (title.isFavourite, title.isPrivate) = (one(in: 6), one(in: 6))
    title.lists = lists
    title.watchedAt = ref.mediaType == .movie && one(in: 4) ? watchedAt() : nil
    return title
  }

  private mutating func changes() -> TitleChanges {
    var changes = TitleChanges()
    switch chance(1...8) {
    case 1...3: changes.status = pick(TitleStatus.allCases)
    case 4: changes.rating = pick(Rating.allCases)
    case 5: (changes.rating10, changes.isFavourite) = (chance(1...10), one(in: 2))
    case 6: changes.isPrivate = one(in: 2)
    default: changes.cleared = [pick(ClearedTitleField.allCases)]
    }
    return changes
  }

  private mutating func episodeMark() -> EpisodeMark {
    let selection = selection()
    let isFresh = selection.numbers != nil && one(in: 3)
    var mark = EpisodeMark(selection)
    mark.watchedAt = watchedAt()
    (mark.again, mark.includesUnaired) = (one(in: 4), one(in: 5))
    mark.today = one(in: 3) ? pick([Self.day(10), Self.day(25)]) : nil
    mark.facts = isFresh ? facts(of: .series(selection.series)) : nil
    return mark
  }

  private mutating func selection() -> EpisodeSelection {
    let series = pick([Self.ended, Self.ended, Self.continuing, Self.continuing, Self.withoutSeasons])
    switch chance(1...6) {
    case 1 where series != Self.withoutSeasons:
      return EpisodeSelection(of: series)
    case 2: return EpisodeSelection(of: series, season: chance(0...2))
    case 3 where series != Self.withoutSeasons:
      return EpisodeSelection(of: series, season: chance(1...2), numbers: [chance(1...4)], through: true)
    default:
      let numbers = Set((0..<chance(1...3)).map { _ in chance(1...6) })
      return EpisodeSelection(of: series, season: chance(0...2), numbers: numbers.sorted())
    }
  }

  private mutating func refreshed() -> (ref: TitleRef, facts: TitleFacts) {
    let ref = ref()
    return (ref, facts(of: ref))
  }

  private mutating func values() -> ListChanges {
    ListChanges(
      name: "List \(chance(1...9))", description: one(in: 2) ? "" : "Some", icon: one(in: 2) ? nil : "star.fill",
      color: nil, isShared: one(in: 3), isDefault: one(in: 4))
  }

  private mutating func listChanges() -> ListChanges {
    switch chance(1...5) {
    case 1: ListChanges(name: "Renamed \(chance(1...9))")
    case 2: ListChanges(description: "Other", color: "#00FF00")
    case 3: ListChanges(isDefault: one(in: 2))
    case 4: ListChanges(cleared: [.icon, .description])
    default: ListChanges(isShared: one(in: 2))
    }
  }

  private mutating func preferences(_ owner: MemberID) -> PreferenceChanges {
    var changes = PreferenceChanges()
    switch chance(1...5) {
    case 1: changes.defaultListID = list(owner)
    case 2: changes.updatesStatus = one(in: 2)
    case 3: (changes.defaultRating, changes.sort) = (pick(Rating.allCases), pick(CollectionSort.allCases))
    case 4: (changes.imageSize, changes.showsWatchedInLists) = ("w185", one(in: 2))
    default: changes.cleared = [pick(ClearedPreference.allCases)]
    }
    return changes
  }

  private mutating func note(_ owner: MemberID) -> CollectionCommand {
    let known = NoteID(high: 6, low: UInt64(chance(1...max(1, Int(notes)))))
    switch chance(1...6) {
    case 1: return .editNote(known, text: "Seen again", ownerOnly: one(in: 2))
    case 2: return .removeNote(known)
    default:
      notes += 1
      let ref = ref()
      let episode = ref.mediaType == .tv && one(in: 2) ? EpisodeRef(1, chance(1...3)) : nil
      return .addNote(NoteID(high: 6, low: notes), ref, episode, text: " A note\n", ownerOnly: one(in: 2))
    }
  }

  // MARK: Imports

  private mutating func importing(for owner: MemberID) -> CollectionStep.Action {
    let lists = Self.importedLists(of: owner, count: chance(0...2))
    let entries = (0..<chance(1...12)).map { entry($0, of: owner, lists) }
    return .importing(lists, entries, cuts: (0..<chance(0...3)).map { _ in chance(0...entries.count) }.sorted())
  }

  /// Returns the lists of a file. The second is shared.
  private static func importedLists(of owner: MemberID, count: Int) -> [ImportedList] {
    (0..<count).map { number in
      ImportedList(
        id: ListID(derivedFor: owner, "list \(number)"), name: "Imported \(number)", isShared: number == 1,
        place: 1 << 40 + number)
    }
  }

  private mutating func entry(_ record: Int, of owner: MemberID, _ lists: [ImportedList]) -> ImportEntry {
    let ref = ref()
    let isSeries = ref.mediaType == .tv
    var entry = ImportEntry(record: record, title: ref, facts: Self.facts(of: ref, version: 1))
    if one(in: 2) { entry.addedAt = Self.time(-chance(1...200)) }
    if one(in: 3) { entry.status = .planned }
    if one(in: 6) { entry.status = .completed }
    entry.plays = (0..<chance(0...2)).map { _ in
      let at = pick([.unknown, WatchedAt(Self.time(-chance(0...4))), .day(Self.day(chance(10...14)))])
      return ImportedPlay(
        episode: isSeries ? EpisodeRef(chance(1...2), chance(1...3)) : nil, watchedAt: at)
    }
    if one(in: 3) {
      // One value for each time, so that no two ratings of a time compete.
      let hours = chance(1...100)
      entry.rating = ImportedRating(rating10: hours % 10 + 1, ratedAt: Self.time(-hours))
    }
    entry.isFavourite = one(in: 5)
    entry.isPrivate = one(in: 8)
    entry.list = one(in: 2) ? lists.randomElement(using: &random)?.id : nil
    if one(in: 4) {
      let id = NoteID(derivedFor: owner, "note \(ref.label) \(chance(1...2))")
      entry.notes = [ImportedNote(id: id, text: "Imported")]
    }
    return entry
  }

  // MARK: Pools

  static func listID(_ owner: MemberID, _ number: Int) -> ListID {
    ListID(high: 5, low: owner.low * 100 + UInt64(number))
  }

  private static func time(_ hours: Int) -> Timestamp { Cast.evening.advanced(bySeconds: Int64(hours) * 3600) }
  private static func day(_ day: Int) -> CalendarDate { CalendarDate(year: 2026, month: 2, day: day) }

  private mutating func facts(of ref: TitleRef) -> TitleFacts { Self.facts(of: ref, version: chance(1...2)) }

  /// Version 2 of a series has one episode more.
  static func facts(of ref: TitleRef, version: Int) -> TitleFacts {
    var facts = TitleFacts(title: "\(ref.label), version \(version)")
    facts.year = 2000
    guard ref.mediaType == .tv, ref.tmdbID != withoutSeasons else { return facts }
    facts.airing.seasons = [
      TitleSeason(number: 0, name: "Specials", airDate: day(1), episodeCount: 2),
      TitleSeason(number: 1, name: nil, airDate: day(1), episodeCount: 3),
      TitleSeason(number: 2, name: nil, airDate: day(20), episodeCount: 2 + version),
    ]
    if ref.tmdbID == ended {
      facts.airing.seriesStatus = version == 1 ? "Ended" : "Canceled"
    } else {
      facts.airing.nextEpisode = UpcomingEpisode(season: 2, number: version, airDate: day(28))
    }
    return facts
  }

  private mutating func ref() -> TitleRef {
    one(in: 2) ? .movie(chance(1...6)) : .series(pick([Self.ended, Self.continuing, Self.withoutSeasons]))
  }

  private mutating func refs() -> [TitleRef] {
    var refs: [TitleRef] = []
    for _ in 0..<chance(1...3) {
      let ref = ref()
      if !refs.contains(ref) { refs.append(ref) }
    }
    return refs
  }

  private mutating func movies() -> [MovieID] { Set((0..<chance(1...2)).map { _ in chance(1...6) }).sorted() }

  private mutating func watchedAt() -> WatchedAt? {
    switch chance(1...12) {
    case 1...3: nil
    case 4...6: .unknown
    case 7, 8: .day(Self.day(chance(10...14)))
    case 9: .day(CalendarDate(year: 2030, month: 1, day: 1))
    default: WatchedAt(Self.time(-chance(0...60)))
    }
  }

  private mutating func list(_ owner: MemberID) -> ListID { Self.listID(owner, chance(1...2)) }

  private mutating func chance(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func one(in count: Int) -> Bool { chance(1...count) == 1 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[chance(0...elements.count - 1)] }
}
