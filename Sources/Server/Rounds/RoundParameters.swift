import Commands
import Domain
import MovieNightPrimitives
import Projections
import ProtocolSchema

enum RoundParameters {
  static let round = Parameter<RoundID>.required("round_id", .id("round"), "which round")
  static let movie = Parameter<MovieID>.required("tmdb_movie_id", .movieID, "which movie, by TMDb's id")
  static let sentMovie = Parameter<[SentMovie]>.required(
    "movie", .oneMovie, "which movie; its id suffices where the server has a catalog")
  static let movies = Parameter<[SentMovie]>.list("movies", .movie, atMost: 100, "which movies enter the draft")

  // MARK: Starting

  static let attendees = Parameter<[MemberID]?>.optional(
    "attendees", members, "who takes part; everyone where it is missing, newcomers too")
  static let newAttendees = Parameter<[MemberID]?>.nullable(
    "attendees", members, "who takes part from now on; null is everyone")
  static let openVoting = Parameter<Bool>.bool(
    "open_voting", "`true`: it is open for votes at once; else it is a draft")
  static let replace = Parameter<RoundID?>.optional(
    "replace", .id("round"),
    "the round in draft or voting that this one takes the place of: it is discarded in the same step; none where it is missing"
  )
  static let ceilingOverride = Parameter<ContentRating?>.optional(
    "ceiling_override", .enumeration("ContentRating"),
    "up to which rating movies may enter, for creators to say; what suits all attendees where it is missing")
  static let allowWatched = Parameter<Bool>.bool(
    "allow_watched", "`true`: movies that the household has watched enter, too")
  static let includeWatchlist = Parameter<Bool>.bool(
    "include_watchlist",
    "`true`: movies of the watchlist enter behind those that were sent, the newest that may, up to 4 of a round in all")
  static let excludedMovies = Parameter<[Int]>.list(
    "exclude_movie_ids", .integer(), atMost: 100, "movies that neither come from the watchlist nor are suggested")
  static let suggest = Parameter<Bool>.bool(
    "suggest",
    "`true`: movies that suit the attendees enter behind all others, to 12 in all, as `suggestions.generate` finds them"
  )

  // MARK: Voting and after

  static let maxContentRating = Parameter<ContentRating>.required(
    "max_content_rating", .enumeration("ContentRating"), "up to which rating movies may enter")
  static let confirm = Parameter<Bool>.bool("confirm", "`true`: also where it has votes, which go with it")
  static let vote = Parameter<Vote?>.nullable(
    "vote", .enumeration("Vote"), "what the member says of the movie; null retracts what they said")
  static let rating = Parameter<Rating>.required("rating", .enumeration("Rating"), "what the member thought of it")

  // MARK: Looking

  static let household = Parameter<HouseholdID?>.optional(
    "household_id", .id("household"),
    "whose round; a member's own where it is missing, an administrator may leave it out")
  static let asOf = Parameter<Moment?>.optional(
    "as_of", .moment, "a position or a time: as it was then; as it is where it is missing")

  private static let members = WireValue<[MemberID]>.list(.id("member"), atMost: 100)
}

extension Parameters {
  func attendees() throws(Refusal) -> Attendees {
    try self[RoundParameters.attendees].map { .fixed($0) } ?? .everyone
  }

  /// The promotion of watchlist movies, if requested, without the `excluded` ones.
  func promotion(excluding excluded: [MovieID] = []) throws(Refusal) -> Promotion? {
    try self[RoundParameters.includeWatchlist] ? Promotion(excluding: excluded) : nil
  }
}
