import Domain
import MovieNightPrimitives
import Projections

enum RoundTypes {
  private static let statusLabel =
    "the status for people: `Draft`, `Voting`, `Selected`, `Watched`, `Rated` or `Expired`"

  static func roundID<Value>(_ get: @escaping @Sendable (Value) -> RoundID) -> ResultMembers<Value> {
    .field("round_id", "which round", get)
  }

  static func movieID<Value>(_ get: @escaping @Sendable (Value) -> MovieID) -> ResultMembers<Value> {
    .field("tmdb_movie_id", "which movie, by TMDb's id", get)
  }

  /// The members of a movie, encoded as in events.
  static let movie = ResultMembers<Movie>(
    [
      .field("tmdb_movie_id", .integer(), "which movie, by TMDb's id"),
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
  ) { movie, json in movie.writeMembers(to: &json) }

  private static let card = ResultObject<SessionSummary.SessionMovie>(
    "MovieCard", "A movie, as lists show it.", identityKey: "tmdb_movie_id",
    [
      movieID(\.tmdbMovieID),
      .field("title", "its title") { $0.title },
      .field("poster_path", "the part of its poster's address behind the size") { $0.posterPath },
    ])

  private static let voter = ResultObject<Voter>(
    "Voter", "Who voted on a movie, and how.", identityKey: "member_id",
    [
      .members(HouseholdTypes.person) { $0.person },
      .field("vote", "their last word") { $0.vote },
    ])

  private static let votes = ResultMembers<SuggestionView>([
    .field("votes_up", "how many are for it") { $0.suggestion.votesUp },
    .field("votes_down", "how many are against it") { $0.suggestion.votesDown },
    .field("net_score", "the first less the second") { $0.suggestion.netScore },
    .list("voters", of: voter, "who voted") { $0.voters },
  ])

  private static let suggestion = ResultObject<SuggestionView>(
    "Suggestion", "A movie of a round, with its votes.", identityKey: "tmdb_movie_id",
    [
      .members(movie) { $0.suggestion.movie },
      .field("position", "its place in the round, from 1 on") { $0.suggestion.position },
      .field("score", "from 0 to 1, of what the algorithm found; else null") { $0.suggestion.merit?.score },
      .field("reason", "why the algorithm found it; else null") { $0.suggestion.merit?.reason },
      .field("source", "how it came into the round") { $0.suggestion.source },
      .field("proposed_by", "who proposed it while voting was open; else null") { $0.suggestion.proposedBy },
      .field("proposed_by_name", "their name today; null without a proposer") { view in
        view.suggestion.proposedBy.map { view.names[$0].displayName }
      },
      .field("watched", "whether this household has seen it, ever") { $0.isWatched },
      .members(votes) { $0 },
    ])

  private static let attendees = ResultMembers<AttendeesView>([
    .list(
      "attendees", of: HouseholdTypes.attendee, "who takes part; empty where nobody wrote it down"
    ) { $0.people },
    .field(
      "attendees_mode",
      "`everyone` as long as newcomers take part too, else `fixed`; `unknown` in an imported round whose records do not tell, with no `attendees`: show \"All members\""
    ) { AttendeesMode($0.attendees) },
  ])

  private static let pick = ResultObject<PickView>(
    "Pick", "What a round chose.",
    [
      movieID(\.movie.tmdbMovieID),
      .field("title", "its title") { $0.movie.title },
      .field("year", "the year of its release") { $0.movie.year },
      .field("poster_path", "the part of its poster's address behind the size") { $0.movie.posterPath },
      .field("content_rating", "its American rating, as of when it was recorded") { $0.movie.contentRating },
      .field("picked_by", "who chose it") { $0.pick.pickedBy },
      .field("picked_by_name", "their name today") { $0.pickedByName },
      .field("picked_at", "when they did") { $0.pick.pickedAt },
      .field("watched", "whether the round has watched it") { $0.watchedAt != nil },
      .field("watched_at", "when it was watched; null before") { $0.watchedAt },
    ])

  private static let ratingCounts = ResultMembers<RatingsSummary>([
    .field("loved", "how many said so") { $0.loved },
    .field("liked", "how many said so") { $0.liked },
    .field("did_not_like", "how many said so") { $0.didNotLike },
  ])

  private static let ratingsObject = ResultObject<RatingsSummary>(
    "RatingsSummary", "How many of each rating.",
    [
      .members(ratingCounts) { $0 }
    ])

  static func ratingsSummary<Value>(
    saying summary: String = "how it was rated; null unless the status is `watched` or `rated`",
    _ get: @escaping @Sendable (Value) -> RatingsSummary?
  ) -> ResultMembers<Value> {
    .nullableObject("ratings_summary", ratingsObject, summary, get)
  }

  private static let progress = ResultObject<RoundView>(
    "VoteProgress", "How many attendees have voted.",
    [
      .field("voted", "how many voted on one movie at least") { $0.voted },
      .field("total", "how many take part") { $0.attendees.ids.count },
    ])

  private static let deadline = ResultMembers<RoundDeadline?>([
    .field("due_at", "when the clock acts next on it, if nothing else happens; null when it is over") { $0?.dueAt },
    .field("due_status", "what it becomes then; null when it is over") { $0?.status },
  ])

  private static let times = ResultMembers<RoundDetails>([
    .field("created_at", "when it was started") { $0.createdAt },
    .field("voting_started_at", "when it was opened for votes; null before") { $0.votingStartedAt },
    .field("voting_closed_at", "when voting was closed; null where it was not, as where the pick ended it") {
      $0.votingClosedAt
    },
    .field("selected_at", "when a movie was picked; null before") { $0.selectedAt },
    .field("watched_at", "when it was watched; null before") { $0.watchedAt },
    .field("rated_at", "when ratings were closed; null before") { $0.ratedAt },
    .field("expired_at", "when it was discarded, or timed out; null unless it was") { $0.expiredAt },
  ])

  static let round = ResultObject<RoundView>(
    "Round", "A round with its vote breakdown.", identityKey: "round_id",
    [
      roundID(\.round.id),
      .field("household_id", "whose it is") { $0.round.householdID },
      .field("group_id", "the same once more, for clients that know that name") { $0.round.householdID },
      .field("status", "how far it is") { $0.round.status },
      .field("status_label", statusLabel) { $0.round.status.label },
      .field("started_by", "who started it") { $0.round.startedBy },
      .field("started_by_name", "their name today") { $0.names[$0.round.startedBy].displayName },
      .members(times) { $0.round },
      .field("expired_reason", "why it expired; null unless it did") { $0.round.expiredReason },
      .members(attendees) { $0.attendees },
      .list("suggestions", of: suggestion, "its movies, by position") { $0.suggestions },
      .object("vote_progress", progress, "how many have voted") { $0 },
      .field("done_voting", "who has said that they are done") { $0.round.doneVoting },
      .field("picked_movie_id", "TMDb's id of the pick; null before") { $0.round.pick?.tmdbMovieID },
      .nullableObject("pick", pick, "what the round chose; null before") { PickView($0) },
      ratingsSummary(\.round.ratingsSummary),
      .field(
        "max_content_rating",
        "the ceiling in force: up to which rating movies may enter; from the pick on null, unless it was overridden"
      ) { $0.round.ceiling(in: $0.household.details) },
      .field("ceiling_overridden", "whether the creator set the ceiling") { $0.round.ceilingOverride != nil },
      .members(deadline) { $0.round.deadline(in: $0.household.details) },
      .field("revision", "of the round, to be sent as `expected_revision`") { $0.round.revision },
    ])

  // MARK: Results and ratings

  private static let ranked = ResultObject<(ranked: RoundResults.Ranked, names: HouseholdNames)>(
    "RankedMovie", "A movie's place in the ranking.", identityKey: "tmdb_movie_id",
    [
      .field("rank", "from 1 on; equal movies share one") { $0.ranked.rank },
      .field("tied", "whether another has the same net score") { $0.ranked.isTied },
      .members(card.members) { SessionSummary.SessionMovie($0.ranked.suggestion.movie) },
      .field("source", "how it came into the round") { $0.ranked.suggestion.source },
      .members(votes) { SuggestionView($0.ranked.suggestion, $0.names) },
    ])

  static let results = ResultObject<RoundView>(
    "RoundResults", "The ranking by votes.", identityKey: "round_id",
    [
      roundID(\.round.id),
      .field("status", "how far the round is") { $0.round.status },
      .members(ranking) { (results: $0.round.results, names: $0.names) },
    ])

  private static let ranking = ResultMembers<(results: RoundResults, names: HouseholdNames)>([
    .nullableObject("clear_winner", card, "the best; null when two movies share the highest net score, or nobody voted")
    {
      $0.results.clearWinner.map { SessionSummary.SessionMovie($0.movie) }
    },
    .list("results", of: ranked, "best first") { view in
      view.results.ranked.lazy.map { (ranked: $0, names: view.names) }
    },
  ])

  private static let attendeeRating = ResultObject<(person: Person, given: GivenRating?)>(
    "AttendeeRating", "What one attendee thought.", identityKey: "member_id",
    [
      .members(HouseholdTypes.person) { $0.person },
      .field("rating", "what they thought of it; null of who has not rated") { $0.given?.rating },
      .field("rated_at", "when they said so; null of who has not rated") { $0.given?.ratedAt },
    ])

  private static let fullSummary = ResultObject<(summary: RatingsSummary, attendees: Int)>(
    "FullRatingsSummary", "How many of each rating, and of how many.",
    [
      .members(ratingCounts) { $0.summary },
      .field("total_rated", "how many have rated") { $0.summary.total },
      .field("total_attendees", "how many may rate") { $0.attendees },
    ])

  static let ratings = ResultObject<RoundView>(
    "RoundRatings", "Who thought what.", identityKey: "round_id",
    [
      roundID(\.round.id),
      .list("ratings", of: attendeeRating, "one entry an attendee") { view in
        view.raters.map { (person: view.names.person($0), given: view.round.rating(of: $0)) }
      },
      .nullableObject("summary", fullSummary, "how it was rated; null unless the status is `watched` or `rated`") {
        view in
        view.round.ratingsSummary.map { (summary: $0, attendees: view.raters.count) }
      },
      .field("closed", "whether ratings are taken no more") { $0.round.status.isFinal },
    ])

  // MARK: Sessions

  private static let sessionMembers = ResultMembers<SessionView>([
    roundID(\.session.id),
    .field("status", "how far it is") { $0.session.status },
    .field("status_label", statusLabel) { $0.session.status.label },
    .field("created_at", "when it was started") { $0.session.createdAt },
    .members(attendees) { AttendeesView($0.session.attendees, in: $0.household) },
    .nullableObject("pick", card, "what the round chose; null before") { $0.session.pick },
    ratingsSummary(\.session.ratingsSummary),
  ])

  private static let session = ResultObject<SessionView>(
    "Session", "A round, as history shows it.", identityKey: "round_id", [.members(sessionMembers) { $0 }])

  private static let awaitingSession = ResultObject<SessionView>(
    "AwaitingSession", "A session that waits to be watched, or for ratings.", identityKey: "round_id",
    [
      .members(sessionMembers) { $0 },
      .field("waiting_for", "who has yet to rate") { $0.session.waitingFor(among: $0.household.details.memberIDs) },
    ])

  static let sessions = ResultObject<ViewPage<SessionSummary>>(
    "SessionPage", "Some sessions.",
    [
      .list("sessions", of: session, "newest first") { view in
        view.page.rows.lazy.map { SessionView(session: $0, household: view.household) }
      },
      .nextCursor { $0.page.next?.wireText },
    ])

  static let active = ResultObject<ActiveRoundQuery.Shown>(
    "ActiveRounds", "What is under way.",
    [
      .nullableObject("round", round, "the one in draft or voting; null where there is none") { $0.round },
      .list("awaiting", of: awaitingSession, "the selected and watched ones, newest first") { $0.awaiting },
    ])

  // MARK: Results of commands

  static let changed = ResultObject<RoundView>(
    "UpdatedRound", "The round as it is now.",
    [
      .object("round", round, "as in `rounds.get`") { $0 }
    ])

  static let started = ResultObject<StartedRound>(
    "StartedRound", "The new round.",
    [
      .object("round", round, "as in `rounds.get`") { $0.view },
      .field(
        "watchlist_eligible_count",
        "how many movies of the watchlist the round's ceiling lets in, whether or not they entered"
      ) { $0.view.household.eligibleCount(of: $0.watchlist, for: $0.view.round) },
      .field(
        "relaxed_constraints",
        "with `suggest`, what was given up to find enough, in this order; else empty, and also where the command is sent again"
      ) { $0.relaxedConstraints },
    ])

  private static let status = ResultMembers<ChangedRound>([
    .field("status", "how far the round is now") { $0.round.status }
  ])

  private static let actor = ResultMembers<ChangedRound>([
    .field("member_id", "for whom it was sent") { $0.actor }
  ])

  static let changedMovie = ResultObject<ChangedRound>(
    "RoundMovie", "The movie that it was about.",
    [
      roundID(\.round.id),
      movieID(\.changedMovie),
    ])

  static let castVote = ResultObject<ChangedRound>(
    "CastVote", "The vote as it stands.",
    [
      roundID(\.round.id),
      movieID(\.changedMovie),
      .members(actor) { $0 },
      .field("vote", "what they say of the movie; null where it was retracted") { $0.vote?.vote },
      .field("voted_at", "when they said so; null where it was retracted") { $0.vote?.votedAt },
    ])

  static let votingEnd = ResultObject<ChangedRound>(
    "VotingEnd", "Whether voting is closed.",
    [
      roundID(\.round.id),
      .members(status) { $0 },
      .field("voting_closed_at", "when voting was closed; null while others are not done") { $0.round.votingClosedAt },
    ])

  static let picked = ResultObject<PickedRound>(
    "RoundPick", "What was chosen.",
    [
      roundID(\.view.round.id),
      .field("status", "how far the round is now") { $0.view.round.status },
      .nullableObject("pick", pick, "what the round chose") { PickView($0.view) },
    ])

  static let watched = ResultObject<ChangedRound>(
    "WatchedRound", "When it was watched.",
    [
      roundID(\.round.id),
      .members(status) { $0 },
      .field("watched_at", "when it was watched") { $0.round.watchedAt },
    ])

  static let rating = ResultObject<ChangedRound>(
    "GivenRating", "The rating as it stands.",
    [
      roundID(\.round.id),
      .members(actor) { $0 },
      .field("rating", "what they thought of it") { $0.rating?.rating },
      .field("rated_at", "when they said so") { $0.rating?.ratedAt },
      .members(status) { $0 },
    ])

  static let state = ResultObject<ChangedRound>(
    "RoundState", "How far the round is.",
    [
      roundID(\.round.id),
      .members(status) { $0 },
    ])

  static let imported = ResultObject<(round: RoundDetails, isNew: Bool)>(
    "ImportedRound", "What became of the round.",
    [
      roundID { $0.round.id },
      .field("status", "how far it is now") { $0.round.status },
      .field("imported", "`false` where it was there already, which changes nothing") { $0.isNew },
    ])
}

extension RoundStatus: ResultEnum {}
extension Vote: ResultEnum {}
extension Rating: ResultEnum {}
extension SuggestionSource: ResultEnum {}
extension ExpiryReason: ResultEnum {}
extension ContentRating: ResultEnum {}

private enum AttendeesMode: String, ResultEnum {
  case fixed, everyone, unknown

  init(_ attendees: Attendees) {
    switch attendees {
    case .fixed: self = .fixed
    case .everyone: self = .everyone
    case .unknown: self = .unknown
    }
  }
}
