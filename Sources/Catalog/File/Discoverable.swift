import MovieNightPrimitives

/// The properties of a movie that discoveries test. They are extracted once, because every discovery tests every movie.
struct Discoverable: Sendable {
  private let votes: Int
  private let released: CalendarDate
  private let rating: ContentRating?
  private let genres: [Int]

  /// Extracts the properties. Returns nil for a movie for adults or without a release date: no discovery finds it.
  init?(_ movie: MovieFacts) {
    guard !movie.isAdult, let released = movie.releaseDate else { return nil }
    self.released = released
    votes = movie.voteCount ?? 0
    rating = movie.contentRating.flatMap(ContentRating.init(rawValue:))
    genres = movie.genres.map(\.id)
  }

  func isFound(by discovery: Discovery) -> Bool {
    guard votes >= discovery.fewestVotes, discovery.releasedFrom <= released, released <= discovery.releasedThrough,
      isRated(for: discovery)
    else { return false }
    return (discovery.genres.isEmpty || genres.contains { discovery.genres.contains($0) })
      && !genres.contains { discovery.withoutGenres.contains($0) }
  }

  // A movie without a rating is found only if the discovery has no lower bound for the rating.
  private func isRated(for discovery: Discovery) -> Bool {
    guard let rating else { return discovery.lowestCertification == nil }
    return rating <= discovery.highestCertification && discovery.lowestCertification.map { $0 <= rating } ?? true
  }
}
