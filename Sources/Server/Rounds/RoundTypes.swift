import Domain
import MovieNightPrimitives
import Projections
import ProtocolSchema

enum RoundTypes {
  private static let statusLabel =
    "the status as display text: `Draft`, `Voting`, `Selected`, `Watched`, `Rated` or `Expired`"

  static func roundID<Value>(_ get: @escaping @Sendable (Value) -> RoundID) -> ResultMembers<Value> {
    .field("round_id", "the round's id", get)
  }

  static func movieID<Value>(_ get: @escaping @Sendable (Value) -> MovieID) -> ResultMembers<Value> {
    .field("tmdb_movie_id", "the movie's TMDb id", get)
  }

  private static func expiredReason<Value>(
    _ get: @escaping @Sendable (Value) -> ExpiryReason?
  ) -> ResultMembers<Value> {
    .field("expired_reason", "`discarded` by a member, or `timed_out`; null unless the round expired", get)
  }

  /// Returns the members of a movie, encoded as in events. `write` writes them without a copy of the movie.
  static func movie<Value>(_ write: @escaping @Sendable (Value, inout JSONWriter) -> Void) -> ResultMembers<Value> {
    ResultMembers(movieFields, write)
  }

  /// The members that `Movie.fields` writes, described as those that clients send, but without bounds.
  private static let movieFields: [WireField] = Movie.fields.members.map { member in
    guard let sent = SentMovie.type.fields.first(where: { "\($0.name)" == "\(member.name)" }) else {
      preconditionFailure("SentMovie does not describe \(member.name)")
    }
    let isNullable = if case .optional = member.shape { true } else { false }
    let summary = "\(member.name)" == "title" ? "the title, as recorded or as in the catalog" : sent.summary
    return WireField(
      member.name, sent.type.withoutBounds, isRequired: true, isNullable: isNullable, summary, unit: sent.unit)
  }

  private static let card = ResultObject<SessionSummary.SessionMovie>(
    "MovieCard", "A movie in a list.", identityKey: "tmdb_movie_id",
    [
      movieID(\.tmdbMovieID),
      .field("title", "the title") { $0.title },
      .field("poster_path", "the last part of the poster's URL, after the size") { $0.posterPath },
    ])

  private static let voter = ResultObject<Voter>(
    "Voter", "A member and their vote on a movie.", identityKey: "member_id",
    [
      .members(HouseholdTypes.person) { $0.person },
      .field("vote", "the current vote") { $0.vote },
    ])

  private static let votes = ResultMembers<SuggestionView>([
    .field("votes_up", "the number of up votes") { $0.suggestion.votesUp },
    .field("votes_down", "the number of down votes") { $0.suggestion.votesDown },
    .field("net_score", "`votes_up` minus `votes_down`") { $0.suggestion.netScore },
    .list("voters", of: voter, "the members who voted") { $0.voters },
  ])

  private static let suggestion = ResultObject<SuggestionView>(
    "Suggestion", "A movie in a round, with its votes.", identityKey: "tmdb_movie_id",
    [
      movie { $0.suggestion.writeMovie(to: &$1) },
      .field("position", "the position in the round, from 1") { $0.suggestion.position },
      .field("score", "the algorithm's score from 0 to 1; null without one") { $0.suggestion.merit?.score },
      .field("reason", "the algorithm's reason; null without one") { $0.suggestion.merit?.reason },
      .field("source", "the suggestion's origin") { $0.suggestion.source },
      .field("proposed_by", "the member who proposed it during voting; else null") { $0.suggestion.proposedBy },
      .field("proposed_by_name", "the proposer's current name; null without a proposer") { view in
        view.suggestion.proposedBy.map { view.household.names[$0].displayName }
      },
      .field("watched", "whether the household has watched it") { $0.isWatched },
      votes,
    ])

  private static let attendees = ResultMembers<AttendeesView>([
    .list(
      "attendees", of: HouseholdTypes.attendee, "the attendees; empty if they were not recorded"
    ) { $0.people },
    .field(
      "attendees_mode",
      "`fixed` for a list; `everyone` while new members take part too; `unknown` if an imported round has no recorded attendees: show \"All members\""
    ) { AttendeesMode($0.attendees) },
  ])

  private static let pick = ResultObject<PickView>(
    "Pick", "The movie that a round chose.",
    [
      movieID(\.movie.tmdbMovieID),
      .field("title", "the title") { $0.movie.title },
      .field("year", "the year of release; null if unreleased") { $0.movie.year },
      .field("poster_path", "the last part of the poster's URL, after the size") { $0.movie.posterPath },
      .field("content_rating", "the American rating, as recorded") { $0.movie.contentRating },
      .field("picked_by", "the member who picked it") { $0.pick.pickedBy },
      .field("picked_by_name", "that member's current name") { $0.pickedByName },
      .field("picked_at", "the time of the pick") { $0.pick.pickedAt },
      .field("watched", "whether the round is marked as watched") { $0.watchedAt != nil },
      .field("watched_at", "the time the round became watched; null before") { $0.watchedAt },
    ])

  private static let ratingCounts = ResultMembers<RatingsSummary>([
    .field("loved", "the number of `loved` ratings") { $0.loved },
    .field("liked", "the number of `liked` ratings") { $0.liked },
    .field("did_not_like", "the number of `did_not_like` ratings") { $0.didNotLike },
  ])

  private static let ratingsObject = ResultObject<RatingsSummary>(
    "RatingsSummary", "The number of each rating.",
    [
      ratingCounts
    ])

  static func ratingsSummary<Value>(
    saying summary: String = "the number of each rating; null unless the status is `watched` or `rated`",
    _ get: @escaping @Sendable (Value) -> RatingsSummary?
  ) -> ResultMembers<Value> {
    .nullableObject("ratings_summary", ratingsObject, summary, get)
  }

  private static let progress = ResultObject<RoundView>(
    "VoteProgress", "The number of attendees who have voted.",
    [
      .field("voted", "the number of attendees with at least one vote") { $0.voted },
      .field("total", "the number of attendees") { $0.attendees.ids.count },
    ])

  private static let deadline = ResultMembers<RoundDeadline?>([
    .field("due_at", "the next deadline, if nothing happens before; null if the round is over") { $0?.dueAt },
    .field("due_status", "the status after that deadline; null if the round is over") { $0?.status },
  ])

  private static let times = ResultMembers<RoundDetails>([
    .field("created_at", "the time the round was started") { $0.createdAt },
    .field("voting_started_at", "the time voting opened; null before") { $0.votingStartedAt },
    .field("voting_closed_at", "the time voting was closed, by the creator or by itself; else null") {
      $0.votingClosedAt
    },
    .field("selected_at", "the time of the pick; null before") { $0.selectedAt },
    .field("watched_at", "the time the round became watched; null before") { $0.watchedAt },
    .field("rated_at", "the time the round became rated; null before") { $0.ratedAt },
    .field("expired_at", "the time the round expired; null unless it did") { $0.expiredAt },
  ])

  static let round = ResultObject<RoundView>(
    "Round", "A round with its movies and votes.", identityKey: "round_id",
    [
      roundID(\.round.id),
      .field("household_id", "the household's id") { $0.round.householdID },
      .field("group_id", "the same as `household_id`, for older clients") { $0.round.householdID },
      .field("status", "the round's status") { $0.round.status },
      .field("status_label", statusLabel) { $0.round.status.label },
      .field("started_by", "the member who started the round") { $0.round.startedBy },
      .field("started_by_name", "that member's current name") { $0.names[$0.round.startedBy].displayName },
      .members(times) { $0.round },
      expiredReason(\.round.expiredReason),
      .members(attendees) { $0.attendees },
      .list("suggestions", of: suggestion, "the round's movies, by position") { $0.suggestions },
      .object("vote_progress", progress, "the number of attendees who have voted") { $0 },
      .field("done_voting", "the members who are done voting") { $0.round.doneVoting },
      .field("picked_movie_id", "the pick's TMDb id; null before") { $0.round.pick?.tmdbMovieID },
      .nullableObject("pick", pick, "the movie that the round chose; null before") { PickView($0) },
      ratingsSummary(\.round.ratingsSummary),
      .field(
        "max_content_rating",
        "the content ceiling, the highest content rating that may enter; null unless the status is `draft` or `voting`, or the ceiling is overridden"
      ) { $0.round.ceiling(in: $0.household.details) },
      .field("ceiling_overridden", "whether the creator has overridden the ceiling") {
        $0.round.ceilingOverride != nil
      },
      .members(deadline) { $0.round.deadline(in: $0.household.details) },
      .field("revision", "the round's revision, for `expected_revision`") { $0.round.revision },
    ])

  // MARK: Ranking and ratings

  private static let ranked = ResultObject<(ranked: RoundResults.Ranked, household: HouseholdView)>(
    "RankedMovie", "A movie and its rank.", identityKey: "tmdb_movie_id",
    [
      .field("rank", "the rank from 1; equal movies share a rank") { $0.ranked.rank },
      .field("tied", "whether another movie shares the rank") { $0.ranked.isTied },
      .members(card.members) { SessionSummary.SessionMovie($0.ranked.suggestion.movie) },
      .field("source", "the suggestion's origin") { $0.ranked.suggestion.source },
      .members(votes) { SuggestionView($0.ranked.suggestion, $0.household) },
    ])

  static let results = ResultObject<RoundView>(
    "RoundResults", "A round's movies, ranked by votes.", identityKey: "round_id",
    [
      roundID(\.round.id),
      .field("status", "the round's status") { $0.round.status },
      .members(ranking) { (results: $0.round.results, household: $0.household) },
    ])

  private static let ranking = ResultMembers<(results: RoundResults, household: HouseholdView)>([
    .nullableObject(
      "clear_winner", card, "the movie with the highest net score; null if several share it, or without votes"
    ) {
      $0.results.clearWinner.map { SessionSummary.SessionMovie($0.movie) }
    },
    .list("results", of: ranked, "the movies, best first") { view in
      view.results.ranked.lazy.map { (ranked: $0, household: view.household) }
    },
  ])

  private static let attendeeRating = ResultObject<(person: Person, given: GivenRating?)>(
    "AttendeeRating", "An attendee's rating.", identityKey: "member_id",
    [
      .members(HouseholdTypes.person) { $0.person },
      .field("rating", "the rating; null before the attendee has rated") { $0.given?.rating },
      .field("rated_at", "the time of the rating; null before") { $0.given?.ratedAt },
    ])

  private static let fullSummary = ResultObject<(summary: RatingsSummary, attendees: Int)>(
    "FullRatingsSummary", "The number of each rating, and of attendees.",
    [
      .members(ratingCounts) { $0.summary },
      .field("total_rated", "the number of ratings") { $0.summary.total },
      .field("total_attendees", "the number of entries in `ratings`") { $0.attendees },
    ])

  static let ratings = ResultObject<RoundView>(
    "RoundRatings", "The attendees' ratings of the pick.", identityKey: "round_id",
    [
      roundID(\.round.id),
      .list(
        "ratings", of: attendeeRating,
        "one entry per attendee, or per member who rated if the attendees were not recorded"
      ) { view in
        view.raters.map { (person: view.household.person($0), given: view.round.rating(of: $0)) }
      },
      .nullableObject(
        "summary", fullSummary, "the number of each rating; null unless the status is `watched` or `rated`"
      ) {
        view in
        view.round.ratingsSummary.map { (summary: $0, attendees: view.raters.count) }
      },
      .field("closed", "whether ratings are closed") { $0.round.status.isFinal },
    ])

  // MARK: Sessions

  private static let sessionMembers = ResultMembers<SessionView>([
    roundID(\.session.id),
    .field("status", "the round's status") { $0.session.status },
    .field("status_label", statusLabel) { $0.session.status.label },
    .field("created_at", "the time the round was started") { $0.session.createdAt },
    .members(attendees) { AttendeesView($0.session.attendees, in: $0.household) },
    .nullableObject("pick", card, "the movie that the round chose; null before") { $0.session.pick },
    ratingsSummary(\.session.ratingsSummary),
  ])

  private static let session = ResultObject<SessionView>(
    "Session", "A round in the history.", identityKey: "round_id",
    [sessionMembers, expiredReason(\.session.expiredReason)])

  private static let awaitingSession = ResultObject<SessionView>(
    "AwaitingSession", "A session with a pick to watch or rate.", identityKey: "round_id",
    [
      sessionMembers,
      .field("waiting_for", "the members who have yet to rate") {
        $0.session.waitingFor(among: $0.household.memberIDs)
      },
    ])

  static let sessions = ResultObject<ViewPage<SessionSummary>>(
    "SessionPage", "A page of sessions.",
    [
      .list("sessions", of: session, "the sessions, newest first") { view in
        view.page.rows.lazy.map { SessionView($0, in: view.household) }
      },
      .nextCursor { $0.page.next?.wireText },
    ])

  static let active = ResultObject<ActiveRoundQuery.Shown>(
    "ActiveRounds", "The household's rounds that are not over.",
    [
      .nullableObject("round", round, "the round in draft or voting; null if there is none") { $0.round },
      .list("awaiting", of: awaitingSession, "the sessions in `selected` or `watched`, newest first") { $0.awaiting },
    ])

  // MARK: Results of commands

  static let changed = ResultObject<RoundView>(
    "UpdatedRound", "The round after the command.",
    [
      .object("round", round, "the round, as in `rounds.get`") { $0 }
    ])

  static let started = ResultObject<StartedRound>(
    "StartedRound", "The new round.",
    [
      .object("round", round, "the round, as in `rounds.get`") { $0.view },
      .field(
        "watchlist_eligible_count",
        "the number of watchlist movies within the round's ceiling, in the round or not"
      ) { $0.view.household.eligibleCount(of: $0.watchlist, for: $0.view.round) },
      .field(
        "relaxed_constraints",
        "the constraints relaxed to find enough movies for `suggest`, in this order; empty otherwise, and for a resent command"
      ) { $0.relaxedConstraints },
    ])

  private static let status = ResultMembers<ChangedRound>([
    .field("status", "the round's status") { $0.round.status }
  ])

  private static let actor = ResultMembers<ChangedRound>([
    .field("member_id", "the sender, or the member in `acting_as`") { $0.actor }
  ])

  static let changedMovie = ResultObject<ChangedRound>(
    "RoundMovie", "The round and movie of the command.",
    [
      roundID(\.round.id),
      movieID(\.changedMovie),
    ])

  static let castVote = ResultObject<ChangedRound>(
    "CastVote", "The member's current vote.",
    [
      roundID(\.round.id),
      movieID(\.changedMovie),
      actor,
      .field("vote", "the vote; null if retracted") { $0.vote?.vote },
      .field("voted_at", "the time of the vote; null if retracted") { $0.vote?.votedAt },
    ])

  static let votingEnd = ResultObject<ChangedRound>(
    "VotingEnd", "The state of voting.",
    [
      roundID(\.round.id),
      status,
      .field("voting_closed_at", "the time voting closed; null while other attendees are not done") {
        $0.round.votingClosedAt
      },
    ])

  static let picked = ResultObject<PickedRound>(
    "RoundPick", "The pick.",
    [
      roundID(\.view.round.id),
      .field("status", "the round's status") { $0.view.round.status },
      .nullableObject("pick", pick, "the movie that the round chose") { PickView($0.view) },
    ])

  static let watched = ResultObject<ChangedRound>(
    "WatchedRound", "The round after it was watched.",
    [
      roundID(\.round.id),
      status,
      .field("watched_at", "the time the round became watched") { $0.round.watchedAt },
    ])

  static let rating = ResultObject<ChangedRound>(
    "GivenRating", "The member's current rating.",
    [
      roundID(\.round.id),
      actor,
      .field("rating", "the rating") { $0.rating?.rating },
      .field("rated_at", "the time of the rating") { $0.rating?.ratedAt },
      status,
    ])

  static let state = ResultObject<ChangedRound>(
    "RoundState", "The round's status.",
    [
      roundID(\.round.id),
      status,
    ])

  static let imported = ResultObject<(round: RoundDetails, isNew: Bool)>(
    "ImportedRound", "The imported round.",
    [
      roundID { $0.round.id },
      .field("status", "the round's status") { $0.round.status },
      .field("imported", "`false` if the round existed already; then nothing changes") { $0.isNew },
    ])
}

extension ValueType {
  fileprivate var withoutBounds: ValueType {
    switch self {
    case .integer: .integer()
    case .text: .text()
    case .list(let element, _, _): .list(of: element.withoutBounds)
    default: self
    }
  }
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
