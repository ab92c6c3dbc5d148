import MovieNightPrimitives

/// A request to TMDb's API v3: a path below the base address, and parameters.
struct TMDbRequest: Sendable {
  let path: String
  let parameters: [Parameter]

  typealias Parameter = (name: String, value: String)

  init(_ question: CatalogQuestion, language: String) {
    path = Self.path(of: question)
    parameters = Self.parameters(of: question, language: language)
  }

  func url(base: String, extra: [Parameter] = []) -> String {
    let query = (parameters + extra).map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
    return base + path + (query.isEmpty ? "" : "?" + query)
  }

  private static func path(of question: CatalogQuestion) -> String {
    switch question {
    case .movie(let id): "/movie/\(id)"
    case .series(let id): "/tv/\(id)"
    case .season(let series, let season): "/tv/\(series)/season/\(season)"
    case .episode(let series, let season, let episode): "/tv/\(series)/season/\(season)/episode/\(episode)"
    case .searchMovies: "/search/movie"
    case .searchSeries: "/search/tv"
    case .discover: "/discover/movie"
    // The id was checked when the question was created. It is encoded nevertheless.
    case .find(let id): "/find/\(encoded(id.id))"
    case .genres(let media): "/genre/\(media.rawValue)/list"
    case .providers(let media): "/watch/providers/\(media.rawValue)"
    case .configuration: "/configuration"
    }
  }

  private static func parameters(of question: CatalogQuestion, language: String) -> [Parameter] {
    // Some trailers exist only in English.
    let videos = Parameter(
      "include_video_language", language.hasPrefix("en") ? "en" : "\(language.prefix { $0 != "-" }),en")
    let language = Parameter("language", language)
    return switch question {
    case .movie: [language, ("append_to_response", "release_dates,credits,videos,watch/providers"), videos]
    case .series: [language, ("append_to_response", "content_ratings,watch/providers")]
    case .season, .episode, .genres, .providers: [language]
    case .searchMovies(let text, let year, let page):
      [("query", text), ("include_adult", "false"), language, ("page", "\(page)")]
        + (year.map { [("primary_release_year", "\($0)")] } ?? [])
    case .searchSeries(let text, let year, let page):
      [("query", text), ("include_adult", "false"), language, ("page", "\(page)")]
        + (year.map { [("first_air_date_year", "\($0)")] } ?? [])
    case .discover(let discovery, let page): parameters(of: discovery) + [language, ("page", "\(page)")]
    case .find(let id): [("external_source", "\(id.authority.rawValue)_id"), language]
    case .configuration: []
    }
  }

  private static func parameters(of discovery: Discovery) -> [Parameter] {
    func list(_ ids: [Int], by separator: String) -> String { ids.map(String.init).joined(separator: separator) }
    var parameters: [Parameter] = [
      ("include_adult", "false"), ("include_video", "false"), ("sort_by", "popularity.desc"),
      ("certification_country", "US"), ("certification.lte", discovery.highestCertification.rawValue),
    ]
    if let lowest = discovery.lowestCertification { parameters.append(("certification.gte", lowest.rawValue)) }
    parameters += [
      ("vote_count.gte", "\(discovery.fewestVotes)"), ("primary_release_date.gte", "\(discovery.releasedFrom)"),
      ("primary_release_date.lte", "\(discovery.releasedThrough)"),
    ]
    if !discovery.genres.isEmpty { parameters.append(("with_genres", list(discovery.genres, by: "|"))) }
    if !discovery.withoutGenres.isEmpty {
      parameters.append(("without_genres", list(discovery.withoutGenres, by: ",")))
    }
    return parameters
  }

  /// Percent-encodes all but unreserved characters (RFC 3986, 2.3).
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if ASCII.isLetterOrDigit(byte) || "-._~".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
