import MovieNightKit

/// The English texts of the watchlist, the watched list, and movies.
struct LibraryTexts: ScreenTexts {
  let watchlist = "Watchlist"
  let watched = "Watched"
  let lists = "Lists of the household"
  let search = "Title"
  let find = "Search"
  let addHeading = "Add a movie"
  let markHeading = "Mark a movie as watched"
  let add = "Add to the watchlist"
  let mark = "We watched it"
  let remove = "Remove"
  let unmark = "Not watched after all"
  let isOnWatchlist = "On the watchlist"
  let isWatched = "Watched together"
  let exceedsCeiling = "Rated above what all of you may watch"
  let noCatalog = "This server has no movie catalog, so movies cannot be searched here."
  let emptyWatchlist = "The watchlist is empty"
  let emptyWatchlistHelp = "Search for a movie that you want to watch together, and add it."
  let emptyWatched = "No movies watched yet"
  let emptyWatchedHelp = "Movies of your movie nights appear here. You can mark others that you have watched together."
  let more = "Show more"
  let toBeginning = "To the beginning of the list"
  let endOfWatchlist = "That's the whole watchlist"
  let endOfWatched = "That's all that you have watched"
  let ofNight = "At a movie night"
  let about = "What it is about"
  let cast = "Cast"
  let trailer = "Watch the trailer"
  let details = "Details"
  let originalTitle = "Original title"
  let released = "Released"
  let score = "Score"
  let household = "In your household"
  let unknownHere = "You have not watched it together, and it is not on the watchlist."
  let nights = "Movie nights"
  let picked = "Picked"
  let propose = "Propose it tonight"
  let stale = "The movie catalog does not answer now. This may be out of date."
  let again = "Try again"
  let aMovie = "The movie"

  func forMovie(_ title: String) -> String { "for \(title)" }
  func added(by name: String, _ day: String) -> String { "Added by \(name.isolated), \(day)" }
  func watched(_ day: String) -> String { "Watched \(day)" }
  func marked(by name: String) -> String { "Marked by \(name.isolated)" }
  func on(_ services: [String]) -> String { "On " + list(services) }
  func added(_ title: String?) -> String { "\(title?.isolated ?? aMovie) is on the watchlist." }
  func removed(_ title: String?) -> String { "\(title?.isolated ?? aMovie) was removed from the watchlist." }
  func marked(_ title: String?) -> String { "\(title?.isolated ?? aMovie) is marked as watched." }
  func unmarked(_ title: String?) -> String { "\(title?.isolated ?? aMovie) is no longer marked as watched." }
  func noResults(_ query: String) -> String { "No movie found for “\(query.isolated)”." }
  func didYouMean(_ query: String) -> String { "Did you mean \(query.isolated)?" }
  func score(_ average: String, _ count: Int?) -> String {
    switch count {
    case nil: "\(average) of 10"
    case 1: "\(average) of 10, by 1 vote"
    case let count?: "\(average) of 10, by \(count) votes"
    }
  }
  func certification(_ country: String) -> String { "Rating in \(country)" }
  func actor(_ name: String, as role: String?) -> String {
    role.map { "\(name.isolated) as \($0.isolated)" } ?? name.isolated
  }
  func listed(since day: String, by name: String) -> String {
    "On the watchlist since \(day), added by \(name.isolated)."
  }
  func watchedAtNight(_ day: String) -> String { "Watched together at a movie night, \(day)." }
  func marked(_ day: String, by name: String?) -> String {
    "Watched \(day)" + (name.map { ", marked by \($0.isolated)." } ?? ".")
  }
  func votes(up: Int, down: Int) -> String { "\(up) up, \(down) down" }
  func yourVote(_ vote: Vote) -> String { vote == .up ? "you voted up" : "you voted down" }
  func ratings(_ summary: RatingsSummary) -> String {
    if summary.loved + summary.liked + summary.didNotLike == 0 { return SessionsTexts().noRatings }
    return "\(summary.loved) loved it, \(summary.liked) liked it, \(summary.didNotLike) did not like it"
  }
  func earlierNights(_ count: Int) -> String { count == 1 ? "And 1 earlier night" : "And \(count) earlier nights" }

  func state(_ status: RoundStatus, isPick: Bool) -> String {
    switch status {
    case .draft: "In a draft"
    case .voting: "In the vote"
    case .expired where !isPick: "The round ended early"
    default: isPick ? picked : "Another movie was picked"
    }
  }
}
