import Catalog
import Domain
import MovieNightPrimitives

struct CatalogInfo {
  let source: CatalogSourceName
  let imageURL: String

  init(_ access: CatalogAccess, at now: Timestamp) {
    source = access.catalog.health.source
    imageURL = access.imageSizes(at: now).baseURL
  }
}

enum FactSource: String, ResultEnum {
  case tmdb, file, household, builtin

  init(_ name: CatalogSourceName) { self = name == .tmdb ? .tmdb : .file }
}

/// The source of a result, the time at which the data was fetched, and whether it may be out of date.
struct Provenance {
  /// The source of the data; nil if no source was asked.
  let source: FactSource?
  let fetchedAt: Timestamp?
  let isStale: Bool

  init(_ answer: CatalogAnswer?, isStale: Bool? = nil) {
    source = answer.map { FactSource($0.source) }
    fetchedAt = answer?.fetchedAt
    self.isStale = isStale ?? answer?.isStale ?? false
  }

  init(_ source: FactSource, isStale: Bool) {
    self.source = source
    fetchedAt = nil
    self.isStale = isStale
  }
}

struct ImageView {
  let path: String?
  let sizes: ImageSizes
}

struct WithImages<Facts> {
  let facts: Facts
  let sizes: ImageSizes
}

struct GenresView {
  let names: [String]
  let ids: [Int]

  init(_ genres: [Genre]) {
    names = genres.map(\.name)
    ids = genres.map(\.id)
  }

  /// Creates the genres of a listing, which contains only ids. `names` leaves out the genres that are not in `list`.
  init(_ ids: [Int], _ list: GenreList) {
    self.ids = ids
    names = ids.compactMap { id in list.genres.first { $0.id == id }?.name }
  }
}

struct MovieView {
  let movie: Movie
  /// The catalog's data; nil if `movie` is from the household's own records.
  let facts: MovieFacts?
  let sizes: ImageSizes
  let country: String
  let provenance: Provenance
  /// The movie's status in the reader's collection.
  let collectionStatus: TitleStatus?
  /// The movie's history in the household; nil for an administrator.
  let history: MovieHistory?

  var certification: Certification? { facts?.certification(in: country) }
  /// The streaming services in the country; nil if the source has no data on the country.
  var providers: WithImages<CountryProviders>? {
    facts?.providers(in: country).map { WithImages(facts: $0, sizes: sizes) }
  }
}

struct MovieResultView {
  let listing: MovieListing
  /// The rating; nil if the movie's details are unknown.
  let rating: MovieRating?
  /// The status of the movies in the household; nil for an administrator.
  let household: HouseholdMovieStatus?
  let collectionStatus: TitleStatus?
  let sizes: ImageSizes
  let names: GenreList
}

struct SeriesResultView {
  let listing: SeriesListing
  let collectionStatus: TitleStatus?
  let sizes: ImageSizes
  let names: GenreList
}

struct SearchPageView<Shown> {
  let page: Int
  let totalPages: Int
  let totalResults: Int
  let results: [Shown]
  let closeTitle: String?
  let provenance: Provenance

  init<Listing>(_ page: SearchPage<Listing>, _ results: [Shown]) {
    self.page = page.listings.page
    totalPages = page.listings.totalPages
    totalResults = page.listings.totalResults
    self.results = results
    closeTitle = page.closeTitle
    provenance = Provenance(page.asked?.answer)
  }
}

struct SeriesView {
  let series: SeriesFacts
  let sizes: ImageSizes
  let country: String
  let collectionStatus: TitleStatus?
  let provenance: Provenance

  var contentRating: String? { series.contentRatings.first { $0.country == country }?.rating }
  /// The streaming services in the country; nil if the source has no data on the country.
  var providers: WithImages<CountryProviders>? {
    series.providers.first { $0.country == country }.map { WithImages(facts: $0, sizes: sizes) }
  }
}

struct SeasonView: AnswerView {
  let season: SeasonFacts
  let sizes: ImageSizes
  let answer: CatalogAnswer

  static var result: ResultObject<SeasonView> { CatalogTypes.season }

  init?(_ answer: CatalogAnswer, _ sizes: ImageSizes) {
    guard case .season(let season) = answer.facts else { return nil }
    (self.season, self.sizes, self.answer) = (season, sizes, answer)
  }
}

struct EpisodeView: AnswerView {
  let episode: EpisodeFacts
  let sizes: ImageSizes
  let answer: CatalogAnswer

  static var result: ResultObject<EpisodeView> { CatalogTypes.episode }

  init?(_ answer: CatalogAnswer, _ sizes: ImageSizes) {
    guard case .episode(let episode) = answer.facts else { return nil }
    self.init(episode, sizes, answer)
  }

  init(_ episode: EpisodeFacts, _ sizes: ImageSizes, _ answer: CatalogAnswer) {
    (self.episode, self.sizes, self.answer) = (episode, sizes, answer)
  }
}
