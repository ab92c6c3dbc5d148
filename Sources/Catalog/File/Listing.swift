import MovieNightPrimitives

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
