import Domain
import EventStore
import Foundation
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Projections
@testable import Server

// The types that existing clients decode, rewritten from the fields in their specification.

private struct SessionsListResponse: Decodable {
  let sessions: [SessionItem]
  let nextCursor: String?
}

private enum SessionStatus: String, Decodable {
  case draft, voting, selected, watched, rated, expired, discarded
}

private struct SessionItem: Decodable {
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

private struct SessionPickSummary: Decodable {
  let tmdbMovieId: Int
  let title: String
  let posterPath: String?
}

private struct SessionRatingsSummary: Decodable {
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

private struct SuggestionVoter: Decodable {
  let memberId: String
  let displayName: String
  let avatarKey: String?
  let vote: String
}

private struct RatingsResponse: Decodable {
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

@Suite struct AnswerTests {
  private let models: ReadModels
  private let view: HouseholdView

  init() throws {
    var recorder = Recorder()
    recorder.foundHome()
    recorder.record(MovieWatched(movie: Home.movie(3), roundID: RoundID(high: 3, low: 9)), library: Home.id)
    recorder.openRound(.everyone)
    recorder.inRound(MovieProposed(movie: Home.movie(4), position: 4, proposedBy: Home.max))
    recorder.vote(Home.tim, 2, .up)
    recorder.vote(Home.max, 2, .down)
    recorder.vote(Home.tim, 1, .up)
    models = try openModels(RowStore(keepsRows: false))
    try Self.play(&recorder, models)
    view = HouseholdView(
      details: try #require(try models.household(Home.id)),
      names: HouseholdNames(
        name: "The \"Does\"",
        profiles: [
          Home.tim: Profile(displayName: "Tim", avatarKey: "avatar_fox"),
          Home.sarah: Profile(displayName: "Sarah", avatarKey: "avatar_bear"),
        ]))
  }

  private static func play(_ recorder: inout Recorder, _ models: ReadModels) throws {
    let store = try #require(models.store as? RowStore)
    let events = Array(recorder.events.dropFirst(try store.head()))
    store.record(events)
    try models.apply(events)
  }

  private func recordMoreEvents(_ play: (inout Recorder) -> Void) throws {
    var recorder = Recorder()
    for event in try models.store.readAll(after: 0, limit: 1000, owner: nil) {
      recorder.record(type: event.type, data: event.data, event.stream, of: Home.id)
    }
    play(&recorder)
    try Self.play(&recorder, models)
  }

  private func pickAndWatch() throws {
    try recordMoreEvents { recorder in
      let all = [Home.tim, Home.sarah, Home.max]
      recorder.inRound(MoviePicked(tmdbMovieID: 2, pickedBy: Home.tim, attendees: all))
      recorder.inRound(RatingGiven(memberID: Home.max, rating: .didNotLike))
      recorder.inRound(RatingGiven(memberID: Home.tim, rating: .loved))
      recorder.inRound(RoundWatched(markedBy: Home.sarah))
    }
  }

  private func decode<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Value.self, from: Data(bytes))
  }

  private func round() throws -> RoundView {
    let round = try #require(try models.round(Home.round))
    return RoundView(round: round, household: view, watched: try models.watched(among: round.movieIDs, in: Home.id))
  }

  private func sessions(after sortKey: SortKey? = nil) throws -> SessionsListResponse {
    let page = try models.sessions(Home.id, after: sortKey, limit: 1)
    return try decode(RoundTypes.sessions.bytes(of: ViewPage(page: page, household: view)))
  }

  @Test func roundAnswerDecodesInExistingClients() throws {
    try pickAndWatch()
    let detail: SessionDetailData = try decode(RoundTypes.round.bytes(of: round()))
    #expect(detail.roundId == "\(Home.round)")
    #expect(detail.groupId == "\(Home.id)")
    #expect(detail.status == .watched)
    #expect(detail.startedBy == "\(Home.tim)")
    #expect(detail.createdAt == "2026-02-14T20:00:06Z")
    #expect(
      detail.attendees == [
        SessionAttendee(memberId: "\(Home.tim)", displayName: "Tim", avatarKey: "avatar_fox"),
        SessionAttendee(memberId: "\(Home.sarah)", displayName: "Sarah", avatarKey: "avatar_bear"),
        SessionAttendee(memberId: "\(Home.max)", displayName: "[Deleted member]", avatarKey: nil),
      ])
    #expect(detail.pickedMovieId == 2)
    #expect(detail.suggestions.map(\.tmdbMovieId) == [1, 2, 3, 4])
    #expect(detail.suggestions[1].voters.map(\.vote) == ["up", "down"])
    #expect(detail.suggestions[1].voters.map(\.displayName) == ["Tim", "[Deleted member]"])
    #expect(detail.suggestions.map(\.votesUp) == [1, 1, 0, 0])
    #expect(detail.suggestions.map(\.votesDown) == [0, 1, 0, 0])
  }

  @Test func roundAnswerHasEveryKey() throws {
    let answer = try JSONDocument(RoundTypes.round.bytes(of: round())).root
    #expect(
      Set(answer.members.map(\.name)) == [
        "round_id", "household_id", "group_id", "status", "status_label", "started_by", "started_by_name",
        "created_at", "voting_started_at", "voting_closed_at", "selected_at", "watched_at", "rated_at",
        "expired_at", "expired_reason", "attendees", "attendees_mode", "suggestions", "vote_progress",
        "done_voting", "picked_movie_id", "pick", "ratings_summary", "max_content_rating", "ceiling_overridden",
        "due_at", "due_status", "revision",
      ])
    #expect(try answer.string("attendees_mode") == "everyone")
    #expect(try answer.object("vote_progress").integer("voted") == 2)
    #expect(try answer.object("vote_progress").integer("total") == 3)
    #expect(answer["pick"]?.isNull == true)
    #expect(answer["ratings_summary"]?.isNull == true)
    let suggestions = Array(try answer.array("suggestions"))
    #expect(
      Set(suggestions[3].members.map(\.name)) == [
        "tmdb_movie_id", "position", "title", "year", "poster_path", "content_rating", "genres", "genre_ids",
        "overview", "runtime", "popularity", "vote_average", "streaming", "score", "reason", "source",
        "proposed_by", "proposed_by_name", "watched", "votes_up", "votes_down", "net_score", "voters",
      ])
    #expect(try suggestions.map { try $0.bool("watched") } == [false, false, true, false])
    #expect(try suggestions[3].string("proposed_by_name") == "[Deleted member]")
    #expect(suggestions[0]["proposed_by"]?.isNull == true)
  }

  @Test func roundAnswerIncludesPickAndRatingsOnceWatched() throws {
    try pickAndWatch()
    let answer = try JSONDocument(RoundTypes.round.bytes(of: round())).root
    let pick = try answer.object("pick")
    #expect(
      pick.members.map(\.name) == [
        "tmdb_movie_id", "title", "year", "poster_path", "content_rating", "picked_by", "picked_by_name",
        "picked_at", "watched", "watched_at",
      ])
    #expect(try pick.bool("watched"))
    #expect(try answer.string("attendees_mode") == "fixed")
    #expect(try answer.object("ratings_summary").integer("did_not_like") == 1)
  }

  @Test func resultsAnswerNamesClearWinnerAndRanks() throws {
    let answer = try JSONDocument(RoundTypes.results.bytes(of: round())).root
    #expect(try answer.object("clear_winner").integer("tmdb_movie_id") == 1)
    let results = Array(try answer.array("results"))
    #expect(try results.map { try $0.integer("tmdb_movie_id") } == [1, 2, 3, 4])
    #expect(try results.map { try $0.integer("rank") } == [1, 2, 2, 2])
    #expect(try results.map { try $0.bool("tied") } == [false, true, true, true])
    #expect(try results[1].integer("net_score") == 0)
  }

  @Test func ratingsAnswerListsEveryAttendee() throws {
    let open: RatingsResponse = try decode(RoundTypes.ratings.bytes(of: round()))
    #expect(open.summary == nil)
    #expect(open.ratings.count == 3)
    try pickAndWatch()
    let answer: RatingsResponse = try decode(RoundTypes.ratings.bytes(of: round()))
    #expect(answer.ratings.map(\.rating) == ["loved", nil, "did_not_like"])
    #expect(answer.ratings.map { $0.ratedAt != nil } == [true, false, true])
    #expect(answer.summary == .init(loved: 1, liked: 0, didNotLike: 1, totalRated: 2, totalAttendees: 3))
    #expect(!answer.closed)
    try recordMoreEvents { $0.inRound(RoundRated(reason: .closed, closedBy: Home.tim)) }
    #expect(try (decode(RoundTypes.ratings.bytes(of: round())) as RatingsResponse).closed)
  }

  @Test func sessionsAnswerDecodesInExistingClients() throws {
    let open = try sessions()
    #expect(open.sessions.map(\.status) == [.voting])
    #expect(open.sessions[0].pick == nil)
    #expect(open.sessions[0].ratingsSummary == nil)
    #expect(open.nextCursor == nil)
    try pickAndWatch()
    try recordMoreEvents { recorder in
      recorder.record(
        RoundDrafted(startedBy: Home.tim, attendees: .fixed([Home.sarah])), round: RoundID(high: 3, low: 2), of: Home.id
      )
    }
    let newest = try sessions()
    #expect(newest.sessions.map(\.status) == [.draft])
    let cursor = try #require(newest.nextCursor.flatMap(SortKey.init(wireText:)))
    let watched = try sessions(after: cursor)
    #expect(watched.sessions[0].roundId == "\(Home.round)")
    #expect(watched.sessions[0].attendees.map(\.displayName) == ["Tim", "Sarah", "[Deleted member]"])
    #expect(watched.sessions[0].pick?.title == "Movie 2")
    #expect(watched.sessions[0].ratingsSummary?.loved == 1)
    #expect(watched.nextCursor == nil)
  }

  @Test func householdAnswerIncludesSettingsAndMembers() throws {
    let answer = try JSONDocument(
      HouseholdTypes.household.bytes(of: HouseholdShown(view: view, library: models.library(Home.id)))
    ).root
    #expect(
      answer.members.map(\.name) == [
        "household_id", "name", "created_by", "created_at", "streaming_services", "settings", "members", "revision",
        "library_revision",
      ])
    #expect(try answer.string("name") == "The \"Does\"")
    #expect(try answer.object("settings").integer("voting_expiry_hours") == 72)
    #expect(try answer.integer("revision") == 3)
    #expect(try answer.integer("library_revision") == 0)
    let members = Array(try answer.array("members"))
    #expect(try members.map { try $0.string("role") } == ["creator", "member", "member"])
    #expect(try members.map { try $0.optional("content_rating_ceiling") } == [nil, nil, "PG"])
    #expect(try members[2].string("parent_member_id") == "\(Home.tim)")
    #expect(
      members[0].members.map(\.name) == [
        "member_id", "display_name", "avatar_key", "role", "member_type", "parent_member_id",
        "content_rating_ceiling", "joined_at",
      ])
  }

  @Test func cursorRoundTripsAndInvalidTextIsRefused() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let sortKey = SortKey(
        order: Int64(bitPattern: random.next()), tie: ItemID(high: random.next(), low: random.next()))
      #expect(SortKey(wireText: sortKey.wireText) == sortKey)
    }
    for text in ["", "00", String(repeating: "g", count: 48), String(repeating: "0", count: 49)] {
      #expect(SortKey(wireText: text) == nil)
    }
  }
}
