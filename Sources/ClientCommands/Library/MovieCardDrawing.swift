import Console
import MovieNightPrimitives

/// A movie of the watchlist or the watched list as a person sees it.
struct MovieCard {
  let movieID: Int
  let title: String
  let year: Int?
  let contentRating: String?
  let origin: Origin

  /// How it came to the list.
  enum Origin {
    case added(by: String?, at: Timestamp)
    case marked(by: String?, at: Timestamp, undoUntil: Timestamp?)
    case movieNight(roundID: String, at: Timestamp, ratings: RatingsCount?)
  }

  /// `json` is one of the items of `watchlist.list` or `watched.list`.
  init(_ json: JSONValue) throws(JSONError) {
    movieID = try json.integer("tmdb_movie_id")
    title = printable(try json.string("title"))
    year = try json.optionalInteger("year")
    contentRating = try json.optionalString("content_rating").map(printable)
    guard json["watched_at"] != nil else {
      let name = try json.optionalString("added_by_name").map(printable)
      origin = .added(by: name, at: try json.timestamp("added_at"))
      return
    }
    let time = try json.timestamp("watched_at")
    if let roundID = try json.optionalString("round_id") {
      origin = .movieNight(roundID: roundID, at: time, ratings: try RatingsCount(json["ratings_summary"]))
    } else {
      let name = try json.optionalString("marked_by_name").map(printable)
      origin = .marked(by: name, at: time, undoUntil: try json.optionalTimestamp("undo_until"))
    }
  }
}

/// Movies, a card each: title and date, how they came to the list, the id that the commands take.
struct MovieCardDrawing {
  let canvas: Canvas
  let now: Timestamp

  func card(_ movie: MovieCard) -> [String] {
    let facts = [movie.year.map { "(\($0))" }, movie.contentRating.map { "· \($0)" }].compactMap { $0 }
    let top = canvas.spread(
      ([movie.title] + facts).joined(separator: " "), style: .strong, right: canvas.dateText(time(of: movie.origin)),
      rightStyle: .faint, in: canvas.columns)
    return [top] + below(movie).map { "  \($0)" }
  }

  private func time(of origin: MovieCard.Origin) -> Timestamp {
    switch origin {
    case .added(_, let time), .marked(_, let time, _), .movieNight(_, let time, _): time
    }
  }

  private func below(_ movie: MovieCard) -> [String] {
    let id = canvas.styled("TMDb \(movie.movieID)", .faint)
    switch movie.origin {
    case .added(let name, _): return [name.map { "added by \($0)" } ?? "added", id]
    case .marked(let name, _, let undoUntil):
      var line = name.map { "marked by \($0)" } ?? "marked"
      if let undoUntil, undoUntil > now { line += ", to be undone until \(canvas.dateText(undoUntil))" }
      return [line, id]
    case .movieNight(let roundID, _, let ratings):
      let count = ratings.flatMap { $0.total > 0 ? canvas.ratingsText($0) : nil }
      return [count ?? canvas.styled("No ratings yet", .faint), id + canvas.styled(" · \(roundID)", .faint)]
    }
  }
}
