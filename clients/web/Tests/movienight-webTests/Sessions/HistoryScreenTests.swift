import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct HistoryScreenTests {
  private func row(_ session: String) throws -> SessionRow {
    let page = try SessionValues.page([session])
    return try #require(HistoryScreen(page, cursor: nil, imageURL: nil, reader: SessionValues.reader).rows.first)
  }

  private func plain(_ text: String) -> String {
    text.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "")
  }

  @Test func aRatedSessionHasItsPickDateAttendeesAndRatings() throws {
    let row = try row(SessionValues.session("rated", title: "Fight Club", ratings: (2, 1, 0)))
    #expect(row.movie == "Fight Club")
    #expect(row.badge == StatusBadge(.rated, "Rated"))
    #expect(row.date.text == "Feb 14")
    #expect(plain(row.attendees) == "Tim, Sarah, Max")
    #expect(row.ratings?.counts.map(\.text) == ["2 Loved", "1 Liked"])
    #expect(row.ratings?.share == nil)
    #expect(
      plain(row.label) == "Fight Club. Rated. February 14. Attended by Tim, Sarah, Max. 2 Loved, 1 Liked.")
  }

  @Test func anExpiredSessionHasNoMovieAndNoRatings() throws {
    let row = try row(SessionValues.session("expired"))
    #expect(row.movie == nil && row.poster == nil && row.ratings == nil)
    #expect(plain(row.label) == "No movie selected. Expired. February 14. Attended by Tim, Sarah, Max.")
  }

  @Test(arguments: ["draft", "voting", "selected", "expired"])
  func ratingsAreHiddenBeforeTheMovieWasWatched(status: String) throws {
    #expect(try row(SessionValues.session(status, title: "Fight Club", ratings: (1, 0, 0))).ratings == nil)
  }

  @Test func aWatchedSessionSaysHowManyHaveRated() throws {
    let partial = try row(SessionValues.session("watched", title: "Fight Club", ratings: (1, 0, 1)))
    let none = try row(SessionValues.session("watched", title: "Fight Club", ratings: (0, 0, 0)))
    #expect(partial.ratings?.counts.map(\.text) == ["1 Loved", "1 Didn't like"])
    #expect(partial.ratings?.share == "2 of 3 rated")
    #expect(none.ratings?.isEmpty == true && none.ratings?.spoken == "No ratings yet")
  }

  @Test func anEarlierYearIsNamedInTheDate() throws {
    #expect(try row(SessionValues.session("rated", created: "2025-02-14T20:00:00Z")).date.text == "Feb 14, 2025")
  }

  @Test func moreThanThreeAttendeesAreCounted() throws {
    let row = try row(SessionValues.session("rated", attendees: ["Tim", "Sarah", "Max", "Ann", "Ben"]))
    #expect(plain(row.attendees) == "Tim, Sarah, Max + 2 more")
  }

  @Test func aLegacySessionWithoutAttendeesSaysAllMembers() throws {
    let row = try row(SessionValues.session("rated", attendees: [], mode: "unknown", ratings: (1, 0, 0)))
    #expect(row.attendees == "All members")
    #expect(row.ratings?.share == nil)
  }

  @Test func eachStatusHasItsStyle() {
    let statuses: [RoundStatus] = [.draft, .voting, .selected, .watched, .rated, .expired]
    #expect(statuses.map { StatusBadge($0, "").style } == ["plain", "accent", "accent", "warn", "good", "plain"])
  }

  @Test func aPageHasALinkToTheNextOneAndTheLastOneAnEnd() throws {
    let first = try SessionValues.page([SessionValues.session("rated")], next: "a b")
    let last = try SessionValues.page([SessionValues.session("rated")])
    let one = HistoryScreen(first, cursor: nil, imageURL: nil, reader: SessionValues.reader)
    let other = HistoryScreen(last, cursor: "a b", imageURL: nil, reader: SessionValues.reader)
    #expect(one.next == "/history?after=a%20b" && !one.isLast && !one.isContinued)
    #expect(other.next == nil && other.isLast && other.isContinued && !other.isEmpty)
  }

  @Test func noSessionsAreEmptyAndHaveNoEnd() throws {
    let screen = HistoryScreen(
      try SessionValues.page([]), cursor: nil, imageURL: nil, reader: SessionValues.reader)
    #expect(screen.isEmpty && !screen.isLast && screen.next == nil)
  }

  @Test func errorsSayWhatTheSpecificationSays() throws {
    let unreachable = ClientError.unreachable(address: .standard, reason: "refused")
    let texts: [(ClientError, String)] = [
      (unreachable, "Check your connection and try again."),
      (
        .refused(Refusal(code: 403, reason: "not_a_member", message: "")),
        "You don't have access to this household's history."
      ),
      (.refused(Refusal(code: 404, reason: "unknown_household", message: "")), "This household wasn't found."),
      (
        .refused(Refusal(code: 500, reason: "internal", message: "")),
        "Something went wrong on our end. Try again in a moment."
      ),
      (.refused(Refusal(code: 404, reason: "unknown_round", message: "")), "This round is no longer there."),
    ]
    for (error, text) in texts {
      let screen = try SessionsPages.failure(error, "Couldn't Load History", at: "/history")
      let model = try #require(screen.model as? ErrorScreen)
      #expect(model.text == text)
      #expect(model.heading == "Couldn't Load History" && model.link.label == "Try Again")
      #expect(screen.status.code >= 400)
    }
    #expect(throws: ClientError.self) {
      try SessionsPages.failure(.refused(Refusal(code: 401, reason: "not_authenticated", message: "")), "", at: "/")
    }
  }
}
