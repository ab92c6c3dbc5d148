/// A server's answers about households, members and movies, for tests that draw them.
package enum Nights {
  package static func id(_ number: Int) -> String { "0198c2a4-7c00-7000-8000-00000000000\(number)" }

  /// Returns the members that all movies in rounds and lists have. Null means that a value is unknown.
  package static func movie(_ id: Int, _ title: String, _ year: Int?, _ rating: String?) -> String {
    let year = year.map(String.init) ?? "null"
    return #"""
      "tmdb_movie_id":\#(id),"title":"\#(title)","year":\#(year),"content_rating":\#(rating.map { "\"\($0)\"" } ?? "null"),\#
      "genres":[],"genre_ids":[],"streaming":[]
      """#
  }

  package static func member(
    _ id: String, _ name: String, role: String = "member", parent: String? = nil,
    joined: String = "2026-02-14T20:00:00Z"
  ) -> String {
    let parent = parent.map { "\"\($0)\"" } ?? "null"
    return #"""
      {"member_id":"\#(id)","display_name":"\#(name)","role":"\#(role)","member_type":"independent",\#
      "parent_member_id":\#(parent),"joined_at":"\#(joined)"}
      """#
  }

  package static func household(_ name: String = "Films", services: String = "[]", members: [String] = []) -> String {
    #"""
    {"household_id":"\#(id(9))","name":"\#(name)","created_by":"\#(id(0))","created_at":"2026-02-14T20:00:00Z",\#
    "streaming_services":\#(services),"settings":{"voting_expiry_hours":72,"selected_expiry_days":7,"rating_days":7,\#
    "country":"US"},"members":[\#(members.joined(separator: ","))],"revision":1,"library_revision":-1}
    """#
  }

  package static func people(_ names: [String]) -> String {
    "["
      + names.enumerated().map {
        #"{"member_id":"\#(id($0.offset))","display_name":"\#($0.element)","avatar_key":"avatar_bear"}"#
      }.joined(separator: ",") + "]"
  }

  package static func summary(
    _ number: Int, _ status: String, created: String = "2026-02-14T20:00:00Z",
    names: [String] = ["Tim", "Sarah", "Max"],
    mode: String = "fixed", title: String? = nil, ratings: (Int, Int, Int)? = nil, expiredReason: String? = nil
  ) -> String {
    let pick = title.map { #"{"tmdb_movie_id":550,"title":"\#($0)","poster_path":null}"# } ?? "null"
    let counts = ratings.map { #"{"loved":\#($0.0),"liked":\#($0.1),"did_not_like":\#($0.2)}"# } ?? "null"
    return #"""
      {"round_id":"\#(id(number))","status":"\#(status)","status_label":"\#(label(status))","created_at":"\#(created)",\#
      "attendees":\#(people(names)),"attendees_mode":"\#(mode)","pick":\#(pick),"ratings_summary":\#(counts),\#
      "expired_reason":\#(expiredReason.map { "\"\($0)\"" } ?? "null")}
      """#
  }

  package static func label(_ status: String) -> String { status.prefix(1).uppercased() + status.dropFirst() }

  package static func voters(up: [String], down: [String]) -> String {
    let votes = up.map { ($0, "up") } + down.map { ($0, "down") }
    return "["
      + votes.map {
        #"{"member_id":"\#(id(0))","display_name":"\#($0.0)","avatar_key":null,"vote":"\#($0.1)"}"#
      }.joined(separator: ",") + "]"
  }

  package static func suggestion(
    _ movie: Int, _ title: String, _ year: Int, _ rating: String?, up: [String] = [], down: [String] = [],
    proposedBy: String? = nil, source: String = "member", position: Int = 1
  ) -> String {
    let proposer = proposedBy.map { "\"\($0)\"" } ?? "null"
    return #"""
      {\#(Nights.movie(movie, title, year, rating)),"source":"\#(source)","position":\#(position),"watched":false,\#
      "proposed_by_name":\#(proposer),"votes_up":\#(up.count),"votes_down":\#(down.count),"net_score":0,\#
      "voters":\#(voters(up: up, down: down))}
      """#
  }

  package static func round(
    _ status: String, names: [String] = ["Tim", "Sarah", "Max"], mode: String = "fixed", suggestions: [String] = [],
    picked: (Int, String)? = nil, expiredReason: String? = nil, startedBy: String = "Tim", voted: Int = 0,
    done: [Int] = [], votingClosed: Bool = false
  ) -> String {
    let pick =
      picked.map {
        #"""
        {"tmdb_movie_id":\#($0.0),"title":"\#($0.1)","year":1999,"content_rating":"R","picked_by":"\#(id(0))",\#
        "picked_by_name":"Tim","picked_at":"2025-02-14T22:00:00Z","watched":false}
        """#
      } ?? "null"
    let reason = expiredReason.map { "\"\($0)\"" } ?? "null"
    return #"""
      {"round_id":"\#(id(1))","household_id":"\#(id(9))","group_id":"\#(id(9))","status":"\#(status)",\#
      "status_label":"\#(label(status))","ceiling_overridden":false,"revision":1,"started_by":"\#(id(0))",\#
      "voting_closed_at":\#(votingClosed ? #""2025-02-14T21:00:00Z""# : "null"),\#
      "created_at":"2025-02-14T20:00:00Z","started_by_name":"\#(startedBy)","expired_reason":\#(reason),\#
      "attendees":\#(people(names)),"attendees_mode":"\#(mode)","suggestions":[\#(suggestions.joined(separator: ","))],\#
      "picked_movie_id":\#(picked.map { "\($0.0)" } ?? "null"),"pick":\#(pick),\#
      "vote_progress":{"voted":\#(voted),"total":\#(names.count)},\#
      "done_voting":[\#(done.map { "\"\(id($0))\"" }.joined(separator: ","))]}
      """#
  }

  package static func ratings(_ given: [(String, String?)], closed: Bool = false) -> String {
    func count(_ rating: String) -> Int { given.count { $0.1 == rating } }
    let entries = given.map {
      #"{"member_id":"\#(id(0))","display_name":"\#($0.0)","rating":\#($0.1.map { "\"\($0)\"" } ?? "null")}"#
    }
    return #"""
      {"round_id":"\#(id(1))","ratings":[\#(entries.joined(separator: ","))],"summary":{"loved":\#(count("loved")),\#
      "liked":\#(count("liked")),"did_not_like":\#(count("did_not_like")),\#
      "total_rated":0,"total_attendees":\#(given.count)},"closed":\#(closed)}
      """#
  }
}
