import Domain
import MovieNightPrimitives

/// The rule for marking something that has a play already.
enum PlayRule {
  /// A play only dates one without a time.
  case once
  /// A play that is not there yet is added.
  case again
  /// A play that is not there yet is added, and first dates one without a time; one without a time is not added.
  case merging
}

/// Plays to add to a title.
struct PlayMarks {
  /// The number of the first play.
  let first: Int
  private(set) var plays: [AddedPlay] = []
  private(set) var replaced: [Int] = []
  /// The number of marks that added nothing.
  private(set) var already = 0

  /// Marks a movie, or an episode that was not marked before, as watched. Returns whether this adds a play. Refuses it
  /// if there are too many.
  mutating func mark(
    _ episode: EpisodeRef?, of title: CollectionState.Title, _ watchedAt: WatchedAt, _ rule: PlayRule,
    in round: RoundID? = nil
  ) throws(Refusal) -> Bool {
    let present = title.plays(of: episode)
    switch Self.effect(of: watchedAt, on: present, rule) {
    case .nothing:
      already += 1
      return false
    case .replaces(let number): replaced.append(Int(number))
    case .adds:
      guard present.count < CollectionLimits.playsOfOne else {
        throw .tooManyPlays.with(data: .limit(CollectionLimits.playsOfOne), .index)
      }
      let count = title.plays.count + plays.count - replaced.count
      guard episode == nil || count < CollectionLimits.playsOfSeries else { throw .tooManyPlaysOfSeries }
    }
    plays.append(AddedPlay(number: first + plays.count, episode: episode, watchedAt: watchedAt, roundID: round))
    return true
  }

  private enum Effect { case nothing, adds, replaces(Int32) }

  private static func effect(
    of watchedAt: WatchedAt, on present: ArraySlice<CollectionState.Play>, _ rule: PlayRule
  ) -> Effect {
    guard let first = present.first else { return .adds }
    if let same = present.first(where: { $0.at.watchedAt.isSamePlay(as: watchedAt) }) {
      let isMoreExact = rule != .once && watchedAt.exactness > same.at.watchedAt.exactness
      return isMoreExact ? .replaces(same.number) : .nothing
    }
    if rule == .again { return .adds }
    // A play without a time is the first one.
    if watchedAt != .unknown, first.at.watchedAt == .unknown { return .replaces(first.number) }
    return rule == .merging && watchedAt != .unknown ? .adds : .nothing
  }
}

extension Refusal {
  fileprivate static let tooManyPlaysOfSeries = tooManyPlays.with(data: .limit(CollectionLimits.playsOfSeries), .index)
}

/// Decides commands on plays.
extension CollectionDraft {
  // MARK: Movies

  mutating func markMovies(_ movies: [MovieID], _ watchedAt: WatchedAt?, _ rule: PlayRule) throws(Refusal) {
    let watchedAt = watchedAt ?? WatchedAt(context.now)
    try each(movies) { (draft, id) throws(Refusal) in try draft.mark(.movie(id), watchedAt, rule) }
  }

  mutating func mark(_ movie: TitleRef, _ watchedAt: WatchedAt, _ rule: PlayRule) throws(Refusal) {
    let title = try title(movie)
    guard !watchedAt.isTooFarAhead(at: context.now) else { throw .inTheFuture }
    var marks = PlayMarks(first: state.nextPlay)
    guard try marks.mark(nil, of: title, watchedAt, rule) else { return }
    let status = title.settings.status
    add(marks, to: movie, status: status == nil || status == .planned ? .completed : nil, notAired: 0)
  }

  private mutating func add(_ marks: PlayMarks, to title: TitleRef, status: TitleStatus?, notAired: Int) {
    record(
      PlaysAdded(
        memberID: member, title: title, plays: marks.plays, replaced: marks.replaced, status: status,
        already: marks.already, notAired: notAired), as: CollectionEvent.playsAdded)
  }

  mutating func unmarkMovies(_ movies: [MovieID], _ plays: RemovedPlays) throws(Refusal) {
    try each(movies) { (draft, id) throws(Refusal) in
      draft.remove(plays, of: .movie(id), try draft.title(.movie(id))) { _ in true }
    }
  }

  // MARK: Episodes

  mutating func markEpisodes(_ mark: EpisodeMark) throws(Refusal) {
    let ref = TitleRef.series(mark.selection.series)
    let watchedAt = mark.watchedAt ?? WatchedAt(context.now)
    let today = mark.today ?? context.now.date
    _ = try title(ref)
    guard !watchedAt.isTooFarAhead(at: context.now) else { throw .inTheFuture }
    if let facts = mark.facts { try refresh(ref, facts) }
    let title = try title(ref)
    var progress = title.progress ?? SeriesProgress()
    let selected = try Self.episodes(in: mark.selection, of: progress, airedOn: mark.includesUnaired ? nil : today)
    var marks = PlayMarks(first: state.nextPlay)
    for episode in selected.episodes {
      do throws(Refusal) {
        if try marks.mark(episode, of: title, watchedAt, mark.again ? .again : .once) { progress.mark(episode) }
      } catch {
        let index = mark.selection.through ? nil : mark.selection.numbers?.firstIndex(of: episode.number)
        throw index.map { error.at($0) } ?? error
      }
    }
    guard !marks.plays.isEmpty else { return }
    let status = state.preferences.updatesStatus ? title.settings.status.afterMark(progress, on: today) : nil
    add(marks, to: ref, status: status == title.settings.status ? nil : status, notAired: selected.notAired)
  }

  /// Returns different episodes to mark, and the number of those that are left out because they have not aired. None
  /// is left out if the selection has numbers, or `today` is nil.
  private static func episodes(
    in selection: EpisodeSelection, of progress: SeriesProgress, airedOn today: CalendarDate?
  ) throws(Refusal) -> (episodes: [EpisodeRef], notAired: Int) {
    try check(selection)
    guard let season = selection.season, let numbers = selection.numbers else {
      let count = selection.season.map { progress.season($0)?.episodeCount ?? 0 } ?? progress.total
      let episodes = progress.episodes(ofSeason: selection.season, airedOn: today)
      guard episodes.count <= CollectionLimits.playsOfSeries else { throw .tooManyPlaysOfSeries }
      return (episodes, today == nil ? 0 : count - episodes.count)
    }
    for (index, number) in numbers.enumerated() where progress.exceedsCount(EpisodeRef(season, number)) {
      throw .noSuchEpisode.with("\(season)", "\(number)").at(index)
    }
    guard selection.through, let last = numbers.first else {
      var seen: Set<Int> = []
      return (numbers.filter { seen.insert($0).inserted }.map { EpisodeRef(season, $0) }, 0)
    }
    let earlier = progress.episodes(ofSeason: nil, airedOn: nil).prefix { $0.season < season }
    guard earlier.count + last <= CollectionLimits.playsOfSeries else { throw .tooManyPlaysOfSeries }
    return (Array(earlier) + (min(1, last)...last).map { EpisodeRef(season, $0) }, 0)
  }

  private static func check(_ selection: EpisodeSelection) throws(Refusal) {
    let season = selection.season
    guard season.map(CollectionLimits.seasons.contains) ?? (selection.numbers == nil) else {
      throw .badParameter("season_number", season == nil ? "is required with episode_numbers" : "is out of range")
    }
    guard selection.numbers?.allSatisfy(CollectionLimits.episodes.contains) ?? true else {
      throw .badParameter("episode_numbers", "must be from 0 to 99999")
    }
    guard !selection.through || (season ?? 0 > 0 && selection.numbers?.count == 1) else {
      throw .badParameter("through", "needs the number of one regular episode")
    }
  }

  mutating func unmarkEpisodes(_ selection: EpisodeSelection, _ plays: RemovedPlays) throws(Refusal) {
    let ref = TitleRef.series(selection.series)
    let title = try title(ref)
    try Self.check(selection)
    let numbers = selection.numbers.map { Set($0) }
    remove(plays, of: ref, title) { episode in
      guard let episode else { return false }
      guard let season = selection.season else { return episode.isRegular }
      if selection.through, let last = selection.numbers?.first {
        return episode.isRegular && episode <= EpisodeRef(season, last)
      }
      return episode.season == season && numbers?.contains(episode.number) ?? true
    }
  }

  // MARK: Removing

  /// Removes all plays of the movie or the selected episodes, or the last one of each. The plays of each are in order.
  private mutating func remove(
    _ which: RemovedPlays, of ref: TitleRef, _ title: CollectionState.Title, _ isSelected: (EpisodeRef?) -> Bool
  ) {
    var (removed, left): ([CollectionState.Play], [CollectionState.Play]) = ([], [])
    for (index, play) in title.plays.enumerated() {
      let isLast = index + 1 == title.plays.count || title.plays[index + 1].key != play.key
      if which == .all || isLast, isSelected(play.ref) { removed.append(play) } else { left.append(play) }
    }
    guard !removed.isEmpty else { return }
    let watched = Set(left.lazy.compactMap(\.ref))
    let unwatched = Set(removed.lazy.compactMap(\.ref)).subtracting(watched).sorted()
    var progress = title.progress
    for episode in unwatched { progress?.unmark(episode) }
    record(
      PlaysRemoved(
        memberID: member, title: ref, plays: removed.map { RemovedPlay(number: Int($0.number), episode: $0.ref) },
        unwatched: unwatched, playCount: left.count,
        lastWatchedAt: left.lazy.map(\.at).max()?.watchedAt ?? .unknown,
        status: statusAfterRemoval(title.settings, progress, isWatched: !left.isEmpty)),
      as: CollectionEvent.playsRemoved)
  }

  /// Returns the new status of a title that a play has completed; nil if it stays completed, or the member chose it.
  private func statusAfterRemoval(_ settings: TitleSettings, _ progress: SeriesProgress?, isWatched: Bool)
    -> TitleStatus?
  {
    guard settings.status == .completed, !settings.statusIsChosen else { return nil }
    guard let progress else { return isWatched ? nil : .planned }
    return state.preferences.updatesStatus && progress.newEpisodes(on: context.now.date) > 0 ? .watching : nil
  }
}

extension TitleStatus? {
  /// Returns the automatic status of a series after an episode was marked.
  func afterMark(_ progress: SeriesProgress, on today: CalendarDate) -> TitleStatus? {
    switch self {
    case .dropped?, .completed?: self
    case nil, .planned?, .paused?, .watching?: progress.isCompleted(on: today) ? .completed : .watching
    }
  }
}

extension SeriesProgress {
  /// Whether the series has ended and all that has aired was watched.
  func isCompleted(on today: CalendarDate) -> Bool {
    hasEnded && airedCount(on: today) > 0 && newEpisodes(on: today) == 0
  }
}
