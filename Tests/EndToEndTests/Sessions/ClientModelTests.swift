import Foundation
import MovieNightPrimitives
import Testing

// The models of existing clients, written after the fields in the clients' specification.

private enum SessionStatus: String, Decodable, CaseIterable {
  case draft, voting, selected, watched, rated, expired, discarded

  var label: String { self == .discarded ? "Expired" : rawValue.capitalized }
}

private struct SessionsListResponse: Decodable {
  let sessions: [SessionSummary]
  let nextCursor: String?
}

private struct SessionSummary: Decodable {
  let roundId: String
  let status: SessionStatus
  let createdAt: String
  let attendees: [SessionAttendee]
  let pick: SessionPickSummary?
  let ratingsSummary: SessionRatingsSummary?
}

private struct SessionAttendee: Decodable, Equatable {
  let memberId: String
  let displayName: String
  let avatarKey: String?
}

private struct SessionPickSummary: Decodable, Equatable {
  let tmdbMovieId: Int
  let title: String
  let posterPath: String?
}

private struct SessionRatingsSummary: Decodable, Equatable {
  let loved: Int
  let liked: Int
  let didNotLike: Int
}

private struct SessionDetailData: Decodable {
  let roundId: String
  let groupId: String
  let status: SessionStatus
  let startedBy: String
  let attendees: [SessionAttendee]
  let createdAt: String
  let suggestions: [SessionSuggestionItem]
  let pickedMovieId: Int?
}

private struct SessionSuggestionItem: Decodable {
  let tmdbMovieId: Int
  let title: String
  let year: Int
  let posterPath: String?
  let contentRating: String?
  let votesUp: Int
  let votesDown: Int
  let voters: [SuggestionVoter]
}

private struct SuggestionVoter: Decodable, Equatable {
  let memberId: String
  let displayName: String
  let avatarKey: String?
  let vote: String
}

private struct RatingsListResponse: Decodable {
  let roundId: String
  let ratings: [Entry]
  let summary: Summary?
  let closed: Bool

  struct Entry: Decodable {
    let memberId: String
    let displayName: String
    let avatarKey: String?
    let rating: String?
    let ratedAt: String?
  }

  struct Summary: Decodable, Equatable {
    let loved: Int
    let liked: Int
    let didNotLike: Int
    let totalRated: Int
    let totalAttendees: Int
  }
}

/// The decoding of the server's results with the models of existing clients.
@Suite struct ClientModelTests {
  private let server: LocalServer
  private let household: Household
  private let member: Wire

  init() throws {
    server = try LocalServer()
    household = try server.createHousehold(creator: "Tim", children: ["Sarah", "Max"])
    member = try server.wire(token: household.token)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ method: String, _ parameters: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(member.result(method, parameters).rawBytes))
  }

  /// Plays a round to each status and returns the rounds' ids.
  private func playEveryStatus() throws -> [SessionStatus: String] {
    var rounds: [SessionStatus: String] = [:]
    for status in [SessionStatus.rated, .watched, .selected, .expired, .voting] {
      let started = try member.result(
        "rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true,"allow_watched":true"#)
      let round = try started.object("round").string("round_id")
      rounds[status] = round
      let parameter = #""round_id":"\#(round)""#
      for (child, vote) in zip(household.members, ["up", "up", "down"]) {
        try member.result(
          "rounds.vote", parameter + #","tmdb_movie_id":2,"vote":"\#(vote)""# + household.actingAs(child))
      }
      switch status {
      case .expired: try member.result("rounds.discard", parameter)
      case .voting: break
      default: try member.result("rounds.pick", parameter + #","tmdb_movie_id":2"#)
      }
      guard status == .rated || status == .watched else { continue }
      try member.result("rounds.mark_watched", parameter)
      let raters = status == .rated ? household.members : [household.children[0]]
      for (rater, rating) in zip(raters, ["loved", "did_not_like", "loved"]) {
        try member.result("rounds.rate", parameter + #","rating":"\#(rating)""# + household.actingAs(rater))
      }
      server.time.advance(hours: 24)
    }
    return rounds
  }

  @Test func sessionListDecodesInClientModel() throws {
    let rounds = try playEveryStatus()
    let first = try decode(SessionsListResponse.self, "sessions.list", #""limit":3"#)
    let rest = try decode(
      SessionsListResponse.self, "sessions.list", #""limit":3,"cursor":"\#(#require(first.nextCursor))""#)
    #expect(rest.nextCursor == nil)
    let sessions = first.sessions + rest.sessions
    #expect(sessions.map(\.status) == [.voting, .expired, .selected, .watched, .rated])
    #expect(sessions.map(\.roundId) == sessions.map { rounds[$0.status] })
    for session in sessions {
      #expect(session.attendees.map(\.displayName) == ["Tim", "Sarah", "Max"])
      #expect(session.createdAt.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
      let isPicked = [.selected, .watched, .rated].contains(session.status)
      #expect(
        session.pick == (isPicked ? SessionPickSummary(tmdbMovieId: 2, title: "Movie 2", posterPath: "/2.jpg") : nil))
    }
    let summaries = sessions.map(\.ratingsSummary)
    #expect(
      summaries == [
        nil, nil, nil, SessionRatingsSummary(loved: 1, liked: 0, didNotLike: 0),
        SessionRatingsSummary(loved: 2, liked: 0, didNotLike: 1),
      ])
  }

  @Test func roundDetailsDecodeInClientModel() throws {
    for (status, round) in try playEveryStatus() {
      let detail = try decode(SessionDetailData.self, "rounds.get", #""round_id":"\#(round)""#)
      #expect(detail.status == status)
      #expect(detail.roundId == round)
      #expect(detail.groupId == household.id)
      #expect(detail.startedBy == household.creator)
      #expect(detail.attendees.map(\.memberId) == household.members)
      #expect(detail.suggestions.map(\.tmdbMovieId) == [1, 2])
      #expect(detail.suggestions.map(\.votesUp) == [0, 2])
      #expect(detail.suggestions.map(\.votesDown) == [0, 1])
      #expect(detail.suggestions[1].voters.map(\.displayName) == ["Tim", "Sarah", "Max"])
      #expect(detail.suggestions[1].voters.map(\.vote) == ["up", "up", "down"])
      #expect(detail.suggestions[1].contentRating == "PG")
      #expect(detail.pickedMovieId == ([.selected, .watched, .rated].contains(status) ? 2 : nil))
    }
  }

  @Test func ratingsDecodeInClientModel() throws {
    let rounds = try playEveryStatus()
    let rated = try decode(
      RatingsListResponse.self, "rounds.ratings", #""round_id":"\#(#require(rounds[.rated]))""#)
    #expect(rated.ratings.map(\.rating) == ["loved", "did_not_like", "loved"])
    #expect(rated.summary == .init(loved: 2, liked: 0, didNotLike: 1, totalRated: 3, totalAttendees: 3))
    #expect(rated.closed)
    let watched = try decode(
      RatingsListResponse.self, "rounds.ratings", #""round_id":"\#(#require(rounds[.watched]))""#)
    #expect(watched.ratings.map(\.memberId) == household.members)
    #expect(watched.ratings.map(\.rating) == [nil, "loved", nil])
    #expect(watched.ratings.map { $0.ratedAt != nil } == [false, true, false])
    #expect(!watched.closed)
    let voting = try decode(
      RatingsListResponse.self, "rounds.ratings", #""round_id":"\#(#require(rounds[.voting]))""#)
    #expect(voting.summary == nil)
    #expect(voting.ratings.count == 3)
  }

  @Test func statusLabelsMatchClientLabels() throws {
    _ = try playEveryStatus()
    for session in try member.result("sessions.list").array("sessions") {
      let status = try #require(SessionStatus(rawValue: session.string("status")))
      #expect(try session.string("status_label") == status.label)
    }
  }
}
