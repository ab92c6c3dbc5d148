import MovieNightKit
import Testing

@testable import movienight_web

/// The view models of tonight, from values of the protocol.
@Suite struct TonightScreenTests {
  private static let ann = "01a20c82-3c87-7727-a146-6fd0b1dbb9d0"
  private static let max = "01a20c82-3ddd-77ec-9e7b-b5faa2772c79"
  private static let ben = "01a20c82-3eee-77ec-9e7b-b5faa2772c79"
  private static let roundID = "01a20c82-3ecf-7076-a9a0-35f13ef9f633"
  private let reader = Reader(now: Timestamp(microseconds: 1_795_000_000_000_000))

  @Test func theCreatorOfAnOpenVoteCanVotePickAndClose() throws {
    let screen = try screen(round())
    let round = try #require(screen.round)
    #expect(round.label == "Voting")
    #expect(round.progress == "1 of 2 have voted")
    #expect(round.says == "Voting, 1 of 2 have voted, 2 votes")
    #expect(round.movies.map(\.title) == ["Toy Story", "Shrek"])
    #expect(round.movies.allSatisfy { $0.vote != nil && $0.canPick })
    #expect(round.manage?.canClose == true && round.manage?.canDiscard == true && round.manage?.canOpen == false)
    #expect(screen.search?.action == "/tonight/propose")
    #expect(screen.start == nil)
  }

  @Test func pressingTheButtonOfAVoteTakesItBack() throws {
    let round = try #require(try screen(round()).round)
    let vote = try #require(round.movies.first?.vote)
    #expect(vote == MovieModel.VoteModel(isUp: true, isDown: false, upValue: "none", downValue: "down"))
  }

  @Test func aParentSwitchesBetweenThemselfAndTheirChildren() throws {
    let own = try screen(round())
    let child = try screen(round(), as: Self.max)
    #expect(own.people.map(\.label) == ["You", "Max"])
    #expect(own.people.map(\.isCurrent) == [true, false])
    #expect(child.people.map(\.isCurrent) == [false, true])
    #expect(child.round?.actingAs == Self.max)
    #expect(child.round?.movies.first?.vote?.isUp == false)
    // A child is never the creator.
    #expect(child.round?.manage == nil && child.round?.pickHelp == nil)
    #expect(child.round?.movies.contains { $0.canPick } == false)
  }

  @Test func anotherMembersChildCannotBeChosen() throws {
    let screen = try screen(round(), as: Self.max, member: Self.ben)
    #expect(screen.people.isEmpty)
    #expect(screen.round?.actingAs == nil)
  }

  @Test func aMemberWhoDoesNotTakePartSeesTheVotesOnly() throws {
    let screen = try screen(round(), member: Self.ben)
    let round = try #require(screen.round)
    #expect(round.absence == "You do not take part in this round.")
    #expect(round.movies.allSatisfy { $0.vote == nil && !$0.canPick })
    #expect(round.done == nil && round.manage == nil && screen.search == nil)
  }

  @Test func closedVotingShowsRanksAndTies() throws {
    let closed = round(#""voting_closed_at":"2026-11-24T08:00:00Z""#)
    let results = """
      {"round_id":"\(Self.roundID)","status":"voting","clear_winner":null,"results":[
        {"rank":1,"tied":true,"tmdb_movie_id":808,"title":"Shrek","poster_path":null,"source":"member","votes_up":1,
          "votes_down":0,"net_score":1,"voters":[]},
        {"rank":1,"tied":true,"tmdb_movie_id":862,"title":"Toy Story","poster_path":null,"source":"member","votes_up":1,
          "votes_down":0,"net_score":1,"voters":[]}]}
      """
    let screen = try screen(closed, results: results)
    let round = try #require(screen.round)
    #expect(round.label == "Voting closed")
    #expect(round.movies.map(\.title) == ["Shrek", "Toy Story"])
    #expect(round.movies.map(\.rank) == ["No. 1, tied", "No. 1, tied"])
    #expect(round.movies.allSatisfy { $0.vote == nil && !$0.isWinner && $0.canPick })
    #expect(round.pickHelp != nil && round.done == nil && screen.search == nil)
  }

  @Test func aDraftIsChangedByItsStarterAndTheCreatorOnly() throws {
    let draft = round(#""status":"draft","status_label":"Draft""#)
    let creator = try screen(draft)
    let other = try screen(draft, member: Self.ben)
    #expect(creator.search?.action == "/tonight/add")
    #expect(creator.round?.manage?.canOpen == true)
    #expect(creator.round?.movies.allSatisfy { $0.canRemove && $0.vote == nil } == true)
    #expect(creator.round?.progress == nil && creator.round?.people.allSatisfy { $0.state == nil } == true)
    #expect(other.round?.manage == nil && other.search == nil)
  }

  @Test func anUnknownStatusOfALaterServerIsShownWithItsLabel() throws {
    let screen = try screen(round(#""status":"paused","status_label":"Paused""#))
    #expect(screen.round?.label == "Paused")
    #expect(screen.round?.movies.allSatisfy { $0.vote == nil && !$0.canPick } == true)
  }

  @Test func nothingOpenOffersToStartWithEveryone() throws {
    let screen = try screen(nil)
    #expect(screen.round == nil && screen.search == nil)
    #expect(screen.start?.attendees.map(\.label) == ["Ann", "Max", "Ben"])
    #expect(screen.start?.attendees.allSatisfy { $0.isChosen } == true)
    #expect(screen.start?.isAlone == false)
  }

  @Test func whoIsAloneIsToldToInviteOthers() throws {
    let ann = try ExampleHousehold.value.members.prefix(1)
    let start = StartRoundModel(Array(ann), hasCatalog: true, entries: nil)
    #expect(start.isAlone)
    let page = try Templates(Areas.all).render(start, with: "start-round")
    #expect(page.contains(#"A round needs at least two people. <a class="target" href="/household">"#))
  }

  @Test(arguments: [
    ("/a.jpg", "https://image.tmdb.org/t/p/w342/a.jpg"), ("/../a.jpg\" onload=x", nil), ("//evil.example/a.jpg", nil),
    ("a.jpg", nil),
  ])
  func postersComeOnlyFromTheCatalogsHost(path: String, source: String?) {
    let poster = Poster(title: "  ¡Hola!", path: path, base: "https://image.tmdb.org/t/p/")
    #expect(poster.image?.source == source)
    #expect(poster.initial == "H")
  }

  // MARK: Values

  private func screen(
    _ round: String?, as child: String? = nil, member: String = ann, results: String? = nil
  ) throws -> TonightScreen {
    let household = """
      {"household_id":"01a20c82-3c87-72e9-abec-5a87a9f2fa5c","name":"Films","created_by":"\(Self.ann)",
      "created_at":"2026-11-24T07:43:11Z","streaming_services":[],"settings":{"voting_expiry_hours":72,
      "selected_expiry_days":30,"rating_days":14,"country":"US"},"members":[
      \(person(Self.ann, "Ann", "creator", "null")),\(person(Self.max, "Max", "member", "\"\(Self.ann)\"")),
      \(person(Self.ben, "Ben", "member", "null"))],"revision":3,"library_revision":-1}
      """
    let values = TonightValues(
      tonight: try decoded(#"{"round":\#(round ?? "null"),"awaiting":[]}"#), household: try decoded(household),
      results: try results.map { try decoded($0) }, imageURL: nil, hasCatalog: true)
    return TonightScreen(
      values, member: try #require(MemberID(member)), actingAs: child.flatMap { MemberID($0) }, reader: reader)
  }

  private func person(_ id: String, _ name: String, _ role: String, _ parent: String) -> String {
    """
    {"member_id":"\(id)","display_name":"\(name)","avatar_key":"avatar_owl","role":"\(role)",
    "member_type":"\(parent == "null" ? "independent" : "managed")","parent_member_id":\(parent),
    "content_rating_ceiling":null,"joined_at":"2026-11-24T07:43:11Z"}
    """
  }

  /// A round of Ann and Max in voting, with `changes` of its members.
  private func round(_ changes: String = #""status":"voting","status_label":"Voting""#) -> String {
    let status = changes.contains("\"status\"") ? "" : #""status":"voting","status_label":"Voting","#
    let closed = changes.contains("voting_closed_at") ? "" : #""voting_closed_at":null,"#
    func movie(_ id: Int, _ title: String, _ voters: String) -> String {
      """
      {"tmdb_movie_id":\(id),"title":"\(title)","year":1995,"poster_path":null,"content_rating":"G","genres":[],
      "genre_ids":[],"overview":null,"runtime":81,"popularity":null,"vote_average":null,"streaming":[],"position":1,
      "score":null,"reason":null,"source":"member","proposed_by":null,"proposed_by_name":null,"watched":false,
      "votes_up":1,"votes_down":0,"net_score":1,"voters":[\(voters)]}
      """
    }
    let vote = #"{"member_id":"\#(Self.ann)","display_name":"Ann","avatar_key":null,"vote":"up"}"#
    let attendees = [(Self.ann, "Ann"), (Self.max, "Max")].map {
      #"{"member_id":"\#($0.0)","display_name":"\#($0.1)","avatar_key":null}"#
    }
    return """
      {"round_id":"\(Self.roundID)","household_id":"01a20c82-3c87-72e9-abec-5a87a9f2fa5c",
      "group_id":"01a20c82-3c87-72e9-abec-5a87a9f2fa5c",\(status)\(closed)\(changes),"started_by":"\(Self.ann)",
      "started_by_name":"Ann","created_at":"2026-11-24T07:43:12Z","voting_started_at":null,"selected_at":null,
      "watched_at":null,"rated_at":null,"expired_at":null,"expired_reason":null,"attendees":[\(attendees.joined(separator: ","))],
      "attendees_mode":"fixed","suggestions":[\(movie(862, "Toy Story", vote)),\(movie(808, "Shrek", vote))],
      "vote_progress":{"voted":1,"total":2},"done_voting":[],"picked_movie_id":null,"pick":null,"ratings_summary":null,
      "max_content_rating":"PG","ceiling_overridden":false,"due_at":"2026-11-26T07:43:12Z","due_status":"expired","revision":7}
      """
  }

  private func decoded<Value: Decodable & Sendable>(_ json: String) throws -> Value {
    try RawResult(json: JSONDocument(json).root).value()
  }
}
