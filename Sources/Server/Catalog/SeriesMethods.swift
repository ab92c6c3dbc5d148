import Catalog
import Domain
import Primitives

extension Method {
  /// `docs/protocol.md`, "Catalog": series.
  static let ofSeries: [Method] = [
    .query("tv.get", .authenticated, ["tmdb_id", "refresh"]) {
      (parameters, caller) throws(WireError) -> Found<any Query> in
      let (id, refresh) = (try parameters.seriesID(), try parameters.refresh())
      let catalog = try caller.requireCatalog(refresh: refresh)
      let (household, sizes) = (caller.identity.household, catalog.imageSizes(at: caller.now))
      return try catalog.find(.series(id), refresh: refresh).map { answer in
        SeriesQuery(asked: AskedAnswer(question: .series(id), answer: answer), household: household, sizes: sizes)
      }
    },
    .query("tv.season", .authenticated, ["tmdb_id", "season_number", "refresh"]) {
      (parameters, caller) throws(WireError) -> Found<[UInt8]> in
      let question = CatalogQuestion.season(series: try parameters.seriesID(), try parameters.seasonNumber())
      return try caller.answer(question, parameters) { json, answer, sizes in
        if case .season(let season) = answer.facts { json.season(season, sizes, changedAt: answer.changedAt) }
      }
    },
    .query("tv.episode", .authenticated, ["tmdb_id", "season_number", "episode_number", "refresh"]) {
      (parameters, caller) throws(WireError) -> Found<[UInt8]> in
      let question = CatalogQuestion.episode(
        series: try parameters.seriesID(), season: try parameters.seasonNumber(), try parameters.episodeNumber())
      return try caller.answer(question, parameters) { json, answer, sizes in
        if case .episode(let episode) = answer.facts { json.episode(episode, sizes) }
      }
    },
  ]
}

/// `tv.get`: a series with the ratings and services of the asker's country.
struct SeriesQuery: Query {
  let asked: AskedAnswer
  /// Nil for an administrator.
  let household: HouseholdID?
  let sizes: ImageSizes

  static func == (left: Self, right: Self) -> Bool {
    left.asked == right.asked && left.household == right.household && left.sizes == right.sizes
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(asked)
    hasher.combine(household)
  }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    guard case .series(let series) = asked.answer.facts else { throw WireError.catalogUnavailable(retryAfter: nil) }
    let country = try answering.country(of: household)
    json.object { json in
      json.series(series, sizes, country: country)
      json.provenance(asked.answer)
    }
  }
}
