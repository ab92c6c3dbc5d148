import Domain
import MovieNightPrimitives

@testable import Commands

/// A second implementation of a member's collection, written from `docs/rules.md` and not from the deciders. It has no
/// events and no counters: plain dictionaries hold everything, and all numbers are recomputed when they are asked for.
struct CollectionModel {
  struct Play: Comparable {
    var episode: EpisodeRef?
    var at: WatchedAt

    static func < (left: Play, right: Play) -> Bool {
      let (first, second) = (left.episode ?? EpisodeRef(0, 0), right.episode ?? EpisodeRef(0, 0))
      return (first, left.at) < (second, right.at)
    }
  }

  struct Title {
    var settings: TitleSettings
    var facts: TitleFacts
    var plays: [Play] = []
    /// Whether a series was completed and has not been set otherwise by hand since.
    var wasCompleted = false
    /// Whether unmarking has made a completed series watching, and its status has not been set by hand since.
    var wasReopened = false
  }

  struct ListValues {
    var name: String
    var description: String
    var icon: String?
    var color: String?
    var isShared: Bool
  }

  struct List {
    var values: ListValues
    var titles: [TitleRef] = []
    /// The place among the imported lists, which come after the others; nil once the member has ordered the lists.
    var importedPlace: Int?
  }

  struct Note: Equatable {
    let title: TitleRef
    let episode: EpisodeRef?
    var text: String
    var ownerOnly: Bool
  }

  enum Verdict {
    case accepted
    /// The command is refused, with one of the reasons that apply to the first item that cannot be carried out.
    case refused(index: Int?, Set<String>)
  }

  var titles: [TitleRef: Title] = [:]
  var lists: [ListID: List] = [:]
  /// All lists, in the order of the member.
  var order: [ListID] = []
  var notes: [NoteID: Note] = [:]
  var preferences = CollectionPreferences()

  /// Thrown inside a command; the caller then keeps the model from before the command.
  private struct Objection: Error {
    let index: Int?
    let reasons: Set<String>
  }

  // MARK: Commands

  /// Carries out a command of the owner. `others` are the collections of the other current members.
  mutating func send(_ command: CollectionCommand, at now: Timestamp, others: [CollectionModel]) -> Verdict {
    var changed = self
    do throws(Objection) {
      try changed.carryOut(command, at: now, others)
      self = changed
      return .accepted
    } catch {
      return .refused(index: error.index, error.reasons)
    }
  }

  private mutating func carryOut(
    _ command: CollectionCommand, at now: Timestamp, _ others: [CollectionModel]
  ) throws(Objection) {
    switch command {
    case .addTitles(let items):
      for (index, item) in items.enumerated() { try add(item, index, at: now) }
    case .setTitles(let refs, let changes):
      for (index, ref) in refs.enumerated() { try set(ref, changes, index, at: now) }
    case .removeTitles(let refs):
      for (index, ref) in refs.enumerated() {
        try check([("not_in_collection", titles[ref] == nil)], index)
        remove(ref)
      }
    case .markMovies(let movies, let watchedAt, let again):
      let at = watchedAt ?? WatchedAt(now)
      for (index, movie) in movies.enumerated() {
        let ref = TitleRef.movie(movie)
        try check(
          [("not_in_collection", titles[ref] == nil), ("in_the_future", Self.isTooFarAhead(at, now))], index)
        if play(ref, nil, at, again: again) { complete(ref) }
      }
    case .unmarkMovies(let movies, let plays):
      for (index, movie) in movies.enumerated() {
        let ref = TitleRef.movie(movie)
        try check([("not_in_collection", titles[ref] == nil)], index)
        guard unplay(ref, nil, plays), titles[ref]!.plays.isEmpty else { continue }
        if titles[ref]!.settings.status == .completed, !titles[ref]!.settings.statusIsChosen {
          setAutomatically(ref, .planned)
        }
      }
    case .markEpisodes(let mark): try self.mark(mark, at: now)
    case .unmarkEpisodes(let selection, let plays): try unmark(selection, plays, at: now)
    case .refreshTitles(let refreshed):
      for (index, title) in refreshed.enumerated() {
        try check([("not_in_collection", titles[title.ref] == nil)], index)
        refresh(title.ref, title.facts)
      }
    case .createList(let id, let values):
      lists[id] = List(
        values: ListValues(
          name: values.name ?? "", description: values.description ?? "", icon: values.icon, color: values.color,
          isShared: values.isShared ?? false))
      order.insert(id, at: order.firstIndex { lists[$0]?.importedPlace != nil } ?? order.count)
      if values.isDefault == true { preferences.defaultListID = id }
    case .updateList(let id, let changes): try update(id, changes, others)
    case .removeList(let id):
      try checkList(id, others)
      lists[id] = nil
      order.removeAll { $0 == id }
      if preferences.defaultListID == id { preferences.defaultListID = nil }
    case .orderLists(let ids):
      let isWrong = ids.count != order.count || Set(ids) != Set(order)
      try check([("bad_parameters", isWrong), ("unknown_list", ids.contains { lists[$0] == nil })])
      // Naming the present order changes nothing.
      if ids != order { for id in ids { lists[id]!.importedPlace = nil } }
      order = ids
    case .addToList(let id, let refs, let after):
      try checkList(id, others)
      try addToList(id, refs, after: after)
    case .removeFromList(let id, let refs):
      try checkList(id, others)
      for (index, ref) in refs.enumerated() {
        try check([("not_in_collection", !lists[id]!.titles.contains(ref))], index)
        lists[id]!.titles.removeAll { $0 == ref }
      }
    case .moveInList(let id, let refs, let after):
      try checkList(id, others)
      try move(refs, in: id, after: after)
    case .addNote(let id, let ref, let episode, let text, let ownerOnly):
      try check([("not_in_collection", titles[ref] == nil)])
      notes[id] = Note(title: ref, episode: episode, text: text, ownerOnly: ownerOnly)
    case .editNote(let id, let text, let ownerOnly):
      try checkNote(id, others)
      if let text { notes[id]!.text = text }
      if let ownerOnly { notes[id]!.ownerOnly = ownerOnly }
    case .removeNote(let id):
      try checkNote(id, others)
      notes[id] = nil
    case .setPreferences(let changes): try set(changes)
    case .clear(let confirmation):
      try check([("bad_parameters", confirmation != "DELETE")])
      let kept = preferences
      self = CollectionModel()
      preferences = kept
      preferences.defaultListID = nil
    }
  }

  private func check(_ objections: [(reason: String, applies: Bool)], _ index: Int? = nil) throws(Objection) {
    let reasons = objections.filter(\.applies).map(\.reason)
    if !reasons.isEmpty { throw Objection(index: index, reasons: Set(reasons)) }
  }

  // MARK: Titles

  private mutating func add(_ item: NewTitle, _ index: Int, at now: Timestamp) throws(Objection) {
    let listed = item.lists ?? preferences.defaultListID.map { [$0] } ?? []
    try check(
      [
        ("already_in_collection", titles[item.ref] != nil),
        ("not_a_series", item.ref.mediaType == .movie && item.status == .watching),
        ("in_the_future", item.watchedAt.map { Self.isTooFarAhead($0, now) } ?? false),
        ("bad_parameters", item.ref.mediaType == .tv && item.watchedAt != nil),
        ("unknown_list", listed.contains { lists[$0] == nil }),
        ("private_title", item.isPrivate == true && listed.contains { lists[$0]?.values.isShared == true }),
      ], index)
    var settings = TitleSettings(addedAt: now)
    settings.status = item.status ?? .planned
    settings.statusIsChosen = item.status != nil
    settings.rating10 = item.rating10
    settings.rating = item.rating ?? (item.rating10 == nil ? preferences.defaultRating : nil)
    settings.ratedAt = settings.rating10 == nil && settings.rating == nil ? nil : now
    settings.isFavourite = item.isFavourite == true
    settings.isPrivate = item.isPrivate == true
    titles[item.ref] = Title(settings: settings, facts: item.facts, wasCompleted: settings.status == .completed)
    if let at = item.watchedAt, play(item.ref, nil, at, again: false) { complete(item.ref) }
    for id in listed where !lists[id]!.titles.contains(item.ref) { lists[id]!.titles.append(item.ref) }
  }

  private mutating func set(
    _ ref: TitleRef, _ changes: TitleChanges, _ index: Int, at now: Timestamp
  ) throws(Objection) {
    try check(
      [
        ("not_in_collection", titles[ref] == nil),
        ("not_a_series", ref.mediaType == .movie && changes.status == .watching),
        ("private_title", changes.isPrivate == true && sharedLists.contains { $0.titles.contains(ref) }),
      ], index)
    var title = titles[ref]!
    let (rating, rating10) = (title.settings.rating, title.settings.rating10)
    if let status = changes.status { Self.choose(status, &title) }
    if changes.cleared.contains(.status) { Self.choose(nil, &title) }
    if let rating = changes.rating { (title.settings.rating, title.settings.rating10) = (rating, nil) }
    if let rating10 = changes.rating10 { (title.settings.rating, title.settings.rating10) = (nil, rating10) }
    if !changes.cleared.isDisjoint(with: [.rating, .rating10]) {
      (title.settings.rating, title.settings.rating10, title.settings.ratedAt) = (nil, nil, nil)
    } else if title.settings.rating != rating || title.settings.rating10 != rating10 {
      title.settings.ratedAt = now
    }
    title.settings.isFavourite =
      changes.isFavourite ?? (title.settings.isFavourite && !changes.cleared.contains(.favourite))
    title.settings.isPrivate = changes.isPrivate ?? (title.settings.isPrivate && !changes.cleared.contains(.private))
    titles[ref] = title
  }

  private static func choose(_ status: TitleStatus?, _ title: inout Title) {
    title.settings.status = status
    title.settings.statusIsChosen = true
    (title.wasCompleted, title.wasReopened) = (status == .completed, false)
  }

  private mutating func remove(_ ref: TitleRef) {
    titles[ref] = nil
    for id in lists.keys { lists[id]!.titles.removeAll { $0 == ref } }
    notes = notes.filter { $0.value.title != ref }
  }

  /// Sets a status that no one chose.
  private mutating func setAutomatically(_ ref: TitleRef, _ status: TitleStatus) {
    titles[ref]!.settings.status = status
    titles[ref]!.settings.statusIsChosen = false
    if status == .completed { titles[ref]!.wasCompleted = true }
  }

  private mutating func complete(_ movie: TitleRef) {
    let status = titles[movie]!.settings.status
    if status == nil || status == .planned { setAutomatically(movie, .completed) }
  }

  // MARK: Plays

  private static func isTooFarAhead(_ at: WatchedAt, _ now: Timestamp) -> Bool {
    let limit = now.advanced(bySeconds: Timestamp.secondsPerDay)
    return switch at {
    case .time(let time): time > limit
    case .day(let day): day.start > limit
    case .unknown: false
    }
  }

  static func isTime(_ at: WatchedAt) -> Bool { if case .time = at { true } else { false } }

  private static func isSame(_ one: WatchedAt, _ other: WatchedAt) -> Bool {
    switch (one, other) {
    case (.unknown, _), (_, .unknown): false
    case (.time, .time): one == other
    default: one.day == other.day
    }
  }

  /// Records a play of a movie or episode. Returns whether anything changed.
  private mutating func play(_ ref: TitleRef, _ episode: EpisodeRef?, _ at: WatchedAt, again: Bool) -> Bool {
    let plays = titles[ref]!.plays
    let known = plays.indices.filter { plays[$0].episode == episode }
    if let same = known.first(where: { Self.isSame(plays[$0].at, at) }) {
      guard again, Self.isTime(at), !Self.isTime(plays[same].at) else { return false }
      titles[ref]!.plays[same].at = at
    } else if known.isEmpty || again {
      titles[ref]!.plays.append(Play(episode: episode, at: at))
    } else if at != .unknown, let undated = known.first(where: { plays[$0].at == .unknown }) {
      titles[ref]!.plays[undated].at = at
    } else {
      return false
    }
    return true
  }

  /// Removes the last play of a movie or episode, or all. Returns whether there was one.
  private mutating func unplay(_ ref: TitleRef, _ episode: EpisodeRef?, _ which: RemovedPlays) -> Bool {
    let known = titles[ref]!.plays.indices.filter { titles[ref]!.plays[$0].episode == episode }
    guard let last = known.max(by: { titles[ref]!.plays[$0].at < titles[ref]!.plays[$1].at }) else { return false }
    switch which {
    case .all: titles[ref]!.plays.removeAll { $0.episode == episode }
    case .last: titles[ref]!.plays.remove(at: last)
    }
    return true
  }

  // MARK: Series

  private static func lacks(_ number: Int, _ facts: TitleFacts) -> Bool {
    let seasons = facts.airing.seasons
    return seasons.contains { $0.number > 0 && $0.episodeCount != nil } && !seasons.contains { $0.number == number }
  }

  private static func count(_ facts: TitleFacts, season number: Int) -> Int? {
    facts.airing.seasons.first { $0.number == number }?.episodeCount
  }

  static func hasEnded(_ facts: TitleFacts) -> Bool {
    facts.airing.seriesStatus == "Ended" || facts.airing.seriesStatus == "Canceled"
  }

  static func episodes(_ facts: TitleFacts, season: Int?) -> [EpisodeRef] {
    facts.airing.seasons.filter { season == nil ? $0.number > 0 : $0.number == season }.flatMap { season in
      (0..<(season.episodeCount ?? 0)).map { EpisodeRef(season.number, $0 + 1) }
    }.sorted()
  }

  static func hasAired(_ episode: EpisodeRef, _ facts: TitleFacts, on today: CalendarDate) -> Bool {
    if episode.season > 0, let next = facts.airing.nextEpisode, next.season > 0 { return episode < next.ref }
    guard let date = facts.airing.seasons.first(where: { $0.number == episode.season })?.airDate else { return false }
    return date <= today
  }

  /// The regular episodes that have aired and were not watched.
  func newEpisodes(of title: Title, on today: CalendarDate) -> [EpisodeRef] {
    let watched = Set(title.plays.compactMap(\.episode))
    return Self.episodes(title.facts, season: nil).filter {
      Self.hasAired($0, title.facts, on: today) && !watched.contains($0)
    }
  }

  private mutating func mark(_ mark: EpisodeMark, at now: Timestamp) throws(Objection) {
    let (ref, selection) = (TitleRef.series(mark.selection.series), mark.selection)
    let (at, today) = (mark.watchedAt ?? WatchedAt(now), mark.today ?? now.date)
    try check([("not_in_collection", titles[ref] == nil), ("in_the_future", Self.isTooFarAhead(at, now))])
    if let facts = mark.facts { refresh(ref, facts) }
    let facts = titles[ref]!.facts
    var targets = selected(selection, facts)
    for (index, number) in (selection.numbers ?? []).enumerated() {
      let count = Self.count(facts, season: selection.season ?? 0)
      try check([("unknown_episode", count.map { number > $0 } ?? Self.lacks(selection.season ?? 0, facts))], index)
    }
    if selection.numbers == nil, !mark.includesUnaired {
      targets.removeAll { !Self.hasAired($0, facts, on: today) }
    }
    var hasChanged = false
    for episode in targets where play(ref, episode, at, again: mark.again) { hasChanged = true }
    if hasChanged { followEpisodes(ref, on: today) }
  }

  /// Changes the status after an episode was marked.
  private mutating func followEpisodes(_ ref: TitleRef, on today: CalendarDate) {
    let title = titles[ref]!
    guard preferences.updatesStatus, title.settings.status != .dropped, title.settings.status != .completed else {
      return
    }
    if Self.hasEnded(title.facts), newEpisodes(of: title, on: today).isEmpty {
      setAutomatically(ref, .completed)
    } else if title.settings.status != .watching {
      setAutomatically(ref, .watching)
    }
  }

  private mutating func unmark(
    _ selection: EpisodeSelection, _ which: RemovedPlays, at now: Timestamp
  ) throws(Objection) {
    let ref = TitleRef.series(selection.series)
    try check([("not_in_collection", titles[ref] == nil)])
    let played = Set(titles[ref]!.plays.compactMap(\.episode)).filter { Self.isSelected($0, by: selection) }
    guard !played.isEmpty else { return }
    for episode in played { _ = unplay(ref, episode, which) }
    let title = titles[ref]!
    guard preferences.updatesStatus, title.settings.status == .completed, !title.settings.statusIsChosen,
      !newEpisodes(of: title, on: now.date).isEmpty
    else { return }
    setAutomatically(ref, .watching)
    (titles[ref]!.wasCompleted, titles[ref]!.wasReopened) = (false, true)
  }

  private static func isSelected(_ episode: EpisodeRef, by selection: EpisodeSelection) -> Bool {
    guard let season = selection.season else { return episode.isRegular }
    guard let numbers = selection.numbers else { return episode.season == season }
    if selection.through, let last = numbers.first { return episode.isRegular && episode <= EpisodeRef(season, last) }
    return episode.season == season && numbers.contains(episode.number)
  }

  private func selected(_ selection: EpisodeSelection, _ facts: TitleFacts) -> [EpisodeRef] {
    guard let season = selection.season, let numbers = selection.numbers else {
      return Self.episodes(facts, season: selection.season)
    }
    guard selection.through else { return numbers.map { EpisodeRef(season, $0) } }
    return Self.episodes(facts, season: nil).filter { Self.isSelected($0, by: selection) }
  }

  private mutating func refresh(_ ref: TitleRef, _ facts: TitleFacts) {
    let before = Self.episodes(titles[ref]!.facts, season: nil).count
    titles[ref]!.facts = facts
    let hasGrown = Self.episodes(facts, season: nil).count > before
    if ref.mediaType == .tv, preferences.updatesStatus, titles[ref]!.settings.status == .completed, hasGrown {
      setAutomatically(ref, .watching)
    }
  }

  // MARK: Lists, notes and preferences

  private var sharedLists: [List] { lists.values.filter(\.values.isShared) }

  private func checkList(_ id: ListID, _ others: [CollectionModel]) throws(Objection) {
    guard lists[id] == nil else { return }
    let isReadable = others.contains { $0.lists[id]?.values.isShared == true }
    throw Objection(index: nil, reasons: [isReadable ? "cannot_act_as" : "unknown_list"])
  }

  private func checkNote(_ id: NoteID, _ others: [CollectionModel]) throws(Objection) {
    guard notes[id] == nil else { return }
    let isReadable = others.contains { $0.isReadable(id) }
    throw Objection(index: nil, reasons: [isReadable ? "not_your_note" : "unknown_note"])
  }

  /// Whether the household can read a note.
  private func isReadable(_ id: NoteID) -> Bool {
    guard let note = notes[id], !note.ownerOnly else { return false }
    return titles[note.title]?.settings.isPrivate == false
  }

  private mutating func update(_ id: ListID, _ changes: ListChanges, _ others: [CollectionModel]) throws(Objection) {
    try checkList(id, others)
    let isShared = changes.isShared == true
    try check([("private_title", isShared && lists[id]!.titles.contains { titles[$0]!.settings.isPrivate })])
    var values = lists[id]!.values
    values.name = changes.name ?? values.name
    values.description = changes.cleared.contains(.description) ? "" : changes.description ?? values.description
    values.icon = changes.cleared.contains(.icon) ? nil : changes.icon ?? values.icon
    values.color = changes.cleared.contains(.color) ? nil : changes.color ?? values.color
    values.isShared = changes.isShared ?? values.isShared
    lists[id]!.values = values
    if changes.isDefault == true { preferences.defaultListID = id }
    if changes.isDefault == false, preferences.defaultListID == id { preferences.defaultListID = nil }
  }

  private mutating func addToList(_ id: ListID, _ refs: [TitleRef], after: TitleRef?) throws(Objection) {
    let list = lists[id]!
    try check([("not_in_collection", after.map { !list.titles.contains($0) } ?? false)])
    for (index, ref) in refs.enumerated() {
      try check(
        [
          ("not_in_collection", titles[ref] == nil),
          ("private_title", list.values.isShared && titles[ref]?.settings.isPrivate == true),
        ], index)
    }
    let fresh = refs.filter { !list.titles.contains($0) }
    let place = after.flatMap { list.titles.firstIndex(of: $0) }.map { $0 + 1 } ?? list.titles.count
    lists[id]!.titles.insert(contentsOf: fresh, at: place)
  }

  private mutating func move(_ refs: [TitleRef], in id: ListID, after: TitleRef?) throws(Objection) {
    let list = lists[id]!.titles
    try check([("not_in_collection", after.map { !list.contains($0) } ?? false)])
    for (index, ref) in refs.enumerated() { try check([("not_in_collection", !list.contains(ref))], index) }
    let rest = list.filter { !refs.contains($0) }
    let place = after.flatMap { rest.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    lists[id]!.titles = Array(rest[..<place]) + refs + rest[place...]
  }

  private mutating func set(_ changes: PreferenceChanges) throws(Objection) {
    try check([("unknown_list", changes.defaultListID.map { lists[$0] == nil } ?? false)])
    let standard = CollectionPreferences()
    func value<Value>(_ new: Value?, _ old: Value, _ field: ClearedPreference, _ fallback: Value) -> Value {
      changes.cleared.contains(field) ? fallback : new ?? old
    }
    preferences.defaultListID =
      changes.cleared.contains(.defaultListID) ? nil : changes.defaultListID ?? preferences.defaultListID
    preferences.defaultRating =
      changes.cleared.contains(.defaultRating) ? nil : changes.defaultRating ?? preferences.defaultRating
    preferences.imageSize = value(changes.imageSize, preferences.imageSize, .imageSize, standard.imageSize)
    preferences.showsWatchedInLists = value(
      changes.showsWatchedInLists, preferences.showsWatchedInLists, .showsWatchedInLists, standard.showsWatchedInLists)
    preferences.sort = value(changes.sort, preferences.sort, .sort, standard.sort)
    preferences.isAscending = value(
      changes.isAscending, preferences.isAscending, .isAscending, standard.isAscending)
    preferences.updatesStatus = value(
      changes.updatesStatus, preferences.updatesStatus, .updatesStatus, standard.updatesStatus)
  }

  // MARK: Numbers

  func isWatched(_ ref: TitleRef) -> Bool {
    guard let title = titles[ref] else { return false }
    return ref.mediaType == .movie ? !title.plays.isEmpty : title.wasCompleted
  }

  /// The numbers, without those of the lists.
  var counts: CollectionCounts {
    var counts = CollectionCounts()
    func number(of status: TitleStatus) -> Int { titles.values.count { $0.settings.status == status } }
    counts.movies = titles.keys.count { $0.mediaType == .movie }
    counts.series = titles.count - counts.movies
    counts.watched = titles.keys.count { isWatched($0) }
    counts.planned = number(of: .planned)
    counts.watching = number(of: .watching)
    counts.completed = number(of: .completed)
    counts.paused = number(of: .paused)
    counts.dropped = number(of: .dropped)
    counts.plays = titles.values.reduce(0) { $0 + $1.plays.count }
    return counts
  }

  func watched(in list: ListID) -> Int { lists[list]?.titles.count { isWatched($0) } ?? 0 }
}
