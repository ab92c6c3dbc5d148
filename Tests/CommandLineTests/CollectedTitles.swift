import CommandLineSupport
import FakeServer
import MovieNightPrimitives

@testable import ClientCommands
@testable import Console

/// A server's answers about the collection of an evening's user, and runs of the program against it.
enum CollectedTitles {
  static func movie(_ id: Int, _ title: String, _ year: Int = 1995, plays: Int = 0, rating: String = "null") -> String {
    let day = plays > 0 ? #""2026-02-14""# : "null"
    return #"""
      {"media_type":"movie","tmdb_id":\#(id),"facts":\#(facts(title, year)),\#
      "status":"\#(plays > 0 ? "completed" : "planned")","watched":\#(plays > 0),"watched_date":\#(day),\#
      "play_count":\#(plays),"rating":\#(rating),"rating10":null,"favourite":false,"liked_status":0,"private":false,\#
      "exceeds_ceiling":false,"watched_together":null,\#
      "progress":{"total":1,"aired":1,"watched":0,"watch_progress":0},\#
      "next_to_watch":null,"new_episodes":0,"added_at":"2026-02-14T20:00:00Z"}
      """#
  }

  static func series(_ id: Int = 1396, _ title: String = "Breaking Bad", next: String = "null") -> String {
    #"""
    {"media_type":"tv","tmdb_id":\#(id),"facts":\#(facts(title, 2008)),\#
    "status":"watching","watched":false,"watched_date":null,"play_count":7,"rating":null,"rating10":9,"favourite":true,\#
    "liked_status":1,"private":true,"exceeds_ceiling":true,"watched_together":null,\#
    "progress":{"total":62,"aired":62,"watched":7,"watch_progress":0.1},\#
    "next_to_watch":\#(next),"new_episodes":2,"added_at":"2026-02-14T20:00:00Z"}
    """#
  }

  private static func facts(_ title: String, _ year: Int) -> String {
    #"{"title":"\#(title)","original_title":null,"year":\#(year),"genres":[],"seasons":[]}"#
  }

  /// Returns a list of titles, identified by its number.
  static func list(
    _ number: Int, _ name: String, _ description: String = "", owner: String = "Ann", shared: Bool = false,
    isDefault: Bool = false, titles: Int = 1, watched: Int = 0
  ) -> String {
    #"""
    {"list_id":"\#(Nights.id(number))","owner_id":"\#(Evening.ann)","owner_name":"\#(owner)","name":"\#(name)",\#
    "description":"\#(description)","shared":\#(shared),"is_default":\#(isDefault),"title_count":\#(titles),\#
    "watched_count":\#(watched),"watch_progress":0,"created_at":"2026-02-14T20:00:00Z",\#
    "modified_at":"2026-02-14T20:00:00Z"}
    """#
  }

  /// Returns a note, identified by its number, on a movie.
  static func note(_ number: Int, on movie: Int, _ text: String) -> String {
    #"""
    {"note_id":"\#(Nights.id(number))","media_type":"movie","tmdb_id":\#(movie),"author_id":"\#(Evening.ann)",\#
    "author_name":"Ann","text":"\#(text)","owner_only":true,"created_at":"2026-02-14T20:00:00Z",\#
    "modified_at":"2026-02-14T20:00:00Z"}
    """#
  }

  /// Returns the result of a command with these members.
  static func changed(_ members: String) -> String { #"{\#(members),"position":1,"revision":1}"# }

  static let secondSeason = #"{"season_number":2,"episode_number":1}"#

  static func page(_ titles: String..., cursor: String = "null") -> String {
    #"{"titles":[\#(titles.joined(separator: ","))],"next_cursor":\#(cursor)}"#
  }

  static func details(of title: String) -> String {
    #"{"title":\#(title),"lists":[\#(list(5, "Rainy days"))],"seasons":[],"notes":[],"plays":[]}"#
  }

  /// Returns a server that answers these methods.
  static func server(_ results: [String: String]) throws -> FakeServer {
    try Evening.server(Evening.active(Evening.round()), results)
  }

  static func run(
    _ server: FakeServer, _ words: [String], input: String = ""
  ) -> (code: ExitCode, run: TestRun) {
    let variables = ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"]
    let run = TestRun(words, variables: variables, input: input, columns: 60)
    return (run.exitCode(), run)
  }

  /// Returns the parameters of the requests for a method, in order, without command ids.
  static func sent(_ method: String, to server: FakeServer) throws -> [JSONValue] {
    try server.received.map { try JSONDocument($0).root }.filter { $0["method"]?.string == method }
      .compactMap { $0["params"] }
  }

  /// Returns the parameters of the last request for a method as `name=value` pairs, without the command id.
  static func last(_ method: String, to server: FakeServer) throws -> String? {
    try sent(method, to: server).last.map { parameters in
      parameters.members.filter { !["command_id", "today", "limit"].contains($0.name) }
        .map { "\($0.name)=\($0.value.compactText)" }.joined(separator: " ")
    }
  }
}
