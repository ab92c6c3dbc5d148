/// The English texts of the series to go on with.
struct UpNextTexts: ScreenTexts {
  let title = "Up next"
  let seen = "Seen"
  let nothing = "Nothing to see next"
  let nothingHelp = "The series that you are watching appear here when they have an episode that you have not seen."
  let find = "Find a series"
  let more = "Show more"
  let toBeginning = "To the beginning of the list"
  let end = "That's all there is to see"

  func episode(_ number: Int, ofSeason season: Int) -> String { TVTexts().episode(number, ofSeason: season) }
  func newEpisodes(_ count: Int) -> String { count == 1 ? "1 episode to see" : "\(count) episodes to see" }
  func progress(_ watched: Int, of total: Int) -> String { "\(watched) of \(total) watched" }
  func forEpisode(_ episode: String, of series: String) -> String { "for \(series), \(episode)" }
  func seen(_ episode: String, of series: String) -> String { "\(series.isolated): \(episode) is marked as watched." }
  func unseen(_ episode: String, of series: String) -> String {
    "\(series.isolated): \(episode) is no longer marked as watched."
  }
}
