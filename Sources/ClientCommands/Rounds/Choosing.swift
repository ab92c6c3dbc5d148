import Console

/// Which movie or night is meant by what somebody typed.
enum Choosing {
  /// A movie of the round, by its number, its id or its title. A number that says one movie's place and another's id is
  /// refused, as is a beginning that several titles have: nobody votes by accident.
  static func movie(_ typed: String, in round: OpenRound) throws(CommandFailure) -> BallotMovie {
    let number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
    let exact = round.movies.filter { movie in
      number.map { $0 == movie.number || $0 == movie.id } == true || movie.title == typed || movie.name == typed
    }
    let found = exact.isEmpty ? meant(by: typed, among: round.movies, called: \.name) : Meant(exact)
    switch found {
    case .one(let movie): return movie
    case .several(let movies):
      throw CommandFailure("'\(typed)' could be \(list(movies))", hint: "Type more of the title, or another number.")
    case .none:
      throw CommandFailure(
        "There is no '\(typed)' in the round",
        hint: round.movies.isEmpty ? "It has no movies yet." : "There are: \(list(round.movies))")
    }
  }

  private static func list(_ movies: [BallotMovie]) -> String {
    movies.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
  }

  /// One of the nights that can be, by the title of its movie or its id; without a word the only one there is.
  /// - Parameter what: why it is looked for: `waits to be watched`.
  static func night(_ typed: String?, among nights: [AwaitingNight], that what: String) throws(CommandFailure)
    -> AwaitingNight
  {
    let found: Meant<AwaitingNight>
    if let typed {
      let byID = nights.filter { $0.roundID == typed }
      found = byID.isEmpty ? meant(by: typed, among: nights, called: \.title) : Meant(byID)
    } else {
      found = Meant(nights)
    }
    switch found {
    case .one(let night): return night
    case .several(let several):
      throw CommandFailure(
        "More than one night \(what)", hint: "Say which movie: \(several.map(\.title).joined(separator: ", "))")
    case .none:
      throw CommandFailure(
        typed.map { "No night with '\($0)' \(what)" } ?? "No night \(what)",
        hint: "movienight tonight shows what can be done now.")
    }
  }
}

/// What one thinks of a movie, in the words that people use.
enum RatingWords {
  static let all = ["loved", "liked", "did_not_like"]
  private static let others = [
    "love": "loved", "like": "liked", "disliked": "did_not_like", "dislike": "did_not_like",
    "didnotlike": "did_not_like",
  ]

  /// The movie, where one is named, and the rating, from `heat did not like`.
  static func read(_ words: [String]) throws(UsageError) -> (movie: String?, rating: String) {
    for count in [3, 1] where words.count >= count {
      let typed = words.suffix(count).joined().lowercased().filter { $0 != "_" && $0 != "-" }
      guard let rating = others[typed] ?? all.first(where: { $0 == typed }) else { continue }
      let movie = words.dropLast(count).joined(separator: " ")
      return (movie.isEmpty ? nil : movie, rating)
    }
    throw UsageError("'\(words.last ?? "")' is no rating: \(all.joined(separator: ", "))")
  }
}
