import MovieNightPrimitives

extension BodyCleaner {
  mutating func movies(_ json: JSONValue, page: Int) throws(UnexpectedBody) -> ListingPage<MovieListing> {
    Self.page(json, page, movieListings(try Self.requireList("results", of: json)))
  }

  mutating func seriesPage(_ json: JSONValue, page: Int) throws(UnexpectedBody) -> ListingPage<SeriesListing> {
    Self.page(json, page, seriesListings(try Self.requireList("results", of: json)))
  }

  /// Cleans the matches of an external id. People and episodes are ignored.
  mutating func found(_ json: JSONValue) throws(UnexpectedBody) -> ExternalIDMatches {
    let (movies, series) = (json["movie_results"], json["tv_results"])
    guard movies?.kind == .array || series?.kind == .array else { throw .without("movie_results") }
    return ExternalIDMatches(movies: movieListings(movies?.elements), series: seriesListings(series?.elements))
  }

  mutating func genreList(_ json: JSONValue) throws(UnexpectedBody) -> GenreList {
    GenreList(genres: genres(try Self.requireList("genres", of: json), atMost: Bounds.listedGenres))
  }

  /// Creates a page of results. `totalPages` is limited to the number of pages that can be requested.
  private static func page<Listing>(_ json: JSONValue, _ page: Int, _ results: [Listing]) -> ListingPage<Listing> {
    let pages = json.member("total_pages", Bounds.count) ?? (results.isEmpty ? 0 : page)
    return ListingPage(
      page: page, totalPages: min(pages, CatalogBounds.page.upperBound),
      totalResults: json.member("total_results", Bounds.count) ?? results.count, results: results)
  }

  private mutating func movieListings(_ entries: JSONElements?) -> [MovieListing] {
    list(entries, atMost: Bounds.results, eachOnceBy: \.id, leavingOut: \.isAdult) { json in
      guard let id = json.id("id"), let title = json.name("title") else { return nil }
      return MovieListing(
        id: id, title: title, originalTitle: json.name("original_title"), releaseDate: json.date("release_date"),
        overview: json.overview("overview"), posterPath: json.imagePath("poster_path"),
        genreIDs: Self.genreIDs(json), popularity: json.popularity, voteAverage: json.voteAverage)
    }
  }

  private mutating func seriesListings(_ entries: JSONElements?) -> [SeriesListing] {
    list(entries, atMost: Bounds.results, eachOnceBy: \.id, leavingOut: \.isAdult) { json in
      guard let id = json.id("id"), let name = json.name("name") else { return nil }
      return SeriesListing(
        id: id, name: name, originalName: json.name("original_name"), firstAirDate: json.date("first_air_date"),
        overview: json.overview("overview"), posterPath: json.imagePath("poster_path"),
        genreIDs: Self.genreIDs(json), popularity: json.popularity, voteAverage: json.voteAverage)
    }
  }

  private static func genreIDs(_ json: JSONValue) -> [Int] {
    guard let elements = json["genre_ids"]?.elements else { return [] }
    var ids: [Int] = []
    for id in elements.lazy.compactMap(\.integer) where CatalogBounds.id.contains(id) && !ids.contains(id) {
      guard ids.count < Bounds.genresPerTitle else { break }
      ids.append(id)
    }
    return ids
  }
}
