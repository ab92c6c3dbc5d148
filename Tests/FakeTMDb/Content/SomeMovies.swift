extension FakeTMDb.Movie {
  /// Movies with different US certifications, and one without a certification.
  static let some = [fightClub, toyStory, backToTheFuture, theMatrix, spiritedAway, unrated]

  private static let fightClub = FakeTMDb.Movie(
    id: 550, title: "Fight Club", releaseDate: "1999-10-15",
    overview: "A man who cannot sleep meets a maker of soap.", tagline: "Mischief. Mayhem. Soap.",
    imdbID: "tt0137523", genres: [(18, "Drama"), (53, "Thriller")], popularity: 61.416, voteAverage: 8.433,
    voteCount: 26280, runtime: 139, posterPath: "/fightclub.jpg", backdropPath: "/fightclub-back.jpg",
    certifications: ["DE": "FSK 18", "GB": "18", "US": "R"],
    cast: [("Edward Norton", "Narrator"), ("Brad Pitt", "Tyler Durden"), ("Helena Bonham Carter", "Marla Singer")],
    trailerKey: "SUXWAEX2jlg",
    providers: [
      "DE": FakeTMDb.Providers(flatrate: [(337, "Disney Plus")], rent: [(2, "Apple TV")]),
      "US": FakeTMDb.Providers(
        flatrate: [(15, "Hulu")], ads: [(73, "Tubi TV")], rent: [(2, "Apple TV")], buy: [(2, "Apple TV")]),
    ],
    translations: [
      "de-DE": FakeTMDb.Translation(
        title: "Fight Club", overview: "Ein Mann, der nicht schlafen kann, trifft einen Seifenmacher.")
    ])

  private static let toyStory = FakeTMDb.Movie(
    id: 862, title: "Toy Story", releaseDate: "1995-11-22", overview: "A boy's toys have a life of their own.",
    tagline: "The adventure takes off!", imdbID: "tt0114709",
    genres: [(16, "Animation"), (12, "Adventure"), (10751, "Family"), (35, "Comedy")], popularity: 120.5,
    voteAverage: 7.97, voteCount: 17000, runtime: 81, posterPath: "/toystory.jpg",
    backdropPath: "/toystory-back.jpg", certifications: ["DE": "FSK 0", "US": "G"],
    cast: [("Tom Hanks", "Woody (voice)"), ("Tim Allen", "Buzz Lightyear (voice)")], trailerKey: "v-PjgYDrg70",
    providers: [
      "DE": FakeTMDb.Providers(flatrate: [(337, "Disney Plus")]),
      "US": FakeTMDb.Providers(flatrate: [(337, "Disney Plus")], buy: [(2, "Apple TV")]),
    ])

  private static let backToTheFuture = FakeTMDb.Movie(
    id: 105, title: "Back to the Future", releaseDate: "1985-07-03",
    overview: "A teenager ends up in the year in which his parents met.", imdbID: "tt0088763",
    genres: [(12, "Adventure"), (35, "Comedy"), (878, "Science Fiction")], popularity: 75.2, voteAverage: 8.3,
    voteCount: 19000, runtime: 116, posterPath: "/future.jpg", backdropPath: "/future-back.jpg",
    certifications: ["DE": "FSK 12", "US": "PG"], cast: [("Michael J. Fox", "Marty McFly")],
    trailerKey: "qvsgGtivCgs", providers: ["US": FakeTMDb.Providers(flatrate: [(8, "Netflix")])],
    translations: [
      "de-DE": FakeTMDb.Translation(title: "Zurück in die Zukunft")
    ])

  private static let theMatrix = FakeTMDb.Movie(
    id: 603, title: "The Matrix", releaseDate: "1999-03-31", overview: "A programmer learns what the world is.",
    imdbID: "tt0133093", genres: [(28, "Action"), (878, "Science Fiction")], popularity: 88.8, voteAverage: 8.2,
    voteCount: 25000, runtime: 136, posterPath: "/matrix.jpg", certifications: ["DE": "FSK 16", "US": "R"],
    providers: ["US": FakeTMDb.Providers(flatrate: [(1899, "Max")])])

  /// A movie whose original title is in another script.
  private static let spiritedAway = FakeTMDb.Movie(
    id: 129, title: "Spirited Away", originalTitle: "千と千尋の神隠し", releaseDate: "2001-07-20",
    overview: "A girl works in a bathhouse of spirits.", imdbID: "tt0245429",
    genres: [(16, "Animation"), (10751, "Family"), (14, "Fantasy")], popularity: 98.3, voteAverage: 8.5,
    voteCount: 16000, runtime: 125, posterPath: "/spirited.jpg",
    certifications: ["DE": "FSK 0", "JP": "G", "US": "PG"])

  /// A movie with few facts.
  private static let unrated = FakeTMDb.Movie(
    id: 900_001, title: "A Quiet Home Movie", genres: [(99, "Documentary")], popularity: 0.6)
}
