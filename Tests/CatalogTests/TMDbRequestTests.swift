import MovieNightPrimitives
import Testing

@testable import Catalog

/// The TMDb URL for each question.
@Suite struct TMDbRequestTests {
  private static let base = "https://api.themoviedb.org/3"

  private static func url(_ question: CatalogQuestion, _ language: String = "en-US") -> String {
    TMDbRequest(question, language: language).url(base: "")
  }

  private static let movieParts = "append_to_response=release_dates%2Ccredits%2Cvideos%2Cwatch%2Fproviders"

  @Test(
    arguments: [
      (.movie(550), "/movie/550?language=en-US&\(movieParts)&include_video_language=en"),
      (.series(1396), "/tv/1396?language=en-US&append_to_response=content_ratings%2Cwatch%2Fproviders"),
      (.season(series: 1396, 0), "/tv/1396/season/0?language=en-US"),
      (.episode(series: 1396, season: 1, 2), "/tv/1396/season/1/episode/2?language=en-US"),
      (
        .searchMovies("alien", year: nil, page: 1),
        "/search/movie?query=alien&include_adult=false&language=en-US&page=1"
      ),
      (
        .searchMovies("alien", year: 1979, page: 2),
        "/search/movie?query=alien&include_adult=false&language=en-US&page=2&primary_release_year=1979"
      ),
      (
        .searchSeries("dark", year: nil, page: 500),
        "/search/tv?query=dark&include_adult=false&language=en-US&page=500"
      ),
      (
        .searchSeries("dark", year: 2017, page: 1),
        "/search/tv?query=dark&include_adult=false&language=en-US&page=1&first_air_date_year=2017"
      ),
      (.find(ForeignID(.imdb, "tt0137523")), "/find/tt0137523?external_source=imdb_id&language=en-US"),
      (.find(ForeignID(.tvdb, "81189")), "/find/81189?external_source=tvdb_id&language=en-US"),
      (.genres(.movie), "/genre/movie/list?language=en-US"),
      (.genres(.tv), "/genre/tv/list?language=en-US"),
      (.providers(.movie), "/watch/providers/movie?language=en-US"),
      (.providers(.tv), "/watch/providers/tv?language=en-US"),
      (.configuration, "/configuration"),
    ] as [(CatalogQuestion, String)])
  func questionMapsToItsURL(question: CatalogQuestion, url: String) {
    #expect(Self.url(question) == url)
  }

  @Test func baseIsPrepended() {
    #expect(
      TMDbRequest(.genres(.tv), language: "de-DE").url(base: Self.base)
        == "https://api.themoviedb.org/3/genre/tv/list?language=de-DE")
    #expect(TMDbRequest(.configuration, language: "de-DE").url(base: Self.base) == Self.base + "/configuration")
  }

  @Test func extraParametersComeLast() {
    let key = [TMDbRequest.Parameter("api_key", "a&b=c")]
    #expect(
      TMDbRequest(.genres(.tv), language: "de").url(base: "", extra: key)
        == "/genre/tv/list?language=de&api_key=a%26b%3Dc")
    #expect(TMDbRequest(.configuration, language: "de").url(base: "", extra: key) == "/configuration?api_key=a%26b%3Dc")
  }

  @Test(arguments: [
    ("Amélie & Co: 50%/+", "Am%C3%A9lie%20%26%20Co%3A%2050%25%2F%2B"), ("🎬", "%F0%9F%8E%AC"), ("a|b", "a%7Cb"),
    ("a=b?c#d", "a%3Db%3Fc%23d"), ("\u{0}\u{1}\r\n\u{7F}", "%00%01%0D%0A%7F"), ("A-z._~09", "A-z._~09"),
    ("../x", "..%2Fx"), ("\"'<>\\^`{}", "%22%27%3C%3E%5C%5E%60%7B%7D"),
    ("千と千尋", "%E5%8D%83%E3%81%A8%E5%8D%83%E5%B0%8B"),
  ])
  func searchTextIsPercentEncoded(text: String, encoded: String) {
    #expect(
      Self.url(.searchMovies(text, year: nil, page: 1))
        == "/search/movie?query=\(encoded)&include_adult=false&language=en-US&page=1")
    #expect(
      Self.url(.searchSeries(text, year: nil, page: 1))
        == "/search/tv?query=\(encoded)&include_adult=false&language=en-US&page=1")
  }

  @Test func uncheckedIDIsEscapedInPath() {
    #expect(
      Self.url(.find(ForeignID(.imdb, "../movie/1?x=y#z")))
        == "/find/..%2Fmovie%2F1%3Fx%3Dy%23z?external_source=imdb_id&language=en-US")
  }

  /// Trailers are requested in the language and in English.
  @Test(arguments: [("de-DE", "de%2Cen"), ("de", "de%2Cen"), ("en", "en"), ("en-GB", "en"), ("pt-BR", "pt%2Cen")])
  func movieRequestNamesLanguages(language: String, videos: String) {
    #expect(
      Self.url(.movie(1), language)
        == "/movie/1?language=\(language)&\(Self.movieParts)&include_video_language=\(videos)")
  }

  // MARK: Discover

  private static func parameters(_ discovery: Discovery, page: Int = 1) -> [String: String] {
    let parameters = TMDbRequest(.discover(discovery, page: page), language: "de-DE").parameters
    return Dictionary(parameters.map { ($0.name, $0.value) }) { "\($0) and \($1)" }
  }

  private static let family = Discovery(
    highestCertification: .pg, lowestCertification: .g, fewestVotes: 50,
    releasedFrom: CalendarDate(year: 1980, month: 1, day: 1),
    releasedThrough: CalendarDate(year: 2026, month: 6, day: 15),
    genres: [16, 35, 10751], withoutGenres: [27, 53])

  @Test func discoveryMapsToItsParameters() {
    #expect(
      Self.parameters(Self.family, page: 3) == [
        "include_adult": "false", "include_video": "false", "language": "de-DE", "sort_by": "popularity.desc",
        "certification_country": "US", "certification.lte": "PG", "certification.gte": "G", "vote_count.gte": "50",
        "primary_release_date.gte": "1980-01-01", "primary_release_date.lte": "2026-06-15",
        "with_genres": "16|35|10751", "without_genres": "27,53", "page": "3",
      ])
    let url = Self.url(.discover(Self.family, page: 3))
    #expect(url.hasPrefix("/discover/movie?"))
    #expect(url.contains("&with_genres=16%7C35%7C10751&without_genres=27%2C53&"))
    #expect(url.contains("&certification.lte=PG&certification.gte=G&"))
  }

  @Test func emptyDiscoveryFiltersAreOmitted() {
    var discovery = Self.family
    (discovery.lowestCertification, discovery.genres, discovery.withoutGenres) = (nil, [], [])
    discovery.highestCertification = .nc17
    discovery.fewestVotes = 10
    discovery.releasedFrom = CalendarDate(year: 1960, month: 1, day: 1)
    #expect(
      Self.parameters(discovery) == [
        "include_adult": "false", "include_video": "false", "language": "de-DE", "sort_by": "popularity.desc",
        "certification_country": "US", "certification.lte": "NC-17", "vote_count.gte": "10",
        "primary_release_date.gte": "1960-01-01", "primary_release_date.lte": "2026-06-15", "page": "1",
      ])
  }
}
