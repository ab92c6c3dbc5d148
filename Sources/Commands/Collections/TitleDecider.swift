import Domain
import EventStore
import MovieNightPrimitives

/// Decides commands on titles and what members set about them.
extension CollectionDraft {
  mutating func addTitles(_ items: [NewTitle]) throws(Refusal) {
    var filed: [(list: ListID, titles: [TitleRef])] = []
    for (index, item) in items.enumerated() {
      do throws(Refusal) { try add(item, "items[\(index)]", &filed) } catch { throw error.at(index) }
    }
    for (list, titles) in filed { append(titles.map { ($0, context.now) }, to: list) }
  }

  /// Adds a title to the collection, and its lists to `filed`.
  private mutating func add(_ item: NewTitle, _ field: String, _ filed: inout [(list: ListID, titles: [TitleRef])])
    throws(Refusal)
  {
    let name = item.facts.title
    let lists = item.lists ?? state.preferences.defaultListID.map { [$0] } ?? []
    for list in lists where state.lists[list] == nil { throw .unknownList }
    guard state.titles[item.ref] == nil else { throw .alreadyInCollection.with(name) }
    guard item.watchedAt == nil || item.ref.mediaType == .movie else {
      throw .badParameter("\(field).watched_at", "is only for movies")
    }
    try Self.checkRatings(item.changes, "\(field).rating10")
    guard item.status != .watching || item.ref.mediaType == .tv else { throw .notASeries.with(name) }
    if let watchedAt = item.watchedAt, watchedAt.isTooFarAhead(at: context.now) { throw .inTheFuture }
    guard state.titles.count < CollectionLimits.titles else { throw .collectionFull }
    for id in lists {
      let index = filed.firstIndex { $0.list == id } ?? filed.count
      if index == filed.count { filed.append((id, [])) }
      guard let list = state.lists[id], !filed[index].titles.contains(item.ref) else { continue }
      guard item.isPrivate != true || !list.isShared else { throw .privateTitle.with(name) }
      guard list.places.count + filed[index].titles.count < CollectionLimits.titlesOfList else { throw .listFull }
      filed[index].titles.append(item.ref)
    }
    var settings = TitleSettings(addedAt: context.now)
    settings.status = .planned
    settings = settings.changed(by: item.changes, at: context.now)
    if settings.ratedAt == nil { settings.rate(state.preferences.defaultRating, nil, at: context.now) }
    record(
      TitleAdded(memberID: member, title: item.ref, facts: item.facts, settings: settings),
      as: CollectionEvent.titleAdded)
    if let watchedAt = item.watchedAt { try mark(item.ref, watchedAt, .once) }
  }

  mutating func setTitles(_ titles: [TitleRef], _ changes: TitleChanges) throws(Refusal) {
    try Self.checkRatings(changes, "rating10")
    try each(titles) { (draft, ref) throws(Refusal) in
      let title = try draft.title(ref)
      guard changes.status != .watching || ref.mediaType == .tv else { throw .notASeries.with(ref.label) }
      let settings = title.settings.changed(by: changes, at: draft.context.now)
      if changes.isPrivate == true, title.lists.contains(where: { draft.state.lists[$0]?.isShared ?? false }) {
        throw .privateTitle.with(ref.name)
      }
      guard settings != title.settings else { return }
      draft.record(TitleSet(memberID: draft.member, title: ref, settings: settings), as: CollectionEvent.titleSet)
    }
  }

  private static func checkRatings(_ changes: TitleChanges, _ field: String) throws(Refusal) {
    guard changes.rating == nil || changes.rating10 == nil else {
      throw .badParameter(field, "must not be set together with rating")
    }
    guard changes.rating10.map(CollectionLimits.rating10.contains) ?? true else {
      throw .badParameter(field, "must be from 1 to 10")
    }
  }

  mutating func removeTitles(_ titles: [TitleRef]) throws(Refusal) {
    try each(titles) { (draft, ref) throws(Refusal) in
      let title = try draft.title(ref)
      for note in title.notes { draft.delete(TextID(note)) }
      draft.record(
        TitleRemoved(
          memberID: draft.member, title: ref, plays: title.plays.map { Int($0.number) }.sorted(),
          seasons: title.seasonNumbers, lists: title.lists, notes: title.notes), as: CollectionEvent.titleRemoved)
    }
  }

  mutating func refreshTitles(_ titles: [(ref: TitleRef, facts: TitleFacts)]) throws(Refusal) {
    try each(titles) { (draft, title) throws(Refusal) in try draft.refresh(title.ref, title.facts) }
  }

  /// Records new facts, unless they are the recorded ones. New episodes of a completed series make it watched again.
  mutating func refresh(_ ref: TitleRef, _ facts: TitleFacts) throws(Refusal) {
    let title = try title(ref)
    guard facts.digest != title.factsDigest else { return }
    var progress = title.progress
    progress?.record(facts)
    let hasNewEpisodes = progress?.total ?? 0 > title.progress?.total ?? 0
    let resumes = state.preferences.updatesStatus && title.settings.status == .completed && hasNewEpisodes
    record(
      TitleRefreshed(memberID: member, title: ref, facts: facts, status: resumes ? .watching : nil),
      as: CollectionEvent.titleRefreshed)
  }
}

extension TitleSettings {
  fileprivate func changed(by changes: TitleChanges, at now: Timestamp) -> TitleSettings {
    var settings = self
    if changes.status != nil || changes.cleared.contains(.status) {
      settings.status = changes.cleared.contains(.status) ? nil : changes.status
      settings.statusIsChosen = true
    }
    if !changes.cleared.isDisjoint(with: [.rating, .rating10]) {
      (settings.rating, settings.rating10, settings.ratedAt) = (nil, nil, nil)
    }
    settings.rate(changes.rating, changes.rating10, at: now)
    settings.isFavourite = changes.isFavourite ?? (isFavourite && !changes.cleared.contains(.favourite))
    settings.isPrivate = changes.isPrivate ?? (isPrivate && !changes.cleared.contains(.private))
    return settings
  }

  /// Sets a rating that differs from the present one. One of the two forms is nil; if both are, nothing changes.
  mutating func rate(_ rating: Rating?, _ rating10: Int?, at time: Timestamp?) {
    guard rating != nil || rating10 != nil, rating != self.rating || rating10 != self.rating10 else { return }
    self.rating = rating
    self.rating10 = rating10
    ratedAt = time
  }
}
