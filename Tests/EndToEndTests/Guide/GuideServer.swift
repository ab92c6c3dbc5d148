#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Platform
  @testable import Server

  /// A server whose catalog is a fake TMDb, with one household. Guides are for February 2026, on whose 14th the clock
  /// starts.
  struct GuideServer {
    let tmdb: FakeTMDb
    let collection: CollectionServer
    /// The time by which the server's uptime has been advanced, so that tests need not wait for pauses to end.
    private let advancedBy: Locked<Duration>
    var server: LocalServer { collection.server }
    var household: Household { collection.household }
    var tim: Wire { collection.tim }
    var asMax: String { collection.asMax }

    /// - Parameter cache: The folder for cached answers; nil to cache them in memory.
    init(_ kind: StoreKind = .memory, cache: String? = nil) throws {
      let (tmdb, advancedBy) = (try FakeTMDb(), Locked(Duration.zero))
      (self.tmdb, self.advancedBy) = (tmdb, advancedBy)
      tmdb.series = []
      collection = try CollectionServer(
        kind, uptime: { SystemClock.monotonic() + advancedBy.withLock { $0 } },
        catalog: .tmdb(tmdb, cache: cache))
    }

    /// Ends the pauses that follow failures of the source.
    func endPauses() { advancedBy.withLock { $0 += .seconds(61) } }

    /// Makes the server ask the source for facts that it has, because they are a day old.
    func expireFacts() { server.time.advance(hours: 25) }

    /// Adds series to TMDb's catalog and to a member's collection, as watched.
    ///
    /// - Parameter more: further members of each title.
    func watch(
      _ series: FakeTMDb.Series..., by wire: Wire? = nil, with more: String = "", actingAs parameter: String = ""
    ) throws {
      for series in series where !tmdb.series.contains(where: { $0.id == series.id }) { tmdb.series.append(series) }
      let items = series.map { watched($0.id, more) }
      try (wire ?? tim).result("titles.add", #""items":[\#(items.joined(separator: ","))]"# + parameter)
    }

    /// Changes the first season of a series in TMDb's catalog.
    func changeSeason(of id: Int, _ change: (inout FakeTMDb.Season) -> Void) throws {
      let index = try #require(tmdb.series.firstIndex { $0.id == id })
      change(&tmdb.series[index].seasons[0])
    }
  }

  extension FakeTMDb.Series {
    /// Returns a returning series of one season, with an episode on each of the days, which start with the year 2026.
    static func airing(
      _ id: Int, _ name: String? = nil, on days: String..., services: FakeTMDb.Providers.Listed = [(8, "Netflix")]
    ) -> FakeTMDb.Series {
      let episodes = days.enumerated().map { index, day in
        FakeTMDb.Episode(number: index + 1, id: id * 100 + index, name: "Part \(index + 1)", airDate: "2026-\(day)")
      }
      let first = episodes.first?.airDate
      return FakeTMDb.Series(
        id: id, name: name ?? "Series \(id)", firstAirDate: first, status: "Returning Series",
        providers: ["US": FakeTMDb.Providers(flatrate: services)],
        seasons: [FakeTMDb.Season(number: 1, name: "Season 1", airDate: first, episodes: episodes)])
    }
  }
#endif

/// Returns the parameter of `titles.add` for a series that is being watched. `more` has further members of the item.
func watched(_ id: Int, _ more: String = "") -> String {
  #"{"media_type":"tv","tmdb_id":\#(id),"facts":{"title":"Series \#(id)"},"status":"watching"\#(more)}"#
}

/// The parameters of `guide.get` for February 2026.
let february = #""start_date":"2026-02-01","end_date":"2026-02-28","today":"2026-02-14""#

extension Wire {
  /// Returns the guide of February 2026.
  @discardableResult
  func guide(_ more: String = "") throws -> JSONValue { try result("guide.get", february + more) }

  func calendar(_ more: String = "") throws -> JSONValue { try result("guide.calendar", february + more) }

  func reminders(_ more: String = "") throws -> [JSONValue] {
    Array(try result("reminders.list", #""today":"2026-02-14""# + more).array("reminders"))
  }
}

/// A guide as `guide.get` answers it.
extension JSONValue {
  /// The shows of all rows.
  var shows: [JSONValue] {
    get throws { try array("services").flatMap { try $0.array("shows") } }
  }

  var showIDs: Set<Int> {
    get throws { try Set(shows.map { try $0.integer("tmdb_id") }) }
  }

  func show(_ id: Int) throws -> JSONValue {
    guard let show = try shows.first(where: { try $0.integer("tmdb_id") == id }) else {
      throw TestFailure("series \(id) is not in the guide")
    }
    return show
  }

  /// The days of the episodes by episode id.
  var airDates: [String: String] {
    get throws {
      let episodes = try shows.flatMap { try $0.array("upcoming_episodes") }
      return Dictionary(
        uniqueKeysWithValues: try episodes.map { (try $0.string("episode_id"), try $0.string("air_date")) })
    }
  }

  /// The missing series, such as "7 loading".
  var missing: [String] {
    get throws { try array("missing").map { "\(try $0.integer("tmdb_id")) \(try $0.string("reason"))" } }
  }
}
