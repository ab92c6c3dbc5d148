import Domain
import Projections

/// A household's history with one movie: the lists and rounds that contain it.
struct MovieHistory {
  let id: MovieID
  let reader: MemberID
  let household: HouseholdView
  let listed: ListedMovie?
  let watched: WatchedMovie?
  /// The rounds that contain the movie, newest first.
  let rounds: [RoundDetails]
  /// The household's round in draft or voting; nil if there is none.
  let activeRound: RoundDetails?

  /// The movie as the household last recorded it; nil if the household never recorded it.
  var movie: Movie? {
    let listed = listed.map { ($0.entry.addedAt, $0.entry.movie) }
    let watched = watched.map { ($0.watchedAt, $0.movie) }
    let suggested = rounds.first.flatMap { round in round.suggestion(of: id).map { (round.createdAt, $0.movie) } }
    return [listed, watched, suggested].compactMap(\.self).max { $0.0 < $1.0 }?.1
  }

  /// The movie's current rating; nil if it has none.
  var rating: String?

  var exceedsCeiling: Bool { CeilingInForce(in: household.details, activeRound).refuses(rating) }

  var listedView: ListedView? { listed.map { ($0, household.names) } }
  var watchedView: WatchedView? { watched.map { WatchedView(watched: $0, names: household.names) } }

  var appearances: [MovieAppearance] {
    rounds.map { round in
      MovieAppearance(
        round: round, suggestion: round.suggestion(of: id), readersVote: round.vote(of: reader, on: id)?.vote,
        isPicked: round.pick?.tmdbMovieID == id)
    }
  }
}

struct MovieAppearance {
  let round: RoundDetails
  let suggestion: RoundDetails.Suggestion?
  let readersVote: Vote?
  let isPicked: Bool
}
