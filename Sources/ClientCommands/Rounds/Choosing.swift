import Console
import MovieNightKit

enum Choosing {
  /// A movie of the round, by its number, its id or its title. Rejects a number that is one movie's position and another's id,
  /// and an ambiguous title, to prevent accidental votes.
  static func movie(_ typed: String, in round: Round) throws(CommandFailure) -> Suggestion {
    let number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
    let exact = round.suggestions.filter { movie in
      number == movie.position || number == movie.id.rawValue || movie.title == typed || movie.name == typed
    }
    let found = exact.isEmpty ? prefixMatches(by: typed, among: round.suggestions, called: \.name) : exact
    return try found.only(
      none: CommandFailure(
        "There is no '\(typed)' in the round",
        hint: round.suggestions.isEmpty ? "It has no movies yet." : "Its movies: \(list(round.suggestions))")
    ) { CommandFailure("'\(typed)' matches \(list($0))", hint: "Type more of the title, or the other number.") }
  }

  private static func list(_ movies: [Suggestion]) -> String {
    movies.map { "\($0.position) \($0.name)" }.joined(separator: ", ")
  }

  /// One of the nights, by its movie's title or its id; without text, the only one. `what` completes the error: `can be rated`.
  static func night(_ typed: String?, among nights: [AwaitingSession], that what: String) throws(CommandFailure)
    -> AwaitingSession
  {
    var found = nights
    if let typed {
      found = nights.filter { $0.id.description == typed }
      if found.isEmpty { found = prefixMatches(by: typed, among: nights, called: \.title) }
    }
    return try found.only(
      none: CommandFailure(
        typed.map { "No night with '\($0)' \(what)" } ?? "No night \(what)",
        hint: "See what you can do now: movienight tonight")
    ) { several in
      let titles = several.map(\.title).joined(separator: ", ")
      return CommandFailure("More than one night \(what)", hint: "Name the movie: \(titles)")
    }
  }
}

enum RatingWords {
  private static let others: [String: Rating] = [
    "love": .loved, "like": .liked, "disliked": .didNotLike, "dislike": .didNotLike, "didnotlike": .didNotLike,
  ]

  /// The movie, if one is named, and the rating in `heat did not like`.
  static func read(_ words: [String]) throws(UsageError) -> (movie: String?, rating: Rating) {
    for count in [3, 1] where words.count >= count {
      let typed = words.suffix(count).joined().lowercased().filter { $0 != "_" && $0 != "-" }
      guard let rating = others[typed] ?? Rating.allCases.first(where: { $0.rawValue == typed }) else { continue }
      let movie = words.dropLast(count).joined(separator: " ")
      return (movie.isEmpty ? nil : movie, rating)
    }
    let known = Rating.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError("'\(words.last ?? "")' is not a rating. Use one of: \(known)")
  }
}
