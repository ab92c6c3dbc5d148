import Domain
import EventStore
import Primitives
import Projections

/// What a household had to do with one movie: the lists that it is on, and the rounds that it was in.
struct MovieHistory {
  let id: MovieID
  let household: HouseholdView
  /// Nil where it is not on the watchlist.
  let listed: ListedMovie?
  /// Nil where it is not on the watched list.
  let watched: WatchedMovie?
  /// Newest first.
  let rounds: [RoundDetails]
  /// The round in draft or voting.
  let activeRound: RoundDetails?

  /// A household with more rounds is told of the newest.
  static let roundLimit = 1000

  /// The movie as it was recorded last; nil where it never was.
  var movie: Movie? {
    let listed = listed.map { ($0.entry.addedAt, $0.entry.movie) }
    let watched = watched.map { ($0.watchedAt, $0.movie) }
    let suggested = rounds.first.flatMap { round in round.suggestion(of: id).map { (round.createdAt, $0.movie) } }
    return [listed, watched, suggested].compactMap(\.self).max { $0.0 < $1.0 }?.1
  }

  var ceiling: CeilingInForce { CeilingInForce(in: household.details, activeRound) }
}

extension ReadModels {
  /// Whether a household has recorded a movie (`MovieHistory.movie`). May read the store.
  func hasRecord(of movie: MovieID, in household: HouseholdID) throws(ProjectionError) -> Bool {
    if try listedMovie(movie, in: household) != nil { return true }
    if try watchedMovie(movie, in: household) != nil { return true }
    return try !rounds(of: household, with: movie, amongNewest: MovieHistory.roundLimit).isEmpty
  }
}

extension JSONWriter {
  /// What a household had to do with a movie (`docs/protocol.md`, `movies.get`).
  ///
  /// - Parameter rating: the movie's.
  mutating func historyMembers(_ history: MovieHistory, rated rating: String?, for reader: MemberID) {
    let directory = history.household.directory
    key("on_watchlist")
    if let entry = history.listed?.entry {
      object { json in
        json.field("added_by", entry.addedBy)
        json.field("added_by_name", directory[entry.addedBy].displayName)
        json.field("added_at", entry.addedAt)
      }
    } else {
      null()
    }
    key("watched")
    if let watched = history.watched {
      object { json in
        json.field("watched_at", watched.watchedAt)
        json.field("source", watched.sourceName)
        json.field("marked_by", watched.markedBy)
        json.field("marked_by_name", watched.markedBy.map { directory[$0].displayName })
        json.field("round_id", watched.roundID)
      }
    } else {
      null()
    }
    field("exceeds_ceiling", history.ceiling.refuses(rating))
    key("rounds")
    array(history.rounds) { $0.appearance(of: history.id, in: $1, for: reader) }
  }

  /// What became of the movie in one round.
  private mutating func appearance(of movie: MovieID, in round: RoundDetails, for reader: MemberID) {
    let suggestion = round.suggestion(of: movie)
    let isPicked = round.pick?.tmdbMovieID == movie
    object { json in
      json.field("round_id", round.id)
      json.field("status", round.status.rawValue)
      json.field("created_at", round.createdAt)
      json.field("votes_up", suggestion?.votesUp ?? 0)
      json.field("votes_down", suggestion?.votesDown ?? 0)
      json.field("net_score", suggestion?.netScore ?? 0)
      json.field("my_vote", round.vote(of: reader, on: movie)?.vote.rawValue)
      json.field("picked", isPicked)
      json.key("ratings_summary")
      json.ratingsSummary(isPicked ? round.ratingsSummary : nil)
    }
  }
}
