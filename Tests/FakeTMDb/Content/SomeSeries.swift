extension FakeTMDb.Series {
  static let some = [breakingBad, theOffice]

  /// A series whose seasons and episodes lack facts in every way that a client must handle.
  private static let breakingBad = FakeTMDb.Series(
    id: 1396, name: "Breaking Bad", firstAirDate: "2008-01-20", lastAirDate: "2013-09-29",
    overview: "A teacher of chemistry cooks.", imdbID: "tt0903747", tvdbID: 81189, genres: [(18, "Drama")],
    popularity: 300.5, voteAverage: 8.9, voteCount: 13000, posterPath: "/bad.jpg", backdropPath: "/bad-back.jpg",
    contentRatings: ["DE": "16", "US": "TV-MA"],
    providers: [
      "DE": FakeTMDb.Providers(flatrate: [(8, "Netflix")]),
      "US": FakeTMDb.Providers(flatrate: [(8, "Netflix")], buy: [(2, "Apple TV")]),
    ],
    seasons: [
      FakeTMDb.Season(
        number: 0, name: "Specials", overview: "", airDate: "2009-02-17", posterPath: "/bad-0.jpg",
        episodes: [FakeTMDb.Episode(number: 1, id: 62131, name: "Good Cop / Bad Cop", airDate: "2009-02-17")]),
      FakeTMDb.Season(
        number: 1, name: "Season 1", overview: "It begins with a cough.", airDate: "2008-01-20",
        posterPath: "/bad-1.jpg", episodes: episodesOfSeasonOne,
        translations: ["de-DE": FakeTMDb.Translation(title: "Staffel 1")]),
      FakeTMDb.Season(number: 2, name: "Season 2"),
    ],
    translations: [
      "de-DE": FakeTMDb.Translation(title: "Breaking Bad", overview: "Ein Chemielehrer kocht.")
    ])

  private static let episodesOfSeasonOne = [
    FakeTMDb.Episode(
      number: 1, id: 62085, name: "Pilot", overview: "A teacher learns that he is ill.", airDate: "2008-01-20",
      runtime: 59, stillPath: "/bad-1-1.jpg",
      translations: ["de-DE": FakeTMDb.Translation(title: "Der Einstieg", overview: "Ein Lehrer ist krank.")]),
    FakeTMDb.Episode(
      number: 2, id: 62086, name: "Cat's in the Bag...", overview: "They clean up.", airDate: "2008-01-27",
      runtime: 49),
    FakeTMDb.Episode(
      number: 3, id: 62087, name: "...And the Bag's in the River", overview: nil, airDate: "2008-02-10", runtime: 49,
      stillPath: "/bad-1-3.jpg"),
    FakeTMDb.Episode(
      number: 4, id: 62088, name: "Cancer Man", overview: "", airDate: "2008-02-17", runtime: 49,
      stillPath: "/bad-1-4.jpg"),
    FakeTMDb.Episode(
      number: 5, id: 62089, name: "", overview: "An old friend offers help.", airDate: "2008-02-24", runtime: 49,
      stillPath: "/bad-1-5.jpg"),
    FakeTMDb.Episode(
      number: 6, id: 62090, name: "Crazy Handful of Nothin'", overview: "He loses his hair.", airDate: nil,
      stillPath: "/bad-1-6.jpg"),
    FakeTMDb.Episode(
      number: 7, id: 62091, name: "A No-Rough-Stuff-Type Deal", overview: "A deal.", airDate: "",
      stillPath: "/bad-1-7.jpg"),
    // An episode with only its numbers.
    FakeTMDb.Episode(number: 8, id: 62092, name: nil),
  ]

  private static let theOffice = FakeTMDb.Series(
    id: 2316, name: "The Office", firstAirDate: "2005-03-24", overview: "People sell paper.", imdbID: "tt0386676",
    tvdbID: 73244, genres: [(35, "Comedy")], popularity: 210.1, voteAverage: 8.6, voteCount: 4000,
    posterPath: "/office.jpg", contentRatings: ["US": "TV-14"],
    providers: ["US": FakeTMDb.Providers(flatrate: [(8, "Netflix")])])
}
