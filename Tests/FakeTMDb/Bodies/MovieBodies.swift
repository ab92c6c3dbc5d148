import MovieNightPrimitives

extension JSONWriter {
  /// Writes the details of a movie with the requested parts.
  mutating func movie(_ movie: FakeTMDb.Movie, _ criteria: RequestOptions) {
    object { json in
      json.texts(of: movie, criteria.language)
      json.key("genres")
      json.namedGenres(movie.genres)
      json.field("imdb_id", movie.imdbID)
      json.field("runtime", movie.runtime)
      json.field("status", "Released")
      json.field("tagline", criteria.language.tagline(movie.tagline))
      if criteria.wants("release_dates") { json.releaseDates(of: movie) }
      if criteria.wants("credits") { json.credits(of: movie) }
      if criteria.wants("videos") { json.videos(of: movie) }
      if criteria.wants("watch/providers") { json.watchProviders(movie.providers, at: "movie/\(movie.id)") }
    }
  }

  /// Writes a movie as an entry of a list.
  mutating func listing(_ movie: FakeTMDb.Movie, _ language: Language, isFound: Bool = false) {
    object { json in
      json.texts(of: movie, language)
      json.field("genre_ids", movie.genres.map(\.id))
      if isFound { json.field("media_type", "movie") }
    }
  }

  /// Writes the members that details and lists share.
  private mutating func texts(of movie: FakeTMDb.Movie, _ language: Language) {
    field("adult", movie.adult)
    field("backdrop_path", movie.backdropPath)
    field("id", movie.id)
    field("original_language", "en")
    field("original_title", movie.originalTitle ?? movie.title)
    field("overview", language.overview(movie.overview, movie.translations))
    field("popularity", movie.popularity)
    field("poster_path", movie.posterPath)
    field("release_date", movie.releaseDate ?? "")
    field("title", language.title(movie.title, original: movie.originalTitle, movie.translations))
    field("video", false)
    field("vote_average", movie.voteAverage)
    field("vote_count", movie.voteCount)
  }

  /// Writes one release in each country that has a certification.
  private mutating func releaseDates(of movie: FakeTMDb.Movie) {
    results("release_dates", movie.certifications.sorted { $0.key < $1.key }) { json, certification in
      json.field("iso_3166_1", certification.key)
      json.key("release_dates")
      json.array(CollectionOfOne(certification.value)) { json, rating in
        json.object { json in
          json.field("certification", rating)
          json.key("descriptors")
          json.array([String]()) { $0.string($1) }
          json.field("iso_639_1", "")
          json.field("note", "")
          json.field("release_date", "\(movie.releaseDate ?? "2000-01-01")T00:00:00.000Z")
          json.field("type", 3)
        }
      }
    }
  }

  private mutating func credits(of movie: FakeTMDb.Movie) {
    key("credits")
    object { json in
      json.key("cast")
      json.array(movie.cast.enumerated()) { json, member in
        json.object { json in
          json.field("id", 1000 + member.offset)
          json.field("name", member.element.name)
          json.field("character", member.element.character)
          json.field("order", member.offset)
        }
      }
      json.key("crew")
      json.array([String]()) { $0.string($1) }
    }
  }

  private mutating func videos(of movie: FakeTMDb.Movie) {
    results("videos", movie.trailerKey.map { [$0] } ?? []) { json, trailer in
      json.field("iso_639_1", "en")
      json.field("key", trailer)
      json.field("name", "Official Trailer")
      json.field("official", true)
      json.field("site", "YouTube")
      json.field("type", "Trailer")
    }
  }
}
