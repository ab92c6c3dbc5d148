import MovieNightFoundation
import MovieNightKit

@testable import movienight_web

/// Values of the protocol for view models of sessions: Ann is the creator, Max is her child, and Ben is another adult.
enum SessionValues {
  static let ann = "01a20c82-3c87-7727-a146-6fd0b1dbb9d0"
  static let max = "01a20c82-3ddd-77ec-9e7b-b5faa2772c79"
  static let ben = "01a20c82-3eee-77ec-9e7b-b5faa2772c79"
  static let round = "01a20c82-3ecf-7076-a9a0-35f13ef9f633"
  /// In November 2026.
  static let reader = Reader(now: Timestamp(microseconds: 1_795_000_000_000_000))
  static let names = [ann: "Ann", max: "Max", ben: "Ben"]

  static func decoded<Value: Decodable & Sendable>(_ json: String) throws -> Value {
    try RawResult(json: JSONDocument(json).root).value()
  }

  static func person(_ id: String, _ name: String? = nil, _ more: String = "") -> String {
    #"{"member_id":"\#(id)","display_name":"\#(name ?? names[id] ?? "?")","avatar_key":"avatar_owl"\#(more)}"#
  }

  static func household() throws -> Household {
    func member(_ id: String, _ role: String, _ parent: String?) -> String {
      let parentID = parent.map { "\"\($0)\"" } ?? "null"
      return person(
        id, nil,
        """
        ,"role":"\(role)","member_type":"\(parent == nil ? "independent" : "managed")","parent_member_id":\(parentID),
        "content_rating_ceiling":\(parent == nil ? "null" : "\"PG\""),"joined_at":"2026-11-24T07:43:11Z"
        """)
    }
    return try decoded(
      """
      {"household_id":"01a20c82-3c87-72e9-abec-5a87a9f2fa5c","name":"Films","created_by":"\(ann)",
      "created_at":"2026-11-24T07:43:11Z","streaming_services":["Disney Plus","Kanopy"],"settings":{
      "voting_expiry_hours":72,"selected_expiry_days":30,"rating_days":14,"country":"US"},"members":[
      \(member(ann, "creator", nil)),\(member(max, "member", ann)),\(member(ben, "member", nil))],
      "revision":3,"library_revision":-1}
      """)
  }

  static func session(
    _ status: String, label: String? = nil, created: String = "2026-02-14T20:00:00Z", title: String? = nil,
    attendees: [String] = ["Tim", "Sarah", "Max"], mode: String = "fixed", ratings: (Int, Int, Int)? = nil
  ) -> String {
    let people = attendees.map { person(ann, $0) }.joined(separator: ",")
    let pick = title.map { #"{"tmdb_movie_id":550,"title":"\#($0)","poster_path":"/a.jpg"}"# } ?? "null"
    let summary = ratings.map { #"{"loved":\#($0.0),"liked":\#($0.1),"did_not_like":\#($0.2)}"# } ?? "null"
    return """
      {"round_id":"\(round)","status":"\(status)","status_label":"\(label ?? status.capitalized)",
      "created_at":"\(created)","attendees":[\(people)],"attendees_mode":"\(mode)","pick":\(pick),
      "ratings_summary":\(summary),"expired_reason":null}
      """
  }

  static func page(_ sessions: [String], next: String? = nil) throws -> SessionPage {
    try decoded(
      #"{"sessions":[\#(sessions.joined(separator: ","))],"next_cursor":\#(next.map { "\"\($0)\"" } ?? "null")}"#)
  }

  static func movie(_ id: Int, _ title: String, voters: [(String, String)] = []) -> String {
    let votes = voters.map { person($0.0, nil, #","vote":"\#($0.1)""#) }.joined(separator: ",")
    let (up, down) = (voters.count { $0.1 == "up" }, voters.count { $0.1 == "down" })
    return """
      {"tmdb_movie_id":\(id),"title":"\(title)","year":1999,"poster_path":null,"content_rating":"R","genres":["Drama"],
      "genre_ids":[],"overview":null,"runtime":139,"popularity":null,"vote_average":null,"streaming":[],"position":1,
      "score":null,"reason":null,"source":"member","proposed_by":null,"proposed_by_name":null,"watched":false,
      "votes_up":\(up),"votes_down":\(down),"net_score":\(up - down),"voters":[\(votes)]}
      """
  }

  static func details(
    _ status: String, label: String? = nil, movies: [String] = [], picked: Int? = nil,
    attendees: [String] = [ann, max],
    mode: String = "fixed", reason: String = "null"
  ) throws -> Round {
    let pick = picked.map {
      """
      {"tmdb_movie_id":\($0),"title":"Fight Club","year":1999,"poster_path":null,"content_rating":"R",
      "picked_by":"\(ann)","picked_by_name":"Ann","picked_at":"2026-02-14T21:00:00Z","watched":true,"watched_at":null}
      """
    }
    return try decoded(
      """
      {"round_id":"\(round)","household_id":"01a20c82-3c87-72e9-abec-5a87a9f2fa5c",
      "group_id":"01a20c82-3c87-72e9-abec-5a87a9f2fa5c","status":"\(status)",
      "status_label":"\(label ?? status.capitalized)","voting_closed_at":null,"started_by":"\(ann)",
      "started_by_name":"Ann","created_at":"2026-02-14T20:00:00Z","voting_started_at":null,"selected_at":null,
      "watched_at":null,"rated_at":null,"expired_at":null,"expired_reason":\(reason),
      "attendees":[\(attendees.map { person($0) }.joined(separator: ","))],"attendees_mode":"\(mode)",
      "suggestions":[\(movies.joined(separator: ","))],"vote_progress":{"voted":1,"total":2},"done_voting":[],
      "picked_movie_id":\(picked.map { "\($0)" } ?? "null"),"pick":\(pick ?? "null"),"ratings_summary":null,
      "max_content_rating":"PG","ceiling_overridden":false,"due_at":null,"due_status":null,"revision":7}
      """)
  }

  static func ratings(_ given: [(String, String?)], closed: Bool = false) throws -> RoundRatings {
    let rows = given.map { id, rating in
      person(id, nil, #","rating":\#(rating.map { "\"\($0)\"" } ?? "null"),"rated_at":null"#)
    }
    return try decoded(
      #"{"round_id":"\#(round)","ratings":[\#(rows.joined(separator: ","))],"summary":null,"closed":\#(closed)}"#)
  }
}
