import Console
import MovieNightKit

struct MoviePage {
  let page: CatalogPage
  let movie: MovieDetails

  var lines: [String] {
    [
      page.heading(
        movie.title.nonEmpty ?? "Movie \(movie.id)", right: movie.year.map(String.init),
        originalName: movie.originalTitle),
      page.facts([rating, runtimeText(movie.runtime), votes]),
      page.genres(movie.genres),
      page.paragraph(movie.tagline, .accent),
      page.paragraph(movie.overview),
      page.section("Cast", cast),
      page.section("Trailer", movie.trailerURL?.nonEmpty.map { [$0] } ?? []),
      page.providers(movie.watchProviders),
      movie.history.map { TitleHistoryRenderer(page: page, history: $0).lines } ?? [],
      page.footer(movie, marks),
    ].flatMap { $0 }
  }

  /// The American rating, to which ceilings apply, and the certification in the household's country if that differs.
  private var rating: String? {
    let american = movie.contentRating?.rawValue.nonEmpty
    guard let certification = movie.certification, let rating = certification.rating.nonEmpty else { return american }
    guard let country = certification.country.nonEmpty, country != "US" else { return american ?? rating }
    return [american, "\(rating) in \(country)"].compactMap(\.self).joined(separator: ", ")
  }

  private var votes: String? {
    guard let average = voteText(movie.voteAverage) else { return nil }
    return average + (movie.voteCount.map { " (\(counted($0, "vote")))" } ?? "")
  }

  private var cast: [String] {
    (movie.cast ?? []).map { actor in
      truncated(
        [actor.name, actor.character?.nonEmpty].compactMap(\.self).joined(separator: " as "), to: page.sectionColumns)
    }
  }

  private var marks: String {
    ["TMDb \(movie.id)", movie.imdbID?.nonEmpty.map { "IMDb \($0)" }].compactMap(\.self).joined(separator: " · ")
  }
}
