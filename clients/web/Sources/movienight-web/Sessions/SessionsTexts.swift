/// The English texts of the history, of a session and of the year.
struct SessionsTexts: ScreenTexts {
  // MARK: History

  let link = "History"
  let history = "Watch History"
  let noNights = "No Movie Nights Yet"
  let noNightsHelp = "Start a voting round to pick your first movie as a household."
  let start = "Start a round"
  let more = "Load more"
  let noMore = "Couldn't load more. Retry"
  let end = "That's all your movie nights"
  let newest = "Newest movie nights"
  let noHistory = "Couldn't Load History"
  let allMembers = "All members"
  let noAttendees = "No attendees"
  let noMovie = "No movie selected"
  let noRatings = "No ratings yet"
  let status = "Status:"

  func attended(_ names: [String]) -> String {
    let shown = names.prefix(3).map(\.isolated).joined(separator: ", ")
    return names.count > 3 ? "\(shown) + \(names.count - 3) more" : shown
  }

  func row(movie: String?, status: String, date: String, attendees: String, ratings: String?) -> String {
    ([movie?.isolated ?? noMovie, status, date, "Attended by \(attendees)"] + [ratings].compactMap(\.self))
      .map { "\($0)." }.joined(separator: " ")
  }

  // MARK: A session

  let session = "Session Detail"
  let noSession = "Couldn't Load Session"
  let noPick = "No pick made"
  let attendees = "Attendees"
  let votes = "Vote Breakdown"
  let picked = "Picked"
  let up = "Thumbs up"
  let down = "Thumbs down"
  let score = "Net score"
  let whoVoted = "Who voted"
  let noVotes = "No votes"
  let noSuggestions = "This round didn't get far enough to vote."
  let ratings = "Ratings"
  let couldNotLoadRatings = "Couldn't load ratings"
  let retry = "Retry"
  let tryAgain = "Try Again"
  let notYet = "Not yet"
  let notRated = "Not rated"
  let rateNow = "Rate Now"
  let changeRatings = "Change a rating"
  let closeRatings = "Close ratings"
  let closeRatingsHelp = "Nobody can rate after that, and missing ratings stay missing. This cannot be undone."
  let ratingsClosed = "The ratings are closed."
  let tonight = "Go to tonight's page"
  let discarded = "Discarded by a member"
  let timedOut = "Ran out of time"

  func started(by name: String) -> String { "Started by \(name.isolated)" }
  func votedUp(_ names: [String]) -> String { "Voted up: \(list(names))." }
  func votedDown(_ names: [String]) -> String { "Voted down: \(list(names))." }
  func moreVoters(_ count: Int) -> String { "+\(count)" }
  func forMovie(_ title: String) -> String { "for \(title.isolated)" }
  func rated(_ count: Int, of total: Int) -> String { "\(count) of \(total) rated" }
  func rate(for name: String?) -> String { name.map { "How did \($0.isolated) like it?" } ?? "How did you like it?" }
  func ratingSaved(_ title: String?, for name: String?) -> String {
    "\(name.map { "\($0.isolated)'s" } ?? "Your") rating\(title.map { " of \($0.isolated)" } ?? "") is saved."
  }

  // MARK: Ratings

  let loved = "Loved"
  let liked = "Liked"
  let didNotLike = "Didn't like"

  // MARK: Errors

  let offline = "Check your connection and try again."
  let noAccess = "You don't have access to this household's history."
  let noHousehold = "This household wasn't found."
  let ourFault = "Something went wrong on our end. Try again in a moment."

  // MARK: The year

  let yearLink = "Your year"
  let years = "Years"
  let nights = "Movie nights a month"
  let month = "Month"
  let nightsCount = "Nights"
  let bar = "Bar"
  let proposals = "Whose proposals won"
  let proposalsHelp = "Movies that members proposed while voting was open, and how many of them were picked."
  let member = "Member"
  let pickedCount = "Picked"
  let proposedCount = "Proposed"
  let tastes = "Loved against not"

  func year(_ year: Int) -> String { "The year \(year)" }
  func summary(_ nights: Int, movies: Int) -> String {
    (nights == 1 ? "1 movie night" : "\(nights) movie nights") + ", "
      + (movies == 1 ? "1 movie watched" : "\(movies) movies watched")
  }
  func noYear(_ year: Int) -> String { "No movie nights in \(year)" }
}
