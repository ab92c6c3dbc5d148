import MovieNightPrimitives

/// Holds a line's facts against the bounds that cleaned facts keep (`docs/catalog.md`, "The upstream is hostile"), so that
/// a file edited by hand cannot say what no source can. The first fault counts.
struct FactsCheck {
  private(set) var fault: String?

  /// What is wrong with such an answer to the question; nil where nothing is.
  static func fault(of facts: CatalogFacts, answering question: CatalogQuestion) -> String? {
    var check = Self()
    check.check(facts)
    check.require(Self.isAbout(question, facts), "the facts are of another id than the line")
    return check.fault
  }

  private static func isAbout(_ question: CatalogQuestion, _ facts: CatalogFacts) -> Bool {
    switch (question, facts) {
    case (.movie(let id), .movie(let movie)): movie.id == id
    case (.series(let id), .series(let series)): series.id == id
    case (.season(let series, let season), .season(let facts)):
      facts.seriesID == series && facts.seasonNumber == season
        && facts.episodes.allSatisfy { $0.seriesID == series && $0.seasonNumber == season }
    case (.episode(let series, let season, let episode), .episode(let facts)):
      facts.seriesID == series && facts.seasonNumber == season && facts.episodeNumber == episode
    default: true
    }
  }

  private mutating func check(_ facts: CatalogFacts) {
    switch facts {
    case .movie(let movie): check(movie)
    case .series(let series): check(series)
    case .season(let season): check(season)
    case .episode(let episode): check(episode)
    case .found(let found): check(found)
    case .genres(let list): check(list.genres, atMost: Bounds.listedGenres)
    case .providers(let list): check(list.providers)
    // Searches and discoveries are answered anew, and image sizes are built in: these lines are not used.
    case .movies, .seriesPage, .configuration: break
    }
  }

  // MARK: Objects

  private mutating func check(_ movie: MovieFacts) {
    number("id", movie.id, CatalogBounds.id)
    name("title", movie.title)
    name("original_title", movie.originalTitle)
    date("release_date", movie.releaseDate)
    overview("overview", movie.overview)
    overview("tagline", movie.tagline)
    require(movie.imdbID.map(MovieFacts.isIMDbID) ?? true, "imdb_id is no id of IMDb")
    number("runtime", movie.runtime, Bounds.runtimes)
    check(movie.genres, atMost: Bounds.genresOfOne)
    number("popularity", movie.popularity, 0...Double.greatestFiniteMagnitude)
    number("vote_average", movie.voteAverage, 0...10)
    number("vote_count", movie.voteCount, Bounds.counts)
    image("poster_path", movie.posterPath)
    image("backdrop_path", movie.backdropPath)
    check(movie.certifications)
    limit("cast", movie.cast, Bounds.castMembers)
    for member in movie.cast {
      name("cast", member.name)
      name("character", member.character)
    }
    require(movie.trailerKey.map(MovieFacts.isYouTubeKey) ?? true, "trailer_key is no key of a video")
    check(movie.providers)
  }

  private mutating func check(_ series: SeriesFacts) {
    number("id", series.id, CatalogBounds.id)
    name("name", series.name)
    name("original_name", series.originalName)
    date("first_air_date", series.firstAirDate)
    date("last_air_date", series.lastAirDate)
    overview("overview", series.overview)
    name("status", series.status)
    check(series.genres, atMost: Bounds.genresOfOne)
    number("popularity", series.popularity, 0...Double.greatestFiniteMagnitude)
    number("vote_average", series.voteAverage, 0...10)
    check(series.contentRatings)
    number("number_of_seasons", series.numberOfSeasons, CatalogBounds.season)
    number("number_of_episodes", series.numberOfEpisodes, CatalogBounds.episode)
    image("poster_path", series.posterPath)
    image("backdrop_path", series.backdropPath)
    if let next = series.nextEpisode {
      number("season_number", next.seasonNumber, CatalogBounds.season)
      number("episode_number", next.episodeNumber, CatalogBounds.episode)
      name("name", next.name)
      date("air_date", next.airDate)
    }
    check(series.seasons)
    check(series.providers)
  }

  private mutating func check(_ seasons: [SeriesFacts.SeasonListing]) {
    limit("seasons", seasons, Bounds.seasonsOfOne)
    for season in seasons {
      number("season_number", season.seasonNumber, CatalogBounds.season)
      name("name", season.name)
      overview("overview", season.overview)
      date("air_date", season.airDate)
      number("episode_count", season.episodeCount, CatalogBounds.episode)
      image("poster_path", season.posterPath)
    }
    unique("season_number", seasons.map(\.seasonNumber))
    let places = seasons.map(\.place)
    require(places == places.sorted(), "the seasons are not in the order of their numbers, the specials last")
  }

  private mutating func check(_ season: SeasonFacts) {
    number("series_id", season.seriesID, CatalogBounds.id)
    number("season_number", season.seasonNumber, CatalogBounds.season)
    name("name", season.name)
    overview("overview", season.overview)
    date("air_date", season.airDate)
    image("poster_path", season.posterPath)
    limit("episodes", season.episodes, Bounds.episodesOfOne)
    for episode in season.episodes { check(episode) }
    let numbers = season.episodes.map(\.episodeNumber)
    unique("episode_number", numbers)
    require(numbers == numbers.sorted(), "the episodes are not in the order of their numbers")
  }

  private mutating func check(_ episode: EpisodeFacts) {
    number("series_id", episode.seriesID, CatalogBounds.id)
    number("season_number", episode.seasonNumber, CatalogBounds.season)
    number("episode_number", episode.episodeNumber, CatalogBounds.episode)
    number("id", episode.id, CatalogBounds.id)
    name("episode_type", episode.type)
    name("name", episode.name)
    overview("overview", episode.overview)
    date("air_date", episode.airDate)
    number("runtime", episode.runtime, Bounds.runtimes)
    image("still_path", episode.stillPath)
  }

  private mutating func check(_ found: FoundIDs) {
    limit("movies", found.movies, Bounds.results)
    for movie in found.movies {
      number("id", movie.id, CatalogBounds.id)
      name("title", movie.title)
      name("original_title", movie.originalTitle)
      date("release_date", movie.releaseDate)
      overview("overview", movie.overview)
      checkListing(movie.posterPath, movie.genreIDs, movie.popularity, movie.voteAverage)
    }
    unique("id", found.movies.map(\.id))
    limit("series", found.series, Bounds.results)
    for series in found.series {
      number("id", series.id, CatalogBounds.id)
      name("name", series.name)
      name("original_name", series.originalName)
      date("first_air_date", series.firstAirDate)
      overview("overview", series.overview)
      checkListing(series.posterPath, series.genreIDs, series.popularity, series.voteAverage)
    }
    unique("id", found.series.map(\.id))
  }

  private mutating func checkListing(
    _ posterPath: String?, _ genreIDs: [Int], _ popularity: Double?, _ voteAverage: Double?
  ) {
    image("poster_path", posterPath)
    limit("genre_ids", genreIDs, Bounds.genresOfOne)
    for id in genreIDs { number("genre id", id, CatalogBounds.id) }
    unique("genre id", genreIDs)
    number("popularity", popularity, 0...Double.greatestFiniteMagnitude)
    number("vote_average", voteAverage, 0...10)
  }

  private mutating func check(_ genres: [Genre], atMost most: Int) {
    limit("genres", genres, most)
    for genre in genres {
      number("genre id", genre.id, CatalogBounds.id)
      name("genre name", genre.name)
    }
    unique("genre id", genres.map(\.id))
  }

  private mutating func check(_ certifications: [Certification]) {
    for certification in certifications {
      text("rating", certification.rating, CleanText.longestRating)
      country(certification.country)
    }
    unique("country", certifications.map(\.country))
  }

  private mutating func check(_ providers: [CountryProviders]) {
    for country in providers {
      self.country(country.country)
      require(country.link.map(WebAddress.isValid) ?? true, "link is no address")
      check("flatrate", country.flatrate)
      check("free", country.free)
      check("ads", country.ads)
      check("rent", country.rent)
      check("buy", country.buy)
    }
    unique("country", providers.map(\.country))
  }

  private mutating func check(_ what: String, _ providers: [Provider]) {
    limit(what, providers, Bounds.providersOfOne)
    for provider in providers { check(provider) }
    unique(what, providers.map(\.id))
  }

  private mutating func check(_ listed: [ListedProvider]) {
    limit("providers", listed, Bounds.listedProviders)
    for one in listed {
      check(one.provider)
      for priority in one.priorities {
        country(priority.country)
        number("priority", priority.priority, Bounds.priorities)
      }
      unique("country", one.priorities.map(\.country))
    }
    unique("provider id", listed.map(\.provider.id))
  }

  private mutating func check(_ provider: Provider) {
    number("provider id", provider.id, CatalogBounds.id)
    name("provider name", provider.name)
    image("logo_path", provider.logoPath)
  }

  // MARK: Values

  private mutating func require(_ holds: Bool, _ fault: @autoclosure () -> String) {
    if self.fault == nil, !holds { self.fault = fault() }
  }

  private mutating func number<Number: Comparable>(_ what: String, _ value: Number?, _ bounds: ClosedRange<Number>) {
    require(value.map(bounds.contains) ?? true, "\(what) is out of its bounds")
  }

  private mutating func name(_ what: String, _ value: String?) { text(what, value, CleanText.longestName) }

  private mutating func overview(_ what: String, _ value: String?) { text(what, value, CleanText.longestOverview) }

  private mutating func text(_ what: String, _ value: String?, _ bytes: Int) {
    guard let value else { return }
    require(value.utf8.count <= bytes, "\(what) is longer than \(bytes) bytes")
    require(!Self.hasControlCharacters(value.utf8), "\(what) has control characters")
    require(
      value.utf8.first != UInt8(ascii: " ") && value.utf8.last != UInt8(ascii: " "),
      "\(what) has white space at an end")
    require(CleanText.isVisible(value), "\(what) is empty")
  }

  // Of the bytes: asking for the category of every character takes as long as all the rest of reading.
  private static func hasControlCharacters(_ text: String.UTF8View) -> Bool {
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in text {
      if byte < 32 || byte == 127 || second == 0xC2 && byte < 0xA0 { return true }
      // Line and paragraph separators, and what turns the direction of text: U+2028 to U+202E, U+2066 to U+2069.
      if first == 0xE2, second == 0x80 && (0xA8...0xAE).contains(byte) || second == 0x81 && (0xA6...0xA9).contains(byte)
      {
        return true
      }
      (first, second) = (second, byte)
    }
    return false
  }

  private mutating func date(_ what: String, _ value: CalendarDate?) { number(what, value?.year, Bounds.years) }

  private mutating func country(_ code: String) {
    require(Bounds.country(code) != nil, "country is no country's code")
  }

  private mutating func limit(_ what: String, _ list: [some Any], _ most: Int) {
    require(list.count <= most, "\(what) has more than \(most) entries")
  }

  private mutating func image(_ what: String, _ path: String?) {
    require(path.map(ImagePath.isValid) ?? true, "\(what) is no path of an image")
  }

  private mutating func unique<Value: Hashable>(_ what: String, _ values: [Value]) {
    require(Set(values).count == values.count, "\(what) is there twice")
  }
}
