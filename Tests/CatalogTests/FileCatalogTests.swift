import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// The answers of a catalog file, and the lines that are refused.
@Suite struct FileCatalogTests {
  private let movie = MovieFacts(id: 550, title: "Fight Club", imdbID: "tt0137523", popularity: 5)

  private func episode(_ season: Int, _ number: Int, _ name: String) -> EpisodeFacts {
    EpisodeFacts(seriesID: 1396, seasonNumber: season, episodeNumber: number, name: name)
  }

  @Test func moviesAndSeriesAreFoundByID() throws {
    let series = SeriesFacts(id: 550, name: "Other")
    let catalog = try CatalogFile.catalog([CatalogFile.line(movie), CatalogFile.line(series)])
    #expect(catalog.answer(.movie(550)) == .movie(movie))
    #expect(catalog.answer(.series(550)) == .series(series))
    #expect(catalog.answer(.movie(551)) == nil && catalog.answer(.series(551)) == nil)
  }

  @Test func seasonAnswersEpisodesWithoutOwnLines() throws {
    let season = SeasonFacts(
      seriesID: 1396, seasonNumber: 1,
      episodes: [episode(1, 1, "Pilot"), episode(1, 2, "Second"), episode(1, 3, "Third")])
    let own = episode(1, 2, "Own")
    let catalog = try CatalogFile.catalog([
      CatalogFile.line(.season(series: 1396, 1), .season(season)),
      CatalogFile.line(.episode(series: 1396, season: 1, 2), .episode(own)),
      CatalogFile.line(.episode(series: 1396, season: 1, 3), nil), CatalogFile.line(.season(series: 1396, 2), nil),
    ])
    #expect(catalog.answer(.season(series: 1396, 1)) == .season(season))
    #expect(catalog.answer(.season(series: 1396, 2)) == nil && catalog.answer(.season(series: 1396, 3)) == nil)
    #expect(catalog.answer(.episode(series: 1396, season: 1, 1)) == .episode(episode(1, 1, "Pilot")))
    #expect(catalog.answer(.episode(series: 1396, season: 1, 2)) == .episode(own))
    #expect(catalog.answer(.episode(series: 1396, season: 1, 3)) == nil)
    #expect(catalog.answer(.episode(series: 1396, season: 1, 4)) == nil)
    #expect(catalog.answer(.episode(series: 1396, season: 2, 1)) == nil)
  }

  @Test func foreignIDsAreFound() throws {
    let tvdb = ForeignID(.tvdb, "81189")
    let found = ExternalIDMatches(movies: [], series: [SeriesListing(id: 1396, name: "Breaking Bad")])
    let adult = MovieFacts(id: 2, title: "A", imdbID: "tt0000002", isAdult: true)
    let catalog = try CatalogFile.catalog([
      CatalogFile.line(movie), CatalogFile.line(adult), CatalogFile.line(.find(tvdb), .found(found)),
    ])
    #expect(
      catalog.answer(.find(ForeignID(.imdb, "tt0137523")))
        == .found(ExternalIDMatches(movies: [MovieListing(id: 550, title: "Fight Club", popularity: 5)], series: [])))
    #expect(catalog.answer(.find(tvdb)) == .found(found))
    for id in [ForeignID(.imdb, "tt0000001"), ForeignID(.imdb, "tt0000002"), ForeignID(.tvdb, "1")] {
      #expect(catalog.answer(.find(id)) == .found(ExternalIDMatches(movies: [], series: [])))
    }
  }

  @Test func builtInListsAnswerWithoutLines() throws {
    let empty = try CatalogFile.catalog([] as [String])
    #expect(empty.answer(.configuration) == .configuration(.builtIn))
    #expect(empty.answer(.genres(.tv)) == .genres(.builtIn(.tv)))
    #expect(empty.answer(.providers(.movie)) == .providers(ProviderList(providers: [])))
    let genres = GenreList(genres: [Genre(id: 16, name: "Zeichentrick")])
    let providers = ProviderList(providers: [ListedProvider(provider: Provider(id: 8, name: "Netflix"), priorities: [])]
    )
    let catalog = try CatalogFile.catalog([
      CatalogFile.line(.genres(.movie), .genres(genres)), CatalogFile.line(.providers(.tv), .providers(providers)),
    ])
    #expect(catalog.answer(.genres(.movie)) == .genres(genres))
    #expect(catalog.answer(.providers(.tv)) == .providers(providers))
  }

  @Test func requestedLanguageWinsThenNewestLine() throws {
    func line(_ title: String, _ language: String, _ second: Int64) -> String {
      CatalogFile.line(
        .movie(1), .movie(MovieFacts(id: 1, title: title)), language: language,
        at: CatalogFile.fetched.advanced(bySeconds: second))
    }
    let lines = [
      line("French", "fr-FR", 9), line("Old German", "de-DE", 1), line("German", "de-DE", 3),
      line("Older German", "de-DE", 2), line("English", "en-US", 0), line("Dutch", "nl-NL", 10),
    ]
    for (language, title) in [("de-DE", "German"), ("en-US", "English"), ("it-IT", "English"), ("fr-FR", "French")] {
      let catalog = try CatalogFile.catalog(lines, language: language)
      #expect(catalog.answer(.movie(1)) == .movie(MovieFacts(id: 1, title: title)))
    }
  }

  @Test func answerHasTimesOfItsLines() throws {
    func day(_ number: Int64) -> Timestamp { CatalogFile.fetched.advanced(bySeconds: number * Timestamp.secondsPerDay) }
    func line(_ question: CatalogQuestion, _ facts: CatalogFacts?, _ fetched: Int64, _ changed: Int64) -> String {
      CatalogFile.line(question, facts, at: day(fetched), changedAt: day(changed))
    }
    let tvdb = ForeignID(.tvdb, "81189")
    let season = SeasonFacts(
      seriesID: 1396, seasonNumber: 1, episodes: [episode(1, 1, "Pilot"), episode(1, 2, "Second")])
    let catalog = try CatalogFile.catalog([
      line(.movie(550), .movie(movie), 20, 1), line(.movie(551), .movie(MovieFacts(id: 551, title: "B")), 21, 8),
      line(.series(550), .series(SeriesFacts(id: 550, name: "Other")), 22, 2),
      line(.season(series: 1396, 1), .season(season), 23, 3),
      line(.episode(series: 1396, season: 1, 2), .episode(episode(1, 2, "Second")), 24, 4),
      line(.find(tvdb), .found(ExternalIDMatches(movies: [], series: [])), 25, 5),
      line(.genres(.movie), .genres(GenreList(genres: [Genre(id: 16, name: "A")])), 26, 6),
    ])
    let newest: (Int64, Int64) = (26, 8)
    let expected: [(CatalogQuestion, (Int64, Int64))] = [
      (.movie(550), (20, 1)), (.movie(551), (21, 8)), (.series(550), (22, 2)), (.season(series: 1396, 1), (23, 3)),
      (.episode(series: 1396, season: 1, 1), (23, 3)), (.episode(series: 1396, season: 1, 2), (24, 4)),
      (.find(ForeignID(.imdb, "tt0137523")), (20, 1)), (.find(tvdb), (25, 5)), (.genres(.movie), (26, 6)),
      // These answers depend on many lines or on none, so they have the newest times.
      (.find(ForeignID(.imdb, "tt0000001")), newest), (.genres(.tv), newest), (.providers(.tv), newest),
      (.configuration, newest), (.searchMovies("fight club", year: nil, page: 1), newest),
      (.searchSeries("other", year: nil, page: 1), newest),
    ]
    for (question, (fetched, changed)) in expected {
      let times = CatalogTimes(fetchedAt: day(fetched), changedAt: day(changed))
      #expect(catalog.times(of: question) == times, "\(question)")
    }
    #expect(try CatalogFile.catalog([] as [String]).times(of: .configuration) == nil)
  }

  @Test func storedSearchIsRecomputed() throws {
    let listing = MovieListing(id: 9, title: "Nine")
    let page = CatalogFacts.movies(ListingPage(page: 1, totalPages: 1, totalResults: 1, results: [listing]))
    let question = CatalogQuestion.searchMovies("nine", year: nil, page: 1)
    let later = CatalogFile.fetched.advanced(bySeconds: 1)
    let lines = [CatalogFile.line(question, page), CatalogFile.line(.movie(1), nil, at: later)]
    let catalog = try CatalogFile.catalog(lines)
    #expect(catalog.answer(question)?.movieIDs == [])
    #expect(catalog.times(of: question) == CatalogTimes(fetchedAt: later, changedAt: later))
  }

  @Test func emptyLinesAndCarriageReturnsAreIgnored() throws {
    let text = "\n {\"catalog\":1}\r\n\r\n" + CatalogFile.line(movie) + "\r\n\n"
    #expect(try FileCatalog(lines: Array(text.utf8)).answer(.movie(550)) == .movie(movie))
  }

  // MARK: Refused lines

  @Test(arguments: [
    ("", "the header {\"catalog\":1} is missing"),
    ("{}", "line 1: the header {\"catalog\":1} is missing"),
    ("{\"catalog\":2}", "line 1: unsupported format 2: this program reads format 1"),
    ("{\"catalog\":1}\n\n{", "line 3: unexpected end of the text (at byte 1)"),
    ("{\"catalog\":1}\n{\"kind\":\"movie\"}", "line 2: id is missing"),
    (
      "{\"catalog\":1}\n{\"kind\":\"movie\",\"id\":\"1\",\"language\":\"en-US\",\"facts\":null}",
      "line 2: fetched_at is missing"
    ),
  ])
  func malformedLineIsNamedInError(text: String, fault: String) {
    #expect {
      _ = try FileCatalog(lines: Array(text.utf8))
    } throws: {
      ($0 as? CatalogFileError)?.description == fault
    }
  }

  @Test func lineOverTheLimitIsRefused() throws {
    let long = "{\"catalog\":1}\n{\"kind\":\"" + String(repeating: "a", count: FileCatalog.lineBytes) + "\"}"
    #expect(throws: CatalogFileError(line: 2, fault: .lineTooLong(limit: FileCatalog.lineBytes))) {
      _ = try FileCatalog(lines: Array(long.utf8))
    }
  }

  private static func text(_ bytes: Int) -> String {
    "visible text of at most \(bytes) bytes, without control characters or white space at either end"
  }

  private static let unfit: [(CatalogQuestion, CatalogFacts, String)] = {
    func movie(_ change: (inout MovieFacts) -> Void) -> CatalogFacts {
      var movie = MovieFacts(id: 1, title: "A")
      change(&movie)
      return .movie(movie)
    }
    func episode(_ number: Int) -> EpisodeFacts { EpisodeFacts(seriesID: 1, seasonNumber: 1, episodeNumber: number) }
    func season(_ episodes: [EpisodeFacts]) -> CatalogFacts {
      .season(SeasonFacts(seriesID: 1, seasonNumber: 1, episodes: episodes))
    }
    var other = episode(1)
    other.seasonNumber = 2
    func series(_ change: (inout SeriesFacts) -> Void) -> CatalogFacts {
      var series = SeriesFacts(id: 1, name: "A")
      change(&series)
      return .series(series)
    }
    func country(_ providers: CountryProviders) -> CatalogFacts { movie { $0.providers = [providers] } }
    let tooEarly = CalendarDate(year: 1869, month: 12, day: 31)
    let cast = (1...6).map { CastMember(name: "\($0)", character: nil) }
    let genres = (1...21).map { Genre(id: $0, name: "\($0)") }
    return [
      // Cleaning applies these bounds to bodies, too.
      (.movie(1), movie { $0.cast = cast }, "cast is not a list of at most 5"),
      (.movie(1), movie { $0.genres = genres }, "genres is not a list of at most 20 different values"),
      (.movie(1), movie { $0.releaseDate = tooEarly }, "release_date is not a date from 1870 to 2200"),
      (.movie(1), movie { $0.voteCount = 2_147_483_648 }, "vote_count is not a whole number from 0 to 2147483647"),
      (.movie(1), movie { $0.trailerKey = "a&b" }, "trailer_key is not a video key"),
      (.movie(1), movie { $0.title = "A\u{202e}B" }, "title is not \(text(300))"),
      (.movie(1), movie { $0.title = "A\u{2028}B" }, "title is not \(text(300))"),
      (.movie(1), movie { $0.title = "\u{200b}" }, "title is not \(text(300))"),
      (.movie(1), movie { $0.title = " A" }, "title is not \(text(300))"),
      (.movie(1), movie { $0.overview = "A " }, "overview is not \(text(4000))"),
      (.movie(1), movie { $0.posterPath = "/.." }, "poster_path is not an image path"),
      (
        .movie(1), movie { $0.certifications = [.init(country: "US", rating: String(repeating: "R", count: 21))] },
        "certifications[0].rating is not \(text(20))"
      ),
      (
        .movie(1), movie { $0.certifications = [.init(country: "us", rating: "R")] },
        "certifications[0].country is not a country code"
      ),
      (.movie(1), country(CountryProviders(country: "USA")), "providers[0].country is not a country code"),
      (
        .movie(1), country(CountryProviders(country: "US", link: "javascript:a")),
        "providers[0].link is not a URL that begins with https://"
      ),
      (
        .movie(1), country(CountryProviders(country: "US", buy: [1, 1].map { Provider(id: $0, name: "A") })),
        "providers[0].buy is not a list of at most 100 different values"
      ),
      (
        .movie(1), country(CountryProviders(country: "US", free: (1...101).map { Provider(id: $0, name: "A") })),
        "providers[0].free is not a list of at most 100 different values"
      ),
      (.series(1), series { $0.firstAirDate = tooEarly }, "first_air_date is not a date from 1870 to 2200"),
      (.series(1), series { $0.lastAirDate = tooEarly }, "last_air_date is not a date from 1870 to 2200"),
      (.series(1), series { $0.numberOfSeasons = 10_000 }, "number_of_seasons is not a whole number from 0 to 9999"),
      (
        .series(1), series { $0.numberOfEpisodes = 100_000 }, "number_of_episodes is not a whole number from 0 to 99999"
      ),
      (
        .series(1), series { $0.seasons = [.init(seasonNumber: 1, episodeCount: -1)] },
        "seasons[0].episode_count is not a whole number from 0 to 99999"
      ),
      (
        .series(1), series { $0.seasons = [.init(seasonNumber: 1, airDate: tooEarly)] },
        "seasons[0].air_date is not a date from 1870 to 2200"
      ),
      (
        .series(1), series { $0.seasons = [0, 1].map { .init(seasonNumber: $0) } },
        "seasons is not a list of at most 1000 different values, ordered by number, specials last"
      ),
      (
        .series(1), series { $0.seasons = [2, 1, 0].map { .init(seasonNumber: $0) } },
        "seasons is not a list of at most 1000 different values, ordered by number, specials last"
      ),
      (
        .series(1),
        series { $0.nextEpisode = .init(seasonNumber: 10_000, episodeNumber: 1, name: nil, airDate: nil) },
        "next_episode.season_number is not a whole number from 0 to 9999"
      ),
      (
        .season(series: 1, 1), .season(SeasonFacts(seriesID: 1, seasonNumber: 1, airDate: tooEarly)),
        "air_date is not a date from 1870 to 2200"
      ),
      (
        .episode(series: 1, season: 1, 1),
        .episode(EpisodeFacts(seriesID: 1, seasonNumber: 1, episodeNumber: 1, type: "a\u{7}")),
        "type is not \(text(300))"
      ),
      (
        .episode(series: 1, season: 1, 1),
        .episode(EpisodeFacts(seriesID: 1, seasonNumber: 1, episodeNumber: 1, airDate: tooEarly)),
        "air_date is not a date from 1870 to 2200"
      ),
      (
        .find(ForeignID(.tvdb, "1")),
        .found(ExternalIDMatches(movies: [MovieListing(id: 1, title: "A", voteAverage: 11)], series: [])),
        "movies[0].vote_average is not a number from 0 to 10"
      ),
      (
        .find(ForeignID(.tvdb, "1")),
        .found(ExternalIDMatches(movies: [], series: [1, 1].map { SeriesListing(id: $0, name: "A") })),
        "series is not a list of at most 100 different values"
      ),
      (
        .providers(.movie),
        .providers(
          ProviderList(providers: [
            ListedProvider(
              provider: Provider(id: 1, name: "A"), priorities: [.init(country: "US", priority: 100_000)])
          ])), "providers[0].priorities[0].priority is not a whole number from 0 to 99999"
      ),
      (.movie(2), movie { _ in }, "facts is not about the id of the line"),
      (.movie(1), movie { $0.title = "" }, "title is not \(text(300))"),
      (.movie(1), movie { $0.title = "A\u{1b}[2J" }, "title is not \(text(300))"),
      (.movie(1), movie { $0.tagline = "A\u{7f}" }, "tagline is not \(text(4000))"),
      (.movie(1), movie { $0.overview = "\u{9b}2J" }, "overview is not \(text(4000))"),
      (.movie(1), movie { $0.title = String(repeating: "a", count: 301) }, "title is not \(text(300))"),
      (
        .movie(1), movie { $0.overview = String(repeating: "a", count: 4001) }, "overview is not \(text(4000))"
      ),
      (.movie(1), movie { $0.runtime = 0 }, "runtime is not a whole number from 1 to 9999"),
      (.movie(1), movie { $0.runtime = 10_000 }, "runtime is not a whole number from 1 to 9999"),
      (.movie(1), movie { $0.voteAverage = 10.5 }, "vote_average is not a number from 0 to 10"),
      (.movie(1), movie { $0.popularity = -1 }, "popularity is not a number of 0 or more"),
      (.movie(1), movie { $0.imdbID = "550" }, "imdb_id is not an IMDb id"),
      (.movie(1), movie { $0.imdbID = "tt1234567890123" }, "imdb_id is not an IMDb id"),
      (.movie(1), movie { $0.posterPath = "//evil.example/a.jpg" }, "poster_path is not an image path"),
      (.movie(1), movie { $0.backdropPath = "a.jpg" }, "backdrop_path is not an image path"),
      (
        .movie(1), movie { $0.genres = [Genre(id: 0, name: "A")] },
        "genres[0].id is not a whole number from 1 to 2147483647"
      ),
      (
        .movie(1),
        movie { $0.certifications = [.init(country: "US", rating: "G"), .init(country: "US", rating: "R")] },
        "certifications is not a list of at most 676 different values"
      ),
      (
        .movie(1),
        movie { $0.providers = [CountryProviders(country: "US", rent: [Provider(id: 1, name: "A", logoPath: "x")])] },
        "providers[0].rent[0].logo_path is not an image path"
      ),
      (
        .series(1), .series(SeriesFacts(id: 1, name: "A", seasons: [.init(seasonNumber: 1), .init(seasonNumber: 1)])),
        "seasons is not a list of at most 1000 different values, ordered by number, specials last"
      ),
      (
        .season(series: 1, 1), season([episode(2), episode(1)]),
        "episodes is not a list of at most 10000 different values, ordered by number"
      ),
      (
        .season(series: 1, 1), season([episode(1), episode(1)]),
        "episodes is not a list of at most 10000 different values, ordered by number"
      ),
      (.season(series: 1, 1), season([other]), "facts is not about the id of the line"),
      (.season(series: 1, 2), season([]), "facts is not about the id of the line"),
      (.episode(series: 1, season: 1, 2), .episode(episode(1)), "facts is not about the id of the line"),
      (
        .find(ForeignID(.tvdb, "1")), .found(ExternalIDMatches(movies: [], series: [SeriesListing(id: 0, name: "A")])),
        "series[0].id is not a whole number from 1 to 2147483647"
      ),
    ]
  }()

  @Test(arguments: unfit.indices) func outOfBoundsFactsAreRefused(index: Int) {
    let (question, facts, fault) = Self.unfit[index]
    #expect {
      _ = try CatalogFile.catalog([CatalogFile.line(question, facts)])
    } throws: {
      ($0 as? CatalogFileError)?.description == "line 2: \(fault)"
    }
  }

  /// Facts cleaned from a TMDb body can be exported and read again.
  @Test(arguments: CleaningBodies.all.map(\.question)) func cleanedFactsAreAccepted(question: CatalogQuestion) throws {
    let body = try #require(CleaningBodies.all.first { $0.question == question }?.body)
    let facts = try CleanedBody(Array(body.utf8), answering: question).facts()
    _ = try CatalogFile.catalog([CatalogFile.line(question, facts)])
  }

  @Test func imdbIDOfSevenToTenDigitsIsAccepted() throws {
    for id in ["tt1234567", "tt1234567890"] {
      let movie = MovieFacts(id: 1, title: "A", imdbID: id)
      #expect(try CatalogFile.catalog([CatalogFile.line(movie)]).answer(.movie(1)) == .movie(movie))
    }
  }

  @Test func nonControlCharactersAreAcceptedInText() throws {
    let movie = MovieFacts(id: 1, title: "\u{a0}\u{c2}é오징어\u{10ffff}")
    #expect(try CatalogFile.catalog([CatalogFile.line(movie)]).answer(.movie(1)) == .movie(movie))
  }

  @Test(arguments: 0..<10) func corruptedFileIsReadOrRefused(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let good = CatalogFile.bytes([
      CatalogFile.line(movie),
      CatalogFile.line(.season(series: 1, 1), .season(SeasonFacts(seriesID: 1, seasonNumber: 1))),
    ])
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let catalog: FileCatalog? = try? FileCatalog(lines: bytes)
      if case .movie(let movie)? = catalog?.answer(.movie(550)) { #expect(movie.id == 550) }
    }
  }
}
