import Catalog
import FakeTMDb
import MovieNightPrimitives

@testable import Platform
@testable import Server

extension CatalogConfiguration {
  /// Returns the program's demo catalog.
  ///
  /// - Parameter lines: Additional entries, in the format of an export.
  static func demo(adding lines: [String] = []) throws -> CatalogConfiguration {
    let catalog = try FileCatalog(lines: DemoCatalog.lines + Array(lines.joined(separator: "\n").utf8))
    return CatalogConfiguration { _, _ in .init(FileSource(catalog)) }
  }

  /// Returns a catalog in which every lookup fails.
  static func failing(_ failure: CatalogFailure) -> CatalogConfiguration {
    CatalogConfiguration(host: "catalog.example") { _, _ in .init(FailingSource(failure)) }
  }
}

#if TMDb
  extension CatalogConfiguration {
    /// Returns a catalog that sends its requests to a fake TMDb.
    ///
    /// - Parameters:
    ///   - cache: The folder for cached answers.
    ///   - entries: The maximum number of cached answers.
    static func tmdb(
      _ tmdb: FakeTMDb, token: String = "T", cache: String? = nil, entries: Int = defaultEntries
    ) throws -> CatalogConfiguration {
      let options = try TMDbOptions(.token(token), base: tmdb.base)
      return CatalogConfiguration(cache: cache, entries: entries, host: options.host) { clock, schedule in
        let connection = TMDbConnection(
          options, language: "en-US", userAgent: "test", certificates: nil, clock: clock, schedule: schedule)
        return .init(connection.source, stop: { connection.stop() })
      }
    }
  }

  /// A complete server whose catalog is a fake TMDb, and a household on it.
  struct TMDbFixture {
    let tmdb: FakeTMDb
    let server: LocalServer
    let household: Household
    let wire: Wire
    /// The folder for cached answers.
    let cache: String

    init(
      _ kind: StoreKind = .durable[0], token: String = "T",
      uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic,
      entries: Int = CatalogConfiguration.defaultEntries, log: Log = LocalServer.standardLog
    ) throws {
      tmdb = try FakeTMDb()
      tmdb.credential = .token(token)
      let folder = try TemporaryFolder()
      cache = "\(folder.path)/catalog"
      server = try LocalServer(
        kind.address(in: folder), in: folder, ManualTime(), uptime: uptime,
        catalog: .tmdb(tmdb, token: token, cache: cache, entries: entries), log: log)
      household = try server.createHousehold()
      wire = try server.wire(token: household.token)
    }

    /// Makes the server request the image sizes now. Otherwise it would do so at some time during the test, where the
    /// request would be counted, or its success would end a series of failures.
    func loadImageSizes() throws {
      try wire.result("server.info")
      let administrator = try server.administrator()
      try eventually("the image sizes to be requested") {
        try administrator.result("catalog.status").array("operations")
          .contains { try $0.string("operation") == "configuration" && $0.integer("misses") == 1 }
      }
    }

    /// Returns the pages of `catalog.export`, which contain all cached answers.
    func exported() throws -> [[String]] {
      let administrator = try server.administrator()
      var (pages, cursor): ([[String]], String?) = ([], nil)
      repeat {
        let page = try administrator.result("catalog.export", cursor.map { #""cursor":"\#($0)""# } ?? "")
        pages.append(try page.array("lines").map(\.text))
        cursor = page["next_cursor"]?.string
      } while cursor != nil
      return pages
    }

    /// Returns the ids of the cached answers of a kind.
    func cachedIDs(_ kind: String) throws -> [String] {
      try exported().joined().map { try JSONDocument($0).root }.filter { $0["kind"]?.string == kind }
        .map { try $0.string("id") }
    }
  }
#endif

/// A source for which every question fails.
private final class FailingSource: CatalogSource {
  let name = CatalogSourceName.tmdb
  private let failure: CatalogFailure

  init(_ failure: CatalogFailure) { self.failure = failure }

  func answer(
    _ question: CatalogQuestion, _ priority: CatalogPriority, meanwhile: @escaping @Sendable (SourceUpdate) -> Void,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void
  ) { done(.failure(failure)) }
}

/// Catalog lines that contain every kind of fact.
enum WholeFacts {
  static let movie = 900_001
  static let series = 900_002
  static let lines = [
    line(
      "movie", "\(movie)",
      #"""
      {"id":900001,"title":"Harvest Moon","original_title":"Erntemond","release_date":"2019-09-13","overview":"A village waits for its harvest.","tagline":"Wait for it.","imdb_id":"tt9000001","runtime":101,"genres":[{"id":18,"name":"Drama"}],"popularity":12.5,"vote_average":7.4,"vote_count":812,"poster_path":"/moon.jpg","backdrop_path":"/field.jpg","certifications":[{"country":"US","rating":"PG"},{"country":"DE","rating":"6"}],"cast":[{"name":"Ada Marsh","character":"Lena"}],"trailer_key":"abcdefghijk","providers":[\#(providers)]}
      """#),
    line(
      "series", "\(series)",
      #"""
      {"id":900002,"name":"Lighthouse Road","original_name":"Lighthouse Road","first_air_date":"2020-01-05","last_air_date":"2021-01-03","overview":"Keepers of a lighthouse.","status":"Returning Series","genres":[{"id":18,"name":"Drama"}],"popularity":3.5,"vote_average":8.1,"content_ratings":[{"country":"US","rating":"TV-PG"}],"number_of_seasons":1,"number_of_episodes":1,"poster_path":"/road.jpg","backdrop_path":"/sea.jpg","next_episode":{"season_number":1,"episode_number":2,"name":"Fog","air_date":"2027-01-03"},"seasons":[{"season_number":1,"name":"Season 1","overview":"The first winter.","air_date":"2020-01-05","episode_count":1,"poster_path":"/one.jpg"},{"season_number":0,"name":"Specials","episode_count":0}],"providers":[\#(providers)]}
      """#),
    line(
      "season", "\(series)/1",
      #"""
      {"series_id":900002,"season_number":1,"name":"Season 1","overview":"The first winter.","air_date":"2020-01-05","poster_path":"/one.jpg","episodes":[\#(episode)]}
      """#),
    line("episode", "\(series)/1/1", episode),
  ]

  /// A movie of the demo catalog, with the facts that the examples of `docs/protocol` show and the demo catalog lacks.
  static let wallE = line(
    "movie", "10681",
    #"""
    {"id":10681,"title":"WALL·E","original_title":"WALL·E","release_date":"2008-06-22","overview":"A lonely robot that cleans up the Earth falls in love with a newcomer.","imdb_id":"tt0910970","runtime":98,"genres":[{"id":16,"name":"Animation"},{"id":10751,"name":"Family"},{"id":878,"name":"Science Fiction"}],"popularity":126.413,"vote_average":8.09,"vote_count":18314,"poster_path":"/hbhFnRzzg6ZDmm8YAmxBnQpQIPh.jpg","certifications":[{"country":"US","rating":"G"}],"cast":[{"name":"Ben Burtt","character":"WALL·E (voice)"}],"providers":[{"country":"US","link":"https://www.themoviedb.org/movie/10681/watch?locale=US","flatrate":[{"id":337,"name":"Disney Plus"}]}]}
    """#)

  private static let episode = #"""
    {"series_id":900002,"season_number":1,"episode_number":1,"id":900003,"type":"standard","name":"Arrival","overview":"A boat comes.","air_date":"2020-01-05","runtime":44,"still_path":"/boat.jpg"}
    """#

  private static let providers = #"""
    {"country":"US","link":"https://www.themoviedb.org/movie/900001/watch?locale=US","flatrate":[{"id":8,"name":"Netflix","logo_path":"/n.jpg"}],"free":[{"id":9001,"name":"Free Films","logo_path":"/f.jpg"}],"ads":[{"id":9002,"name":"Films with Ads","logo_path":"/a.jpg"}],"rent":[{"id":9003,"name":"Rentals","logo_path":"/r.jpg"}],"buy":[{"id":9004,"name":"Sales","logo_path":"/s.jpg"}]}
    """#

  private static func line(_ kind: String, _ id: String, _ facts: String) -> String {
    let time = "2026-10-01T00:00:00.000000Z"
    return
      #"{"kind":"\#(kind)","id":"\#(id)","language":"en-US","fetched_at":"\#(time)","changed_at":"\#(time)","#
      + #""facts":\#(facts)}"#
  }
}
