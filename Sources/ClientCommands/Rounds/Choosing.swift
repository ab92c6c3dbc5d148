import Console
import MovieNightKit

/// Which movie or night is meant by what somebody typed.
enum Choosing {
  /// A movie of the round, by its number, its id or its title. A number that says one movie's place and another's id is
  /// refused, as is a beginning that several titles have: nobody votes by accident.
  static func movie(_ typed: String, in round: Round) throws(CommandFailure) -> Suggestion {
    let number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
    let exact = round.suggestions.filter { movie in
      number == movie.position || number == movie.id.rawValue || movie.title == typed || movie.name == typed
    }
    let found = exact.isEmpty ? meant(by: typed, among: round.suggestions, called: \.name) : exact
    return try found.only(
      none: CommandFailure(
        "There is no '\(typed)' in the round",
        hint: round.suggestions.isEmpty ? "It has no movies yet." : "There are: \(list(round.suggestions))")
    ) { CommandFailure("'\(typed)' could be \(list($0))", hint: "Type more of the title, or another number.") }
  }

  private static func list(_ movies: [Suggestion]) -> String {
    movies.map { "\($0.position) \($0.name)" }.joined(separator: ", ")
  }

  /// One of the nights that can be, by the title of its movie or its id; without a word the only one there is.
  /// - Parameter what: why it is looked for: `waits to be watched`.
  static func night(_ typed: String?, among nights: [AwaitingSession], that what: String) throws(CommandFailure)
    -> AwaitingSession
  {
    var found = nights
    if let typed {
      found = nights.filter { $0.id.description == typed }
      if found.isEmpty { found = meant(by: typed, among: nights, called: \.title) }
    }
    return try found.only(
      none: CommandFailure(
        typed.map { "No night with '\($0)' \(what)" } ?? "No night \(what)",
        hint: "movienight tonight shows what can be done now.")
    ) { several in
      let titles = several.map(\.title).joined(separator: ", ")
      return CommandFailure("More than one night \(what)", hint: "Say which movie: \(titles)")
    }
  }
}

/// What one thinks of a movie, in the words that people use.
enum RatingWords {
  private static let others: [String: Rating] = [
    "love": .loved, "like": .liked, "disliked": .didNotLike, "dislike": .didNotLike, "didnotlike": .didNotLike,
  ]

  /// The movie, where one is named, and the rating, from `heat did not like`.
  static func read(_ words: [String]) throws(UsageError) -> (movie: String?, rating: Rating) {
    for count in [3, 1] where words.count >= count {
      let typed = words.suffix(count).joined().lowercased().filter { $0 != "_" && $0 != "-" }
      guard let rating = others[typed] ?? Rating.allCases.first(where: { $0.rawValue == typed }) else { continue }
      let movie = words.dropLast(count).joined(separator: " ")
      return (movie.isEmpty ? nil : movie, rating)
    }
    let known = Rating.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError("'\(words.last ?? "")' is no rating: \(known)")
  }
}
