import Catalog
import Domain
import Primitives
import WireProtocol

extension Method {
  /// `docs/protocol.md`, "Catalog": series.
  static let ofSeries: [Method] = [
    .query(
      "tv.get", "Shows a series with its seasons.", takes: [CatalogParameters.series, CatalogParameters.refresh],
      gives: CatalogTypes.series, refuses: [.unknownSeries, .tooManyRefreshes] + Reason.ofCatalog
    ) { (parameters, caller) throws(WireError) -> Found<any Query> in
      let (id, refresh) = (try parameters[CatalogParameters.series], try parameters[CatalogParameters.refresh])
      let catalog = try caller.requireCatalog(refresh: refresh)
      let (household, sizes) = (caller.identity.household, catalog.imageSizes(at: caller.now))
      return try catalog.find(.series(id), refresh: refresh).map { answer in
        SeriesQuery(asked: AskedAnswer(question: .series(id), answer: answer), household: household, sizes: sizes)
      }
    },
    .query(
      "tv.season", "Shows a season with its episodes.",
      takes: [CatalogParameters.series, CatalogParameters.season, CatalogParameters.refresh],
      gives: CatalogTypes.season, refuses: [.unknownSeason, .tooManyRefreshes] + Reason.ofCatalog
    ) { (parameters, caller) throws(WireError) -> Found<[UInt8]> in
      let question = CatalogQuestion.season(
        series: try parameters[CatalogParameters.series], try parameters[CatalogParameters.season])
      return try caller.answer(question, parameters) { json, answer, sizes in
        if case .season(let season) = answer.facts { json.season(season, sizes, changedAt: answer.changedAt) }
      }
    },
    .query(
      "tv.episode", "Shows an episode.",
      takes: [
        CatalogParameters.series, CatalogParameters.season, CatalogParameters.episode, CatalogParameters.refresh,
      ], gives: CatalogTypes.episode, refuses: [.unknownEpisode, .tooManyRefreshes] + Reason.ofCatalog
    ) { (parameters, caller) throws(WireError) -> Found<[UInt8]> in
      let question = CatalogQuestion.episode(
        series: try parameters[CatalogParameters.series], season: try parameters[CatalogParameters.season],
        try parameters[CatalogParameters.episode])
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

  var heldBytes: Int { asked.heldBytes }

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
