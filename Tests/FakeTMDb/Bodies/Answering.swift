import MovieNightPrimitives

extension Content {
  /// Returns the regular answer to a request.
  func answer(_ request: FakeTMDb.Request) -> HTTPResponse {
    let components = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    let criteria = RequestOptions(request)
    switch components.count {
    case 1 where components == ["configuration"]: return .ok { $0.configuration() }
    case 2: return answer(components[0], components[1], criteria)
    case 3 where components == ["genre", "movie", "list"]: return .ok { $0.genreList(Genres.ofMovies) }
    case 3 where components == ["genre", "tv", "list"]: return .ok { $0.genreList(Genres.ofSeries) }
    case 3 where components.starts(with: ["watch", "providers"]) && ["movie", "tv"].contains(components[2]):
      return .ok { $0.providerList(providers, region: request["watch_region"]) }
    case 4 where components[0] == "tv" && components[2] == "season": return season(components, criteria)
    case 6 where components[0] == "tv" && components[2] == "season" && components[4] == "episode":
      return season(components, criteria)
    default: return .notFound
    }
  }

  private func answer(_ kind: String, _ id: String, _ criteria: RequestOptions) -> HTTPResponse {
    switch (kind, id) {
    case ("search", "movie"): return searchMovies(criteria)
    case ("search", "tv"): return searchSeries(criteria)
    case ("discover", "movie"):
      return page(discovered(criteria.request), criteria) { $0.listing($1, criteria.language) }
    case ("find", _): return find(id, criteria)
    case ("movie", _):
      guard let movie = Int(id).flatMap(movie) else { return .notFound }
      return .ok { $0.movie(movie, criteria) }
    case ("tv", _):
      guard let series = Int(id).flatMap(series) else { return .notFound }
      return .ok { $0.series(series, criteria) }
    default: return .notFound
    }
  }

  /// Returns the answer to a request for a season or an episode. `components` are "tv", the series id, "season", its
  /// number, and optionally "episode" and its number.
  private func season(_ components: [String], _ criteria: RequestOptions) -> HTTPResponse {
    guard let series = Int(components[1]).flatMap(series), let number = Int(components[3]),
      let season = series.seasons.first(where: { $0.number == number })
    else { return .notFound }
    guard components.count == 6 else { return .ok { $0.season(season, of: series, criteria.language) } }
    guard let number = Int(components[5]), let episode = season.episodes.first(where: { $0.number == number }) else {
      return .notFound
    }
    return .ok { $0.episode(episode, season.number, of: series, criteria.language) }
  }

  // MARK: Lists

  private func searchMovies(_ criteria: RequestOptions) -> HTTPResponse {
    guard let query = criteria.request["query"] else { return .refusal(422, 5, "query must be provided") }
    let year = criteria.request["primary_release_year"] ?? criteria.request["year"]
    let movies = movies.filter { movie in
      (criteria.wantsAdult || !movie.adult) && (year.map { movie.releaseDate?.hasPrefix($0 + "-") ?? false } ?? true)
        && matches(query, [movie.title, movie.originalTitle ?? ""] + movie.translations.values.map(\.title))
    }
    return page(movies.sorted(by: Self.isMorePopular), criteria) { $0.listing($1, criteria.language) }
  }

  private func searchSeries(_ criteria: RequestOptions) -> HTTPResponse {
    guard let query = criteria.request["query"] else { return .refusal(422, 5, "query must be provided") }
    let year = criteria.request["first_air_date_year"] ?? criteria.request["year"]
    let series = series.filter { series in
      (criteria.wantsAdult || !series.adult) && (year.map { series.firstAirDate?.hasPrefix($0 + "-") ?? false } ?? true)
        && matches(query, [series.name, series.originalName ?? ""] + series.translations.values.map(\.title))
    }
    return page(series.sorted { ($1.popularity, $0.id) < ($0.popularity, $1.id) }, criteria) {
      $0.listing($1, criteria.language)
    }
  }

  /// Returns whether one of the titles contains every word of the query, ignoring case.
  private func matches(_ query: String, _ titles: [String]) -> Bool {
    let words = query.lowercased().split(separator: " ")
    return titles.contains { title in
      let title = title.lowercased()
      return words.allSatisfy { title.contains($0) }
    }
  }

  private func find(_ id: String, _ criteria: RequestOptions) -> HTTPResponse {
    switch criteria.request["external_source"] {
    case "imdb_id": .ok { $0.found(movies.filter { $0.imdbID == id }, series.filter { $0.imdbID == id }, criteria) }
    case "tvdb_id": .ok { $0.found([], series.filter { $0.tvdbID.map(String.init) == id }, criteria) }
    default: .refusal(400, 31, "Invalid external source.")
    }
  }

  private func page<Listed>(
    _ all: [Listed], _ criteria: RequestOptions, _ write: (inout JSONWriter, Listed) -> Void
  ) -> HTTPResponse {
    let pageLength = 20
    guard let page = Int(criteria.request["page"] ?? "1"), (1...500).contains(page) else {
      return .refusal(400, 22, "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.")
    }
    return .ok { json in
      json.object { json in
        json.field("page", page)
        json.key("results")
        json.array(all.dropFirst((page - 1) * pageLength).prefix(pageLength), write)
        json.field("total_pages", (all.count + pageLength - 1) / pageLength)
        json.field("total_results", all.count)
      }
    }
  }
}

/// The options of a request that affect its answer.
struct RequestOptions {
  let request: FakeTMDb.Request
  let language: Language
  /// The parts that the request appends to the details.
  private let additions: [Substring]

  init(_ request: FakeTMDb.Request) {
    self.request = request
    language = Language(request["language"])
    additions = (request["append_to_response"] ?? "").split(separator: ",")
  }

  var wantsAdult: Bool { request["include_adult"] == "true" }
  func wants(_ addition: Substring) -> Bool { additions.contains(addition) }
}

extension HTTPResponse {
  static func ok(_ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var json = JSONWriter()
    write(&json)
    return HTTPResponse(status: 200, body: json.bytes)
  }

  /// Returns an error in TMDb's format, in which `code` is TMDb's own status code.
  static func refusal(
    _ status: Int, _ code: Int, _ message: String, _ headers: [(String, String)] = []
  ) -> HTTPResponse {
    var json = JSONWriter()
    json.object { json in
      json.field("success", false)
      json.field("status_code", code)
      json.field("status_message", message)
    }
    return HTTPResponse(status: status, headers: headers, body: json.bytes)
  }

  static let notFound = refusal(404, 34, "The resource you requested could not be found.")
}
