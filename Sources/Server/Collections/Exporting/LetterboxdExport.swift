import Domain
import MovieNightPrimitives
import Projections

/// The rows of a file that Letterboxd imports.
enum LetterboxdRow {
  static let header = "tmdbID,imdbID,Title,Year,Rating10,WatchedDate,Rewatch,Review\r\n"

  /// Returns the row of a movie's play.
  static func text(of movie: CollectedTitle, _ watchedAt: WatchedAt, isRewatch: Bool, review: String) -> String {
    let (facts, settings) = (movie.facts, movie.settings)
    let rating = settings.rating10 ?? settings.rating.map { $0 == .loved ? 10 : $0 == .liked ? 8 : 3 }
    let fields = [
      "\(movie.title.tmdbID)", facts.imdbID ?? "", facts.title, facts.year.map(String.init) ?? "",
      rating.map(String.init) ?? "", watchedAt.day?.description ?? "", "\(isRewatch)", review,
    ]
    return fields.map(field).joined(separator: ",") + "\r\n"
  }

  /// Quotes a field if it needs quotes.
  private static func field(_ text: String) -> String {
    let quote = UInt8(ascii: "\"")
    guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
    // A quote can be part of a longer character, so this looks at bytes.
    let doubled = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(decoding: [quote] + doubled + [quote], as: UTF8.self)
  }
}

extension ExportedRows {
  /// Writes a page of the movies' plays, the oldest first. A movie's notes are the review of its last play.
  func writeLetterboxd(from place: inout ExportPlace, to page: inout ExportPage) throws {
    if !place.follows { page.write(LetterboxdRow.header) }
    place.follows = true
    let newestFirst = Pages { try answering.readModels.plays(of: member, after: $0, limit: 500) }
    let plays = try newestFirst.first(.max).reversed().filter { $0.title.mediaType == .movie }
    var playsLeft = plays.reduce(into: [TitleRef: Int]()) { $0[$1.title, default: 0] += 1 }
    var seen: Set<TitleRef> = []
    for (index, play) in plays.enumerated() {
      let isRewatch = !seen.insert(play.title).inserted
      playsLeft[play.title, default: 0] -= 1
      guard index >= place.index else { continue }
      let movie = try title(play.title)
      let review = playsLeft[play.title] == 0 ? try notes(on: movie).map(\.text).joined(separator: "\n\n") : ""
      let row = LetterboxdRow.text(of: movie, play.watchedAt, isRewatch: isRewatch, review: review)
      guard page.append(Array(row.utf8)) else { return }
      place.index += 1
    }
  }
}
