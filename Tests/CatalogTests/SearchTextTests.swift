import Testing

@testable import Catalog

/// Search input and the questions it leads to.
@Suite struct SearchTextTests {
  private func read(_ text: String, year: Int? = nil) throws(SearchText.ValidationError) -> SearchText {
    try SearchText(text, year: year, thisYear: 2026)
  }

  @Test(
    arguments: [
      ("tmdb:550", 550, nil), ("TMDB: 550 ", 550, nil), ("tmdb:2147483647", 2_147_483_647, nil),
      ("https://www.themoviedb.org/movie/550-fight-club", 550, .movie), ("themoviedb.org/tv/1396", 1396, .tv),
      ("http://themoviedb.org/tv/1396-breaking-bad/season/1?language=de", 1396, .tv),
      ("HTTPS://WWW.TheMovieDB.org/movie/550?language=de-DE#cast", 550, .movie),
    ] as [(String, Int, MediaKind?)])
  func tmdbIDOrLinkIsRecognized(text: String, id: Int, media: MediaKind?) throws {
    #expect(try read(text) == .one(id, media))
  }

  @Test(arguments: [
    "tt0137523", " TT0137523 ", "https://www.imdb.com/title/tt0137523/?ref_=nv_sr_1", "imdb.com/title/tt0137523",
    "https://m.imdb.com/title/tt0137523/fullcredits", "http://imdb.com/de/title/tt0137523#x",
  ])
  func imdbIDOrLinkIsRecognized(text: String) throws {
    #expect(try read(text) == .foreign(ForeignID(.imdb, "tt0137523")))
  }

  @Test(arguments: [
    "tt013752", "tt01375x3", "tt01375234567", "tt0137523456789", "tt\u{301}0137523", "ttt", "tmdb:", "tmdb:x",
    "tmdb:-5",
    "550", "movie/550", "tmdb 550",
    "https://www.themoviedb.org/person/287", "https://www.themoviedb.org/movie/fight-club",
    "https://evil.example/movie/550", "https://www.imdb.com/name/nm0000093", "https://www.imdb.com/title",
    "themoviedb.org.evil.example/movie/550", "https://www.themoviedb.org",
  ])
  func malformedIDIsSearchedAsWords(text: String) throws {
    #expect(try read(text) == .words(.init(text), otherwise: nil))
  }

  @Test(arguments: ["tmdb:0", "tmdb:2147483648", "tmdb:99999999999999999999999", "themoviedb.org/movie/0-none"])
  func outOfBoundsIDIsRefused(text: String) {
    #expect(throws: SearchText.ValidationError.unknownID) { _ = try read(text) }
  }

  @Test func tooShortOrTooLongTextIsRefused() throws {
    for text in ["", "  ", "u", " u \n", "\u{0}u\u{7f}", "e\u{301}"] {
      #expect(throws: SearchText.ValidationError.tooShort) { _ = try read(text) }
    }
    for text in ["up", "오징", "é\u{301}x"] { #expect(try read(text) == .words(.init(text), otherwise: nil)) }
    let longest = String(repeating: "a", count: 500)
    #expect(try read(longest) == .words(.init(longest), otherwise: nil))
    #expect(throws: SearchText.ValidationError.tooLong) { _ = try read(longest + "a") }
  }

  @Test func whitespaceAndControlsCollapseToOneSpace() throws {
    #expect(try read(" \t the\u{a0}  lion\r\n king\u{1b}x ") == .words(.init("the lion king x"), otherwise: nil))
  }

  @Test(
    arguments: [
      ("Dune (2021)", "Dune", 2021), ("Up (2009)", "Up", 2009), ("Dune(2021)", "Dune", 2021),
      ("Dune ( 2021)", nil, nil),
      ("dune y:1984", "dune", 1984), ("Dune Y:1984", "Dune", 1984), ("2012 (2009)", "2012", 2009),
      ("Blade Runner (2049)", "Blade Runner", 2049), ("Dune (21)", nil, nil), ("Dune (20211)", nil, nil),
      ("(2021)", nil, nil), ("y:2021", nil, nil), ("Dune (0000)", nil, nil), ("Dune (2021) x", nil, nil),
      ("(500) Days of Summer", nil, nil), ("Dune y:20x1", nil, nil),
    ] as [(String, String?, Int?)])
  func markedYearIsExtracted(text: String, words: String?, year: Int?) throws {
    #expect(try read(text) == .words(.init(words ?? text, year: year), otherwise: nil))
  }

  @Test(
    arguments: [
      ("dune 2021", "dune", 2021), ("dune 1900", "dune", 1900), ("dune 2031", "dune", 2031), ("dune 1899", nil, nil),
      ("dune 2032", nil, nil), ("1917", nil, nil), ("2001 a space odyssey", nil, nil), ("dune 02021", nil, nil),
      ("blade runner 2049", nil, nil), ("up 2009", "up", 2009), ("dune2021", nil, nil),
    ] as [(String, String?, Int?)])
  func bareYearIsTriedAsSecondSearch(text: String, words: String?, year: Int?) throws {
    #expect(try read(text) == .words(.init(text), otherwise: words.map { .init($0, year: year) }))
  }

  @Test func explicitYearOverridesYearInText() throws {
    #expect(try read("dune 2021", year: 1984) == .words(.init("dune 2021", year: 1984), otherwise: nil))
    #expect(try read("dune (2021)", year: 1984) == .words(.init("dune", year: 1984), otherwise: nil))
  }

  @Test func questionsMatchSearchedMediaKind() throws {
    #expect(try read("tmdb:550").questions(for: .movie, page: 1) == [.movie(550)])
    #expect(try read("tmdb:550").questions(for: .tv, page: 1) == [.series(550)])
    #expect(try read("themoviedb.org/tv/1396").questions(for: .tv, page: 1) == [.series(1396)])
    #expect(try read("themoviedb.org/tv/1396").questions(for: .movie, page: 1).isEmpty)
    #expect(try read("tt0137523").questions(for: .tv, page: 1) == [.find(ForeignID(.imdb, "tt0137523"))])
    #expect(
      try read("dune 2021").questions(for: .movie, page: 3)
        == [.searchMovies("dune 2021", year: nil, page: 3), .searchMovies("dune", year: 2021, page: 3)])
    #expect(try read("dark (2017)").questions(for: .tv, page: 1) == [.searchSeries("dark", year: 2017, page: 1)])
    #expect(try read("up").questions(for: .movie, page: 2) == [.searchMovies("up", year: nil, page: 1)])
  }
}
