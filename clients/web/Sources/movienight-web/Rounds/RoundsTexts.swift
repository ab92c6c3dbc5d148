import MovieNightKit

/// The English texts of the open round.
struct RoundsTexts: ScreenTexts {
  let title = "Tonight"
  let asWhom = "Vote as"
  let you = "You"
  let movies = "Movies"
  let noMovies = "No movies yet. Search for one below."
  let who = "Who takes part"
  let done = "Done"
  let voted = "Has voted"
  let notYet = "Not yet"
  let up = "Up"
  let down = "Down"
  let whoVoted = "Who voted"
  let upBy = "Up:"
  let downBy = "Down:"
  let noVotes = "No votes yet"
  let about = "What it is about"
  let watchedBefore = "You have watched it together"
  let pick = "Pick"
  let withdraw = "Take back"
  let remove = "Remove"
  let doneButton = "I am done voting"
  let isDone = "You are done voting. You can still change your votes."
  let propose = "Propose a movie"
  let add = "Add a movie"
  let search = "Title"
  let find = "Search"
  let inRound = "In the round"
  let proposeButton = "Propose"
  let addButton = "Add"
  let manage = "Manage the round"
  let open = "Open voting"
  let openHelp = "Everyone can vote and propose from then on."
  let close = "Close voting"
  let closeHelp = "Nobody can vote after that. You pick the movie."
  let ceiling = "Movies up to"
  let setCeiling = "Set the limit"
  let setAttendees = "Set who takes part"
  let discard = "Discard the round"
  let discardHelp = "The round ends without a movie. This cannot be undone."
  let pickHelp = "Voting is closed. Pick the movie that you watch tonight."
  let nothing = "No round is open"
  let nothingHelp = "Start one: everyone proposes movies and votes, and you pick one of them."
  let alone = "A round needs at least two people."
  let inviteOthers = "Invite others, or add a child"
  let start = "Start a round"
  let fromWatchlist = "Add the newest movies of the watchlist"
  let suggestions = "Add suggestions for those who take part"
  let openAtOnce = "Open voting at once"
  let openAtOnceHelp = "Otherwise you choose the movies first."
  let waiting = "To watch and to rate"
  let markWatched = "We watched it"
  let loved = "Loved it"
  let liked = "Liked it"
  let didNotLike = "Did not like it"
  let votingClosed = "Voting closed"
  let clearWinner = "Winner of the vote"
  let tied = "tied"
  let discardPickHelp = "You do not watch it. The pick stays in the history. This cannot be undone."
  let discarded = "The round was discarded."
  let votingOpened = "Voting is open. Everyone can vote now."
  let votingIsClosed = "Voting is closed."
  let attendeesSet = "Who takes part was changed."
  let anyway = "Do it anyway"
  let noCatalog = "This server has no movie catalog, so movies cannot be searched here."

  func votingFor(_ name: String) -> String { "You vote and propose for \(name.isolated)." }
  func started(by name: String) -> String { "Started by \(name.isolated)" }
  func openUntil(_ time: String) -> String { "open until \(time)" }
  func upTo(_ rating: String) -> String { "movies up to \(rating)" }
  func progress(_ voted: Int, of total: Int) -> String { "\(voted) of \(total) have voted" }
  func votes(_ count: Int) -> String { count == 1 ? "1 vote" : "\(count) votes" }
  func proposed(by name: String) -> String { "Proposed by \(name.isolated)" }
  let promoted = "From the watchlist"
  func suggested(_ reason: String?) -> String { reason ?? "Suggested" }
  func notTakingPart(_ name: String?) -> String {
    name.map { "\($0.isolated) does not take part in this round." } ?? "You do not take part in this round."
  }
  func waitsFor(_ name: String) -> String { "\(name.isolated) can open voting." }
  func forMovie(_ title: String) -> String { "for \(title)" }
  func rank(_ rank: Int, tied isTied: Bool) -> String { "No. \(rank)" + (isTied ? ", \(tied)" : "") }
  func doneVoting(_ name: String?) -> String {
    (name.map { "\($0.isolated) is" } ?? "You are") + " done voting."
  }
  /// A movie in a sentence; nil for one that is not known.
  private func movie(_ title: String?) -> String { title?.isolated ?? "The movie" }
  func proposed(_ title: String?) -> String { "\(movie(title)) was proposed." }
  func added(_ title: String?) -> String { "\(movie(title)) was added." }
  func removed(_ title: String?) -> String { "\(movie(title)) was removed." }
  func picked(_ title: String?) -> String {
    title.map { "\($0.isolated) it is. Enjoy!" } ?? "The movie is picked. Enjoy!"
  }
  func started(_ count: Int, open: Bool) -> String {
    let movies = count == 1 ? "1 movie" : "\(count) movies"
    if open { return "The round has begun with \(movies)." }
    return "The draft has \(movies). " + (count < 2 ? "Add at least two." : "Open voting when you are ready.")
  }
  func watched(_ title: String?) -> String { "\(movie(title)) is marked as watched." }
  func ceilingSet(_ rating: String) -> String { "Movies up to \(rating) may enter now." }
  func notWatched(_ day: String) -> String { "Round of \(day): picked, not watched yet" }
  let watchedNotRated = "Watched"
  func waitingFor(_ names: [String]) -> String { "Yet to rate: \(list(names))" }
  func rate(for name: String?) -> String { name.map { "How did \($0.isolated) like it?" } ?? "How did you like it?" }
  func rated(_ title: String?, for name: String?) -> String { SessionsTexts().ratingSaved(title, for: name) }
  func noResults(_ query: String) -> String { "No movie found for “\(query.isolated)”." }
  func didYouMean(_ query: String) -> String { "Did you mean \(query.isolated)?" }
}
