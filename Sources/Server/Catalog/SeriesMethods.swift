import Catalog
import Domain
import ProtocolSchema

extension Method {
  static let ofSeries: [Method] = [
    .query(
      "tv.get", "Returns a series and its seasons.", takes: [CatalogParameters.series, CatalogParameters.refresh],
      refuses: [.unknownSeries, .tooManyRefreshes] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) -> Lookup<SeriesQuery> in
      let (id, refresh) = (try parameters[CatalogParameters.series], try parameters[CatalogParameters.refresh])
      let catalog = try caller.requireCatalog(refresh: refresh)
      let (reader, sizes) = (caller.reader, catalog.imageSizes(at: caller.now))
      return try catalog.find(.series(id), refresh: refresh).map { answer in
        SeriesQuery(asked: AskedAnswer(question: .series(id), answer: answer), reader: reader, sizes: sizes)
      }
    },
    .query(
      "tv.season", "Returns a season and its episodes.",
      takes: [CatalogParameters.series, CatalogParameters.season, CatalogParameters.refresh],
      refuses: [.unknownSeason, .tooManyRefreshes] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) -> Lookup<AnswerQuery<SeasonView>> in
      let (series, season) = (try parameters[CatalogParameters.series], try parameters[CatalogParameters.season])
      return try caller.query(about: .season(series: series, season), parameters)
    },
    .query(
      "tv.episode", "Returns an episode.",
      takes: [
        CatalogParameters.series, CatalogParameters.season, CatalogParameters.episode, CatalogParameters.refresh,
      ], refuses: [.unknownEpisode, .tooManyRefreshes] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) -> Lookup<AnswerQuery<EpisodeView>> in
      let (series, season) = (try parameters[CatalogParameters.series], try parameters[CatalogParameters.season])
      let episode = try parameters[CatalogParameters.episode]
      return try caller.query(about: .episode(series: series, season: season, episode), parameters)
    },
  ]
}

/// `tv.get`: a series with the ratings and services of the household's country.
struct SeriesQuery: ResultQuery {
  let asked: AskedAnswer
  /// The member who sent the query; nil for an administrator.
  let reader: MovieQuery.Reader?
  let sizes: ImageSizes

  var heldBytes: Int { asked.heldBytes }

  static var result: ResultObject<SeriesView> { CatalogTypes.series }

  func shown(_ answering: AnswerContext) throws -> SeriesView {
    guard case .series(let series) = asked.answer.facts else { throw Refusal.catalogUnavailable }
    return SeriesView(
      series: series, sizes: sizes, country: try answering.country(of: reader?.household),
      collectionStatus: try answering.statuses(of: [.series(series.id)], in: reader)[.series(series.id)],
      provenance: Provenance(asked.answer))
  }
}
