import Catalog
import Commands
import Domain

enum CatalogTypes {
  static let info = ResultObject<CatalogInfo>(
    "CatalogInfo", "The source of movie and series data.",
    [
      .field("source", "`tmdb` or `file`") { $0.source.rawValue },
      .field("attribution", "the credit to show with data from the catalog") { _ in CatalogAttribution.tmdb },
      .field("image_url", "the base URL of images") { $0.imageURL },
    ])

  static let health = ResultObject<CatalogHealth>(
    "CatalogHealth", "The state of the catalog.",
    [
      .field("source", "`tmdb` or `file`") { $0.source.rawValue },
      .field("state", "the state of its source") { $0.counters.state },
      .field("last_error_at", "the time of the last error; null if none since the start") {
        $0.counters.lastError?.at
      },
    ])

  static let provenance = ResultMembers<Provenance>([
    .field("source", "the source of the data; null if none was asked") { $0.source },
    .field("fetched_at", "the time at which the source sent the data; null if it is not from a catalog") {
      $0.fetchedAt
    },
    .field("stale", "whether the data may be out of date because the source did not answer") { $0.isStale },
  ])

  // MARK: Images and services

  static let urls = ResultObject<ImageURLs>(
    "ImageURLs", "The URLs of one image in several widths.",
    [
      .field("thumbnail", "the smallest") { $0.thumbnail },
      .field("card", "for lists") { $0.card },
      .field("detail", "for a detail page") { $0.detail },
      .field("full", "the largest") { $0.full },
    ])

  private static func image(
    _ path: StaticString, _ addresses: StaticString, _ kind: ImageKind
  ) -> ResultMembers<ImageView> {
    ResultMembers([
      .field(path, "the last part of the image's URL, after the size; null without an image") { $0.path },
      .nullableObject(addresses, urls, "the image's URLs; null without an image") { $0.sizes.urls(for: $0.path, kind) },
    ])
  }

  private static let poster = image("poster_path", "poster_urls", .poster)
  private static let backdrop = image("backdrop_path", "backdrop_urls", .backdrop)

  private static let providerMembers = ResultMembers<WithImages<Provider>>([
    .field("provider_id", "the service's TMDb id") { $0.facts.id },
    .field("name", "the service's name") { $0.facts.name },
  ])
  private static let logo = ResultMembers<WithImages<Provider>>([
    .nullableObject("logo_urls", urls, "the logo's URLs; null without a logo") {
      $0.sizes.urls(for: $0.facts.logoPath, .logo)
    }
  ])
  private static let provider = ResultObject<WithImages<Provider>>(
    "Provider", "A streaming service that offers a movie or series.", identityKey: "provider_id",
    [providerMembers, .members(logo) { $0 }])

  private static func providers(
    _ name: StaticString, _ summary: String, _ get: @escaping @Sendable (CountryProviders) -> [Provider]
  ) -> ResultMembers<WithImages<CountryProviders>> {
    .list(name, of: provider, summary) { view in
      get(view.facts).lazy.map { WithImages(facts: $0, sizes: view.sizes) }
    }
  }

  private static func watchProviders<Value>(
    _ get: @escaping @Sendable (Value) -> WithImages<CountryProviders>?
  ) -> ResultMembers<Value> {
    .nullableObject(
      "watch_providers", watchProviders, "the services that offer it in the household's country; null if unknown", get)
  }

  private static let watchProviders = ResultObject<WithImages<CountryProviders>>(
    "WatchProviders", "The services that offer a movie or series in a country. Credit them to JustWatch.",
    [
      .field("country", "the country code") { $0.facts.country },
      .field("link", "a page that lists all of them; null if there is none") { $0.facts.link },
      providers("flatrate", "with a subscription") { $0.flatrate },
      providers("free", "free of charge") { $0.free },
      providers("ads", "with advertisements") { $0.ads },
      providers("rent", "for rent") { $0.rent },
      providers("buy", "for purchase") { $0.buy },
    ])

  private static let genres = ResultMembers<GenresView>([
    .field("genres", "the names of the genres, without unknown ones") { $0.names },
    .field("genre_ids", "the genres' TMDb ids") { $0.ids },
  ])

  private static func measures<Value>(
    _ get: @escaping @Sendable (Value) -> (popularity: Double?, voteAverage: Double?)
  ) -> ResultMembers<Value> {
    ResultMembers([
      .field("popularity", "TMDb's popularity score") { get($0).popularity },
      .field("vote_average", "the average vote at the source, from 0 to 10") { get($0).voteAverage },
    ])
  }

  private static func collectionStatus<Value>(
    _ get: @escaping @Sendable (Value) -> TitleStatus?
  ) -> ResultMembers<Value> {
    .field("collection_status", "its status in your collection; null if it has none, and for administrators", get)
  }

  // MARK: Movies

  private static let certification = ResultObject<Certification>(
    "Certification", "A content rating of a country.",
    [
      .field("country", "the country code") { $0.country },
      .field("rating", "the rating, as written in that country") { $0.rating },
    ])

  private static let castMember = ResultObject<CastMember>(
    "CastMember", "An actor and their role.",
    [.field("name", "the actor's name") { $0.name }, .field("character", "the role") { $0.character }])

  static let movie = ResultObject<MovieView>(
    "MovieDetails", "A movie, and its history in the household.", identityKey: "tmdb_movie_id",
    [
      RoundTypes.movie { $0.movie.writeMembers(to: &$1) },
      .field("original_title", "the title in the original language") { $0.facts?.originalTitle },
      .field("release_date", "the date of its first release") { $0.facts?.releaseDate },
      .field("tagline", "the tagline") { $0.facts?.tagline },
      .field("imdb_id", "the IMDb id") { $0.facts?.imdbID },
      .field("vote_count", "the number of votes at the source") { $0.facts?.voteCount },
      .nullableObject(
        "certification", certification, "the rating in the household's country; null if unknown"
      ) { $0.certification },
      .nullableObject("poster_urls", urls, "the poster's URLs; null without a poster") {
        $0.sizes.urls(for: $0.facts?.posterPath, .poster)
      },
      .members(backdrop) { ImageView(path: $0.facts?.backdropPath, sizes: $0.sizes) },
      .nullableList(
        "cast", of: castMember, "at most five actors; null if only the household has recorded the movie"
      ) { $0.facts?.cast },
      .field("trailer_url", "the URL of a trailer; null if unknown") {
        $0.facts?.trailerKey.map { "https://www.youtube.com/watch?v=\($0)" }
      },
      watchProviders { $0.providers },
      collectionStatus { $0.collectionStatus },
      .members(provenance) { $0.provenance },
      .nullableObject("history", LibraryTypes.history, "its history in the household; null for administrators") {
        $0.history
      },
    ])

  private static let foundMovie = ResultObject<MovieResultView>(
    "MovieSearchResult", "A movie found by a search.", identityKey: "tmdb_movie_id",
    [
      RoundTypes.movieID(\.listing.id),
      .field("title", "the title") { $0.listing.title },
      .field("original_title", "the title in the original language") { $0.listing.originalTitle },
      .field("year", "the year of release; null if unreleased") { $0.listing.releaseDate?.year },
      .field("release_date", "the date of its first release") { $0.listing.releaseDate },
      .field("overview", "a short description") { $0.listing.overview },
      .members(poster) { ImageView(path: $0.listing.posterPath, sizes: $0.sizes) },
      .members(genres) { GenresView($0.listing.genreIDs, $0.names) },
      measures { ($0.listing.popularity, $0.listing.voteAverage) },
      .field("content_rating", "the American rating; null if there is none, or the movie's details are not cached") {
        $0.rating?.text
      },
      .field("on_watchlist", "whether it is on the household's watchlist; null for administrators") {
        $0.household?.listed.contains($0.listing.id)
      },
      .field("watched", "whether the household has watched it; null for administrators") {
        $0.household?.watched.contains($0.listing.id)
      },
      .field(
        "exceeds_ceiling",
        "whether the ceiling of the active round, or else of all members, excludes the movie; null for administrators and without cached details"
      ) { view in view.rating.flatMap { view.household?.ceiling.refuses($0.text) } },
      collectionStatus { $0.collectionStatus },
    ])

  static let foundMovies = found("MovieSearchPage", foundMovie)

  private static func found<Shown>(
    _ name: String, _ result: ResultObject<Shown>
  ) -> ResultObject<SearchPageView<Shown>> {
    ResultObject(
      name, "A page of search results.",
      [
        .field("page", "the page number, from 1") { $0.page },
        .field("total_pages", "the number of pages at the source") { $0.totalPages },
        .field("total_results", "the number of results at the source, including any left out here") { $0.totalResults },
        .list("results", of: result, "in the source's order") { $0.results },
        .field("did_you_mean", "a title spelled almost like `query` if nothing was found; else null") { $0.closeTitle },
        .members(provenance) { $0.provenance },
      ])
  }

  // MARK: Series

  private static let seriesHead = ResultMembers<SeriesListing>([
    .field("tmdb_id", "the series' TMDb id") { $0.id },
    .field("name", "the title") { $0.name },
    .field("original_name", "the title in the original language") { $0.originalName },
    .field("year", "the year of its first episode") { $0.firstAirDate?.year },
    .field("first_air_date", "the date of its first episode") { $0.firstAirDate },
  ])

  private static let oneFoundSeries = ResultObject<SeriesResultView>(
    "SeriesSearchResult", "A series found by a search.", identityKey: "tmdb_id",
    [
      .members(seriesHead) { $0.listing },
      .field("overview", "a short description") { $0.listing.overview },
      .members(poster) { ImageView(path: $0.listing.posterPath, sizes: $0.sizes) },
      .members(genres) { GenresView($0.listing.genreIDs, $0.names) },
      measures { ($0.listing.popularity, $0.listing.voteAverage) },
      collectionStatus { $0.collectionStatus },
    ])

  static let foundSeries = found("SeriesSearchPage", oneFoundSeries)

  private static let nextEpisode = ResultObject<SeriesFacts.NextEpisode>(
    "NextEpisode", "The next episode of a series.",
    [
      .field("season_number", "the season's number") { $0.seasonNumber },
      .field("episode_number", "the episode's number in the season") { $0.episodeNumber },
      .field("name", "the title") { $0.name },
      .field("air_date", "the date on which it airs") { $0.airDate },
    ])

  private static let seasonName = "the title; if null, show `Season 2`, or `Specials` for season 0"

  private static let seasonListing = ResultObject<WithImages<SeriesFacts.SeasonListing>>(
    "SeasonListing", "A season of a series, without its episodes.", identityKey: "season_number",
    [
      .field("season_number", "the season's number; 0 for the specials") { $0.facts.seasonNumber },
      .field("name", seasonName) { $0.facts.name },
      .field("overview", "a short description") { $0.facts.overview },
      .field("air_date", "the date of its first episode") { $0.facts.airDate },
      .field("episode_count", "the number of episodes") { $0.facts.episodeCount },
      .members(poster) { ImageView(path: $0.facts.posterPath, sizes: $0.sizes) },
    ])

  static let series = ResultObject<SeriesView>(
    "Series", "A series and its seasons.", identityKey: "tmdb_id",
    [
      .members(seriesHead) { SeriesListing($0.series) },
      .field("last_air_date", "the date of its last episode") { $0.series.lastAirDate },
      .field("overview", "a short description") { $0.series.overview },
      .field("status", "the source's word for its status, such as `Ended`") { $0.series.status },
      .members(genres) { GenresView($0.series.genres) },
      .field("content_rating", "the rating in the household's country") { $0.contentRating },
      .field("number_of_seasons", "the number of seasons") { $0.series.numberOfSeasons },
      .field("number_of_episodes", "the number of episodes") { $0.series.numberOfEpisodes },
      .members(poster) { ImageView(path: $0.series.posterPath, sizes: $0.sizes) },
      .members(backdrop) { ImageView(path: $0.series.backdropPath, sizes: $0.sizes) },
      .nullableObject("next_episode", nextEpisode, "the next episode; null if unknown") {
        $0.series.nextEpisode
      },
      watchProviders { $0.providers },
      .list("seasons", of: seasonListing, "by number, with the specials last") { view in
        view.series.seasons.lazy.map { WithImages(facts: $0, sizes: view.sizes) }
      },
      collectionStatus { $0.collectionStatus },
      .members(provenance) { $0.provenance },
    ])

  private static let episodeMembers = ResultMembers<EpisodeView>([
    .field("tmdb_episode_id", "the episode's TMDb id; null if the source has none") { $0.episode.id },
    .field("season_number", "the season's number; 0 for the specials") { $0.episode.seasonNumber },
    .field("episode_number", "the episode's number in the season") { $0.episode.episodeNumber },
    .field("episode_type", "the source's word for the kind of episode, such as `finale`") { $0.episode.type },
    .field("name", "the title, or `Episode 3` if it has none") { $0.episode.title },
    .field("label", "the number and title, such as `3. Episode 3`") { $0.episode.label },
    .field("overview", "a short description") { $0.episode.overview },
    .field("air_date", "the date of its first broadcast") { $0.episode.airDate },
    .field("runtime", unit: .minutes, "the running time") { $0.episode.runtime },
    .members(image("still_path", "still_urls", .still)) { ImageView(path: $0.episode.stillPath, sizes: $0.sizes) },
  ])

  private static let listedEpisode = ResultObject<EpisodeView>(
    "Episode", "An episode of a season.", identityKey: "episode_number", [episodeMembers])

  static let season = ResultObject<SeasonView>(
    "Season", "A season and its episodes.",
    [
      .field("tmdb_id", "the series' TMDb id") { $0.season.seriesID },
      .field("season_number", "the season's number; 0 for the specials") { $0.season.seasonNumber },
      .field("name", seasonName) { $0.season.name },
      .field("overview", "a short description") { $0.season.overview },
      .field("air_date", "the date of its first episode") { $0.season.airDate },
      .members(poster) { ImageView(path: $0.season.posterPath, sizes: $0.sizes) },
      .field("changed_at", "the time of the last change of this data") { $0.answer.changedAt },
      .list("episodes", of: listedEpisode, "by number; may be empty") { view in
        view.season.episodes.lazy.map { EpisodeView($0, view.sizes, view.answer) }
      },
      .members(provenance) { Provenance($0.answer) },
    ])

  static let episode = ResultObject<EpisodeView>(
    "EpisodeDetails", "A single episode.",
    [episodeMembers, .members(provenance) { Provenance($0.answer) }])

  // MARK: Lists

  private static let genre = ResultObject<Genre>(
    "Genre", "A genre.", identityKey: "id",
    [.field("id", "the genre's TMDb id") { $0.id }, .field("name", "the name") { $0.name }])

  static let genreList = ResultObject<(list: GenreList, provenance: Provenance)>(
    "GenreList", "The genres of movies or series.",
    [
      .list("genres", of: genre, "sorted by name") { $0.list.genres.sorted { ($0.name, $0.id) < ($1.name, $1.id) } },
      .members(provenance) { $0.provenance },
    ])

  private static let listedProvider = ResultObject<WithImages<Provider>>(
    "ListedProvider", "A streaming service in a country.", identityKey: "provider_id",
    [
      providerMembers,
      .field("logo_path", "the last part of the logo's URL, after the size; null without a logo") { $0.facts.logoPath },
      logo,
    ])

  private static let householdService = ResultObject<(name: String, providerIDs: [Int])>(
    "HouseholdService", "A streaming service of the household.", identityKey: "service",
    [
      .field("service", "the household's name for it") { $0.name },
      .field("provider_ids", "the TMDb ids of the matching `providers`; may be empty") { $0.providerIDs },
    ])

  static let providerList = ResultObject<ProvidersQuery.Shown>(
    "ProviderList", "The streaming services of a country.",
    [
      .field("country", "the country code") { $0.country },
      .list("providers", of: listedProvider, "in the country's display order") { $0.providers },
      .list("services", of: householdService, "the household's `streaming_services`; empty for administrators") {
        $0.services
      },
      .members(provenance) { $0.provenance },
    ])

  // MARK: Suggestions

  private static let suggestedMovie = ResultObject<ScoredMovie>(
    "SuggestedMovie", "A movie suggested by the algorithm.", identityKey: "tmdb_movie_id",
    [
      RoundTypes.movie { $0.movie.writeMembers(to: &$1) },
      .field("score", "the score, from 0 to 1") { $0.merit.score },
      .field("reason", "the reason as a sentence for people") { $0.merit.reason },
    ])

  static let suggestions = ResultObject<SuggestionResults>(
    "Suggestions", "Movies that suit a group of members.",
    [
      .list("suggestions", of: suggestedMovie, "at most 8, best first; may be fewer than 5, or empty") { $0.movies },
      .field("relaxed_constraints", "the constraints relaxed to find enough movies, in this order") { $0.relaxed },
      .field("watchlist_eligible_count", "the number of watchlist movies within the ceiling") { $0.eligibleCount },
      .members(provenance) { Provenance($0.provenance.oldest, isStale: $0.provenance.isStale) },
    ])
}

extension RelaxedConstraint: ResultEnum {}
extension CatalogState: ResultEnum {}
extension CatalogQuestion.Kind: ResultEnum {
  package static let enumName = "CatalogOperation"
}
