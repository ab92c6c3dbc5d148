import Catalog
import Domain
import MovieNightPrimitives
import ProtocolSchema

/// A title as a client sent it. The catalog, if there is one, supplies most of its facts.
struct SentTitle: Sendable {
  let ref: TitleRef
  /// The facts that the client sent. The title is a placeholder if the client sent none.
  let facts: TitleFacts
  /// Whether the client sent a title.
  let isNamed: Bool

  /// The facts that clients may send: those of results, all optional. `TitleFacts` decides which values are allowed.
  static let factsType = sent(CollectionTypes.facts.type, saying: "Facts about a title, sent by a client.")

  /// Returns the type with all fields optional, except the numbers of seasons and episodes. The same holds for the
  /// objects in it.
  private static func sent(_ type: ObjectType, saying summary: String) -> ObjectType {
    let fields = type.fields.map { field in
      let isRequired = ["season_number", "episode_number"].contains(field.name.description)
      return WireField(
        field.name, sent(field.type), isRequired: isRequired, isNullable: !isRequired, field.summary, unit: field.unit)
    }
    return ObjectType("Sent\(type.name ?? "")", summary, fields)
  }

  private static func sent(_ type: ValueType) -> ValueType {
    switch type {
    case .list(let element, _, _): .list(of: sent(element), atMost: CollectionLimits.sentSeasons)
    case .object(let object):
      .object(sent(object, saying: "A `\(object.name ?? "")` sent by a client."))
    default: type
    }
  }
}

extension SentTitle {
  /// Reads a title whose JSON is valid as declared.
  init(_ json: JSONValue) throws(JSONError) {
    ref = try TitleRef(json: json)
    guard let sent = try json.optionalObject("facts") else {
      (facts, isNamed) = (TitleFacts(title: JSONValue.placeholder), false)
      return
    }
    isNamed = sent["title"].map { !$0.isNull } ?? false
    do throws(JSONError) {
      facts = try TitleFacts(cleaning: isNamed ? sent : sent.titled)
    } catch {
      throw error.within("facts")
    }
  }
}

extension TitleFacts {
  /// Decodes facts and cleans them, because other members can see them. Throws an error if a value is out of bounds, or
  /// if the title has no visible characters; drops other unusable texts.
  init(cleaning json: JSONValue) throws(JSONError) {
    try self.init(json: json)
    let bytes = CollectionLimits.titleBytes.upperBound
    guard let title = CleanText.whole(title, longest: bytes), CollectionLimits.titleText.contains(title.count) else {
      throw JSONError(.wrongType(expected: "a text of 1 to 300 visible characters"), field: "title")
    }
    self.title = title
    originalTitle = originalTitle.flatMap { CleanText.cut($0, longest: bytes) }
    overview = overview.flatMap { CleanText.cut($0, longest: CleanText.longestOverview) }
    genres = Movie.shortNames(genres)
    posterPath = posterPath.flatMap { ImagePath.isValid($0) ? $0 : nil }
    backdropPath = backdropPath.flatMap { ImagePath.isValid($0) ? $0 : nil }
    originalLanguage = originalLanguage.flatMap { CleanText.whole($0, longest: MovieLimits.name.upperBound) }
    imdbID = imdbID.flatMap { ForeignID(.imdb, checking: $0)?.id }
    popularity = popularity.flatMap { $0 >= 0 ? $0 : nil }
    voteAverage = voteAverage.flatMap { (0...10).contains($0) ? $0 : nil }
    contentRating = contentRating.flatMap { CleanText.whole($0, longest: CleanText.longestRating) }
    airing.seriesStatus = airing.seriesStatus.flatMap { CleanText.cut($0, longest: MovieLimits.name.upperBound) }
    var numbers: Set<Int> = []
    airing.seasons = airing.seasons.filter { numbers.insert($0.number).inserted }.prefix(CollectionLimits.sentSeasons)
      .map { season in
        var season = season
        season.name = season.name.flatMap { CleanText.cut($0, longest: MovieLimits.name.upperBound) }
        return season
      }
  }

  // MARK: From the catalog

  init(_ movie: MovieFacts) {
    self.init(title: movie.title)
    originalTitle = movie.originalTitle
    year = movie.releaseDate.map(\.year).flatMap(Movie.fitting(year:))
    overview = movie.overview
    genres = Movie.shortNames(movie.genres.map(\.name))
    runtime = movie.runtime
    (posterPath, backdropPath, imdbID) = (movie.posterPath, movie.backdropPath, movie.imdbID)
    (popularity, voteAverage, voteCount) = (movie.popularity, movie.voteAverage, movie.voteCount)
    contentRating = movie.contentRating
    releaseDate = movie.releaseDate
  }

  init(_ series: SeriesFacts) {
    self.init(title: series.name)
    originalTitle = series.originalName
    year = series.firstAirDate.map(\.year).flatMap(Movie.fitting(year:))
    overview = series.overview
    genres = Movie.shortNames(series.genres.map(\.name))
    (posterPath, backdropPath) = (series.posterPath, series.backdropPath)
    (popularity, voteAverage) = (series.popularity, series.voteAverage)
    contentRating = series.contentRatings.first { $0.country == "US" }?.rating
    (airing.firstAirDate, airing.lastAirDate) = (series.firstAirDate, series.lastAirDate)
    airing.seriesStatus = series.status.flatMap { CleanText.cut($0, longest: MovieLimits.name.upperBound) }
    (airing.numberOfSeasons, airing.numberOfEpisodes) = (series.numberOfSeasons, series.numberOfEpisodes)
    airing.seasons = series.seasons.map {
      TitleSeason(number: $0.seasonNumber, name: $0.name, airDate: $0.airDate, episodeCount: $0.episodeCount)
    }
    airing.nextEpisode = series.nextEpisode.map {
      UpcomingEpisode(season: $0.seasonNumber, number: $0.episodeNumber, airDate: $0.airDate)
    }
  }

  /// Creates the facts of a catalog's answer about a movie or series; nil if it is about something else.
  init?(_ facts: CatalogFacts) {
    switch facts {
    case .movie(let movie): self.init(movie)
    case .series(let series): self.init(series)
    default: return nil
    }
  }

  /// Returns these facts with those of `other` where they have none. No next episode is a fact, too.
  func filled(from other: TitleFacts) -> TitleFacts {
    var facts = self
    func fill<Value>(_ paths: WritableKeyPath<TitleFacts, Value?>...) {
      for path in paths where facts[keyPath: path] == nil { facts[keyPath: path] = other[keyPath: path] }
    }
    fill(\.originalTitle, \.overview, \.posterPath, \.backdropPath, \.originalLanguage, \.imdbID, \.contentRating)
    fill(\.year, \.runtime, \.voteCount, \.airing.numberOfSeasons, \.airing.numberOfEpisodes)
    fill(\.popularity, \.voteAverage)
    fill(\.releaseDate, \.airing.firstAirDate, \.airing.lastAirDate)
    fill(\.airing.seriesStatus)
    if genres.isEmpty { facts.genres = other.genres }
    if airing.seasons.isEmpty { facts.airing.seasons = other.airing.seasons }
    return facts
  }
}

// MARK: - Asking the catalog

extension TitleRef {
  var question: CatalogQuestion { mediaType == .movie ? .movie(tmdbID) : .series(tmdbID) }
}

extension Caller {
  /// Completes titles with the catalog's facts.
  /// - Returns: a lookup that can fail with `no_catalog`, if the server has no catalog and a title has no name; with
  ///   `unknown_movie` or `unknown_series`; or because the catalog is unavailable.
  func resolve(_ titles: [SentTitle]) throws(Refusal) -> Lookup<[TitleFacts]> {
    guard let catalog else {
      guard titles.allSatisfy(\.isNamed) else { return .failing(.noCatalog) }
      return .known(titles.map(\.facts))
    }
    let questions = Set(titles.map(\.ref)).sorted().map(\.question)
    return try catalog.answers(to: questions, within: CatalogAccess.timeout).map { (answers) throws(Refusal) in
      var resolved: [TitleFacts] = []
      for title in titles { resolved.append(try title.resolved(answers[title.ref.question])) }
      return resolved
    }
  }
}

extension SentTitle {
  fileprivate func resolved(_ answer: CatalogAccess.AnswerResult?) throws(Refusal) -> TitleFacts {
    switch answer {
    case .success(let answer):
      if let known = TitleFacts(answer.facts) { return known.filled(from: facts) }
    case .failure(let failure): if !isNamed { throw Refusal(failure, of: ref.question) }
    case nil: break
    }
    guard isNamed else { throw .catalogUnavailable }
    return facts
  }
}
