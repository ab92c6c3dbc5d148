import MovieNightPrimitives
import Testing

@testable import Catalog

/// The catalog bundled with the program.
@Suite struct DemoCatalogTests {
  private let lines: [CatalogLine]
  private let catalog: FileCatalog

  init() throws {
    let bytes = DemoCatalog.lines
    catalog = try FileCatalog(lines: bytes)
    lines = try bytes.split(separator: UInt8(ascii: "\n")).dropFirst().map {
      try CatalogLine(json: JSONDocument(Array($0)).root)
    }
  }

  private var seasons: [SeasonFacts] {
    lines.compactMap { if case .season(let season)? = $0.entry.facts { season } else { nil } }
  }

  @Test func entriesHaveExpectedCountsAndNoDuplicates() {
    #expect(catalog.movies.facts.count == 305 && catalog.series.facts.count == 14)
    let episodeCount: Int = seasons.map(\.episodes.count).reduce(0, +)
    #expect(episodeCount == 690)
    #expect(Set(lines.map(\.question)).count == lines.count)
    #expect(Set(catalog.movies.facts.compactMap(\.imdbID)).count == 305)
    let episodes = seasons.flatMap(\.episodes).compactMap(\.id)
    #expect(Set(episodes).count == episodes.count)
    for line in lines { #expect(line.language == "en-US" && line.entry.facts != nil) }
    // Every entry has the date on which the facts were compiled.
    #expect(Set(lines.map(\.entry.fetchedAt)) == [Timestamp(text: "2026-10-01T00:00:00Z")!])
    #expect(lines.allSatisfy { catalog.times(of: $0.question) == $0.entry.times })
  }

  @Test func everyListedSeasonHasAllItsEpisodes() throws {
    for series in catalog.series.facts {
      #expect(!series.seasons.isEmpty)
      for listed in series.seasons {
        let question = CatalogQuestion.season(series: series.id, listed.seasonNumber)
        guard case .season(let season)? = catalog.answer(question) else {
          Issue.record("\(series.name) lacks season \(listed.seasonNumber)")
          continue
        }
        #expect(season.episodes.map(\.episodeNumber) == Array(1...season.episodes.count))
        #expect(season.episodes.count == listed.episodeCount && season.airDate == listed.airDate)
        #expect(season.episodes.allSatisfy { $0.name != nil })
      }
    }
    let listedCount: Int = catalog.series.facts.map(\.seasons.count).reduce(0, +)
    #expect(seasons.count == listedCount)
  }

  @Test func moviesHaveRequiredFactsAndKnownGenres() {
    let genres = Set(GenreList.builtIn(.movie).genres)
    for movie in catalog.movies.facts {
      #expect(movie.releaseDate != nil && movie.runtime != nil && movie.popularity != nil, "\(movie.title)")
      #expect(!movie.genres.isEmpty && movie.genres.allSatisfy(genres.contains), "\(movie.title)")
      #expect(movie.contentRating.map { ContentRating(rawValue: $0) != nil } ?? true, "\(movie.title)")
      #expect(movie.tagline == nil && movie.providers.isEmpty && !movie.isAdult, "\(movie.title)")
    }
    let rated = catalog.movies.facts.compactMap(\.contentRating)
    let counts: [Int] = ContentRating.allCases.map { rating in rated.filter { $0 == rating.rawValue }.count }
    #expect(counts == [61, 103, 80, 31, 0])
    let seriesGenres = Set(GenreList.builtIn(.tv).genres)
    #expect(catalog.series.facts.allSatisfy { $0.genres.allSatisfy(seriesGenres.contains) })
  }

  @Test func overviewsAreOneShortSentence() {
    let overviews = catalog.movies.facts.compactMap(\.overview)
    #expect(overviews.count >= 120)
    for overview in overviews {
      #expect(overview.count <= 200 && overview.hasSuffix("."), "\(overview)")
      #expect(overview.count(where: { ".!?".contains($0) }) == 1, "\(overview)")
      #expect(overview.first?.isUppercase == true && !overview.contains("  "), "\(overview)")
    }
    #expect(catalog.series.facts.allSatisfy { $0.overview == nil })
  }

  @Test func usProvidersAreCompleteAndStartWithNetflix() throws {
    for (media, count) in [(MediaKind.movie, 297), (.tv, 276)] {
      guard case .providers(let list)? = catalog.answer(.providers(media)) else {
        Issue.record("no providers")
        continue
      }
      #expect(list.providers.count == count && list.providers(in: "US").count == count)
      #expect(list.providers(in: "US").first == Provider(id: 8, name: "Netflix"))
    }
  }

  @Test func searchEpisodeAndDiscoveryQuestionsAreAnswered() throws {
    #expect(catalog.answer(.searchMovies("wall e", year: nil, page: 1))?.movieIDs == [10681])
    #expect(catalog.closeTitle(to: "matrx", of: .movie) == "The Matrix")
    #expect(catalog.closeTitle(to: "spongbob", of: .tv) == "SpongeBob SquarePants")
    #expect(catalog.answer(.searchMovies("beauty and the", year: 2017, page: 1))?.movieIDs == [321612])
    #expect(catalog.answer(.episode(series: 1396, season: 1, 1)) != nil)
    let discovery = Discovery(
      highestCertification: .g, lowestCertification: .g, fewestVotes: 50,
      releasedFrom: CalendarDate(year: 1980, month: 1, day: 1),
      releasedThrough: CalendarDate(year: 2026, month: 1, day: 1),
      genres: [16], withoutGenres: [])
    let page = try #require(catalog.answer(.discover(discovery, page: 1))?.moviePage)
    #expect(page.results.count == 20 && page.totalResults > 20)
  }
}
