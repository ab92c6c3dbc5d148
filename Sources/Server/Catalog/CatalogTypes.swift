import Catalog
import Commands

enum CatalogTypes {
  static let info = ResultObject<CatalogInfo>(
    "CatalogInfo", "Where facts about movies and series are from.",
    [
      .field("source", "`tmdb` or `file`") { $0.source.rawValue },
      .field("attribution", "to be shown with what is from there") { _ in CatalogAttribution.tmdb },
      .field("image_url", "what addresses of images begin with") { $0.imageURL },
    ])

  static let health = ResultObject<CatalogHealth>(
    "CatalogHealth", "How it goes with the catalog.",
    [
      .field("source", "`tmdb` or `file`") { $0.source.rawValue },
      .field("state", "how its source answers") { $0.counters.state },
      .field("last_error_at", "when it failed last; null where it has not since the start") {
        $0.counters.lastError?.at
      },
    ])

  static let provenance = ResultMembers<Provenance>([
    .field("source", "who says so; null where nobody was asked") { $0.source },
    .field("fetched_at", "when the source said it; null where no catalog did") { $0.fetchedAt },
    .field("stale", "whether the source should have been asked again, and has not answered") { $0.isStale },
  ])

  // MARK: Images and services

  private static let urls = ResultObject<ImageURLs>(
    "ImageURLs", "The addresses of one image in different widths.",
    [
      .field("thumbnail", "the smallest") { $0.thumbnail },
      .field("card", "for lists") { $0.card },
      .field("detail", "for a page") { $0.detail },
      .field("full", "the largest") { $0.full },
    ])

  private static func image(
    _ path: StaticString, _ addresses: StaticString, _ kind: ImageKind
  ) -> ResultMembers<ImageView> {
    ResultMembers([
      .field(path, "the part of its address behind the size; null without an image") { $0.path },
      .nullableObject(addresses, urls, "its addresses; null without an image") { $0.sizes.urls(for: $0.path, kind) },
    ])
  }

  private static let poster = image("poster_path", "poster_urls", .poster)
  private static let backdrop = image("backdrop_path", "backdrop_urls", .backdrop)

  private static let providerMembers = ResultMembers<Illustrated<Provider>>([
    .field("provider_id", "TMDb's id") { $0.facts.id },
    .field("name", "what it is called") { $0.facts.name },
  ])
  private static let logo = ResultMembers<Illustrated<Provider>>([
    .nullableObject("logo_urls", urls, "the addresses of its logo; null without one") {
      $0.sizes.urls(for: $0.facts.logoPath, .logo)
    }
  ])
  private static let provider = ResultObject<Illustrated<Provider>>(
    "Provider", "A service that has it.", identityKey: "provider_id",
    [.members(providerMembers) { $0 }, .members(logo) { $0 }])

  private static func providers(
    _ name: StaticString, _ summary: String, _ get: @escaping @Sendable (CountryProviders) -> [Provider]
  ) -> ResultMembers<Illustrated<CountryProviders>> {
    .list(name, of: provider, summary) { view in
      get(view.facts).lazy.map { Illustrated(facts: $0, sizes: view.sizes) }
    }
  }

  private static func watchProviders<Value>(
    _ get: @escaping @Sendable (Value) -> Illustrated<CountryProviders>?
  ) -> ResultMembers<Value> {
    .nullableObject(
      "watch_providers", watchProviders, "where it can be watched; null where nothing is known of the country", get)
  }

  private static let watchProviders = ResultObject<Illustrated<CountryProviders>>(
    "WatchProviders", "Where it can be watched in a country; name JustWatch beside it.",
    [
      .field("country", "in which country") { $0.facts.country },
      .field("link", "a page that has all of them; null where there is none") { $0.facts.link },
      providers("flatrate", "with a subscription") { $0.flatrate },
      providers("free", "for nothing") { $0.free },
      providers("ads", "with advertisements") { $0.ads },
      providers("rent", "to rent") { $0.rent },
      providers("buy", "to buy") { $0.buy },
    ])

  private static let genres = ResultMembers<GenresView>([
    .field("genres", "the names of its genres") { $0.names },
    .field("genre_ids", "TMDb's ids of them") { $0.ids },
  ])

  private static func measures<Value>(
    _ get: @escaping @Sendable (Value) -> (popularity: Double?, voteAverage: Double?)
  ) -> ResultMembers<Value> {
    ResultMembers([
      .field("popularity", "TMDb's measure of how many look it up") { get($0).popularity },
      .field("vote_average", "how it was rated at the source, from 0 to 10") { get($0).voteAverage },
    ])
  }

  // MARK: Movies

  private static let certification = ResultObject<Certification>(
    "Certification", "A country's rating.",
    [
      .field("country", "which country") { $0.country },
      .field("rating", "the rating, as it is written there") { $0.rating },
    ])

  private static let castMember = ResultObject<CastMember>(
    "CastMember", "Who plays in it.",
    [.field("name", "who") { $0.name }, .field("character", "whom they play") { $0.character }])

  static let movie = ResultObject<MovieView>(
    "MovieDetails", "What is known of a movie, and what the household had to do with it.", identityKey: "tmdb_movie_id",
    [
      .members(RoundTypes.movie) { $0.movie },
      .field("original_title", "its title in its own language") { $0.facts?.originalTitle },
      .field("release_date", "when it first came out") { $0.facts?.releaseDate },
      .field("tagline", "its motto, as posters have it") { $0.facts?.tagline },
      .field("imdb_id", "IMDb's id") { $0.facts?.imdbID },
      .field("vote_count", "how many rated it at the source") { $0.facts?.voteCount },
      .nullableObject(
        "certification", certification, "the rating of the household's country; null where none is known"
      ) { $0.certification },
      .nullableObject("poster_urls", urls, "the addresses of its poster; null without one") {
        $0.sizes.urls(for: $0.facts?.posterPath, .poster)
      },
      .members(backdrop) { ImageView(path: $0.facts?.backdropPath, sizes: $0.sizes) },
      .nullableList(
        "cast", of: castMember, "who plays in it, five at most; null where only the household knows the movie"
      ) { $0.facts?.cast },
      .field("trailer_url", "the address of a trailer; null where none is known") {
        $0.facts?.trailerKey.map { "https://www.youtube.com/watch?v=\($0)" }
      },
      watchProviders { $0.providers },
      .members(provenance) { $0.provenance },
      .nullableObject("history", LibraryTypes.history, "what the household had to do with it; null for administrators")
      {
        $0.history
      },
    ])

  private static let foundMovie = ResultObject<MovieResultView>(
    "MovieSearchResult", "A movie that a search has found.", identityKey: "tmdb_movie_id",
    [
      RoundTypes.movieID(\.listing.id),
      .field("title", "its title") { $0.listing.title },
      .field("original_title", "its title in its own language") { $0.listing.originalTitle },
      .field("year", "the year of its release") { $0.listing.releaseDate?.year },
      .field("release_date", "when it first came out") { $0.listing.releaseDate },
      .field("overview", "what it is about") { $0.listing.overview },
      .members(poster) { ImageView(path: $0.listing.posterPath, sizes: $0.sizes) },
      .members(genres) { GenresView($0.listing.genreIDs, $0.names) },
      measures { ($0.listing.popularity, $0.listing.voteAverage) },
      .field("content_rating", "its American rating; null also where the movie's details are not at hand") {
        $0.rating?.text
      },
      .field("on_watchlist", "whether it is on the household's watchlist; null for administrators") {
        $0.household?.listed.contains($0.listing.id)
      },
      .field("watched", "whether the household has seen it; null for administrators") {
        $0.household?.watched.contains($0.listing.id)
      },
      .field(
        "exceeds_ceiling",
        "whether the open round, or one for everybody, would refuse it for its rating; null for administrators, and where its details are not at hand"
      ) { view in view.rating.flatMap { view.household?.ceiling.refuses($0.text) } },
    ])

  static let foundMovies = found("MovieSearchPage", foundMovie)

  private static func found<Shown>(
    _ name: String, _ result: ResultObject<Shown>
  ) -> ResultObject<SearchPageView<Shown>> {
    ResultObject(
      name, "What a search has found.",
      [
        .field("page", "which page this is, from 1 on") { $0.page },
        .field("total_pages", "how many there are at the source") { $0.totalPages },
        .field("total_results", "how many there are at the source, also of what was left out") { $0.totalResults },
        .list("results", of: result, "in the source's order") { $0.results },
        .members(provenance) { $0.provenance },
      ])
  }

  // MARK: Series

  private static let seriesHead = ResultMembers<SeriesListing>([
    .field("tmdb_id", "which series, by TMDb's id") { $0.id },
    .field("name", "its title") { $0.name },
    .field("original_name", "its title in its own language") { $0.originalName },
    .field("year", "the year of its first episode") { $0.firstAirDate?.year },
    .field("first_air_date", "when its first episode was shown") { $0.firstAirDate },
  ])

  private static let oneFoundSeries = ResultObject<SeriesResultView>(
    "SeriesSearchResult", "A series that a search has found.", identityKey: "tmdb_id",
    [
      .members(seriesHead) { $0.listing },
      .field("overview", "what it is about") { $0.listing.overview },
      .members(poster) { ImageView(path: $0.listing.posterPath, sizes: $0.sizes) },
      .members(genres) { GenresView($0.listing.genreIDs, $0.names) },
      measures { ($0.listing.popularity, $0.listing.voteAverage) },
    ])

  static let foundSeries = found("SeriesSearchPage", oneFoundSeries)

  private static let nextEpisode = ResultObject<SeriesFacts.NextEpisode>(
    "NextEpisode", "What comes next.",
    [
      .field("season_number", "of which season") { $0.seasonNumber },
      .field("episode_number", "which episode of it") { $0.episodeNumber },
      .field("name", "its title") { $0.name },
      .field("air_date", "when it will be shown") { $0.airDate },
    ])

  private static let seasonListing = ResultObject<Illustrated<SeriesFacts.SeasonListing>>(
    "SeasonListing", "A season, as a series lists it.", identityKey: "season_number",
    [
      .field("season_number", "0: the specials") { $0.facts.seasonNumber },
      .field("name", "its title") { $0.facts.name },
      .field("overview", "what it is about") { $0.facts.overview },
      .field("air_date", "when its first episode was shown") { $0.facts.airDate },
      .field("episode_count", "how many episodes") { $0.facts.episodeCount },
      .members(poster) { ImageView(path: $0.facts.posterPath, sizes: $0.sizes) },
    ])

  static let series = ResultObject<SeriesView>(
    "Series", "What is known of a series.", identityKey: "tmdb_id",
    [
      .members(seriesHead) { SeriesListing($0.series) },
      .field("last_air_date", "when its last episode was shown") { $0.series.lastAirDate },
      .field("overview", "what it is about") { $0.series.overview },
      .field("status", "whether more is to come, in the source's word: `Ended`") { $0.series.status },
      .members(genres) { GenresView($0.series.genres) },
      .field("content_rating", "the rating of the household's country") { $0.contentRating },
      .field("number_of_seasons", "how many seasons") { $0.series.numberOfSeasons },
      .field("number_of_episodes", "how many episodes") { $0.series.numberOfEpisodes },
      .members(poster) { ImageView(path: $0.series.posterPath, sizes: $0.sizes) },
      .members(backdrop) { ImageView(path: $0.series.backdropPath, sizes: $0.sizes) },
      .nullableObject("next_episode", nextEpisode, "what comes next; null where none is known") {
        $0.series.nextEpisode
      },
      watchProviders { $0.providers },
      .list("seasons", of: seasonListing, "by number, the specials last") { view in
        view.series.seasons.lazy.map { Illustrated(facts: $0, sizes: view.sizes) }
      },
      .members(provenance) { $0.provenance },
    ])

  private static let episodeMembers = ResultMembers<EpisodeView>([
    .field("tmdb_episode_id", "TMDb's id") { $0.episode.id },
    .field("season_number", "0: the specials") { $0.episode.seasonNumber },
    .field("episode_number", "within the season") { $0.episode.episodeNumber },
    .field("episode_type", "what kind of episode, in the source's word: `finale`") { $0.episode.type },
    .field("name", "its title; `Episode 3` without one") { $0.episode.title },
    .field("label", "its number and title: `3. Episode 3`") { $0.episode.label },
    .field("overview", "what it is about") { $0.episode.overview },
    .field("air_date", "when it was first shown") { $0.episode.airDate },
    .field("runtime", unit: .minutes, "how long it is") { $0.episode.runtime },
    .members(image("still_path", "still_urls", .still)) { ImageView(path: $0.episode.stillPath, sizes: $0.sizes) },
  ])

  private static let listedEpisode = ResultObject<EpisodeView>(
    "Episode", "An episode of a season.", identityKey: "episode_number", [.members(episodeMembers) { $0 }])

  static let season = ResultObject<SeasonView>(
    "Season", "A season with its episodes.",
    [
      .field("tmdb_id", "which series, by TMDb's id") { $0.season.seriesID },
      .field("season_number", "0: the specials") { $0.season.seasonNumber },
      .field("name", "its title") { $0.season.name },
      .field("overview", "what it is about") { $0.season.overview },
      .field("air_date", "when its first episode was shown") { $0.season.airDate },
      .members(poster) { ImageView(path: $0.season.posterPath, sizes: $0.sizes) },
      .field("changed_at", "since when the source says the same") { $0.answer.changedAt },
      .list("episodes", of: listedEpisode, "by number; there may be none") { view in
        view.season.episodes.lazy.map { EpisodeView($0, view.sizes, view.answer) }
      },
      .members(provenance) { Provenance($0.answer) },
    ])

  static let episode = ResultObject<EpisodeView>(
    "EpisodeDetails", "An episode, asked for by itself.",
    [.members(episodeMembers) { $0 }, .members(provenance) { Provenance($0.answer) }])

  // MARK: Lists

  private static let genre = ResultObject<Genre>(
    "Genre", "A genre.", identityKey: "id",
    [.field("id", "TMDb's id") { $0.id }, .field("name", "its name") { $0.name }])

  static let genreList = ResultObject<(list: GenreList, provenance: Provenance)>(
    "GenreList", "Genres.",
    [
      .list("genres", of: genre, "by name") { $0.list.genres.sorted { ($0.name, $0.id) < ($1.name, $1.id) } },
      .members(provenance) { $0.provenance },
    ])

  private static let listedProvider = ResultObject<Illustrated<Provider>>(
    "ListedProvider", "A service of a country.", identityKey: "provider_id",
    [
      .members(providerMembers) { $0 },
      .field("logo_path", "the part of its address behind the size") { $0.facts.logoPath },
      .members(logo) { $0 },
    ])

  private static let householdService = ResultObject<(name: String, providerIDs: [Int])>(
    "HouseholdService", "A service that the household has.", identityKey: "service",
    [
      .field("service", "as the household calls it") { $0.name },
      .field("provider_ids", "TMDb's ids of those of the list that it goes by; there may be none") { $0.providerIDs },
    ])

  static let providerList = ResultObject<ProvidersQuery.Shown>(
    "ProviderList", "The services of a country.",
    [
      .field("country", "which country") { $0.country },
      .list("providers", of: listedProvider, "in the country's order of display") { $0.providers },
      .list("services", of: householdService, "the household's `streaming_services`; none for administrators") {
        $0.services
      },
      .members(provenance) { $0.provenance },
    ])

  // MARK: Suggestions

  private static let suggestedMovie = ResultObject<ScoredMovie>(
    "SuggestedMovie", "A movie that the algorithm found.", identityKey: "tmdb_movie_id",
    [
      .members(RoundTypes.movie) { $0.movie },
      .field("score", "from 0 to 1") { $0.merit.score },
      .field("reason", "why it was found, for people") { $0.merit.reason },
    ])

  static let suggestions = ResultObject<SuggestionResults>(
    "Suggestions", "Movies that suit some members.",
    [
      .list("suggestions", of: suggestedMovie, "at most 8, the best first") { $0.movies },
      .field("relaxed_constraints", "what was given up to find enough, in this order") { $0.relaxed },
      .field("watchlist_eligible_count", "how many movies of the watchlist the ceiling lets in") { $0.eligibleCount },
      .members(provenance) { Provenance($0.provenance.oldest, isStale: $0.provenance.isStale) },
    ])
}

extension RelaxedConstraint: ResultEnum {}
extension CatalogState: ResultEnum {}
extension CatalogQuestion.Kind: ResultEnum {
  package static let enumName = "CatalogOperation"
}
