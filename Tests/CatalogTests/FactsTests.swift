import MovieNightPrimitives
import Testing

@testable import Catalog

/// Facts, their serialization and the values derived from them.
@Suite struct FactsTests {
  private let us = CountryProviders(
    country: "US", link: "https://www.themoviedb.org/movie/550/watch", flatrate: [Provider(id: 8, name: "Netflix")],
    free: [Provider(id: 300, name: "Pluto TV", logoPath: "/a.jpg")], ads: [Provider(id: 8, name: "Netflix")],
    rent: [Provider(id: 2, name: "Apple TV")], buy: [Provider(id: 3, name: "Google Play Movies")])

  private var movie: MovieFacts {
    MovieFacts(
      id: 550, title: "Fight Club", originalTitle: "Fight Club 1", releaseDate: CalendarDate(text: "1999-10-15"),
      overview: "An insomniac meets a soap maker.", tagline: "Mischief.", imdbID: "tt0137523", runtime: 139,
      genres: [Genre(id: 18, name: "Drama")], popularity: 61.4, voteAverage: 8.4, voteCount: 26280,
      posterPath: "/p.jpg", backdropPath: "/b.jpg", isAdult: true,
      certifications: [Certification(country: "US", rating: "R")],
      cast: [CastMember(name: "Edward Norton", character: nil)], trailerKey: "SUXWAEX2jlg", providers: [us])
  }

  private let listing = MovieListing(
    id: 1, title: "A", originalTitle: "B", releaseDate: CalendarDate(text: "2001-02-03"), overview: "o",
    posterPath: "/p.jpg", genreIDs: [1, 2], popularity: 3.5, voteAverage: 7.25)
  private let series = SeriesListing(
    id: 2, name: "C", originalName: "D", firstAirDate: CalendarDate(text: "2001-02-03"), overview: "o",
    posterPath: "/p.jpg", genreIDs: [3], popularity: 1, voteAverage: 2)
  private let episode = EpisodeFacts(
    seriesID: 1396, seasonNumber: 1, episodeNumber: 2, id: 62_086, type: "standard", name: "Cat's in the Bag...",
    overview: "o", airDate: CalendarDate(text: "2008-01-27"), runtime: 48, stillPath: "/s.jpg")

  private var answers: [(CatalogQuestion, CatalogFacts)] {
    [
      (.movie(550), .movie(movie)), (.movie(1), .movie(MovieFacts(id: 1, title: "Bare"))),
      (
        .series(1396),
        .series(
          SeriesFacts(
            id: 1396, name: "Breaking Bad", originalName: "BB", firstAirDate: CalendarDate(text: "2008-01-20"),
            lastAirDate: CalendarDate(text: "2013-09-29"), overview: "o", status: "Ended",
            genres: [Genre(id: 18, name: "Drama")], popularity: 2, voteAverage: 8.9,
            contentRatings: [Certification(country: "US", rating: "TV-MA")], numberOfSeasons: 5, numberOfEpisodes: 62,
            posterPath: "/p.jpg", backdropPath: "/b.jpg",
            nextEpisode: .init(
              seasonNumber: 6, episodeNumber: 1, name: nil, airDate: CalendarDate(text: "2027-01-01")),
            seasons: [
              .init(
                seasonNumber: 1, name: "Season 1", overview: "s", airDate: CalendarDate(text: "2008-01-20"),
                episodeCount: 7, posterPath: "/q.jpg"), .init(seasonNumber: 0),
            ], providers: [us]))
      ),
      (
        .season(series: 1396, 1),
        .season(
          SeasonFacts(
            seriesID: 1396, seasonNumber: 1, name: "Season 1", overview: "s",
            airDate: CalendarDate(text: "2008-01-20"), posterPath: "/q.jpg", episodes: [episode]))
      ),
      (.season(series: 1396, 0), .season(SeasonFacts(seriesID: 1396, seasonNumber: 0))),
      (.episode(series: 1396, season: 1, 2), .episode(episode)),
      (
        .searchMovies("a", year: nil, page: 2),
        .movies(ListingPage(page: 2, totalPages: 3, totalResults: 41, results: [listing]))
      ),
      (
        .searchSeries("a", year: 2001, page: 1),
        .seriesPage(ListingPage(page: 1, totalPages: 1, totalResults: 1, results: [series]))
      ),
      (.find(ForeignID(.imdb, "tt0137523")), .found(ExternalIDMatches(movies: [listing], series: [series]))),
      (.genres(.tv), .genres(GenreList(genres: [Genre(id: 16, name: "Animation")]))),
      (
        .providers(.movie),
        .providers(
          ProviderList(providers: [
            ListedProvider(
              provider: Provider(id: 8, name: "Netflix", logoPath: "/n.jpg"),
              priorities: [.init(country: "US", priority: 2)]),
            ListedProvider(provider: Provider(id: 9, name: "Max"), priorities: [], commonPriority: 4),
          ]))
      ),
      (.configuration, .configuration(.builtIn)),
    ]
  }

  @Test func factsOfEveryKindRoundTrip() throws {
    for (question, facts) in answers {
      var json = JSONWriter()
      facts.write(to: &json)
      #expect(try CatalogFacts(json: JSONDocument(json.bytes).root, answering: question) == facts)
    }
  }

  @Test func entryRoundTrips() throws {
    let (fetched, changed) = (
      Timestamp(microseconds: 1_700_000_000_123_456), Timestamp(microseconds: 1_600_000_000_000_001)
    )
    for facts in [CatalogFacts.movie(movie), nil] {
      let entry = CatalogEntry(facts: facts, fetchedAt: fetched, changedAt: changed)
      var json = JSONWriter()
      json.object { entry.writeMembers(to: &$0) }
      #expect(try CatalogEntry(json: JSONDocument(json.bytes).root, answering: .movie(550)) == entry)
    }
  }

  @Test func adultMovieIsRatedNC17() {
    #expect(movie.contentRating == "NC-17")
    var other = movie
    other.isAdult = false
    #expect(other.contentRating == "R")
    #expect(other.certification(in: "DE") == nil)
  }

  @Test func streamingProviderIsListedOnce() {
    #expect(us.streaming.map(\.name) == ["Netflix", "Pluto TV"])
  }

  @Test func providersAreSortedByCountryPriorityThenName() {
    func listedProvider(_ id: Int, _ name: String, _ priorities: [ListedProvider.Priority]) -> ListedProvider {
      ListedProvider(provider: Provider(id: id, name: name), priorities: priorities)
    }
    let list = ProviderList(providers: [
      listedProvider(1, "B", [.init(country: "US", priority: 2)]),
      listedProvider(2, "A", [.init(country: "US", priority: 2)]),
      listedProvider(3, "C", [.init(country: "DE", priority: 1), .init(country: "US", priority: 1)]),
      listedProvider(4, "D", [.init(country: "DE", priority: 0)]),
    ])
    #expect(list.providers(in: "US").map(\.name) == ["C", "A", "B"])
    #expect(list.providers(in: "FR").isEmpty)
  }

  @Test func unnamedEpisodeIsTitledByNumber() {
    #expect(episode.label == "2. Cat's in the Bag...")
    var unnamed = episode
    unnamed.name = nil
    #expect(unnamed.title == "Episode 2" && unnamed.label == "2. Episode 2")
  }

  @Test func differentQuestionsHaveDifferentKeys() {
    let day = CalendarDate(year: 2026, month: 1, day: 2)
    var discovery = Discovery(
      highestCertification: .pg, lowestCertification: .g, fewestVotes: 50, releasedFrom: day, releasedThrough: day,
      genres: [1, 2], withoutGenres: [])
    var questions = answers.map(\.0)
    questions += [.discover(discovery, page: 1), .discover(discovery, page: 2)]
    discovery.genres = [1]
    discovery.withoutGenres = [2]
    questions += [
      .discover(discovery, page: 1), .season(series: 13, 961), .episode(series: 1396, season: 12, 2),
      .searchMovies("2/a", year: nil, page: 1), .searchMovies("a", year: 2001, page: 1), .genres(.movie),
      .providers(.tv), .find(ForeignID(.tvdb, "81189")), .series(550),
    ]
    #expect(Set(questions.map { "\($0.kind) \($0.id)" }).count == Set(questions).count)
  }
}
