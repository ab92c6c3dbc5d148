import Catalog
import Domain
import ProtocolSchema

extension Method {
  static let ofCatalogLists: [Method] = [
    .query(
      "genres.list", "Lists the genres of movies or series; built-in ones if no catalog answers within 2 s.",
      takes: [CatalogParameters.kind],
      gives: CatalogTypes.genreList
    ) { (parameters, caller) throws(Refusal) -> Lookup<(list: GenreList, provenance: Provenance)> in
      let kind = try parameters[CatalogParameters.kind]
      let builtIn = (list: GenreList.builtIn(kind), provenance: Provenance(.builtin, isStale: false))
      guard let catalog = caller.catalog else { return .known(builtIn) }
      let question = CatalogQuestion.genres(kind)
      return try catalog.answers(to: [question], within: CatalogAccess.timeout).map { answers in
        // If the lookup fails, return the built-in list, because genres hardly ever change.
        guard case .success(let answer)? = answers[question], case .genres(let list) = answer.facts else {
          return builtIn
        }
        return (list: list, provenance: Provenance(answer))
      }
    },
    .query(
      "providers.list", "Lists the streaming services of a country.",
      takes: [CatalogParameters.country, CatalogParameters.kind],
      refuses: Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) -> Lookup<ProvidersQuery> in
      let (country, kind) = (try parameters[CatalogParameters.country], try parameters[CatalogParameters.kind])
      let (household, catalog) = (caller.identity.household, try caller.requireCatalog())
      let sizes = catalog.imageSizes(at: caller.now)
      return try catalog.find(.providers(kind)).map { answer in
        ProvidersQuery(
          asked: AskedAnswer(question: .providers(kind), answer: answer), country: country, household: household,
          sizes: sizes)
      }
    },
  ]
}

/// `providers.list`: the services of a country, and which of them the household has.
struct ProvidersQuery: ResultQuery {
  let asked: AskedAnswer
  /// The requested country; nil for the household's own.
  let country: String?
  /// The caller's household; nil for an administrator.
  let household: HouseholdID?
  let sizes: ImageSizes

  var heldBytes: Int { asked.heldBytes }

  struct Shown {
    let country: String
    let providers: [WithImages<Provider>]
    let services: [(name: String, providerIDs: [Int])]
    let provenance: Provenance
  }

  static var result: ResultObject<Shown> { CatalogTypes.providerList }

  func shown(_ answering: AnswerContext) throws -> Shown {
    let country = try self.country ?? answering.country(of: household)
    let services = try household.map { try answering.household($0).streamingServices } ?? []
    var providers: [Provider] = []
    if case .providers(let list) = asked.answer.facts { providers = list.providers(in: country) }
    return Shown(
      country: country, providers: providers.map { WithImages(facts: $0, sizes: sizes) },
      services: services.map { service in
        (name: service, providerIDs: ServiceName.providers(of: service, among: providers).map(\.id))
      }, provenance: Provenance(asked.answer))
  }
}
