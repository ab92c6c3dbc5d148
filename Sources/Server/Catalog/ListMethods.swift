import Catalog
import Domain
import Primitives
import WireProtocol

extension Method {
  /// `docs/protocol.md`, "Catalog": genres and services.
  static let ofCatalogLists: [Method] = [
    .query(
      "genres.list", "Lists the genres of movies or of series.", takes: [CatalogParameters.kind],
      gives: CatalogTypes.genreList
    ) { (parameters, caller) throws(WireError) -> Found<[UInt8]> in
      let kind = try parameters[CatalogParameters.kind]
      guard let catalog = caller.catalog else { return .now(JSONWriter.genres(.builtIn(kind), nil)) }
      let question = CatalogQuestion.genres(kind)
      return try catalog.answers(to: [question], within: CatalogAccess.patience).map { answers in
        // Those compiled in do as well: a list of genres hardly changes.
        guard case .success(let answer)? = answers[question], case .genres(let list) = answer.facts else {
          return JSONWriter.genres(.builtIn(kind), nil)
        }
        return JSONWriter.genres(list, answer)
      }
    },
    .query(
      "providers.list", "Lists the services of a country.", takes: [CatalogParameters.country, CatalogParameters.kind],
      gives: CatalogTypes.providerList, refuses: Reason.ofCatalog
    ) { (parameters, caller) throws(WireError) -> Found<any Query> in
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

extension JSONWriter {
  /// `genres.list`.
  ///
  /// - Parameter answer: nil for those that are compiled in.
  fileprivate static func genres(_ list: GenreList, _ answer: CatalogAnswer?) -> [UInt8] {
    var json = JSONWriter(reserving: 2048)
    json.object { json in
      json.key("genres")
      json.array(list.genres.sorted { ($0.name, $0.id) < ($1.name, $1.id) }) { $1.write(to: &$0) }
      if let answer {
        json.provenance(answer)
      } else {
        json.field("source", "builtin")
        json.nullField("fetched_at")
        json.field("stale", false)
      }
    }
    return json.bytes
  }
}

/// `providers.list`: the services of a country, and which of them the household has.
struct ProvidersQuery: Query {
  let asked: AskedAnswer
  /// Nil for the household's.
  let country: String?
  /// Nil for an administrator.
  let household: HouseholdID?
  let sizes: ImageSizes

  static func == (left: Self, right: Self) -> Bool {
    left.asked == right.asked && left.country == right.country && left.household == right.household
      && left.sizes == right.sizes
  }

  var heldBytes: Int { asked.heldBytes }

  func hash(into hasher: inout Hasher) {
    hasher.combine(asked)
    hasher.combine(country)
    hasher.combine(household)
  }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let country = try self.country ?? answering.country(of: household)
    let services = try household.map { try answering.household($0).streamingServices } ?? []
    var providers: [Provider] = []
    if case .providers(let list) = asked.answer.facts { providers = list.providers(in: country) }
    json.object { json in
      json.field("country", country)
      json.key("providers")
      json.array(providers) { json, provider in
        json.object { json in
          json.field("provider_id", provider.id)
          json.field("name", provider.name)
          json.field("logo_path", provider.logoPath)
          json.field("logo_urls", sizes.urls(for: provider.logoPath, .logo))
        }
      }
      json.key("services")
      json.array(services) { json, service in
        json.object { json in
          json.field("service", service)
          json.field("provider_ids", ServiceName.providers(of: service, among: providers).map(\.id))
        }
      }
      json.provenance(asked.answer)
    }
  }
}
