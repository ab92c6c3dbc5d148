import WireProtocol

/// What answers say of the watchlist and the watched list.
enum LibraryTypes {
  private static let adding: [WireField] = [
    .field("added_by", .id(of: "member"), "who put it there"), .field("added_by_name", .text(), "their name today"),
    .field("added_at", .time, "when they did"),
  ]

  private static let watching: [WireField] = [
    .field("watched_at", .time, "when the household saw it last"),
    .field("source", .choice(Choice("WatchedSource", ["round", "direct"])), "through a round, or marked"),
    .nullable("marked_by", .id(of: "member"), "who marked it; null for `round`"),
    .nullable("marked_by_name", .text(), "their name today; null for `round`"),
  ]

  private static let round = WireField.nullable("round_id", .id(of: "round"), "the round; null for `direct`")

  static let watchlistItem = ObjectType(
    "WatchlistItem", "A movie on the watchlist.", toldBy: "tmdb_movie_id", RoundTypes.movie + adding)

  static let watchedItem = ObjectType(
    "WatchedItem", "A movie that the household has seen.", toldBy: "tmdb_movie_id",
    RoundTypes.movie + watching + [
      .nullable("undo_until", .time, "until just before then the mark can be undone; null for `round`"), round,
      .nullable("ratings_summary", .object(RoundTypes.ratingsSummary), "how the round was rated; null for `direct`"),
    ])

  static let history = ObjectType(
    "MovieHistory", "What a household had to do with a movie.",
    [
      .nullable(
        "on_watchlist", .object(ObjectType("WatchlistEntry", "Who put a movie on the watchlist.", adding)),
        "who put it there; null where it is not on it"),
      .nullable(
        "watched", .object(ObjectType("WatchedEntry", "How the household saw a movie.", watching + [round])),
        "how the household saw it; null where it has not"),
      .field(
        "exceeds_ceiling", .flag,
        "whether the open round would refuse it for its rating; where none is open, a round for everybody"),
      .field("rounds", .list(of: .object(appearance)), "those that it is in, of the newest 1,000, newest first"),
    ])

  private static let appearance = ObjectType(
    "MovieAppearance", "What became of a movie in one round.", toldBy: "round_id",
    [
      RoundTypes.roundID, .field("status", RoundTypes.status, "how far the round is"),
      .field("created_at", .time, "when the round was started"),
      .field("votes_up", .integer(), "how many were for it"),
      .field("votes_down", .integer(), "how many were against it"),
      .field("net_score", .integer(), "the first less the second"),
      .nullable("my_vote", RoundTypes.vote, "the reader's own; null without one"),
      .field("picked", .flag, "whether the round chose it"),
      .nullable(
        "ratings_summary", .object(RoundTypes.ratingsSummary), "how it was rated, where it was picked; else null"),
    ])
}
