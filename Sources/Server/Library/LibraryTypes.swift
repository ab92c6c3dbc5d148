import Domain
import Projections

enum LibraryTypes {
  private static let adding = ResultMembers<ListedView>([
    .field("added_by", "the member who added the movie") { $0.listed.entry.addedBy },
    .field("added_by_name", "that member's current name") { $0.names[$0.listed.entry.addedBy].displayName },
    .field("added_at", "the time of adding") { $0.listed.entry.addedAt },
  ])

  private static let watching = ResultMembers<WatchedView>([
    .field("watched_at", "the last time the household watched it") { $0.watched.watchedAt },
    .field("source", "`round` if watched in a round, `direct` if marked by a member") { $0.source },
    .field("marked_by", "the member who marked it; null for `round`") { $0.watched.markedBy },
    .field("marked_by_name", "that member's current name; null for `round`") { view in
      view.watched.markedBy.map { view.names[$0].displayName }
    },
  ])

  private static let round = ResultMembers<WatchedView>([
    .field("round_id", "the round; null for `direct`") { $0.watched.roundID }
  ])

  private static let watchlistItem = ResultObject<ListedView>(
    "WatchlistItem", "A movie on the watchlist.", identityKey: "tmdb_movie_id",
    [RoundTypes.movie { $0.listed.entry.movie.writeMembers(to: &$1) }, adding])

  private static let watchedItem = ResultObject<WatchedView>(
    "WatchedItem", "A movie that the household has watched.", identityKey: "tmdb_movie_id",
    [
      RoundTypes.movie { $0.watched.movie.writeMembers(to: &$1) },
      watching,
      .field("undo_until", "the time from which the mark can no longer be undone; null for `round`") { $0.undoUntil },
      round,
      RoundTypes.ratingsSummary(saying: "the number of each rating in the round; null for `direct`") {
        $0.ratingsSummary
      },
    ])

  static let watchlist = ResultObject<ViewPage<ListedMovie>>(
    "WatchlistPage", "A page of the watchlist.",
    [
      .list("items", of: watchlistItem, "newest first") { view in
        view.page.rows.lazy.map { (listed: $0, names: view.household.names) }
      },
      .nextCursor { $0.page.next?.wireText },
    ])

  static let watched = ResultObject<WatchedQuery.Shown>(
    "WatchedPage", "A page of the watched list.",
    [
      .list("items", of: watchedItem, "most recently watched first, each movie once") { $0.items },
      .nextCursor { $0.next?.wireText },
    ])

  // MARK: The history of a movie

  static let history = ResultObject<MovieHistory>(
    "MovieHistory", "A household's history with a movie.",
    [
      .nullableObject(
        "on_watchlist",
        ResultObject("WatchlistEntry", "A movie's entry on the watchlist.", [adding]),
        "the movie's entry; null if it is not on the watchlist"
      ) { $0.listedView },
      .nullableObject(
        "watched",
        ResultObject(
          "WatchedEntry", "A movie's entry on the watched list.", [watching, .members(round) { $0 }]),
        "the movie's entry; null if it is not on the watched list"
      ) { $0.watchedView },
      .field(
        "exceeds_ceiling",
        "whether the ceiling of the active round, or else of all members, excludes the movie"
      ) { $0.exceedsCeiling },
      .list("rounds", of: appearance, "the rounds with the movie among the newest 1,000, newest first") {
        $0.appearances
      },
    ])

  private static let appearance = ResultObject<MovieAppearance>(
    "MovieAppearance", "A movie's result in one round.", identityKey: "round_id",
    [
      RoundTypes.roundID(\.round.id),
      .field("status", "the round's status") { $0.round.status },
      .field("created_at", "the time the round was started") { $0.round.createdAt },
      .field("votes_up", "the number of up votes") { $0.suggestion?.votesUp ?? 0 },
      .field("votes_down", "the number of down votes") { $0.suggestion?.votesDown ?? 0 },
      .field("net_score", "`votes_up` minus `votes_down`") { $0.suggestion?.netScore ?? 0 },
      .field("my_vote", "your vote, or null") { $0.readersVote },
      .field("picked", "whether the movie is the round's pick") { $0.isPicked },
      RoundTypes.ratingsSummary(
        saying: "the number of each rating; null unless the movie is the pick and the status is `watched` or `rated`"
      ) {
        $0.isPicked ? $0.round.ratingsSummary : nil
      },
    ])

  // MARK: Results of commands

  static let watchlistPlace = ResultObject<ChangedLibrary<ListedMovie>>(
    "WatchlistPlace", "The movie's place on the watchlist.",
    [
      RoundTypes.movieID(\.movie),
      .field("added_by", "the member who added the movie; null after removal") { $0.row?.entry.addedBy },
      .field("added_at", "the time of adding; null after removal") { $0.row?.entry.addedAt },
    ])

  static let watchedPlace = ResultObject<ChangedLibrary<WatchedMovie>>(
    "WatchedPlace", "The movie's place on the watched list.",
    [
      RoundTypes.movieID(\.movie),
      .field("watched_at", "the time of watching; null after unmarking") { $0.row?.watchedAt },
    ])
}
