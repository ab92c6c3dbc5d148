import Console
import MovieNightKit

protocol ListedMovie {
  var id: MovieID { get }
  var title: String { get }
  var year: Int? { get }
  var contentRating: MovieNightKit.ContentRating? { get }
  var listedAt: Timestamp { get }
  /// Returns how the movie came to be on the list, and the ids that commands take.
  func origin(in drawing: MovieCardRenderer) -> (text: String, id: String)
}

extension WatchlistItem: ListedMovie {
  var listedAt: Timestamp { addedAt }

  func origin(in drawing: MovieCardRenderer) -> (text: String, id: String) { ("added by \(addedByName)", "TMDb \(id)") }
}

extension WatchedItem: ListedMovie {
  var listedAt: Timestamp { watchedAt }

  func origin(in drawing: MovieCardRenderer) -> (text: String, id: String) {
    let canvas = drawing.canvas
    guard let roundID else {
      let undo = undoUntil.flatMap { $0 > drawing.now ? ", can be undone until \(canvas.dateText($0))" : nil }
      return ((markedByName.map { "marked by \($0)" } ?? "marked") + (undo ?? ""), "TMDb \(id)")
    }
    let counts = ratingsSummary.flatMap { $0.total > 0 ? canvas.ratingsText($0) : nil }
    return (counts ?? canvas.styled("No ratings yet", .faint), "TMDb \(id) · \(roundID)")
  }
}

/// Draws a card for a movie on a list, with its title and date, how it came to be on the list, and the id for commands.
struct MovieCardRenderer {
  let canvas: Canvas
  let now: Timestamp

  func card(_ movie: some ListedMovie) -> [String] {
    let date = canvas.dateText(movie.listedAt)
    let title = titleLine(movie.title, movie.year, movie.contentRating, to: canvas.columns - displayColumns(date) - 2)
    let top = canvas.spread(title, right: date)
    let origin = movie.origin(in: self)
    return [top, "  \(origin.text)", "  \(canvas.styled(origin.id, .faint))"]
  }
}

/// Returns a title with its year and rating, such as `Heat (1995) · R`. If they do not fit, only the title is shortened,
/// unless too little of it would be left.
func titleLine(
  _ title: String, _ year: Int?, _ rating: MovieNightKit.ContentRating? = nil, to columns: Int
) -> String {
  let facts = (year.map { " (\($0))" } ?? "") + (rating?.rawValue.nonEmpty.map { " · \($0)" } ?? "")
  let room = columns - displayColumns(facts)
  return room < 4 ? truncated(title + facts, to: columns) : truncated(title, to: room) + facts
}
