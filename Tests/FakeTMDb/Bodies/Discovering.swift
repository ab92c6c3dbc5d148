extension Content {
  /// Returns the movies that pass the filters of a discovery, the most popular first.
  func discovered(_ request: FakeTMDb.Request) -> [FakeTMDb.Movie] {
    let country = request["certification_country"] ?? ""
    let highest = request["certification.lte"].map(Self.rank)
    let lowest = request["certification.gte"].map(Self.rank)
    let votes = request["vote_count.gte"].flatMap(Int.init) ?? 0
    let (from, through) = (request["primary_release_date.gte"], request["primary_release_date.lte"])
    return movies.filter { movie in
      let rank = Self.rank(movie.certifications[country] ?? "")
      // Dates can be compared as text, because they all have the form YYYY-MM-DD.
      let date = movie.releaseDate ?? ""
      return (request["include_adult"] == "true" || !movie.adult)
        && (highest.map { rank <= $0 } ?? true) && (lowest.map { rank >= $0 } ?? true)
        && movie.voteCount >= votes
        && (from.map { date >= $0 } ?? true) && (through.map { !date.isEmpty && date <= $0 } ?? true)
        && Self.passesGenreFilter(request["with_genres"], movie) && !Self.hasAnyGenre(request["without_genres"], movie)
    }.sorted(by: Self.isMorePopular)
  }

  static func isMorePopular(_ left: FakeTMDb.Movie, _ right: FakeTMDb.Movie) -> Bool {
    (right.popularity, left.id) < (left.popularity, right.id)
  }

  /// Returns the rank of a certification. Unrated movies rank below all others.
  private static func rank(_ certification: String) -> Int {
    (["G", "PG", "PG-13", "R", "NC-17"].firstIndex(of: certification) ?? -1) + 1
  }

  /// Returns whether the movie has any of the genres separated by `|`, or all of those separated by `,`.
  private static func passesGenreFilter(_ genres: String?, _ movie: FakeTMDb.Movie) -> Bool {
    guard let genres, !genres.isEmpty else { return true }
    guard !genres.contains("|") else { return hasAnyGenre(genres, movie) }
    return ids(genres).allSatisfy { id in movie.genres.contains { $0.id == id } }
  }

  private static func hasAnyGenre(_ genres: String?, _ movie: FakeTMDb.Movie) -> Bool {
    ids(genres ?? "").contains { id in movie.genres.contains { $0.id == id } }
  }

  private static func ids(_ list: String) -> [Int] { list.split { $0 == "," || $0 == "|" }.compactMap { Int($0) } }
}
