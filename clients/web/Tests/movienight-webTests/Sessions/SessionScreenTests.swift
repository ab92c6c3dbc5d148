import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct SessionScreenTests {
  private static let (ann, max, ben) = (SessionValues.ann, SessionValues.max, SessionValues.ben)
  private static let movies = [
    SessionValues.movie(550, "Fight Club", voters: [(ann, "up"), (max, "down")]),
    SessionValues.movie(496, "Parasite", voters: [(max, "down")]), SessionValues.movie(1, "Nothing"),
  ]

  private func screen(
    _ round: Round, _ ratings: RoundRatings?, member: String = ann
  ) throws -> SessionScreen {
    SessionScreen(
      round, ratings: ratings, household: try SessionValues.household(), member: try #require(MemberID(member)),
      imageURL: nil, reader: SessionValues.reader)
  }

  private func plain(_ text: String?) -> String? {
    text?.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "")
  }

  @Test func aWatchedSessionCanBeRatedForOneselfAndOnesChildrenAndClosedByTheCreator() throws {
    let round = try SessionValues.details("watched", movies: Self.movies, picked: 550)
    let screen = try screen(round, try SessionValues.ratings([(Self.ann, nil), (Self.max, nil)]))
    #expect(screen.title == "Fight Club")
    #expect(screen.pick?.meta == "1999 · R" && screen.pick?.path == "/movies/550")
    #expect(screen.date.text == "Feb 14, 2026")
    #expect(plain(screen.started) == "Started by Ann")
    #expect(screen.raters.map { plain($0.question) } == ["How did you like it?", "How did Max like it?"])
    #expect(screen.raters.map(\.actingAs) == [nil, Self.max])
    #expect(screen.changers.isEmpty && screen.canClose && !screen.isOngoing)
  }

  @Test func whoHasRatedMayOnlyChangeTheRating() throws {
    let round = try SessionValues.details("watched", movies: Self.movies, picked: 550)
    let screen = try screen(round, try SessionValues.ratings([(Self.ann, "loved"), (Self.max, nil)]))
    #expect(screen.raters.map(\.actingAs) == [Self.max])
    #expect(screen.changers.map(\.actingAs) == [nil])
    #expect(screen.changers[0].choices.map(\.isCurrent) == [true, false, false])
    #expect(screen.ratings?.rows.map(\.label) == ["Loved", "Not yet"])
    #expect(screen.ratings?.share == "1 of 2 rated")
    #expect(screen.says == "Watched, 1 of 2 rated")
  }

  @Test func othersRateOnlyForThemselvesAndCloseNothing() throws {
    let round = try SessionValues.details("watched", attendees: [Self.ann, Self.max])
    let absent = try screen(round, try SessionValues.ratings([(Self.ann, nil), (Self.max, nil)]), member: Self.ben)
    let present = try screen(round, try SessionValues.ratings([(Self.ben, nil), (Self.max, nil)]), member: Self.ben)
    #expect(absent.raters.isEmpty && !absent.canClose)
    #expect(present.raters.count == 1 && present.raters[0].actingAs == nil && !present.canClose)
  }

  @Test func aRatedSessionIsClosedAndSaysWhoDidNotRate() throws {
    let round = try SessionValues.details("rated", movies: Self.movies, picked: 550)
    let ratings = try SessionValues.ratings([(Self.ann, "did_not_like"), (Self.max, nil)], closed: true)
    let screen = try screen(round, ratings)
    #expect(screen.raters.isEmpty && screen.changers.isEmpty && !screen.canClose)
    #expect(screen.ratings?.rows.map(\.label) == ["Didn't like", "Not rated"])
    #expect(screen.ratings?.counts.map(\.count) == [0, 0, 1])
    #expect(screen.ratings?.counts.map { $0.bar.parts.first?.width } == [nil, nil, 50])
  }

  @Test func theMoviesHaveNetScoresBarsAndVotersInTheirOrder() throws {
    let round = try SessionValues.details("watched", movies: Self.movies, picked: 550)
    let movies = try screen(round, nil).movies
    #expect(movies.map(\.title) == ["Fight Club", "Parasite", "Nothing"])
    #expect(movies.map(\.path) == ["/movies/550", "/movies/496", "/movies/1"])
    #expect(movies.map(\.isPicked) == [true, false, false])
    #expect(movies.map(\.score) == ["0", "−1", "0"])
    #expect(movies[0].bar.parts.map(\.width) == [50, 50])
    #expect(movies[1].bar.parts == [Bar.Part(style: "down", x: 0, width: 100)])
    #expect(plain(movies[0].voters?.up) == "Voted up: Ann." && plain(movies[0].voters?.down) == "Voted down: Max.")
    #expect(movies[2].voters == nil && movies[2].bar.parts.isEmpty)
  }

  @Test func moreThanFiveVotersAreCounted() throws {
    let voters = (0..<7).map { _ in (Self.ann, "up") }
    let round = try SessionValues.details("rated", movies: [SessionValues.movie(1, "A", voters: voters)])
    let movie = try #require(try screen(round, nil).movies.first)
    #expect(movie.voters?.faces.count == 5 && movie.voters?.rest == "+2" && movie.score == "+7")
  }

  @Test func aSessionWithoutPickHasAllSections() throws {
    let voting = try screen(
      try SessionValues.details("voting", movies: Self.movies), try SessionValues.ratings([(Self.ann, nil)]))
    let draft = try screen(try SessionValues.details("draft"), try SessionValues.ratings([(Self.ann, nil)]))
    #expect(voting.title == "Session Detail" && voting.pick == nil && voting.isOngoing)
    #expect(voting.ratings?.isEmpty == true && voting.ratings?.rows.isEmpty == true)
    #expect(voting.raters.isEmpty && !voting.canClose)
    #expect(draft.movies.isEmpty)
    let page = try Templates(Areas.all).render(draft, with: "session")
    #expect(page.contains("No pick made") && page.contains("This round didn&#39;t get far enough to vote."))
  }

  @Test func anExpiredSessionSaysHowItEnded() throws {
    let discarded = try screen(try SessionValues.details("expired", reason: "\"discarded\""), nil)
    let late = try screen(try SessionValues.details("expired", reason: "\"timed_out\""), nil)
    #expect(discarded.badge == StatusBadge(.expired, "Expired") && discarded.end == "Discarded by a member")
    #expect(late.end == "Ran out of time" && !late.isOngoing)
  }

  @Test func aLegacySessionShowsTheCurrentMembers() throws {
    let round = try SessionValues.details("rated", attendees: [], mode: "unknown")
    let screen = try screen(round, try SessionValues.ratings([(Self.ann, "loved")], closed: true))
    #expect(screen.isLegacy && screen.people.map(\.name) == ["Ann", "Max", "Ben"])
    #expect(screen.ratings?.share == "1 of 1 rated")
  }

  @Test func withoutRatingsNobodyCanRate() throws {
    let screen = try screen(try SessionValues.details("watched", movies: Self.movies, picked: 550), nil)
    #expect(screen.ratings == nil && screen.raters.isEmpty && !screen.canClose)
    #expect(screen.says == "Watched")
    let html = try Templates(Areas.all).render(screen, with: "session")
    #expect(html.contains("Couldn&#39;t load ratings") && html.contains(">Retry</a>") && html.contains("Fight Club"))
  }
}
