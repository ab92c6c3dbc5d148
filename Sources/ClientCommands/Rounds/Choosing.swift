import Console
import MovieNightKit

enum Choosing {
  /// Returns the movie of the round that `typed` names by its position, its id, a link or its title. If it names several
  /// movies, such as one by its position and another by its id, `choose` decides.
  static func movie(
    _ typed: String, in round: Round, choose: (NumberedChoice<Suggestion>) throws -> Suggestion
  ) throws -> Suggestion {
    try matches(typed, in: round).only(
      none: CommandFailure(
        "There is no '\(typed)' in the round",
        hints: [
          round.suggestions.isEmpty ? "It has no movies yet." : "Its movies: \(list(round.suggestions))",
          typed.contains(" ") && !round.suggestions.isEmpty ? "Several of them are named by their numbers." : nil,
        ])
    ) {
      try choose(
        NumberedChoice(
          "'\(typed)' matches several movies of the round", $0.map { ($0.position, $0.name, $0) },
          advice: "Type more of the title, or the other number."))
    }
  }

  /// Returns the movies of the round that the words name.
  static func movies(
    _ words: [String], in round: Round, choose: (NumberedChoice<Suggestion>) throws -> Suggestion
  ) async throws -> [Suggestion] {
    let texts = await TypedMovie.texts(in: words) {
      !matches($0, in: round).isEmpty
    } isWholeTitle: { word in
      !exactMatches(word, in: round).isEmpty || round.suggestions.contains { isSameName($0.title, word) }
    }
    return try texts.map { try movie($0, in: round, choose: choose) }
  }

  private static func matches(_ typed: String, in round: Round) -> [Suggestion] {
    let exact = exactMatches(typed, in: round)
    return exact.isEmpty
      ? prefixMatches(by: typed, among: round.suggestions, calledAnyOf: { [$0.title, $0.name] }) : exact
  }

  private static func exactMatches(_ typed: String, in round: Round) -> [Suggestion] {
    let number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
    let id = number ?? TypedMovie.id(typed)
    return round.suggestions.filter { movie in
      number == movie.position || id == movie.id.rawValue || movie.title == typed || movie.name == typed
    }
  }

  private static func list(_ movies: [Suggestion]) -> String {
    movies.map { "\($0.position) \($0.name)" }.joined(separator: ", ")
  }

  /// Returns the night that `typed` names by its movie's title or id, or by its own id, or the only night if `typed` is
  /// nil. If there are several, `choose` decides. `what` completes the error's sentence, such as `can be rated`, and
  /// `command` names one of several nights, such as `rate TITLE loved`.
  static func night(
    _ typed: String?, among nights: [AwaitingSession], that what: String, command: String,
    choose: (NumberedChoice<AwaitingSession>) throws -> AwaitingSession
  ) throws -> AwaitingSession {
    var found = nights
    if let typed {
      let movie = TypedMovie.id(typed)
      found = nights.filter { $0.id.description == typed || movie != nil && movie == $0.pick?.id.rawValue }
      if found.isEmpty { found = prefixMatches(by: typed, among: nights, called: \.title) }
    }
    return try found.only(
      none: CommandFailure(
        typed.map { "No night with '\($0)' \(what)" } ?? "No night \(what)",
        hint: "See what you can do now: movienight tonight")
    ) { several in
      try choose(
        NumberedChoice(
          "More than one night \(what)", several.enumerated().map { ($0 + 1, $1.title, $1) },
          advice: "Name the movie: movienight \(command)", numbersCanBeTyped: false))
    }
  }
}

enum RatingWords {
  private static let synonyms: [String: Rating] = [
    "love": .loved, "like": .liked, "disliked": .didNotLike, "dislike": .didNotLike, "didnotlike": .didNotLike,
    "didntlike": .didNotLike,
  ]

  /// Splits words such as `heat did not like` into the movie and the rating. The movie is nil if none is named.
  /// Spaces, hyphens and apostrophes in the rating do not matter, so `didn't like` is one.
  static func read(_ words: [String]) throws(UsageError) -> (movie: String?, rating: Rating) {
    for count in [3, 2, 1] where words.count >= count {
      let parts = words.suffix(count).map { $0.lowercased().filter { !"_-'’ ".contains($0) } }
      let typed = parts.joined()
      guard !parts.contains(""), let rating = synonyms[typed] ?? Rating.allCases.first(where: { $0.rawValue == typed })
      else { continue }
      let movie = words.dropLast(count).joined(separator: " ")
      return (movie.isEmpty ? nil : movie, rating)
    }
    let known = Rating.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError("'\(words.last ?? "")' is not a rating. Use one of: \(known)")
  }
}
