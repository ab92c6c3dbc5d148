import Domain
import WireProtocol

/// What answers say of rounds, and of the movies in them.
enum RoundTypes {
  static let status = ValueType.choice(Choice("RoundStatus", of: RoundStatus.self))
  static let vote = ValueType.choice(Choice("Vote", of: Vote.self))
  static let rating = ValueType.choice(Choice("Rating", of: Rating.self))
  private static let statusLabel =
    "the status for people: `Draft`, `Voting`, `Selected`, `Watched`, `Rated` or `Expired`"
  static let roundID = WireField.field("round_id", .id(of: "round"), "which round")
  static let movieID = WireField.field("tmdb_movie_id", .integer(), "which movie, by TMDb's id")

  /// The keys of a movie.
  static let movie: [WireField] = [
    movieID,
    .field("title", .text(), "its title, as of when it was recorded, or as the catalog has it"),
    .nullable("year", .integer(), "the year of its release; null where it was not released"),
    .nullable("poster_path", .text(), "the part of its poster's address behind the size"),
    .nullable(
      "content_rating", .text(),
      "its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none"),
    .field("genres", .list(of: .text()), "the names of its genres"),
    .field("genre_ids", .list(of: .integer()), "TMDb's ids of its genres"),
    .nullable("overview", .text(), "what it is about"),
    .nullable("runtime", .integer(), "how long it is", unit: .minutes),
    .nullable("popularity", .number, "TMDb's measure of how many look it up"),
    .nullable("vote_average", .number, "how it was rated at the source, from 0 to 10"),
    .field("streaming", .list(of: .text()), "names of the services that have it"),
  ]

  /// What lists show of a movie.
  static let card: [WireField] = [
    movieID, .field("title", .text(), "its title"),
    .nullable("poster_path", .text(), "the part of its poster's address behind the size"),
  ]

  static let voter = ObjectType(
    "Voter", "Who voted on a movie, and how.", toldBy: "member_id",
    HouseholdTypes.profile + [.field("vote", vote, "their last word")])

  /// How a movie was voted on.
  static let tally: [WireField] = [
    .field("votes_up", .integer(), "how many are for it"), .field("votes_down", .integer(), "how many are against it"),
    .field("net_score", .integer(), "the first less the second"),
    .field("voters", .list(of: .object(voter)), "who voted"),
  ]

  private static let source = WireField.field(
    "source", .choice(Choice("SuggestionSource", of: SuggestionSource.self)), "how it came into the round")

  static let merit: [WireField] = [
    .nullable("score", .number, "from 0 to 1, of what the algorithm found; else null"),
    .nullable("reason", .text(), "why the algorithm found it; else null"),
  ]

  static let suggestion = ObjectType(
    "Suggestion", "A movie of a round, with its votes.", toldBy: "tmdb_movie_id",
    movie + [.field("position", .integer(), "its place in the round, from 1 on")] + merit + [
      source,
      .nullable("proposed_by", .id(of: "member"), "who proposed it while voting was open; else null"),
      .nullable("proposed_by_name", .text(), "their name today; null without a proposer"),
      .field("watched", .flag, "whether this household has seen it, ever"),
    ] + tally)

  static let attendees: [WireField] = [
    .field(
      "attendees",
      .list(of: .object(ObjectType("Attendee", "Who takes part.", toldBy: "member_id", HouseholdTypes.profile))),
      "who takes part; empty where nobody wrote it down"),
    .field(
      "attendees_mode", .choice(Choice("AttendeesMode", ["fixed", "everyone", "unknown"])),
      "`everyone` as long as newcomers take part too, else `fixed`; `unknown` in an imported round whose records do not tell, with no `attendees`: show \"All members\""
    ),
  ]

  static let pick = ObjectType(
    "Pick", "What a round chose.",
    [
      movieID, .field("title", .text(), "its title"), .nullable("year", .integer(), "the year of its release"),
      .nullable("poster_path", .text(), "the part of its poster's address behind the size"),
      .nullable("content_rating", .text(), "its American rating, as of when it was recorded"),
      .field("picked_by", .id(of: "member"), "who chose it"), .field("picked_by_name", .text(), "their name today"),
      .field("picked_at", .time, "when they did"), .field("watched", .flag, "whether the round has watched it"),
      .nullable("watched_at", .time, "when it was watched; null before"),
    ])

  static let ratingsSummary = ObjectType("RatingsSummary", "How many of each rating.", ratingCounts)

  private static let ratingCounts: [WireField] = [
    .field("loved", .integer(), "how many said so"), .field("liked", .integer(), "how many said so"),
    .field("did_not_like", .integer(), "how many said so"),
  ]

  static let summaryOrNull = WireField.nullable(
    "ratings_summary", .object(ratingsSummary), "how it was rated; null unless the status is `watched` or `rated`")

  static let round = ObjectType(
    "Round", "A round with its vote breakdown.", toldBy: "round_id",
    [
      roundID, .field("household_id", .id(of: "household"), "whose it is"),
      .field("group_id", .id(of: "household"), "the same once more, for clients that know that name"),
      .field("status", status, "how far it is"),
      .field("status_label", .text(), statusLabel),
      .field("started_by", .id(of: "member"), "who started it"),
      .field("started_by_name", .text(), "their name today"),
      .field("created_at", .time, "when it was started"),
      .nullable("voting_started_at", .time, "when it was opened for votes; null before"),
      .nullable("voting_closed_at", .time, "when voting was closed; null where it was not, as where the pick ended it"),
      .nullable("selected_at", .time, "when a movie was picked; null before"),
      .nullable("watched_at", .time, "when it was watched; null before"),
      .nullable("rated_at", .time, "when ratings were closed; null before"),
      .nullable("expired_at", .time, "when it was discarded, or timed out; null unless it was"),
      .nullable(
        "expired_reason", .choice(Choice("ExpiryReason", of: ExpiryReason.self)), "why it expired; null unless it did"),
    ] + attendees + [
      .field("suggestions", .list(of: .object(suggestion)), "its movies, by position"),
      .field(
        "vote_progress",
        .object(
          ObjectType(
            "VoteProgress", "How many attendees have voted.",
            [
              .field("voted", .integer(), "how many voted on one movie at least"),
              .field("total", .integer(), "how many take part"),
            ])), "how many have voted"),
      .field("done_voting", .list(of: .id(of: "member")), "who has said that they are done"),
      .nullable("picked_movie_id", .integer(), "TMDb's id of the pick; null before"),
      .nullable("pick", .object(pick), "what the round chose; null before"), summaryOrNull,
      .nullable(
        "max_content_rating", .choice(HouseholdTypes.ratings),
        "the ceiling in force: up to which rating movies may enter; from the pick on null, unless it was overridden"),
      .field("ceiling_overridden", .flag, "whether the creator set the ceiling"),
      .nullable(
        "due_at", .time, "when the clock acts next on it, if nothing else happens; null when it is over"),
      .nullable("due_status", status, "what it becomes then; null when it is over"),
      .field("revision", .integer(), "of the round, to be sent as `expected_revision`"),
    ])

  static let roundShown = ObjectType(
    "RoundShown", "The round as it is now.", [.field("round", .object(round), "as in `rounds.get`")])

  static let roundStarted = roundShown.adding(
    [
      .field(
        "watchlist_eligible_count", .integer(),
        "how many movies of the watchlist the round's ceiling lets in, whether or not they entered"),
      .field(
        "relaxed_constraints", .list(of: SuggestionTypes.relaxedConstraint),
        "with `suggest`, what was given up to find enough, in this order; else empty, and also where the command is sent again"
      ),
    ], as: "StartedRound", "The new round.")

  // MARK: Results and ratings

  static let results = ObjectType(
    "RoundResults", "The ranking by votes.", toldBy: "round_id",
    [
      roundID, .field("status", status, "how far the round is"),
      .nullable(
        "clear_winner", .object(ObjectType("MovieCard", "A movie, as lists show it.", toldBy: "tmdb_movie_id", card)),
        "the best; null when two movies share the highest net score, or nobody voted"),
      .field(
        "results",
        .list(
          of: .object(
            ObjectType(
              "RankedMovie", "A movie's place in the ranking.", toldBy: "tmdb_movie_id",
              [
                .field("rank", .integer(), "from 1 on; equal movies share one"),
                .field("tied", .flag, "whether another has the same net score"),
              ] + card + [source] + tally))), "best first"),
    ])

  static let ratings = ObjectType(
    "RoundRatings", "Who thought what.", toldBy: "round_id",
    [
      roundID,
      .field(
        "ratings",
        .list(
          of: .object(
            ObjectType(
              "AttendeeRating", "What one attendee thought.", toldBy: "member_id",
              HouseholdTypes.profile + [
                .nullable("rating", rating, "what they thought of it; null of who has not rated"),
                .nullable("rated_at", .time, "when they said so; null of who has not rated"),
              ]))), "one entry an attendee"),
      .nullable(
        "summary",
        .object(
          ObjectType(
            "FullRatingsSummary", "How many of each rating, and of how many.",
            ratingCounts + [
              .field("total_rated", .integer(), "how many have rated"),
              .field("total_attendees", .integer(), "how many may rate"),
            ])), "how it was rated; null unless the status is `watched` or `rated`"),
      .field("closed", .flag, "whether ratings are taken no more"),
    ])

  // MARK: Sessions

  private static let sessionFields: [WireField] =
    [
      roundID, .field("status", status, "how far it is"), .field("status_label", .text(), statusLabel),
      .field("created_at", .time, "when it was started"),
    ] + attendees + [
      .nullable(
        "pick", .object(ObjectType("MovieCard", "A movie, as lists show it.", toldBy: "tmdb_movie_id", card)),
        "what the round chose; null before"),
      summaryOrNull,
    ]

  static let session = ObjectType("Session", "A round, as history shows it.", toldBy: "round_id", sessionFields)

  static let awaitingSession = ObjectType(
    "AwaitingSession", "A session that waits to be watched, or for ratings.", toldBy: "round_id",
    sessionFields + [.field("waiting_for", .list(of: .id(of: "member")), "who has yet to rate")])
}
