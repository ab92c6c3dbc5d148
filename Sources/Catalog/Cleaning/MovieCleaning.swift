import MovieNightPrimitives

extension BodyCleaner {
  /// Cleans a movie's details, including what `append_to_response` adds. Prefers trailers in `language` ("de-AT").
  mutating func movie(_ json: JSONValue, id: Int, in language: String) throws(UnexpectedBody) -> MovieFacts {
    try Self.requireEqual("id", id, of: json)
    return MovieFacts(
      id: id, title: json.name("title") ?? "", originalTitle: json.name("original_title"),
      releaseDate: json.date("release_date"), overview: json.overview("overview"),
      tagline: json.overview("tagline"), imdbID: json.member("imdb_id", Bounds.imdbID),
      runtime: json.member("runtime", Bounds.runtime),
      genres: genres(json["genres"]?.elements, atMost: Bounds.genresPerTitle), popularity: json.popularity,
      voteAverage: json.voteAverage, voteCount: json.voteCount, posterPath: json.imagePath("poster_path"),
      backdropPath: json.imagePath("backdrop_path"), isAdult: json.isAdult,
      certifications: ratings(json["release_dates"]?["results"]?.elements) {
        Self.certification($0["release_dates"]?.elements)
      },
      cast: cast(json["credits"]?["cast"]?.elements),
      trailerKey: Self.trailerKey(json["videos"]?["results"]?.elements, in: language),
      providers: countryProviders(json["watch/providers"]?["results"]))
  }

  /// Chooses a country's rating: that of the most usual type of release, and among several of that type the earliest.
  private static func certification(_ releases: JSONElements?) -> String? {
    guard let releases else { return nil }
    var best: (rank: Int, date: CalendarDate, rating: String)?
    for release in releases {
      guard let rank = release["type"]?.integer.flatMap(rankOfReleaseTypes.firstIndex(of:)),
        let rating = release.rating("certification")
      else { continue }
      // The text has a time after the date. A release without a date counts as the latest of its type.
      let day = (release["release_date"]?.string?.utf8.prefix(10)).flatMap { CalendarDate(text: Substring($0)) }
      let date = day ?? CalendarDate(year: 10_000, month: 1, day: 1)
      if let best, (best.rank, best.date) <= (rank, date) { continue }
      best = (rank, date, rating)
    }
    return best?.rating
  }

  /// TMDb's release types, most usual first: theatrical, limited theatrical, premiere, digital, physical, TV.
  private static let rankOfReleaseTypes = [3, 2, 1, 4, 5, 6]

  /// Returns the first cast members, in the order of the credits. Members without a position come last.
  private mutating func cast(_ entries: JSONElements?) -> [CastMember] {
    guard let entries else { return [] }
    var first: [(order: Int, member: CastMember)] = []
    for entry in entries {
      guard let name = entry.name("name") else {
        dropped += 1
        continue
      }
      let order = entry.member("order", Bounds.count) ?? .max
      let index = first.firstIndex { order < $0.order } ?? first.count
      guard index < Bounds.castMembers else { continue }
      first.insert((order, CastMember(name: name, character: entry.name("character"))), at: index)
      if first.count > Bounds.castMembers { first.removeLast() }
    }
    return first.map(\.member)
  }

  /// Chooses a trailer on YouTube. Prefers one in the language, then an official one, then the first. Ignores teasers.
  private static func trailerKey(_ videos: JSONElements?, in language: String) -> String? {
    guard let videos else { return nil }
    let language = language.prefix { $0 != "-" }
    var best: (rank: Int, key: String)?
    for video in videos where video["site"]?.isText("YouTube") == true && video["type"]?.isText("Trailer") == true {
      guard let key = video.member("key", Bounds.videoKey) else { continue }
      let isInLanguage = video["iso_639_1"]?.word.map { $0 == language } ?? false
      let rank = (isInLanguage ? 2 : 0) + (video["official"]?.bool == true ? 1 : 0)
      if best.map({ rank > $0.rank }) ?? true { best = (rank, key) }
    }
    return best?.key
  }
}
