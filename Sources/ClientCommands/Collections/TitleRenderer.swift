import Console
import MovieNightKit

/// Draws the titles of a collection.
struct TitleRenderer {
  let canvas: Canvas

  /// Returns a card with the title, what the member recorded about it, and the id for commands.
  func card(_ title: Title) -> [String] {
    let facts: [String?] = [
      title.status?.rawValue, title.mediaType == .tv ? progress(of: title) : plays(of: title),
      title.rating10.map { "\($0) of 10" } ?? title.rating?.shown.label.lowercased(),
      title.favourite ? canvas.styled("favourite", .accent) : nil, title.private ? "private" : nil,
      title.watchedTogether.map { "movie night \(canvas.dateText($0.watchedAt))" },
      title.exceedsCeiling ? canvas.styled("over the ceiling", .warning) : nil,
    ]
    let id = "TMDb \(title.mediaType == .tv ? "series " : "")\(title.tmdbID)"
    return [canvas.spread(TitleMatch(title).label, right: title.addedAt.map { canvas.dateText($0) } ?? "")]
      + indented(wrapped(facts.compactMap(\.self), separator: " · ", columns: canvas.columns - 2), id)
  }

  private func indented(_ lines: [String], _ id: String) -> [String] {
    (lines + [canvas.styled(id, .faint)]).map { "  \($0)" }
  }

  private func progress(of series: Title) -> String {
    let parts = [
      "\(series.progress.watched) of \(counted(series.progress.total, "episode"))",
      series.newEpisodes > 0 ? "\(series.newEpisodes) new" : nil,
      series.nextToWatch.map { "next \(episodeCode($0.seasonNumber, $0.episodeNumber))" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private func plays(of movie: Title) -> String? {
    guard movie.playCount > 0 else { return nil }
    return "watched \(movie.playCount > 1 ? "\(movie.playCount) times, last " : "")\(dayText(movie.watchedDate))"
  }

  /// Returns the day of a time of watching.
  private func dayText(_ watchedAt: String?) -> String {
    guard let watchedAt else { return "on an unknown day" }
    return CalendarDate(text: watchedAt).map { canvas.dateText($0) }
      ?? Timestamp(text: watchedAt).map { canvas.dateText($0) } ?? watchedAt
  }

  /// Returns a line with a play and its day.
  func play(_ play: WatchedPlay) -> String {
    let episode = play.episodeNumber.map { episodeCode(play.seasonNumber, $0) }
    let name = [play.title, episode, play.name].compactMap(\.self).joined(separator: " ")
    return canvas.spread(
      name, style: nil, right: (play.roundID == nil ? "" : "movie night, ") + dayText(play.watchedAt))
  }

  /// Returns the page of a title.
  func page(_ details: TitleDetails) -> [String] {
    let seasons = details.seasons.map { season in
      let count = season.episodeCount.map { " of \($0)" } ?? ""
      return "\(seasonName(season.seasonNumber)) (\(season.watchedCount)\(count) watched)"
    }
    let plays = details.plays.map { play in
      let episode = play.episodeNumber.map { episodeCode(play.seasonNumber, $0) + " " } ?? ""
      return episode + dayText(play.watchedAt) + (play.roundID == nil ? "" : " (movie night)")
    }
    let facts = [("Lists", details.lists.map(\.name)), ("Seasons", seasons), ("Plays", plays)]
    return card(details.title)
      + facts.flatMap { label, words in words.isEmpty ? [] : [""] + canvas.labeled(label, words) }
      + details.notes.flatMap { [""] + note($0, on: "Note") }
  }

  /// Returns a note with its date, readers and id. `name` is the title that it is on.
  func note(_ note: TitleNote, on name: String) -> [String] {
    let top = name + (note.episodeNumber.map { " " + episodeCode(note.seasonNumber, $0) } ?? "")
    let readers = note.ownerOnly ? "private" : "shared by \(note.authorName)"
    return [canvas.spread(top, right: canvas.dateText(note.createdAt))]
      + indented(wrapped(note.text, columns: canvas.columns - 2), "\(readers) · \(note.id)")
  }
}

/// Returns the code of an episode, such as `S01E05`.
func episodeCode(_ season: Int?, _ number: Int) -> String {
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "S\(two(season ?? 0))E\(two(number))"
}
