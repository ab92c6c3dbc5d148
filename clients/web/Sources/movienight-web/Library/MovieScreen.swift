import MovieNightKit

/// A movie: what the catalog knows, where to watch it, and what the household has done with it.
struct MovieScreen: Sendable {
  let texts = LibraryTexts()
  let title: String
  let meta: String
  let tagline: String?
  let overview: String?
  let poster: Poster
  let details: [Detail]
  let cast: [String]
  let trailerPath: String?
  let whereToWatch: WhereToWatch?
  let staleSentence: String?
  /// The page again, with what the catalog knows now.
  let refreshPath: String
  let history: [String]
  let ceilingWarning: String?
  let nights: [Night]
  let earlierNights: String?
  /// The search for this movie in the open round.
  let proposePath: String?
  let actions: LibraryActions

  /// The number of nights that are shown: a movie may be suggested every week.
  private static let nightLimit = 5

  struct Detail: Sendable, Equatable {
    let label: String
    let value: String
  }

  struct Night: Sendable, Equatable {
    let day: TimeText
    /// The session's page.
    let sessionPath: String
    let state: String
    let isPick: Bool
    let facts: [String]
  }

  init(_ movie: MovieDetails, actor: LibraryActor, imageURL: String?, reader: Reader) {
    let texts = LibraryTexts()
    title = movie.title
    meta = MovieFacts.line(
      year: movie.year, rating: movie.contentRating, runtime: movie.runtime, genres: movie.genres)
    tagline = movie.tagline?.nonEmpty
    overview = movie.overview?.nonEmpty
    poster = Poster(title: movie.title, path: movie.posterPath, base: imageURL)
    let original = movie.originalTitle.flatMap { $0 == movie.title ? nil : $0.nonEmpty }
    let certification = movie.certification.flatMap { $0.rating == movie.contentRating?.rawValue ? nil : $0 }
    let score = movie.voteAverage.map { texts.score(reader.decimal($0), movie.voteCount) }
    details = [
      original.map { Detail(label: texts.originalTitle, value: $0) },
      movie.releaseDate.map { Detail(label: texts.released, value: reader.date($0).text) },
      certification.map { Detail(label: texts.certification($0.country), value: $0.rating) },
      score.map { Detail(label: texts.score, value: $0) },
    ].compactMap(\.self)
    cast = (movie.cast ?? []).map { texts.actor($0.name, as: $0.character?.nonEmpty) }
    trailerPath = movie.trailerURL.flatMap(WebAddress.valid)
    whereToWatch = WhereToWatch(movie.watchProviders)
    staleSentence = movie.stale ? texts.stale : nil
    refreshPath = "\(LibraryPages.path(of: movie.id))?refresh=1"

    let (listed, watched) = (movie.history?.onWatchlist, movie.history?.watched)
    let known = [
      watched.map { watched in
        let day = reader.day(watched.watchedAt).text
        return watched.roundID == nil ? texts.marked(day, by: watched.markedByName) : texts.watchedAtNight(day)
      },
      listed.map { texts.listed(since: reader.day($0.addedAt).text, by: $0.addedByName) },
    ].compactMap(\.self)
    history = known.isEmpty ? [texts.unknownHere] : known
    ceilingWarning = movie.history?.exceedsCeiling == true ? texts.exceedsCeiling : nil
    let rounds = movie.history?.rounds ?? []
    nights = rounds.prefix(Self.nightLimit).map { round in
      Night(
        day: reader.day(round.createdAt), sessionPath: "/history/\(round.id)",
        state: texts.state(round.status, isPick: round.picked), isPick: round.picked,
        facts: [
          texts.votes(up: round.votesUp, down: round.votesDown), round.myVote.map { texts.yourVote($0) },
          round.ratingsSummary.map { texts.ratings($0) },
        ].compactMap(\.self))
    }
    earlierNights = rounds.count > Self.nightLimit ? texts.earlierNights(rounds.count - Self.nightLimit) : nil
    proposePath = watched == nil ? "/tonight?q=\(movie.title.urlEncoded)" : nil
    let undoEnd = watched.map { $0.watchedAt.advanced(bySeconds: Self.undoSeconds) }
    let isUndoable = undoEnd.map { reader.now < $0 } ?? false
    actions = LibraryActions(
      movie.id, movie.title, canAdd: listed == nil && watched == nil, canMark: watched == nil,
      removal: listed.flatMap { actor.permission(toUndoOf: $0.addedBy) },
      unmarking: isUndoable ? watched?.markedBy.flatMap { actor.permission(toUndoOf: $0) } : nil)
  }

  /// A mark can be undone for a day.
  private static let undoSeconds: Int64 = 86_400
}
