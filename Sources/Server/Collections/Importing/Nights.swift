import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections

extension Caller {
  private static let scannedNights = 10_000

  /// Returns the nights that a member attended and that no play of the collection records, oldest first. Reads the store.
  func unrecordedNights(of owner: CollectionOwner) throws -> [ImportRecord] {
    let nights = Pages { try readModels.nightPage(owner.household, after: $0, limit: 500) }
    return try nights.first(Self.scannedNights).reversed().compactMap { try record(of: $0, owner.member) }
  }

  private func record(of night: NightTally, _ member: MemberID) throws -> ImportRecord? {
    guard let movieID = night.pick, let watchedAt = night.watchedAt.map({ WatchedAt($0) }),
      let round = try readModels.round(night.roundID),
      round.attendees.include(member, ratings: round.ratings), let movie = round.suggestion(of: movieID)?.movie
    else { return nil }
    let plays = try readModels.titlePlays(of: .movie(movieID), season: nil, by: member)
    guard !plays.contains(where: { $0.roundID == night.roundID || $0.watchedAt == watchedAt }) else {
      return nil
    }
    let title = SourceTitle(name: movie.title, year: movie.year, tmdbID: movieID, mediaType: .movie)
    var record = ImportRecord(line: 1, title: title)
    (record.facts, record.lacksFacts) = (TitleFacts(movie), false)
    record.addedAt = night.watchedAt
    record.plays = [ImportedPlay(watchedAt: watchedAt, roundID: night.roundID)]
    return record
  }
}

extension TitleFacts {
  /// The facts that a household has about a movie.
  init(_ movie: Movie) {
    self.init(title: movie.title)
    (year, overview, genres, runtime) = (movie.year, movie.overview, movie.genres, movie.runtime)
    (posterPath, contentRating) = (movie.posterPath, movie.contentRating)
    (popularity, voteAverage) = (movie.popularity, movie.voteAverage)
  }
}
