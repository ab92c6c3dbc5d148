import CommandLineSupport
import MovieNightKit
import Testing

@testable import ClientCommands
@testable import Console

/// Resolving the movie, the night or the rating that a person typed.
@Suite struct ChoosingTests {
  private func unasked<Thing>(_ choice: NumberedChoice<Thing>) throws -> Thing { throw choice.usageError }

  @Test(arguments: [
    ("1", 346648), ("2", 8392), ("#2", 8392), ("8392", 8392), ("totoro", 8392), ("my n", 8392),
    ("PADDINGTON 2", 346648),
    ("Heat (1995)", 1), ("4", 1), ("tmdb:8392", 8392), ("themoviedb.org/movie/8392-my-neighbor-totoro", 8392),
  ])
  func movieIsFoundByNumberIDOrTitle(_ typed: String, _ id: Int) throws {
    // The number 1 would also be the id of another movie, which is therefore left out.
    let round = try Evening.open(Evening.round(movies: typed == "1" ? Array(Evening.movies.prefix(2)) : Evening.movies))
    #expect(try Choosing.movie(typed, in: round, choose: unasked).id == MovieID(id))
  }

  @Test(arguments: [
    ("1", "'1' matches several movies of the round"), ("3", "There is no '3' in the round"),
    ("alien", "There is no 'alien' in the round"), ("tmdb:2", "There is no 'tmdb:2' in the round"),
  ])
  func ambiguousOrUnknownMovieIsRefused(_ typed: String, _ message: String) throws {
    let round = try Evening.open()
    let failure = #expect(throws: (any Error).self) { try Choosing.movie(typed, in: round, choose: unasked) }
    #expect(failure.map { "\($0)" } == message)
    #expect((failure is UsageError) == message.contains("matches"))
  }

  @Test func wholeTitleIsNotLongerOne() throws {
    var movies = Evening.movies
    movies[0].title = "Toy Story 2"
    movies[1].title = "Toy Story"
    let round = try Evening.open(Evening.round(movies: movies))
    #expect(try Choosing.movie("toy story", in: round, choose: unasked).title == "Toy Story")
    #expect(throws: UsageError.self) { try Choosing.movie("toy", in: round, choose: unasked) }
  }

  @Test(arguments: [
    (["1", "4"], [346648, 1]), (["#2", "8392"], [8392, 8392]), (["heat", "4"], [1, 1]),
    (["my", "neighbor"], [8392]), (["Paddington 2", "totoro"], [346648, 8392]), (["tmdb:1", "2"], [1, 8392]),
  ])
  func severalMoviesAreFound(_ words: [String], _ ids: [Int]) async throws {
    var movies = Evening.movies
    // The number 1 would also be the id of this movie.
    if words.contains("1") { movies[2].id = 999 }
    let round = try Evening.open(Evening.round(movies: movies))
    let found = try await Choosing.movies(words, in: round, choose: unasked).map(\.id.rawValue)
    #expect(found == ids.map { $0 == 1 && words.contains("1") ? 999 : $0 })
  }

  @Test(arguments: [["heat", "totoro"], ["neighbor", "heat"], ["alien", "heat"]])
  func wordsOfUnknownTitleAreNotTakenApart(_ words: [String]) async throws {
    let round = try Evening.open()
    let failure = await #expect(throws: CommandFailure.self) {
      try await Choosing.movies(words, in: round, choose: unasked)
    }
    #expect(failure?.description == "There is no '\(words.joined(separator: " "))' in the round")
  }

  @Test func numericTitleMakesNumberAmbiguous() throws {
    var movies = Evening.movies
    movies[2].title = "2"
    let round = try Evening.open(Evening.round(movies: movies))
    #expect(throws: UsageError.self) { try Choosing.movie("2", in: round, choose: unasked) }
    #expect(try Choosing.movie("4", in: round, choose: unasked).title == "2")
  }

  @Test func userChoosesOneOfSeveralByItsNumber() throws {
    var movies = Evening.movies
    movies[1].title = "Toy Story 2"
    movies[2].title = "Toy Story"
    let round = try Evening.open(Evening.round(movies: movies))
    let run = TestRun([], typed: ["1", "x", "2"], isTerminal: true)
    #expect(try Choosing.movie("toy", in: round, choose: run.environment.choose).title == "Toy Story 2")
    #expect(run.errors.text.hasPrefix("'toy' matches several movies of the round\n 2  Toy Story 2 (1995)\n"))
    #expect(throws: CommandFailure.self) { try Choosing.movie("toy", in: round, choose: run.environment.choose) }
  }

  @Test func nightMustBeNamedOnlyIfSeveralWait() throws {
    let heat = Evening.night(5, "watched", "Heat")
    let dune = Evening.night(6, "watched", "Dune")
    let one = try Evening.tonight(nil, [heat]).awaiting
    let two = try Evening.tonight(nil, [dune, heat]).awaiting
    func night(_ typed: String?, among nights: [AwaitingSession]) throws -> AwaitingSession {
      try Choosing.night(typed, among: nights, that: "waits", command: "rate TITLE loved", choose: unasked)
    }
    #expect(try night(nil, among: one).title == "Heat")
    #expect(try night("du", among: two).title == "Dune")
    #expect(try night("5", among: two).title == "Heat")
    #expect(try night("tmdb:6", among: two).title == "Dune")
    #expect(try night(Nights.id(5), among: two).title == "Heat")
    let hints = ["Dune", "Heat", "Name the movie: movienight rate TITLE loved"]
    #expect(throws: UsageError("More than one night waits", hints: hints)) { try night(nil, among: two) }
    #expect(throws: CommandFailure.self) { try night(nil, among: []) }
    #expect(throws: CommandFailure.self) { try night("alien", among: two) }
  }

  @Test(arguments: [
    (["loved"], nil, "loved"), (["heat", "Liked"], "heat", "liked"), (["did", "not", "like"], nil, "did_not_like"),
    (["1917", "loved"], "1917", "loved"), (["#2", "liked"], "#2", "liked"), (["-", "liked"], "-", "liked"),
    (["the", "matrix", "did_not_like"], "the matrix", "did_not_like"), (["heat", "disliked"], "heat", "did_not_like"),
    (["did not like"], nil, "did_not_like"), (["heat", "didn't like"], "heat", "did_not_like"),
    (["heat", "didn't", "like"], "heat", "did_not_like"), (["didnt_like"], nil, "did_not_like"),
  ])
  func ratingIsReadFromWords(_ words: [String], _ movie: String?, _ rating: String) throws {
    let read = try RatingWords.read(words)
    #expect(read.movie == movie && read.rating.rawValue == rating)
  }

  @Test func unknownRatingIsRefused() {
    #expect(throws: UsageError("'great' is not a rating. Use one of: loved, liked, did_not_like")) {
      try RatingWords.read(["heat", "great"])
    }
  }

  // MARK: New movies

  @Test(arguments: [
    ("603=The Matrix (1999) R", TypedMovie.described(id: 603, title: "The Matrix", year: 1999, contentRating: "R")),
    ("603=The Matrix (1999)", .described(id: 603, title: "The Matrix", year: 1999, contentRating: nil)),
    ("7=Vitamin R", .described(id: 7, title: "Vitamin R", year: nil, contentRating: nil)),
    ("7= Dune (1984) pg-13", .described(id: 7, title: "Dune", year: 1984, contentRating: "PG-13")),
    ("389=12 Angry Men (1957)", .described(id: 389, title: "12 Angry Men", year: 1957, contentRating: nil)),
    ("12 Angry Men (1957)", .title("12 Angry Men (1957)")), ("2001: A Space Odyssey", .title("2001: A Space Odyssey")),
    ("603", .id(603)), ("tmdb:603", .id(603)), ("https://www.themoviedb.org/movie/603-the-matrix", .id(603)),
    ("tt0133093", .imdb("tt0133093")), ("https://www.imdb.com/title/tt0133093/", .imdb("tt0133093")),
    ("tt01330931234567", .title("tt01330931234567")), ("a=b", .title("a=b")),
    (#"{"tmdb_movie_id":7}"#, .json(#"{"tmdb_movie_id":7}"#)),
  ])
  func typedMovieIsParsed(_ text: String, _ movie: TypedMovie) throws {
    #expect(try TypedMovie(text) == movie)
  }

  @Test(arguments: ["603=(1999)", "tmdb:0", "https://www.themoviedb.org/tv/1396-breaking-bad"])
  func invalidMovieIsRefused(_ text: String) {
    #expect(throws: UsageError.self) { try TypedMovie(text) }
  }
}
