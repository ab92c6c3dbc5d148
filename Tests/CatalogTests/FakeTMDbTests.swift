import FakeTMDb
import MovieNightPrimitives
import Testing

@testable import Catalog

/// `FakeTMDb` answers what the catalog reads, and applies the parameters that a client sends.
@Suite struct FakeTMDbTests {
  /// Returns the facts in the fake's answer to the catalog's request. Cleaning must not drop any entry.
  private func facts(
    _ question: CatalogQuestion, of tmdb: FakeTMDb, language: String = "en-US"
  ) throws -> CatalogFacts {
    let answer = try tmdb.get(TMDbRequest(question, language: language).url(base: ""))
    #expect(answer.status == 200)
    let body = try CleanedBody(answer.body, answering: question)
    #expect(body.dropped == 0, "\(question)")
    return try body.facts()
  }

  private static let widest = Discovery(
    highestCertification: .nc17, lowestCertification: nil, fewestVotes: 0,
    releasedFrom: CalendarDate(year: 1900, month: 1, day: 1),
    releasedThrough: CalendarDate(year: 2100, month: 1, day: 1), genres: [], withoutGenres: [])

  private func discovered(_ tmdb: FakeTMDb, _ change: (inout Discovery) -> Void) throws -> [Int] {
    var discovery = Self.widest
    change(&discovery)
    guard case .movies(let page) = try facts(.discover(discovery, page: 1), of: tmdb) else { return [] }
    return page.results.map(\.id)
  }

  // MARK: Routes

  @Test(arguments: ["en-US", "de-DE"]) func answersAreCleanedWithoutLoss(language: String) throws {
    let tmdb = try FakeTMDb()
    var questions: [CatalogQuestion] = [
      .searchMovies("the", year: nil, page: 1), .searchSeries("BAD", year: 2008, page: 1),
      .discover(Self.widest, page: 1), .find(ForeignID(.imdb, "tt0137523")), .find(ForeignID(.tvdb, "81189")),
      .genres(.movie), .genres(.tv), .providers(.movie), .providers(.tv), .configuration,
    ]
    questions += tmdb.movies.map { .movie($0.id) }
    for series in tmdb.series {
      questions.append(.series(series.id))
      for season in series.seasons {
        questions.append(.season(series: series.id, season.number))
        questions += season.episodes.map { .episode(series: series.id, season: season.number, $0.number) }
      }
    }
    for question in questions { _ = try facts(question, of: tmdb, language: language) }
    #expect(tmdb.requests.count == questions.count)
  }

  @Test func movieHasAllFactsTheCatalogReads() throws {
    let tmdb = try FakeTMDb()
    guard case .movie(let movie) = try facts(.movie(550), of: tmdb) else { throw UnexpectedBody.other("kind") }
    #expect(movie.title == "Fight Club" && movie.originalTitle == "Fight Club" && movie.imdbID == "tt0137523")
    #expect(movie.overview == tmdb.movies[0].overview && movie.tagline == "Mischief. Mayhem. Soap.")
    #expect(movie.releaseDate == CalendarDate(year: 1999, month: 10, day: 15) && movie.runtime == 139)
    #expect(movie.genres.map(\.name) == ["Drama", "Thriller"] && movie.posterPath == "/fightclub.jpg")
    #expect(movie.backdropPath == "/fightclub-back.jpg" && movie.trailerKey == "SUXWAEX2jlg")
    #expect(movie.popularity == 61.416 && movie.voteAverage == 8.433 && movie.voteCount == 26280 && !movie.isAdult)
    #expect(movie.certifications.map { "\($0.country) \($0.rating)" } == ["DE FSK 18", "GB 18", "US R"])
    #expect(movie.cast.first == CastMember(name: "Edward Norton", character: "Narrator"))
    let inUS = try #require(movie.providers.last)
    #expect(inUS.country == "US" && inUS.link == "https://www.themoviedb.org/movie/550/watch?locale=US")
    #expect(inUS.flatrate.map(\.name) == ["Hulu"] && inUS.ads.map(\.id) == [73] && inUS.rent.map(\.id) == [2])
    #expect(inUS.free.isEmpty && inUS.buy.map(\.logoPath) == ["/provider-2.jpg"])
  }

  @Test func partsNotAppendedAreMissing() throws {
    let tmdb = try FakeTMDb()
    #expect(!(try tmdb.get("/movie/550").text.contains("release_dates")))
    #expect(!(try tmdb.get("/movie/550?append_to_response=credits").text.contains("videos")))
    #expect(try tmdb.get("/tv/1396?append_to_response=content_ratings").text.contains("TV-MA"))
  }

  @Test func seriesHasSeasonsAndNextEpisode() throws {
    let tmdb = try FakeTMDb()
    tmdb.series[0].nextEpisode = (3, FakeTMDb.Episode(number: 1, id: 7, name: "No Más", airDate: "2027-03-21"))
    guard case .series(let series) = try facts(.series(1396), of: tmdb) else { throw UnexpectedBody.other("kind") }
    #expect(series.name == "Breaking Bad" && series.numberOfSeasons == 2 && series.numberOfEpisodes == 8)
    #expect(series.seasons.map(\.seasonNumber) == [1, 2, 0] && series.seasons.map(\.episodeCount) == [8, 0, 1])
    #expect(series.contentRatings.map(\.rating) == ["16", "TV-MA"] && series.status == "Ended")
    #expect(series.nextEpisode?.seasonNumber == 3 && series.nextEpisode?.name == "No Más")
    #expect(series.providers.map(\.country) == ["DE", "US"])
  }

  @Test func episodesLackOptionalFacts() throws {
    let tmdb = try FakeTMDb()
    guard case .season(let empty) = try facts(.season(series: 1396, 2), of: tmdb),
      case .season(let season) = try facts(.season(series: 1396, 1), of: tmdb)
    else { throw UnexpectedBody.other("kind") }
    #expect(empty.episodes.isEmpty && empty.overview == nil && empty.posterPath == nil && empty.airDate == nil)
    func numbers(_ lacks: (EpisodeFacts) -> Bool) -> [Int] { season.episodes.filter(lacks).map(\.episodeNumber) }
    #expect(numbers { $0.overview == nil } == [3, 4, 8] && numbers { $0.stillPath == nil } == [2, 8])
    #expect(numbers { $0.name == nil } == [5, 8] && numbers { $0.airDate == nil } == [6, 7, 8])
    let bodies = try [3, 4, 6, 7].map { try tmdb.get("/tv/1396/season/1/episode/\($0)").text }
    #expect(bodies[0].contains(#""overview":null"#) && bodies[1].contains(#""overview":"""#))
    #expect(bodies[2].contains(#""air_date":null"#) && bodies[3].contains(#""air_date":"""#))
    for episode in season.episodes {
      let alone = try facts(.episode(series: 1396, season: 1, episode.episodeNumber), of: tmdb)
      #expect(alone == .episode(episode))
    }
  }

  @Test func unknownPathIsNotFound() throws {
    let tmdb = try FakeTMDb()
    for target in [
      "/movie/7", "/movie/x", "/tv/7", "/tv/1396/season/3", "/tv/1396/season/1/episode/9", "/person/287", "/movie", "/",
      "/watch/providers/person", "/genre/movie", "/movie/550/credits",
    ] {
      let answer = try tmdb.get(target)
      #expect(answer.status == 404 && answer.text.contains(#""status_code":34"#), "\(target)")
    }
  }

  // MARK: Lists

  @Test func searchFiltersByTextYearAndPage() throws {
    let tmdb = try FakeTMDb()
    func ids(_ text: String, _ year: Int? = nil, page: Int = 1) throws -> [Int] {
      guard case .movies(let page) = try facts(.searchMovies(text, year: year, page: page), of: tmdb) else { return [] }
      return page.results.map(\.id)
    }
    #expect(try ids("FIGHT club") == [550] && ids("fight toy") == [] && ids("zurück") == [105])
    #expect(try ids("t") == [862, 129, 603, 105, 550, 900_001] && ids("t", 1999) == [603, 550])
    tmdb.movies = (1...45).map { FakeTMDb.Movie(id: $0, title: "Rocky \($0)", popularity: $0 < 4 ? 1 : Double($0)) }
    tmdb.movies[44].adult = true
    #expect(try ids("rocky") == Array(25...44).reversed() && ids("rocky", page: 3) == [4, 1, 2, 3])
    #expect(try ids("rocky", page: 4) == [])
    guard case .movies(let page) = try facts(.searchMovies("rocky", year: nil, page: 2), of: tmdb) else { return }
    #expect(page.totalResults == 44 && page.totalPages == 3)
    #expect(try tmdb.get("/search/movie?query=rocky&page=501").status == 400)
    #expect(try tmdb.get("/search/movie").status == 422)
    guard case .seriesPage(let series) = try facts(.searchSeries("office", year: 2005, page: 1), of: tmdb) else {
      throw UnexpectedBody.other("kind")
    }
    #expect(series.results.map(\.name) == ["The Office"])
    #expect(try facts(.searchSeries("office", year: 2006, page: 1), of: tmdb) != .seriesPage(series))
  }

  @Test func discoveryAppliesEveryFilter() throws {
    let tmdb = try FakeTMDb()
    // The unrated movie has no release date, so every date filter excludes it.
    #expect(try discovered(tmdb) { _ in } == [862, 129, 603, 105, 550])
    #expect(try discovered(tmdb) { $0.highestCertification = .pg } == [862, 129, 105])
    #expect(try discovered(tmdb) { ($0.lowestCertification, $0.highestCertification) = (.pg, .pg13) } == [129, 105])
    #expect(try discovered(tmdb) { $0.fewestVotes = 19000 } == [603, 105, 550])
    #expect(try discovered(tmdb) { $0.releasedFrom = CalendarDate(year: 1999, month: 10, day: 15) } == [129, 550])
    #expect(try discovered(tmdb) { $0.releasedThrough = CalendarDate(year: 1995, month: 11, day: 22) } == [862, 105])
    #expect(try discovered(tmdb) { $0.genres = [16, 18] } == [862, 129, 550])
    #expect(try discovered(tmdb) { $0.withoutGenres = [16, 18] } == [603, 105])
    #expect(try discovered(tmdb) { ($0.genres, $0.withoutGenres) = ([12, 878], [28]) } == [862, 105])
    tmdb.movies[1].adult = true
    #expect(try discovered(tmdb) { _ in }.first == 129)
    let all = try tmdb.get("/discover/movie?include_adult=true&with_genres=16,12").text
    #expect(all.contains(#""id":862"#) && !all.contains(#""id":129"#))
  }

  @Test func unratedMoviesRankBelowG() throws {
    let tmdb = try FakeTMDb()
    let rated = "/discover/movie?certification_country=US&certification.lte=G"
    #expect(try tmdb.get(rated).text.contains(#""id":900001"#))
    #expect(!(try tmdb.get(rated + "&certification.gte=G").text.contains(#""id":900001"#)))
  }

  @Test func foreignIDsAreFound() throws {
    let tmdb = try FakeTMDb()
    func ids(_ authority: ForeignID.Authority, _ id: String) throws -> [[Int]] {
      guard case .found(let found) = try facts(.find(ForeignID(authority, id)), of: tmdb) else { return [] }
      return [found.movies.map(\.id), found.series.map(\.id)]
    }
    #expect(try ids(.imdb, "tt0137523") == [[550], []] && ids(.imdb, "tt0903747") == [[], [1396]])
    #expect(try ids(.tvdb, "81189") == [[], [1396]] && ids(.imdb, "tt1") == [[], []])
  }

  @Test func genreProviderAndConfigurationListsAreComplete() throws {
    let tmdb = try FakeTMDb()
    #expect(try facts(.genres(.movie), of: tmdb) == .genres(.builtIn(.movie)))
    #expect(try facts(.genres(.tv), of: tmdb) == .genres(.builtIn(.tv)))
    #expect(try facts(.configuration, of: tmdb) == .configuration(.builtIn))
    guard case .providers(let list) = try facts(.providers(.tv), of: tmdb) else { return }
    #expect(list.providers.map(\.provider.name) == tmdb.providers.map(\.name))
    #expect(list.providers.first?.priorities.map(\.country) == ["CA", "DE", "US"])
    #expect(!(try tmdb.get("/watch/providers/movie?watch_region=DE").text.contains("Hulu")))
  }

  @Test func untranslatedTextsAreEmpty() throws {
    let tmdb = try FakeTMDb()
    guard case .movie(let fight) = try facts(.movie(550), of: tmdb, language: "de-DE"),
      case .movie(let future) = try facts(.movie(105), of: tmdb, language: "de"),
      case .movie(let toys) = try facts(.movie(862), of: tmdb, language: "de-DE"),
      case .season(let season) = try facts(.season(series: 1396, 1), of: tmdb, language: "de-DE")
    else { throw UnexpectedBody.other("kind") }
    #expect(fight.overview?.hasPrefix("Ein Mann") == true)
    #expect(future.title == "Zurück in die Zukunft" && future.overview == nil)
    #expect(toys.title == "Toy Story" && toys.overview == nil && toys.tagline == nil)
    #expect(season.name == "Staffel 1" && season.overview == nil)
    #expect(season.episodes.prefix(2).map(\.name) == ["Der Einstieg", nil])
  }
}
