import MovieNightKit

/// The English texts of series, seasons and episodes.
struct TVTexts: ScreenTexts {
  let search = "Find a series"
  let query = "Title"
  let find = "Search"
  let searchHelp = "Search for a series to see its seasons and episodes."
  let noCatalog = "This server has no movie catalog, so series cannot be searched here."
  let about = "What it is about"
  let seasons = "Seasons"
  let noSeasons = "No seasons are known yet."
  let episodes = "Episodes"
  let noEpisodes = "No episodes are known yet."
  let allSeasons = "All seasons"
  let specials = "Specials"
  let watched = "Watched"
  let mark = "Mark as watched"
  let unmark = "Not watched after all"
  let markSeason = "Mark the season as watched"
  let collect = "Add to the collection"
  let collectHelp = "Add the series to the collection to mark its episodes as watched."
  let isCollected = "In the collection"
  let stale = "The catalog does not answer now. This may be out of date."
  let again = "Try again"

  func season(_ number: Int, _ name: String?) -> String {
    name?.nonEmpty ?? (number == 0 ? specials : "Season \(number)")
  }
  func episode(_ number: Int) -> String { "Episode \(number)" }
  func episode(_ number: Int, ofSeason season: Int) -> String {
    season == 0 ? "Special \(number)" : "Season \(season), episode \(number)"
  }
  func label(_ number: Int, _ name: String) -> String { "\(number). \(name)" }
  func forEpisode(_ label: String) -> String { "for \(label)" }
  func forSeries(_ name: String) -> String { "for \(name)" }
  func seasons(_ count: Int) -> String { count == 1 ? "1 season" : "\(count) seasons" }
  func episodes(_ count: Int) -> String { count == 1 ? "1 episode" : "\(count) episodes" }
  func watched(_ count: Int, of total: Int?) -> String {
    total.map { "\(count) of \($0) watched" } ?? "\(count) watched"
  }
  func watched(_ day: String) -> String { "Watched \(day)" }
  func next(_ episode: String, _ name: String?, _ day: String?) -> String {
    let title = name?.nonEmpty.map { ", “\($0.isolated)”" } ?? ""
    return "Next: \(episode)\(title)" + (day.map { ", \($0)" } ?? "")
  }
  func originally(_ name: String) -> String { "Originally \(name.isolated)" }
  func status(_ status: TitleStatus) -> String {
    switch status {
    case .planned: "In the collection: planned"
    case .watching: "In the collection: watching"
    case .completed: "In the collection: completed"
    case .paused: "In the collection: paused"
    case .dropped: "In the collection: dropped"
    default: isCollected
    }
  }
  func marked(_ episode: String) -> String { "\(episode) is marked as watched." }
  func unmarked(_ episode: String) -> String { "\(episode) is no longer marked as watched." }
  func marked(_ result: MarkedEpisodes) -> String {
    let marked =
      result.marked == 1 ? "1 episode was marked as watched." : "\(result.marked) episodes were marked as watched."
    let later = result.notAired == 1 ? " 1 has not aired yet." : " \(result.notAired) have not aired yet."
    return marked + (result.notAired > 0 ? later : "")
  }
  func unmarked(_ count: Int) -> String {
    count == 1 ? "1 episode is no longer marked as watched." : "\(count) episodes are no longer marked as watched."
  }
  func collected(_ name: String) -> String {
    "\(name.isolated) is in the collection. Its next episode appears under Up next."
  }
  func noResults(_ query: String) -> String { "No series found for “\(query.isolated)”." }
  func didYouMean(_ query: String) -> String { "Did you mean \(query.isolated)?" }
}
