import Domain
import MovieNightPrimitives

extension CollectionState {
  /// Decides a command (`docs/rules.md`, "Collections"). Throws `Refusal`, or the `StoreError` of reading a text.
  func decide(_ command: CollectionCommand, in context: CollectionContext) throws -> Decision {
    var draft = CollectionDraft(state: self, context: context)
    switch command {
    case .addTitles(let items): try draft.addTitles(items)
    case .setTitles(let titles, let changes): try draft.setTitles(titles, changes)
    case .removeTitles(let titles): try draft.removeTitles(titles)
    case .markMovies(let movies, let watchedAt, let again):
      try draft.markMovies(movies, watchedAt, again ? .again : .once)
    case .unmarkMovies(let movies, let plays): try draft.unmarkMovies(movies, plays)
    case .markEpisodes(let mark): try draft.markEpisodes(mark)
    case .unmarkEpisodes(let selection, let plays): try draft.unmarkEpisodes(selection, plays)
    case .refreshTitles(let titles): try draft.refreshTitles(titles)
    case .createList(let id, let values): try draft.createList(id, values)
    case .updateList(let id, let changes): try draft.updateList(id, changes)
    case .removeList(let id): try draft.removeList(id)
    case .orderLists(let ids): try draft.orderLists(ids)
    case .addToList(let id, let titles, let neighbour): try draft.addToList(id, titles, after: neighbour)
    case .removeFromList(let id, let titles): try draft.removeFromList(id, titles)
    case .moveInList(let id, let titles, let neighbour): try draft.moveInList(id, titles, after: neighbour)
    case .addNote(let id, let title, let episode, let text, let ownerOnly):
      try draft.addNote(id, title, episode, text, ownerOnly)
    case .editNote(let id, let text, let ownerOnly): try draft.editNote(id, text, ownerOnly)
    case .removeNote(let id): try draft.removeNote(id)
    case .setPreferences(let changes): try draft.setPreferences(changes)
    case .clear(let confirmation): try draft.clear(confirmation)
    }
    return draft.decision
  }
}

extension CollectionDraft {
  /// Decides a command item by item. A refusal gets the index of the item that it is about.
  mutating func each<Item>(_ items: [Item], _ decide: (inout Self, Item) throws(Refusal) -> Void) throws(Refusal) {
    for (index, item) in items.enumerated() {
      do throws(Refusal) { try decide(&self, item) } catch { throw error.at(index) }
    }
  }

  mutating func setPreferences(_ changes: PreferenceChanges) throws(Refusal) {
    if let list = changes.defaultListID, state.lists[list] == nil { throw .unknownList }
    if let size = changes.imageSize, !CollectionLimits.imageSize.contains(size.utf8.count) {
      throw .badParameter("image_size", "must be a size such as w500")
    }
    let standard = CollectionPreferences()
    var preferences = state.preferences
    func change<Value>(
      _ path: WritableKeyPath<CollectionPreferences, Value>, to value: Value?, _ field: ClearedPreference
    ) {
      if let value { preferences[keyPath: path] = value }
      if changes.cleared.contains(field) { preferences[keyPath: path] = standard[keyPath: path] }
    }
    change(\.defaultListID, to: changes.defaultListID.map(Optional.some), .defaultListID)
    change(\.defaultRating, to: changes.defaultRating.map(Optional.some), .defaultRating)
    change(\.imageSize, to: changes.imageSize, .imageSize)
    change(\.showsWatchedInLists, to: changes.showsWatchedInLists, .showsWatchedInLists)
    change(\.sort, to: changes.sort, .sort)
    change(\.isAscending, to: changes.isAscending, .isAscending)
    change(\.updatesStatus, to: changes.updatesStatus, .updatesStatus)
    set(preferences)
  }

  mutating func set(_ preferences: CollectionPreferences) {
    guard preferences != state.preferences else { return }
    record(
      CollectionPreferencesSet(memberID: member, preferences: preferences), as: CollectionEvent.collectionPreferencesSet
    )
  }

  mutating func setDefaultList(_ list: ListID?) {
    var preferences = state.preferences
    preferences.defaultListID = list
    set(preferences)
  }

  mutating func clear(_ confirmation: String) throws(Refusal) {
    guard confirmation == "DELETE" else { throw .badParameter("confirm", "must be DELETE") }
    guard !state.isEmpty else { return }
    for text in state.namedTexts { delete(text) }
    record(CollectionCleared(memberID: member, contents: state.contents), as: CollectionEvent.collectionCleared)
  }
}
