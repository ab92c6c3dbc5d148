import Domain
import EventStore
import MovieNightPrimitives

extension CollectionState {
  /// Decides a piece of an import (`docs/rules.md`, "Collections"). It adds, and fills what is unset. The result does
  /// not depend on the order of the entries, except the order of titles on lists, and limits.
  func importing(_ lists: [ImportedList], _ entries: some Sequence<ImportEntry>, in context: CollectionContext)
    throws(Refusal) -> (CollectionDraft, ImportOutcome)
  {
    var merge = ImportMerge(draft: CollectionDraft(state: self, context: context), nextPlay: nextPlay)
    for list in lists { merge.add(list) }
    for entry in entries { merge.add(entry) }
    return merge.finish()
  }
}

/// The merging of a piece. Titles are changed here first, so that each gets one or two events for all its entries.
private struct ImportMerge {
  var draft: CollectionDraft
  var outcome = ImportOutcome()
  var titles: [TitleRef: MergedTitle] = [:]
  /// The titles, lists and notes with changes, in order of the entries.
  var order: [TitleRef] = []
  var listed: [(list: ListID, titles: [(ref: TitleRef, addedAt: Timestamp)])] = []
  var notes: [(note: ImportedNote, title: TitleRef)] = []
  var nextPlay: Int
  var now: Timestamp { draft.context.now }

  struct MergedTitle {
    /// The title after the merged entries.
    var title: CollectionState.Title
    let facts: TitleFacts
    var plays: [AddedPlay] = []
    var replaced: [Int] = []
    /// Whether an entry completes the title. Even if it is paused or dropped, it then counts as watched.
    var isCompleted = false
  }

  // MARK: Lists

  mutating func add(_ list: ImportedList) {
    guard own(list.id, list.originalID) == nil, draft.state.lists.count < CollectionLimits.lists else { return }
    draft.put(
      CollectionTexts.importedList(
        list.id, name: list.name, description: list.description, of: draft.member, in: draft.household))
    draft.record(
      ListCreated(
        memberID: draft.member, listID: list.id, icon: list.icon.flatMap { CollectionTexts.isIcon($0) ? $0 : nil },
        color: list.color.flatMap { CollectionTexts.isColor($0) ? $0 : nil }, isShared: list.isShared,
        place: list.place), as: CollectionEvent.listCreated)
    if list.isDefault, draft.state.preferences.defaultListID == nil { draft.setDefaultList(list.id) }
    outcome.listsCreated += 1
  }

  /// Returns the id of the collection's list, by its id in the file or the derived one; nil if there is none.
  private func own(_ id: ListID, _ original: ListID?) -> ListID? {
    [original, id].lazy.compactMap(\.self).first { draft.state.lists[$0] != nil }
  }

  // MARK: Entries

  mutating func add(_ entry: ImportEntry) {
    guard isAllowed(entry) else { return outcome.badValues.append(entry.record) }
    do throws(Refusal) {
      if !(try merge(entry)) { outcome.unchanged += 1 }
    } catch {
      outcome.limited.append(entry.record)
    }
  }

  private func isAllowed(_ entry: ImportEntry) -> Bool {
    let isSeries = entry.title.mediaType == .tv
    func isAllowed(_ episode: EpisodeRef) -> Bool {
      isSeries && CollectionLimits.seasons.contains(episode.season)
        && CollectionLimits.episodes.contains(episode.number)
    }
    let times = [entry.addedAt, entry.listAddedAt, entry.rating?.ratedAt] + entry.notes.map(\.createdAt)
    let watchedAt = times.map { $0.map(WatchedAt.time) ?? .unknown } + entry.plays.map(\.watchedAt)
    let timesAreAllowed = watchedAt.allSatisfy {
      $0 == .unknown || Timestamp.inText.contains(Timestamp(microseconds: $0.order)) && !$0.isTooFarAhead(at: now)
    }
    let rating10IsAllowed = entry.rating?.rating10.map(CollectionLimits.rating10.contains) ?? true
    return timesAreAllowed && rating10IsAllowed
      && entry.plays.allSatisfy { $0.episode.map(isAllowed) ?? !isSeries }
      && entry.notes.allSatisfy { $0.episode.map(isAllowed) ?? true && !$0.text.isEmpty }
  }

  /// Merges an entry. Returns whether it changes anything. Changes nothing if a limit refuses it.
  private mutating func merge(_ entry: ImportEntry) throws(Refusal) -> Bool {
    let known = titles[entry.title] ?? present(entry)
    let isNew = titles[entry.title] == nil && draft.state.titles[entry.title] == nil
    if isNew {
      let newCount = order.count(where: { draft.state.titles[$0] == nil })
      guard draft.state.titles.count + newCount < CollectionLimits.titles else { throw .collectionFull }
    }
    var merged = known
    merged.set(entry, isNew: isNew)
    var next = nextPlay
    var playCount = 0
    for plays in Self.rounds(of: entry.plays) {
      playCount += try merged.add(plays, number: &next) { play in
        // A backup has all plays of a movie or episode. More than one of them can be without a time.
        entry.fixesStatus && known.title.plays(of: play.episode).isEmpty ? .again : .merging
      }
    }
    if playCount > 0, !entry.fixesStatus { merged.proposeStatus(on: now.date) }
    let list = try listToJoin(entry, merged.title)
    var newNotes: [ImportedNote] = []
    for note in entry.notes where !hasNote(note) && !newNotes.contains(where: { $0.id == note.id }) {
      newNotes.append(note)
    }
    guard draft.state.notes.count + notes.count + newNotes.count <= CollectionLimits.notes else {
      throw .tooManyNotes
    }

    // No limit refuses the entry from here on.
    let settingsChange = merged.title.settings != known.title.settings
    let completes = merged.isCompleted != known.isCompleted
    guard isNew || settingsChange || completes || playCount > 0 || list != nil || !newNotes.isEmpty else {
      return false
    }
    if titles.updateValue(merged, forKey: entry.title) == nil { order.append(entry.title) }
    nextPlay = next
    outcome.playsAdded += playCount
    if merged.title.settings.importedRating != known.title.settings.importedRating { outcome.ratingsSet += 1 }
    if let list {
      let index = listed.firstIndex { $0.list == list } ?? listed.count
      if index == listed.count { listed.append((list, [])) }
      listed[index].titles.append((entry.title, entry.listAddedAt.map { min($0, now) } ?? now))
    }
    notes += newNotes.map { ($0, entry.title) }
    outcome.notesAdded += newNotes.count
    return true
  }

  /// Returns the plays in rounds: the first of the movie or of each episode, then the second ones, and so on.
  private static func rounds(of plays: [ImportedPlay]) -> [[ImportedPlay]] {
    var counts: [EpisodeRef?: Int] = [:]
    var rounds: [[ImportedPlay]] = []
    for play in plays {
      let round = counts[play.episode, default: 0]
      counts[play.episode] = round + 1
      if round == rounds.count { rounds.append([]) }
      rounds[round].append(play)
    }
    return rounds
  }

  /// Returns the title as it is in the collection, or a new one.
  private func present(_ entry: ImportEntry) -> MergedTitle {
    let present = draft.state.titles[entry.title]
    var title =
      present ?? CollectionState.Title(settings: TitleSettings(addedAt: now), wasCompleted: false, factsDigest: 0)
    if present == nil, entry.title.mediaType == .tv { title.progress = SeriesProgress(entry.facts) }
    return MergedTitle(title: title, facts: entry.facts)
  }

  private func hasNote(_ note: ImportedNote) -> Bool {
    [note.id, note.originalID].lazy.compactMap(\.self).contains { draft.state.notes[$0] != nil }
      || notes.contains { $0.note.id == note.id }
  }

  /// Returns the list to put an entry's title on; nil if it is on it already, or must not be on it.
  private func listToJoin(_ entry: ImportEntry, _ title: CollectionState.Title) throws(Refusal) -> ListID? {
    guard let derived = entry.list else { return nil }
    guard let id = own(derived, entry.originalList), let list = draft.state.lists[id] else { throw .tooManyLists }
    let new = listed.first { $0.list == id }?.titles ?? []
    guard list.places[entry.title] == nil, !new.contains(where: { $0.ref == entry.title }) else { return nil }
    guard !list.isShared || !title.settings.isPrivate else { return nil }
    guard list.places.count + new.count < CollectionLimits.titlesOfList else { throw .listFull }
    return id
  }

  // MARK: Events

  consuming func finish() -> (CollectionDraft, ImportOutcome) {
    for ref in order { if let merged = titles[ref] { record(merged, ref) } }
    for (list, items) in listed {
      let isShared = draft.state.lists[list]?.isShared ?? false
      let allowed = items.filter { !isShared || draft.state.titles[$0.ref]?.settings.isPrivate == false }
      outcome.listItemsAdded += allowed.count
      draft.append(allowed, to: list)
    }
    for (note, title) in notes {
      let text = PersonalTextKind.collectionNote.text(note.id, of: draft.household, about: draft.member, note.text)
      draft.add(
        note.id, text, on: title, note.episode, note.ownerOnly, createdAt: note.createdAt.map { min($0, now) } ?? now)
    }
    return (draft, outcome)
  }

  private mutating func record(_ merged: MergedTitle, _ ref: TitleRef) {
    let before = draft.state.titles[ref]?.settings
    let settings = merged.title.settings
    if settings.isPrivate {
      // Private wins, whichever comes first.
      for list in merged.title.lists where draft.state.lists[list]?.isShared ?? false {
        draft.record(
          ListTitlesRemoved(memberID: draft.member, listID: list, titles: [ref]), as: CollectionEvent.listTitlesRemoved)
      }
    }
    let passesCompleted = merged.isCompleted && settings.status != .completed && !merged.title.wasCompleted
    var first = settings
    if passesCompleted { first.status = .completed }
    if before == nil {
      draft.record(
        TitleAdded(memberID: draft.member, title: ref, facts: merged.facts, settings: first),
        as: CollectionEvent.titleAdded)
      outcome.titlesAdded += 1
    } else if first != before {
      draft.record(TitleSet(memberID: draft.member, title: ref, settings: first), as: CollectionEvent.titleSet)
    }
    if first != settings {
      draft.record(TitleSet(memberID: draft.member, title: ref, settings: settings), as: CollectionEvent.titleSet)
    }
    if !merged.plays.isEmpty {
      draft.record(
        PlaysAdded(memberID: draft.member, title: ref, plays: merged.plays, replaced: merged.replaced),
        as: CollectionEvent.playsAdded)
    }
    if let before, before != settings || passesCompleted || !merged.plays.isEmpty {
      outcome.titlesChanged += 1
    }
  }
}

// MARK: - Merging a title

extension ImportMerge.MergedTitle {
  /// The statuses, the least one first.
  private static let ranks: [TitleStatus?] = [nil, .planned, .watching, .completed, .paused, .dropped]

  /// Sets what the entry says about the title: the earliest time, the latest rating, and the greatest status.
  fileprivate mutating func set(_ entry: ImportEntry, isNew: Bool) {
    // Exports have whole seconds.
    if let addedAt = entry.addedAt.map(WatchedAt.init), addedAt < WatchedAt(title.settings.addedAt) {
      title.settings.addedAt = Timestamp(microseconds: addedAt.order)
    }
    if let rating = entry.rating, rating.order > title.settings.importedRating.order {
      title.settings.importedRating = rating
    }
    title.settings.isFavourite = title.settings.isFavourite || entry.isFavourite
    title.settings.isPrivate = title.settings.isPrivate || entry.isPrivate
    let isSeries = title.progress != nil
    if isNew, entry.fixesStatus {
      (title.settings.status, title.settings.statusIsChosen) = (entry.status, entry.statusIsChosen)
      isCompleted = isSeries && entry.isWatched
      return
    }
    // After a completed series got new episodes or was unmarked, only plays complete it again.
    let staysAsItIs = isSeries && (title.wasCompleted || title.wasReopened)
    if staysAsItIs, entry.status == .completed { return }
    if entry.fixesStatus || entry.status.map({ isSeries || $0 != .watching }) ?? false {
      propose(entry.status, isChosen: entry.statusIsChosen, isWatched: entry.isWatched && !staysAsItIs)
    }
  }

  /// Adds those plays that are not there, all of different episodes. Returns their number; `number` is that of the next
  /// play.
  fileprivate mutating func add(
    _ new: [ImportedPlay], number: inout Int, _ rule: (ImportedPlay) -> PlayRule
  ) throws(Refusal) -> Int {
    var marks = PlayMarks(first: number)
    for play in new {
      guard try marks.mark(play.episode, of: title, play.watchedAt, rule(play), in: play.roundID) else { continue }
      if let episode = play.episode { title.progress?.mark(episode) }
    }
    number += marks.plays.count
    title.removePlays(marks.replaced)
    title.add(marks.plays.map(CollectionState.Play.init))
    let added = Set(marks.replaced).intersection(plays.map(\.number))
    replaced += marks.replaced.filter { !added.contains($0) }
    if !added.isEmpty { plays.removeAll { added.contains($0.number) } }
    plays += marks.plays
    return marks.plays.count
  }

  /// Proposes the status that follows from plays, whether or not the member's preferences update it automatically.
  fileprivate mutating func proposeStatus(on today: CalendarDate) {
    guard let progress = title.progress else { return propose(.completed) }
    propose(.watching)
    if progress.isCompleted(on: today) { propose(.completed) }
  }

  /// Sets the status if it is greater, unless the member chose one other than `planned`. A choice in the file is
  /// greater than what was not chosen.
  private mutating func propose(_ status: TitleStatus?, isChosen: Bool = false, isWatched: Bool = false) {
    let present = title.settings
    guard !present.statusIsChosen || present.status == nil || present.status == .planned else { return }
    let isChoice = isChosen && status != nil && status != .planned
    if status == .completed || (isWatched && title.progress != nil) {
      if !title.wasCompleted { isCompleted = true }
    } else if isChoice {
      isCompleted = false
    }
    let isSame = status == present.status
    guard isChoice || rank(status) > rank(present.status) || (isSame && isChosen) else { return }
    title.settings.status = status
    title.settings.statusIsChosen = isChosen
  }

  private func rank(_ status: TitleStatus?) -> Int { Self.ranks.firstIndex(of: status) ?? 0 }
}

extension ImportedRating {
  /// The order in which ratings give way to others: by time, those without one first, then by value.
  fileprivate var order: (time: Int64, value: Int) {
    let value =
      switch rating {
      case nil: (rating10 ?? 0) * 2
      case .loved?: 19
      case .liked?: 15
      case .didNotLike?: 5
      }
    return (ratedAt?.microseconds ?? .min, value)
  }
}

extension TitleSettings {
  fileprivate var importedRating: ImportedRating {
    get { ImportedRating(rating: rating, rating10: rating10, ratedAt: ratedAt) }
    set { (rating, rating10, ratedAt) = (newValue.rating, newValue.rating10, newValue.ratedAt) }
  }
}

// MARK: - The command

/// A piece of an import, which the committer decides in parts. Its outcome goes to `progress`, because a dry run has no
/// events.
package struct AddressedImport: AddressedCommand {
  package let household: HouseholdID
  let member: MemberID
  private(set) var lists: [ImportedList]
  /// A slice, so that parts share the entries of their piece.
  private(set) var entries: ArraySlice<ImportEntry>
  let progress: ImportProgress
  /// The number of the piece in its import.
  let number: Int
  /// The number of the part in the piece, from 0.
  private var part = 0

  /// The number of entries of a part that others do not wait for.
  private static let entriesOfPart = 64

  package init(
    household: HouseholdID, member: MemberID, lists: [ImportedList], entries: [ImportEntry],
    progress: ImportProgress, number: Int
  ) {
    self.household = household
    self.member = member
    self.lists = lists
    self.entries = entries[...]
    self.progress = progress
    self.number = number
  }

  package var stream: StreamID { .collection(member) }

  package func parts(othersWait: Bool) -> (first: any AddressedCommand, rest: (any AddressedCommand)?)? {
    let count = othersWait ? 1 : Self.entriesOfPart
    guard entries.count > count else { return (self, nil) }
    var (first, rest) = (self, self)
    first.entries = entries.prefix(count)
    rest.lists = []
    rest.entries = entries.dropFirst(count)
    rest.part += 1
    return (first, rest)
  }

  package func decide(on basis: Basis) throws -> Decision {
    let (collection, context) = try basis.collection(of: member, in: household)
    var (state, outcome) = progress.basis(ofPart: part, ofPiece: number)
    let (draft, added) = try (state ?? collection).importing(lists, entries, in: context)
    outcome.add(added)
    progress.finish(part, ofPiece: number, draft.state, outcome)
    return progress.isDryRun ? Decision() : draft.decision
  }
}

/// The outcome of an import's last piece so far and, for a dry run, the collection as it would be after it.
package final class ImportProgress: Sendable {
  package let isDryRun: Bool
  private let last = Locked<Step?>(nil)

  /// A part. What was before it remains, because it can be decided again after a failed commit.
  private struct Step {
    let piece: Int
    let part: Int
    let before: (state: CollectionState?, outcome: ImportOutcome)
    let after: (state: CollectionState?, outcome: ImportOutcome)
  }

  package init(isDryRun: Bool) { self.isDryRun = isDryRun }

  /// Returns the outcome of a piece; nil unless it is the last one that was decided.
  package func outcome(ofPiece number: Int) -> ImportOutcome? {
    last.withLock { $0?.piece == number ? $0?.after.outcome : nil }
  }

  /// Returns what a part is decided on: the piece's outcome before it, and the state; nil for the first part, and if the
  /// import is no dry run.
  fileprivate func basis(ofPart part: Int, ofPiece piece: Int) -> (state: CollectionState?, outcome: ImportOutcome) {
    guard let last = last.withLock(\.self) else { return (nil, ImportOutcome()) }
    let basis = last.piece == piece && last.part == part ? last.before : last.after
    return part == 0 ? (basis.state, ImportOutcome()) : basis
  }

  fileprivate func finish(_ part: Int, ofPiece piece: Int, _ state: CollectionState, _ outcome: ImportOutcome) {
    let before = basis(ofPart: part, ofPiece: piece)
    last.withLock {
      $0 = Step(piece: piece, part: part, before: before, after: (isDryRun ? state : nil, outcome))
    }
  }
}
