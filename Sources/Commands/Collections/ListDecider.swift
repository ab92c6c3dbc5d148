import Domain
import EventStore
import MovieNightPrimitives

/// Decides commands on lists.
extension CollectionDraft {
  /// Returns a list of the member's. Another member's is refused, and only a shared one as if it existed.
  private func ownList(_ id: ListID) throws(Refusal) -> CollectionState.List {
    if let list = state.lists[id] { return list }
    let isShared = context.others.values.contains { $0.lists[id]?.isShared ?? false }
    throw isShared ? .cannotActAs : .unknownList
  }

  mutating func createList(_ id: ListID, _ values: ListChanges) throws(Refusal) {
    guard state.lists[id] == nil else { return }
    guard state.lists.count < CollectionLimits.lists else { throw .tooManyLists }
    try CollectionTexts.check(icon: values.icon, color: values.color)
    put(
      try CollectionTexts.list(
        id, name: values.name ?? "", description: values.description ?? "", of: member, in: household))
    // Imported lists are behind the others, at places from here on.
    let last = state.lists.values.lazy.map(\.place).filter { $0 < CollectionState.List.importedPlaces }.max() ?? 0
    record(
      ListCreated(
        memberID: member, listID: id, icon: values.icon, color: values.color, isShared: values.isShared ?? false,
        place: last + CollectionLimits.placeStep), as: CollectionEvent.listCreated)
    if values.isDefault == true { setDefaultList(id) }
  }

  mutating func updateList(_ id: ListID, _ changes: ListChanges) throws {
    let old = try ownList(id)
    try CollectionTexts.check(icon: changes.icon, color: changes.color)
    var list = old
    list.icon = changes.icon ?? (changes.cleared.contains(.icon) ? nil : list.icon)
    list.color = changes.color ?? (changes.cleared.contains(.color) ? nil : list.color)
    list.isShared = changes.isShared ?? list.isShared
    if list.isShared, !old.isShared, let title = state.orderedTitles(of: list).first(where: isPrivate) {
      throw Refusal.privateTitle.with(title.name)
    }
    let hasNewText = try updateText(of: id, changes)
    if hasNewText || list != old {
      record(
        ListChanged(
          memberID: member, listID: id, icon: list.icon, color: list.color, isShared: list.isShared,
          hasNewText: hasNewText), as: CollectionEvent.listChanged)
    }
    if let isDefault = changes.isDefault, isDefault != (state.preferences.defaultListID == id) {
      setDefaultList(isDefault ? id : nil)
    }
  }

  /// Puts a new name or description. Returns whether the text changes.
  private mutating func updateText(of id: ListID, _ changes: ListChanges) throws -> Bool {
    let description = changes.description ?? (changes.cleared.contains(.description) ? "" : nil)
    guard changes.name != nil || description != nil else { return false }
    let old = try context.text(TextID(id))
    let known = old.flatMap(CollectionTexts.list)
    let text = try CollectionTexts.list(
      id, name: changes.name ?? known?.name ?? "", description: description ?? known?.description ?? "", of: member,
      in: household)
    guard text.value != old?.value else { return false }
    put(text)
    return true
  }

  private func isPrivate(_ ref: TitleRef) -> Bool { state.titles[ref]?.settings.isPrivate ?? false }

  mutating func removeList(_ id: ListID) throws(Refusal) {
    let list = try ownList(id)
    delete(TextID(id))
    record(
      ListRemoved(memberID: member, listID: id, titles: list.places.keys.sorted()), as: CollectionEvent.listRemoved)
  }

  mutating func orderLists(_ ids: [ListID]) throws(Refusal) {
    guard ids.count == state.lists.count, Set(ids) == Set(state.lists.keys) else {
      throw .badParameter("list_ids", "must name each of your lists once")
    }
    guard ids != state.orderedLists else { return }
    record(ListsOrdered(memberID: member, lists: ids), as: CollectionEvent.listsOrdered)
  }

  // MARK: Titles of a list

  mutating func addToList(_ id: ListID, _ titles: [TitleRef], after neighbour: TitleRef?) throws(Refusal) {
    let list = try ownList(id)
    if let neighbour, list.places[neighbour] == nil { throw .notInCollection.with(neighbour.name) }
    var added: [TitleRef] = []
    try each(titles) { (draft, ref) throws(Refusal) in
      let title = try draft.title(ref)
      guard list.places[ref] == nil, !added.contains(ref) else { return }
      guard !list.isShared || !title.settings.isPrivate else { throw .privateTitle.with(ref.name) }
      guard list.places.count + added.count < CollectionLimits.titlesOfList else { throw .listFull }
      added.append(ref)
    }
    append(added.map { ($0, context.now) }, to: id, after: neighbour)
  }

  /// Adds titles of the collection that are not on the list, after `neighbour` or at the end.
  mutating func append(
    _ titles: [(ref: TitleRef, addedAt: Timestamp)], to id: ListID, after neighbour: TitleRef? = nil
  ) {
    guard !titles.isEmpty, let list = state.lists[id] else { return }
    let last = list.places.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    let places = list.places(for: titles.map(\.ref), after: neighbour ?? last)
    let added = zip(titles, places.new).map { title, place in
      ListedPlace(title: title.ref, place: place, addedAt: title.addedAt)
    }
    record(
      ListTitlesAdded(memberID: member, listID: id, titles: added, moved: places.renumbered),
      as: CollectionEvent.listTitlesAdded)
  }

  mutating func removeFromList(_ id: ListID, _ titles: [TitleRef]) throws(Refusal) {
    try check(titles, on: try ownList(id))
    guard !titles.isEmpty else { return }
    record(ListTitlesRemoved(memberID: member, listID: id, titles: titles), as: CollectionEvent.listTitlesRemoved)
  }

  mutating func moveInList(_ id: ListID, _ refs: [TitleRef], after neighbour: TitleRef?) throws(Refusal) {
    let list = try ownList(id)
    if let neighbour, list.places[neighbour] == nil { throw .notInCollection.with(neighbour.name) }
    try check(refs, on: list)
    guard neighbour.map({ !refs.contains($0) }) ?? true else {
      throw .badParameter("after", "must not be one of the titles")
    }
    let order = state.orderedTitles(of: list)
    let others = order.filter { !refs.contains($0) }
    let index = neighbour.flatMap { others.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    guard !refs.isEmpty, Array(others[..<index]) + refs + Array(others[index...]) != order else { return }
    let places = list.places(for: refs, after: neighbour)
    let moved = zip(refs, places.new).map { PlacedTitle(title: $0, place: $1) }
    record(
      ListTitlesMoved(memberID: member, listID: id, titles: moved + places.renumbered),
      as: CollectionEvent.listTitlesMoved)
  }

  /// Refuses a title that is not on the list, or named twice.
  private mutating func check(_ titles: [TitleRef], on list: CollectionState.List) throws(Refusal) {
    var seen: Set<TitleRef> = []
    try each(titles) { (_, ref) throws(Refusal) in
      guard list.places[ref] != nil, seen.insert(ref).inserted else { throw .notInCollection.with(ref.name) }
    }
  }
}

extension CollectionState.List {
  /// The first place of imported lists. Lists that members create have lower places.
  static let importedPlaces = 1 << 40
  /// The places that are not too large to compute with.
  private static let usualPlaces = -(1 << 60)...(1 << 60)

  /// Returns new places for titles after another of the list, or at its front if `neighbour` is nil, and those of the
  /// other titles that must change because there is no room.
  func places(for refs: [TitleRef], after neighbour: TitleRef?) -> (new: [Int], renumbered: [PlacedTitle]) {
    let moving = Set(refs)
    let others = places.filter { !moving.contains($0.key) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    let index = others.firstIndex { $0.key == neighbour }.map { $0 + 1 } ?? 0
    let before = index > 0 ? others[index - 1].value : nil
    // As few of the titles behind the new ones as possible move with them, because each move changes a row.
    for moved in 0...others.count - index {
      let next = index + moved
      let after = next < others.count ? others[next].value : nil
      let distance = moved == 0 ? 1 : Self.closestPlaces
      guard let new = Self.places(refs.count + moved, after: before, before: after, atLeast: distance) else { continue }
      let renumbered = zip(others[index..<next], new.dropFirst(refs.count)).map {
        PlacedTitle(title: $0.key, place: $1)
      }
      return (Array(new.prefix(refs.count)), renumbered)
    }
    let place = { (index: Int) in (index + 1) * CollectionLimits.placeStep }
    let renumbered = others.enumerated().compactMap { number, other in
      let new = place(number < index ? number : number + refs.count)
      return new == other.value ? nil : PlacedTitle(title: other.key, place: new)
    }
    return (refs.indices.map { place(index + $0) }, renumbered)
  }

  /// The distance between places that are renumbered, unless the list ends.
  private static let closestPlaces = 1 << 10

  /// Returns ascending places between two, at least `shortest` apart; nil if there is no room.
  private static func places(
    _ count: Int, after before: Int?, before after: Int?, atLeast shortest: Int
  ) -> [Int]? {
    guard [before, after].allSatisfy({ $0.map(usualPlaces.contains) ?? true }) else { return nil }
    var (start, distance) = (before ?? 0, CollectionLimits.placeStep)
    if let after {
      if let before { distance = (after - before) / (count + 1) } else { start = after - distance * (count + 1) }
    }
    return distance >= shortest ? (1...count).map { start + distance * $0 } : nil
  }
}
