import CommandLineSupport
import FakeServer
import MovieNightKit
import MovieNightPrimitives

@testable import ClientCommands

/// A server's answers about an evening with Ann, who is the creator, her child Ben, and Cleo.
enum Evening {
  static let ann = Nights.id(1)
  static let ben = Nights.id(2)
  static let cleo = Nights.id(3)
  private static let names = [ann: "Ann", ben: "Ben", cleo: "Cleo"]

  static let creator = actor(ann, isCreator: true)
  static let child = actor(ben, childName: "Ben")
  static let member = actor(cleo)

  static func actor(_ id: String, isCreator: Bool = false, childName: String? = nil) -> ActingMember {
    ActingMember(id: MemberID(id) ?? MemberID(high: 0, low: 0), isCreator: isCreator, childName: childName)
  }

  struct Movie {
    var number: Int
    var id: Int
    var title: String
    var votes: [String: String] = [:]
    var proposedBy: String?
    /// The algorithm's reason for suggesting the movie.
    var reason: String?
  }

  static let movies = [
    Movie(number: 1, id: 346648, title: "Paddington 2", votes: [cleo: "down"]),
    Movie(number: 2, id: 8392, title: "My Neighbor Totoro", votes: [ann: "up", cleo: "up"]),
    Movie(number: 4, id: 1, title: "Heat"),
  ]

  static func round(
    _ status: String = "voting", closed: Bool = false, startedBy: String = cleo, done: [String] = [],
    movies: [Movie] = movies, attending: [String] = [ann, ben, cleo], ceiling: String? = nil
  ) -> String {
    let suggestions = movies.map { movie in
      let voters = movie.votes.sorted { $0.key < $1.key }.map {
        #"{"member_id":"\#($0.key)","display_name":"\#(names[$0.key] ?? "")","vote":"\#($0.value)"}"#
      }
      let up = movie.votes.values.count { $0 == "up" }
      return #"""
        {\#(Nights.movie(movie.id, movie.title, 1995, "PG")),"position":\#(movie.number),"watched":false,\#
        "votes_up":\#(up),"votes_down":\#(movie.votes.count - up),"net_score":0,\#
        "voters":[\#(voters.joined(separator: ","))],"source":"\#(movie.reason == nil ? "watchlist" : "algorithm")",\#
        "reason":\#(movie.reason.map { "\"\($0)\"" } ?? "null"),\#
        "proposed_by":\#(movie.proposedBy.map { "\"\($0)\"" } ?? "null")}
        """#
    }
    return #"""
      {"round_id":"\#(Nights.id(7))","household_id":"\#(Nights.id(9))","group_id":"\#(Nights.id(9))",\#
      "attendees_mode":"fixed","ceiling_overridden":false,"revision":1,\#
      "vote_progress":{"voted":\#(Set(movies.flatMap(\.votes.keys)).count),"total":3},"status":"\#(status)","status_label":"\#(Nights.label(status))",\#
      "created_at":"2026-02-14T20:00:00Z","due_at":"2026-02-17T20:00:00Z","started_by":"\#(startedBy)",\#
      "started_by_name":"\#(names[startedBy] ?? "")","voting_closed_at":\#(closed ? #""2026-02-14T21:00:00Z""# : "null"),\#
      "max_content_rating":\#(ceiling.map { "\"\($0)\"" } ?? "null"),\#
      "attendees":\#(people(attending)),"suggestions":[\#(suggestions.joined(separator: ","))],\#
      "done_voting":[\#(done.map { "\"\($0)\"" }.joined(separator: ","))]}
      """#
  }

  private static func people(_ ids: [String]) -> String {
    let people = ids.map { #"{"member_id":"\#($0)","display_name":"\#(names[$0] ?? "")"}"# }
    return "[\(people.joined(separator: ","))]"
  }

  /// Returns a waiting night, identified by its number.
  static func night(_ number: Int, _ status: String, _ title: String, waitingFor: [String] = []) -> String {
    #"""
    {"round_id":"\#(Nights.id(number))","status":"\#(status)","status_label":"\#(Nights.label(status))",\#
    "created_at":"2026-02-14T20:00:00Z","attendees":\#(people([ann, ben, cleo])),\#
    "attendees_mode":"fixed","pick":{"tmdb_movie_id":\#(number),"title":"\#(title)"},\#
    "waiting_for":[\#(waitingFor.map { "\"\($0)\"" }.joined(separator: ","))]}
    """#
  }

  static func active(_ round: String? = nil, _ awaiting: [String] = []) -> String {
    #"{"round":\#(round ?? "null"),"awaiting":[\#(awaiting.joined(separator: ","))]}"#
  }

  static func tonight(_ round: String? = nil, _ awaiting: [String] = []) throws -> ActiveRounds {
    try shown(active(round, awaiting))
  }

  static func open(_ round: String = round()) throws -> Round { try shown(round) }

  /// Returns a movie's rank in the results. By default, movies of different ranks have different net scores.
  static func ranked(_ id: Int, _ rank: Int, tied: Bool = false, net: Int? = nil) -> String {
    #"""
    {"rank":\#(rank),"tied":\#(tied),"tmdb_movie_id":\#(id),"title":"","source":"member","votes_up":0,"votes_down":0,\#
    "net_score":\#(net ?? 10 - rank),"voters":[]}
    """#
  }

  static func results(_ ranked: [String], winner: String? = nil) -> String {
    let winner = winner.map { #"{"tmdb_movie_id":1,"title":"\#($0)"}"# } ?? "null"
    return #"""
      {"round_id":"\#(Nights.id(7))","status":"voting","clear_winner":\#(winner),\#
      "results":[\#(ranked.joined(separator: ","))]}
      """#
  }

  /// Returns the result of `rounds.done_voting`; `closedAt` is JSON.
  static func votingEnd(closedAt: String) -> String {
    #"{"round_id":"\#(Nights.id(7))","status":"voting","voting_closed_at":\#(closedAt),"position":5,"revision":2}"#
  }

  /// Returns a server with these active rounds, which answers other methods from `results`.
  static func server(_ active: String, _ results: [String: String] = [:]) throws -> FakeServer {
    try FakeServer.answering { answer($0, active, results) }
  }

  static func answer(_ request: FakeRequest, _ active: String, _ results: [String: String] = [:]) -> String {
    switch request.method {
    case "auth.authenticate": request.result(#"{"member_id":"\#(ann)","role":"creator","display_name":"Ann"}"#)
    case "rounds.active": request.result(active)
    case "households.get": request.result(household)
    case "watchlist.list": request.result(watchlist)
    case "sessions.list": request.result(results[request.method] ?? #"{"sessions":[],"next_cursor":null}"#)
    case "watched.list": request.result(#"{"items":[],"next_cursor":null}"#)
    case "movies.search": results[request.method].map { request.result($0) } ?? request.refusal(503, "no_catalog")
    default: request.result(results[request.method] ?? "{}")
    }
  }

  static let household = Nights.household(members: [
    Nights.member(ann, "Ann", role: "creator"), Nights.member(ben, "Ben", parent: ann), Nights.member(cleo, "Cleo"),
  ])

  private static let watchlist = #"""
    {"items":[{\#(Nights.movie(949, "Heat", 1995, nil)),"added_by":"\#(ann)","added_by_name":"Ann",\#
    "added_at":"2026-02-14T20:00:00Z"}],"next_cursor":null}
    """#
}
