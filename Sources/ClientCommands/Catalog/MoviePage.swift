import Console
import MovieNightPrimitives

/// A movie with what the household had to do with it.
struct ShownMovie {
  let id: Int
  let title: String
  let originalTitle: String?
  let year: Int?
  let rating: String?
  let runtime: Int?
  let genres: [String]
  let voteAverage: Double?
  let voteCount: Int?
  let tagline: String?
  let overview: String?
  let cast: [(name: String, character: String?)]
  let trailer: String?
  let imdbID: String?
  let providers: WatchProviders?
  /// Nil for an administrator, who has no household.
  let history: TitleHistory?
  let origin: CatalogOrigin

  /// `json` is the result of `movies.get`.
  init(_ json: JSONValue) throws(JSONError) {
    id = try json.integer("tmdb_movie_id")
    title = try json.text("title") ?? "Movie \(id)"
    originalTitle = try json.text("original_title")
    year = try json.optionalInteger("year")
    rating = try Self.rating(json)
    runtime = try json.optionalInteger("runtime")
    genres = try json.texts("genres")
    voteAverage = try json.optionalDouble("vote_average")
    voteCount = try json.optionalInteger("vote_count")
    tagline = try json.text("tagline")
    overview = try json.text("overview")
    cast = try json.list("cast") { (actor) throws(JSONError) in
      (printable(try actor.string("name")), try actor.text("character"))
    }
    trailer = try json.text("trailer_url")
    imdbID = try json.text("imdb_id")
    providers = try WatchProviders(json["watch_providers"])
    history = try json.optionalObject("history").map { (json) throws(JSONError) in try TitleHistory(json) }
    origin = try CatalogOrigin(json)
  }

  /// The country's certification beside the American rating, which ceilings compare; one of them where they are the same.
  private static func rating(_ json: JSONValue) throws(JSONError) -> String? {
    let american = try json.text("content_rating")
    guard let certification = try json.optionalObject("certification"), let rating = try certification.text("rating")
    else { return american }
    guard let country = try certification.text("country"), country != "US" else { return american ?? rating }
    return [american, "\(rating) in \(country)"].compactMap(\.self).joined(separator: ", ")
  }
}

/// One movie on a page.
struct MoviePage {
  let page: CatalogPage
  let movie: ShownMovie

  var lines: [String] {
    [
      page.heading(movie.title, right: movie.year.map(String.init), originalName: movie.originalTitle),
      page.facts([movie.rating, runtimeText(movie.runtime), votes]),
      page.genres(movie.genres),
      page.paragraph(movie.tagline, .accent),
      page.paragraph(movie.overview),
      page.section("Cast", cast),
      page.section("Trailer", movie.trailer.map { [$0] } ?? []),
      page.providers(movie.providers),
      movie.history.map { TitleHistoryDrawing(page: page, history: $0).lines } ?? [],
      page.footer(movie.origin, marks),
    ].flatMap { $0 }
  }

  private var votes: String? {
    guard let average = voteText(movie.voteAverage) else { return nil }
    return average + (movie.voteCount.map { " (\(counted($0, "vote")))" } ?? "")
  }

  private var cast: [String] {
    movie.cast.map { actor in
      truncated([actor.name, actor.character].compactMap(\.self).joined(separator: " as "), to: page.sectionColumns)
    }
  }

  private var marks: String {
    ["TMDb \(movie.id)", movie.imdbID.map { "IMDb \($0)" }].compactMap(\.self).joined(separator: " · ")
  }
}
