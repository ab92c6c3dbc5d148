import Domain
import Projections

enum LibraryTypes {
  private static let adding = ResultMembers<ListedView>([
    .field("added_by", "who put it there") { $0.listed.entry.addedBy },
    .field("added_by_name", "their name today") { $0.names[$0.listed.entry.addedBy].displayName },
    .field("added_at", "when they did") { $0.listed.entry.addedAt },
  ])

  private static let watching = ResultMembers<WatchedView>([
    .field("watched_at", "when the household saw it last") { $0.watched.watchedAt },
    .field("source", "through a round, or marked") { $0.source },
    .field("marked_by", "who marked it; null for `round`") { $0.watched.markedBy },
    .field("marked_by_name", "their name today; null for `round`") { view in
      view.watched.markedBy.map { view.names[$0].displayName }
    },
  ])

  private static let round = ResultMembers<WatchedView>([
    .field("round_id", "the round; null for `direct`") { $0.watched.roundID }
  ])

  private static let watchlistItem = ResultObject<ListedView>(
    "WatchlistItem", "A movie on the watchlist.", identityKey: "tmdb_movie_id",
    [.members(RoundTypes.movie) { $0.listed.entry.movie }, .members(adding) { $0 }])

  private static let watchedItem = ResultObject<WatchedView>(
    "WatchedItem", "A movie that the household has seen.", identityKey: "tmdb_movie_id",
    [
      .members(RoundTypes.movie) { $0.watched.movie },
      .members(watching) { $0 },
      .field("undo_until", "until just before then the mark can be undone; null for `round`") { $0.undoUntil },
      .members(round) { $0 },
      RoundTypes.ratingsSummary(saying: "how the round was rated; null for `direct`") { $0.ratingsSummary },
    ])

  static let watchlist = ResultObject<ViewPage<ListedMovie>>(
    "WatchlistPage", "Some of the watchlist.",
    [
      .list("items", of: watchlistItem, "newest first") { view in
        view.page.rows.lazy.map { (listed: $0, names: view.household.names) }
      },
      .nextCursor { $0.page.next?.wireText },
    ])

  static let watched = ResultObject<WatchedQuery.Shown>(
    "WatchedPage", "Some of the watched list.",
    [
      .list("items", of: watchedItem, "watched last first, each movie once") { $0.items },
      .nextCursor { $0.next?.wireText },
    ])

  // MARK: One movie

  static let history = ResultObject<MovieHistory>(
    "MovieHistory", "What a household had to do with a movie.",
    [
      .nullableObject(
        "on_watchlist",
        ResultObject("WatchlistEntry", "Who put a movie on the watchlist.", [.members(adding) { $0 }]),
        "who put it there; null where it is not on it"
      ) { $0.listedView },
      .nullableObject(
        "watched",
        ResultObject(
          "WatchedEntry", "How the household saw a movie.", [.members(watching) { $0 }, .members(round) { $0 }]),
        "how the household saw it; null where it has not"
      ) { $0.watchedView },
      .field(
        "exceeds_ceiling",
        "whether the open round would refuse it for its rating; where none is open, a round for everybody"
      ) { $0.exceedsCeiling },
      .list("rounds", of: appearance, "those that it is in, of the newest 1,000, newest first") { $0.appearances },
    ])

  private static let appearance = ResultObject<MovieAppearance>(
    "MovieAppearance", "What became of a movie in one round.", identityKey: "round_id",
    [
      RoundTypes.roundID(\.round.id),
      .field("status", "how far the round is") { $0.round.status },
      .field("created_at", "when the round was started") { $0.round.createdAt },
      .field("votes_up", "how many were for it") { $0.suggestion?.votesUp ?? 0 },
      .field("votes_down", "how many were against it") { $0.suggestion?.votesDown ?? 0 },
      .field("net_score", "the first less the second") { $0.suggestion?.netScore ?? 0 },
      .field("my_vote", "the reader's own; null without one") { $0.readersVote },
      .field("picked", "whether the round chose it") { $0.isPicked },
      RoundTypes.ratingsSummary(saying: "how it was rated, where it was picked; else null") {
        $0.isPicked ? $0.round.ratingsSummary : nil
      },
    ])

  // MARK: Results of commands

  static let watchlistPlace = ResultObject<ChangedLibrary<ListedMovie>>(
    "WatchlistPlace", "The movie's place on the watchlist.",
    [
      RoundTypes.movieID(\.movie),
      .field("added_by", "who put it there; null where it is there no longer") { $0.row?.entry.addedBy },
      .field("added_at", "when they did; null where it is there no longer") { $0.row?.entry.addedAt },
    ])

  static let watchedPlace = ResultObject<ChangedLibrary<WatchedMovie>>(
    "WatchedPlace", "The movie's place on the watched list.",
    [
      RoundTypes.movieID(\.movie),
      .field("watched_at", "when it was watched; null where it is there no longer") { $0.row?.watchedAt },
    ])
}
