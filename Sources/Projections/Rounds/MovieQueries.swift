import Domain
import EventStore

// What a household had to do with one movie.
extension ReadModels {
  /// The rounds that a movie is in, newest first, among the `limit` newest of a household. May read the store.
  public func rounds(of household: HouseholdID, with movie: MovieID, amongNewest limit: Int) throws(ProjectionError)
    -> [RoundDetails]
  {
    var rounds: [RoundDetails] = []
    var cursor: RowPlace?
    var left = limit
    repeat {
      let page = try sessions(household, after: cursor, limit: min(left, 100))
      for session in page.rows where session.movieIDs.contains(movie) {
        if let round = try round(session.id) { rounds.append(round) }
      }
      left -= page.rows.count
      cursor = page.next
    } while cursor != nil && left > 0
    return rounds
  }
}
