import Domain
import MovieNightPrimitives

@testable import Commands

/// Imports, without pieces or an order: what all entries together mean.
extension CollectionModel {
  /// Joins entries that were imported together, whatever their order and pieces. Their statuses are at most `completed`.
  mutating func imported(_ newLists: [ImportedList], _ entries: [ImportEntry], at now: Timestamp) {
    for list in newLists where lists[list.id] == nil {
      lists[list.id] = List(
        values: ListValues(
          name: list.name, description: list.description, icon: list.icon, color: list.color, isShared: list.isShared),
        importedPlace: list.place)
      order.append(list.id)
    }
    let own = order.filter { lists[$0]!.importedPlace == nil }
    order = own + order.filter { !own.contains($0) }.sorted { lists[$0]!.importedPlace! < lists[$1]!.importedPlace! }
    for ref in Set(entries.map(\.title)) { join(entries.filter { $0.title == ref }, of: ref, at: now) }
    let hidden = titles.filter(\.value.settings.isPrivate)
    for id in lists.keys where lists[id]!.values.isShared {
      lists[id]!.titles.removeAll { hidden[$0] != nil }
    }
    for entry in entries {
      if let id = entry.list, let list = lists[id], !list.titles.contains(entry.title),
        !list.values.isShared || titles[entry.title]?.settings.isPrivate == false
      {
        lists[id]!.titles.append(entry.title)
      }
      for note in entry.notes where notes[note.id] == nil {
        notes[note.id] = Note(title: entry.title, episode: note.episode, text: note.text, ownerOnly: note.ownerOnly)
      }
    }
  }

  private mutating func join(_ entries: [ImportEntry], of ref: TitleRef, at now: Timestamp) {
    var title = titles[ref] ?? Title(settings: TitleSettings(addedAt: now), facts: entries[0].facts)
    title.settings.addedAt = (entries.compactMap(\.addedAt) + [title.settings.addedAt]).min()!
    title.settings.isFavourite = title.settings.isFavourite || entries.contains(where: \.isFavourite)
    title.settings.isPrivate = title.settings.isPrivate || entries.contains(where: \.isPrivate)
    var statuses = entries.compactMap(\.status)
    // It was completed before, and has new episodes or was unmarked since.
    if ref.mediaType == .tv, title.wasCompleted || title.wasReopened { statuses.removeAll { $0 == .completed } }
    let played = Dictionary(grouping: entries.flatMap(\.plays)) { $0.episode }
    for (episode, plays) in played {
      let old = title.plays.filter { $0.episode == episode }.map(\.at)
      let new = Self.joined(old, plays.map(\.watchedAt))
      guard new.sorted() != old.sorted() else { continue }
      title.plays = title.plays.filter { $0.episode != episode } + new.map { Play(episode: episode, at: $0) }
      statuses.append(ref.mediaType == .movie ? .completed : .watching)
    }
    let isSeen = Self.hasEnded(title.facts) && newEpisodes(of: title, on: now.date).isEmpty
    if ref.mediaType == .tv, isSeen, statuses.contains(.watching) { statuses.append(.completed) }
    let ranks: [TitleStatus?] = [nil, .planned, .watching, .completed, .paused, .dropped]
    let present = title.settings.status
    let isFixed = title.settings.statusIsChosen && present != nil && present != .planned
    for status in statuses {
      guard !isFixed, ranks.firstIndex(of: status)! > ranks.firstIndex(of: title.settings.status)! else { continue }
      title.settings.status = status
      title.settings.statusIsChosen = false
      if status == .completed { title.wasCompleted = true }
    }
    for rating in entries.compactMap(\.rating) { Self.rate(&title.settings, rating) }
    titles[ref] = title
  }

  /// All times, the days without a time on them, and an unknown play if there is nothing else. A dated play takes the
  /// place of an unknown one.
  private static func joined(_ old: [WatchedAt], _ new: [WatchedAt]) -> [WatchedAt] {
    let all = Set(old + new).subtracting([.unknown])
    let dated = all.filter { at in !all.contains { $0 != at && !isTime(at) && isTime($0) && $0.day == at.day } }
    let unknown = old.count { $0 == .unknown }
    let left = max(0, unknown - max(0, dated.count - (old.count - unknown)))
    if dated.isEmpty { return Array(repeating: .unknown, count: max(left, new.isEmpty ? 0 : 1)) }
    return Array(dated) + Array(repeating: .unknown, count: left)
  }

  private static func rate(_ settings: inout TitleSettings, _ rating: ImportedRating) {
    let isRated = settings.rating != nil || settings.rating10 != nil
    guard !isRated || (rating.ratedAt != nil && rating.ratedAt! > settings.ratedAt ?? .distantPast) else { return }
    (settings.rating, settings.rating10, settings.ratedAt) = (rating.rating, rating.rating10, rating.ratedAt)
  }
}

extension Timestamp {
  fileprivate static let distantPast = Timestamp(microseconds: .min)
}
