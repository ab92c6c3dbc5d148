import Console
import MovieNightKit

/// Marks what a member watched, or unmarks it.
struct Marking {
  static let on = CommandOption.value("on", "WHEN", "When you watched it.")
  static let again = CommandOption.flag("again", "You watched it again.")
  static let every = CommandOption.flag("every", "Remove every time you watched it.")

  let player: NightPlayer
  /// Whether to mark titles, and not to unmark them.
  let isMark: Bool

  /// Marks or unmarks the movies that the words name or, if the words end in episodes, these episodes of a series.
  func run(_ words: [String], _ finder: TitleFinder) async throws {
    let names = Array(words.reversed().drop { TypedEpisode($0) != nil }.reversed())
    let example = "For example: movienight titles watched \"breaking bad\" S1"
    guard !names.isEmpty else { throw UsageError("Name the series before \(words[0])", hints: [example]) }
    guard names.count < words.count else {
      return try await player.each(finder.titles(words)) { try await mark($0, nil) }
    }
    var finder = finder
    finder.isSeries = true
    let series = try await finder.title(names.joined(separator: " "))
    try await player.each(words.dropFirst(names.count).compactMap { TypedEpisode($0) }) {
      try await mark(series, $0)
    }
  }

  /// Marks or unmarks a movie, or an episode or season of a series; the whole series if `episode` is nil.
  func mark(_ title: TitleMatch, _ episode: TypedEpisode?) async throws {
    let (id, series, numbers) = (title.ref.tmdbID, SeriesID(title.ref.tmdbID), episode?.number.map { [$0] })
    let (again, plays) = (player.arguments.has(Self.again), player.arguments.has(Self.every) ? RemovedPlays.all : nil)
    let watchedAt = try player.arguments.value(Self.on).map(wireTime)
    switch (title.isSeries, isMark) {
    case (false, true):
      try await send(TitlesRequests.mark([id], watchedAt: watchedAt, again: again), title) { ($0.marked, $0.already) }
    case (false, false):
      try await send(TitlesRequests.unmark([id], plays: plays), title) { ($0.unmarked, 0) }
    case (true, true):
      let request = EpisodesRequests.mark(
        of: series, seasonNumber: episode?.season, episodeNumbers: numbers, watchedAt: watchedAt, again: again,
        today: player.today)
      try await send(request, title, episode) { ($0.marked, $0.already) }
    case (true, false):
      let request = EpisodesRequests.unmark(
        of: series, seasonNumber: episode?.season, episodeNumbers: numbers, plays: plays)
      try await send(request, title, episode) { ($0.unmarked, 0) }
    }
  }

  /// Returns a typed time or day in the words of the protocol.
  private func wireTime(_ typed: String) throws(UsageError) -> String {
    guard typed != "unknown", Timestamp(text: typed) == nil else { return typed }
    return player.environment.localDate(try player.environment.period(typed).lowerBound).description
  }

  /// Sends a command about a title and reports its result, of which `counts` are the plays that changed and those that
  /// were there already. To mark a title that is missing, adds it first.
  private func send<Value>(
    _ command: TypedRequest<CommandResult<Value>>, _ title: TitleMatch, _ episode: TypedEpisode? = nil,
    _ counts: (CommandResult<Value>) -> (changed: Int, already: Int)
  ) async throws {
    let result: RawResult<CommandResult<Value>>
    do {
      result = try await player.send(command)
    } catch let error as ClientError where isMark && error.reason == .notInCollection {
      _ = try await player.send(TitlesRequests.add([title.new()]))
      result = try await player.send(command)
    }
    let (changed, already) = counts(try result.value())
    let part = episode.flatMap { episode in episode.number.map { episodeCode(episode.season, $0) } }
    let what = (title.isSeries ? "\(part ?? counted(changed, "episode")) of " : "") + (await title.label(in: player))
    let outcome = isMark ? "\(player.member.subject) watched \(what)." : "Marked \(what) as not watched."
    let again = "It is marked as watched already. If it was watched again, add --again."
    let nothing = already > 0 ? again : isMark ? "No episode of it has aired yet." : "It was not marked as watched."
    player.report(changed > 0 ? outcome : nothing, result)
  }
}

/// An episode or a whole season that a user typed, such as `S1E2` or `S1`.
struct TypedEpisode {
  let season: Int
  let number: Int?

  /// The code of an episode; nil for a season.
  var code: String? { number.map { episodeCode(season, $0) } }

  /// Parses a word; nil for any other one.
  init?(_ word: String) {
    let word = word.uppercased()
    let numbers = word.dropFirst().split(separator: "E", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard word.hasPrefix("S"), 1...2 ~= numbers.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    (season, number) = (numbers[0], numbers.count > 1 ? numbers[1] : nil)
  }
}
