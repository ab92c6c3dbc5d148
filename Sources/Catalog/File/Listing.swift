import Primitives

extension MovieListing {
  /// The movie as a list of results has it.
  init(_ movie: MovieFacts) {
    self.init(
      id: movie.id, title: movie.title, originalTitle: movie.originalTitle, releaseDate: movie.releaseDate,
      overview: movie.overview, posterPath: movie.posterPath, genreIDs: movie.genres.map(\.id),
      popularity: movie.popularity, voteAverage: movie.voteAverage)
  }
}

extension SeriesListing {
  /// The series as a list of results has it.
  init(_ series: SeriesFacts) {
    self.init(
      id: series.id, name: series.name, originalName: series.originalName, firstAirDate: series.firstAirDate,
      overview: series.overview, posterPath: series.posterPath, genreIDs: series.genres.map(\.id),
      popularity: series.popularity, voteAverage: series.voteAverage)
  }
}

extension Discovery {
  /// Whether the movie is one of those looked for.
  func includes(_ movie: MovieFacts) -> Bool {
    guard !movie.isAdult, (movie.voteCount ?? 0) >= fewestVotes, let released = movie.releaseDate,
      releasedFrom <= released, released <= releasedThrough
    else { return false }
    let ids = movie.genres.map(\.id)
    return allows(movie.contentRating) && (genres.isEmpty || ids.contains { genres.contains($0) })
      && !ids.contains { withoutGenres.contains($0) }
  }

  // A movie without a rating comes only where no lowest one is demanded.
  private func allows(_ text: String?) -> Bool {
    guard let rating = text.flatMap(AmericanRating.init(rawValue:)) else { return lowestCertification == nil }
    if let lowest = lowestCertification.flatMap(AmericanRating.init(rawValue:)), rating < lowest { return false }
    guard let highest = AmericanRating(rawValue: highestCertification) else { return false }
    return rating <= highest
  }
}
