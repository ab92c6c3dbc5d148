import Commands
import Domain
import MovieNightPrimitives
import Projections
import ProtocolSchema

enum RoundParameters {
  static let round = Parameter<RoundID>.required("round_id", .id("round"), "the round's id")
  static let movie = Parameter<MovieID>.required("tmdb_movie_id", .movieID, "the movie's TMDb id")
  static let sentMovie = Parameter<[SentMovie]>.required(
    "movie", .oneMovie, "the movie; its id is enough if the server has a catalog")
  static let movies = Parameter<[SentMovie]>.list("movies", .movie, atMost: 100, "the movies to add to the draft")

  // MARK: Starting and changing a draft

  static let attendees = Parameter<[MemberID]?>.optional(
    "attendees", members, "the attendees; default: everyone, including new members")
  static let newAttendees = Parameter<[MemberID]?>.nullable(
    "attendees", members, "the new attendees; null for everyone")
  static let openVoting = Parameter<Bool>.bool(
    "open_voting", "`true` to open voting at once")
  static let replace = Parameter<RoundID?>.optional(
    "replace", .id("round"),
    "the round in draft or voting to discard in the same step; default: none"
  )
  static let ceilingOverride = Parameter<ContentRating?>.optional(
    "ceiling_override", .enumeration("ContentRating"),
    "the highest content rating that may enter; creator only; default: the attendees' lowest ceiling")
  static let allowWatched = Parameter<Bool>.bool(
    "allow_watched", "`true` to allow movies that the household has watched")
  static let includeWatchlist = Parameter<Bool>.bool(
    "include_watchlist",
    "`true` to add the newest watchlist movies that may enter, after the sent ones, up to 4 per round")
  static let excludedMovies = Parameter<[Int]>.list(
    "exclude_movie_ids", .integer(), atMost: 100,
    "the TMDb ids of movies to add neither from the watchlist nor as suggestions")
  static let suggest = Parameter<Bool>.bool(
    "suggest",
    "`true` to add suggestions, as from `suggestions.generate`, after all other movies, up to 12 movies in all"
  )

  // MARK: Voting and rating

  static let maxContentRating = Parameter<ContentRating>.required(
    "max_content_rating", .enumeration("ContentRating"), "the highest content rating that may enter")
  static let confirm = Parameter<Bool>.bool(
    "confirm", "`true` to withdraw it even if it has votes, which are removed too")
  static let vote = Parameter<Vote?>.nullable(
    "vote", .enumeration("Vote"), "the vote; null to retract it")
  static let rating = Parameter<Rating>.required("rating", .enumeration("Rating"), "the rating")

  // MARK: Queries

  static let household = Parameter<HouseholdID?>.optional(
    "household_id", .id("household"),
    "the round's household; default: your own; optional for administrators")
  static let asOf = Parameter<Moment?>.optional(
    "as_of", .moment, "the position or time to show the round at; default: now")

  private static let members = WireValue<[MemberID]>.list(.id("member"), atMost: 100)
}

extension Parameters {
  func attendees() throws(Refusal) -> Attendees {
    try self[RoundParameters.attendees].map { .fixed($0) } ?? .everyone
  }

  /// Returns the promotion of watchlist movies, without `excluded` ones; nil if the request excludes the watchlist.
  func promotion(excluding excluded: [MovieID] = []) throws(Refusal) -> Promotion? {
    try self[RoundParameters.includeWatchlist] ? Promotion(excluding: excluded) : nil
  }
}
