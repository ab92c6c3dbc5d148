import CommandLineSupport
import FakeServer
import MovieNightPrimitives

@testable import ClientCommands

/// An evening as a server tells of it: Ann, who is the creator, Ben, who is her child, and Cleo.
enum Evening {
  static let ann = Nights.id(1)
  static let ben = Nights.id(2)
  static let cleo = Nights.id(3)
  private static let names = [ann: "Ann", ben: "Ben", cleo: "Cleo"]

  static let creator = ActingMember(id: ann, isCreator: true, childName: nil)
  static let child = ActingMember(id: ben, isCreator: false, childName: "Ben")
  static let member = ActingMember(id: cleo, isCreator: false, childName: nil)

  struct Movie {
    var number: Int
    var id: Int
    var title: String
    var votes: [String: String] = [:]
    /// Why the algorithm has found it.
    var reason: String?
  }

  static let movies = [
    Movie(number: 1, id: 346648, title: "Paddington 2", votes: [cleo: "down"]),
    Movie(number: 2, id: 8392, title: "My Neighbor Totoro", votes: [ann: "up", cleo: "up"]),
    Movie(number: 4, id: 1, title: "Heat"),
  ]

  static func round(
    _ status: String = "voting", closed: Bool = false, startedBy: String = cleo, done: [String] = [],
    movies: [Movie] = movies
  ) -> String {
    let suggestions = movies.map { movie in
      let voters = movie.votes.sorted { $0.key < $1.key }.map {
        #"{"member_id":"\#($0.key)","display_name":"\#(names[$0.key] ?? "")","vote":"\#($0.value)"}"#
      }
      let up = movie.votes.values.count { $0 == "up" }
      return #"""
        {"tmdb_movie_id":\#(movie.id),"position":\#(movie.number),"title":"\#(movie.title)","year":1995,\#
        "content_rating":"PG","votes_up":\#(up),"votes_down":\#(movie.votes.count - up),\#
        "voters":[\#(voters.joined(separator: ","))],"source":"\#(movie.reason == nil ? "watchlist" : "algorithm")",\#
        "reason":\#(movie.reason.map { "\"\($0)\"" } ?? "null")}
        """#
    }
    let attendees = [ann, ben, cleo].map { #"{"member_id":"\#($0)","display_name":"\#(names[$0] ?? "")"}"# }
    return #"""
      {"round_id":"\#(Nights.id(7))","status":"\#(status)","status_label":"\#(Nights.label(status))",\#
      "created_at":"2026-02-14T20:00:00Z","due_at":"2026-02-17T20:00:00Z","started_by":"\#(startedBy)",\#
      "started_by_name":"\#(names[startedBy] ?? "")","voting_closed_at":\#(closed ? #""2026-02-14T21:00:00Z""# : "null"),\#
      "attendees":[\#(attendees.joined(separator: ","))],"suggestions":[\#(suggestions.joined(separator: ","))],\#
      "done_voting":[\#(done.map { "\"\($0)\"" }.joined(separator: ","))]}
      """#
  }

  /// A night that waits; the number tells it from others.
  static func night(_ number: Int, _ status: String, _ title: String, waitingFor: [String] = []) -> String {
    #"""
    {"round_id":"\#(Nights.id(number))","status":"\#(status)","pick":{"tmdb_movie_id":\#(number),"title":"\#(title)"},\#
    "waiting_for":[\#(waitingFor.map { "\"\($0)\"" }.joined(separator: ","))]}
    """#
  }

  static func active(_ round: String? = nil, _ awaiting: [String] = []) -> String {
    #"{"round":\#(round ?? "null"),"awaiting":[\#(awaiting.joined(separator: ","))]}"#
  }

  static func tonight(_ round: String? = nil, _ awaiting: [String] = []) throws -> Tonight {
    try Tonight(JSONDocument(active(round, awaiting)).root)
  }

  static func open(_ round: String = round()) throws -> OpenRound { try OpenRound(JSONDocument(round).root) }

  /// A server where that is so, and which answers `results` by method.
  static func server(_ active: String, _ results: [String: String] = [:]) throws -> FakeServer {
    try FakeServer.answering { answer($0, active, results) }
  }

  static func answer(_ request: FakeRequest, _ active: String, _ results: [String: String] = [:]) -> String {
    switch request.method {
    case "auth.authenticate": request.result(#"{"member_id":"\#(ann)","role":"creator","display_name":"Ann"}"#)
    case "rounds.active": request.result(active)
    case "households.get": request.result(household)
    case "watchlist.list": request.result(watchlist)
    case "watched.list": request.result(#"{"items":[],"next_cursor":null}"#)
    default: request.result(results[request.method] ?? "{}")
    }
  }

  private static let household = #"""
    {"members":[{"member_id":"\#(ann)","display_name":"Ann","parent_member_id":null},\#
    {"member_id":"\#(ben)","display_name":"Ben","parent_member_id":"\#(ann)"},\#
    {"member_id":"\#(cleo)","display_name":"Cleo","parent_member_id":null}]}
    """#

  private static let watchlist = #"""
    {"items":[{"tmdb_movie_id":949,"title":"Heat","year":1995,"content_rating":null,"added_by":"x",\#
    "added_by_name":"Ann","added_at":"2026-02-14T20:00:00Z"}],"next_cursor":null}
    """#
}
