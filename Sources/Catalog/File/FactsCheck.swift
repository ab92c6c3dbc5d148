import Primitives

/// Holds a line's facts against the bounds that cleaned facts keep (`docs/catalog.md`, "The upstream is hostile"), so that
/// a file edited by hand cannot say what no source can. The first fault counts.
struct FactsCheck {
  private(set) var fault: String?

  private static let nameBytes = 300
  private static let textBytes = 4000

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
    case .genres(let list): check(list.genres)
    case .providers(let list): for listed in list.providers { check(listed.provider) }
    // Searches and discoveries are answered anew, and image sizes are built in: these lines are not used.
    case .movies, .seriesPage, .configuration: break
    }
  }

  // MARK: Objects

  private mutating func check(_ movie: MovieFacts) {
    number("id", movie.id, CatalogBounds.id)
    name("title", movie.title)
    name("original_title", movie.originalTitle)
    text("overview", movie.overview, Self.textBytes)
    text("tagline", movie.tagline, Self.textBytes)
    require(movie.imdbID.map { ForeignID(.imdb, checking: $0) != nil } ?? true, "imdb_id is no id of IMDb")
    number("runtime", movie.runtime, 1...9999)
    check(movie.genres)
    number("popularity", movie.popularity, 0...Double.greatestFiniteMagnitude)
    number("vote_average", movie.voteAverage, 0...10)
    number("vote_count", movie.voteCount, 0...Int.max)
    image("poster_path", movie.posterPath)
    image("backdrop_path", movie.backdropPath)
    check(movie.certifications)
    for member in movie.cast {
      name("cast", member.name)
      name("character", member.character)
    }
    text("trailer_key", movie.trailerKey, Self.nameBytes)
    check(movie.providers)
  }

  private mutating func check(_ series: SeriesFacts) {
    number("id", series.id, CatalogBounds.id)
    name("name", series.name)
    name("original_name", series.originalName)
    text("overview", series.overview, Self.textBytes)
    text("status", series.status, Self.nameBytes)
    check(series.genres)
    number("popularity", series.popularity, 0...Double.greatestFiniteMagnitude)
    number("vote_average", series.voteAverage, 0...10)
    check(series.contentRatings)
    image("poster_path", series.posterPath)
    image("backdrop_path", series.backdropPath)
    for season in series.seasons {
      number("season_number", season.seasonNumber, CatalogBounds.season)
      name("name", season.name)
      text("overview", season.overview, Self.textBytes)
      image("poster_path", season.posterPath)
    }
    unique("season_number", series.seasons.map(\.seasonNumber))
    check(series.providers)
  }

  private mutating func check(_ season: SeasonFacts) {
    number("series_id", season.seriesID, CatalogBounds.id)
    number("season_number", season.seasonNumber, CatalogBounds.season)
    name("name", season.name)
    text("overview", season.overview, Self.textBytes)
    image("poster_path", season.posterPath)
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
    name("name", episode.name)
    text("overview", episode.overview, Self.textBytes)
    number("runtime", episode.runtime, 1...9999)
    image("still_path", episode.stillPath)
  }

  private mutating func check(_ found: FoundIDs) {
    for movie in found.movies {
      number("id", movie.id, CatalogBounds.id)
      name("title", movie.title)
      image("poster_path", movie.posterPath)
    }
    for series in found.series {
      number("id", series.id, CatalogBounds.id)
      name("name", series.name)
      image("poster_path", series.posterPath)
    }
  }

  private mutating func check(_ genres: [Genre]) {
    for genre in genres {
      number("genre id", genre.id, CatalogBounds.id)
      name("genre name", genre.name)
    }
    unique("genre id", genres.map(\.id))
  }

  private mutating func check(_ certifications: [Certification]) {
    for certification in certifications { name("rating", certification.rating) }
    unique("country", certifications.map(\.country))
  }

  private mutating func check(_ providers: [CountryProviders]) {
    for country in providers {
      text("link", country.link, Self.textBytes)
      for provider in country.streaming + country.rent + country.buy { check(provider) }
    }
    unique("country", providers.map(\.country))
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

  private mutating func name(_ what: String, _ value: String?) {
    require(value != "", "\(what) is empty")
    text(what, value, Self.nameBytes)
  }

  private mutating func text(_ what: String, _ value: String?, _ bytes: Int) {
    guard let value else { return }
    require(value.utf8.count <= bytes, "\(what) is longer than \(bytes) bytes")
    require(!Self.hasControlCharacters(value.utf8), "\(what) has control characters")
  }

  // Of the bytes: asking for the category of every character takes as long as all the rest of reading.
  private static func hasControlCharacters(_ text: String.UTF8View) -> Bool {
    var before: UInt8 = 0
    for byte in text {
      if byte < 32 || byte == 127 || before == 0xC2 && byte < 0xA0 { return true }
      before = byte
    }
    return false
  }

  private mutating func image(_ what: String, _ path: String?) {
    guard let path else { return }
    let rest = path.utf8.dropFirst()
    require(
      path.utf8.first == UInt8(ascii: "/") && !rest.isEmpty && path.utf8.count <= Self.nameBytes
        && rest.allSatisfy(Self.isOfImageName), "\(what) is no path of an image")
  }

  private static func isOfImageName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57, UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private mutating func unique<Value: Hashable>(_ what: String, _ values: [Value]) {
    require(Set(values).count == values.count, "\(what) is there twice")
  }
}
