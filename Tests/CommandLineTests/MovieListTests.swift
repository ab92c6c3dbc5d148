import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// The commands for the watchlist, the watched list and preferences, against a scripted server.
@Suite struct MovieListTests {
  private func run(
    _ server: FakeServer, _ arguments: String..., input: String = "", token: String? = "t", isStyled: Bool = false,
    columns: Int = 60
  ) -> (code: ExitCode, run: TestRun) {
    var variables = ["MOVIENIGHT_CONNECT": server.address.description]
    variables["MOVIENIGHT_TOKEN"] = token
    let run = TestRun(
      arguments, variables: variables, input: input, isTerminal: isStyled, isStyled: isStyled, columns: columns)
    return (run.exitCode(), run)
  }

  private func answering(_ method: String, _ result: String) throws -> FakeServer {
    try FakeServer.answering { $0.method == method ? $0.result(result) : $0.result() }
  }

  @Test(arguments: [
    (["watchlist", "ad"], "There is no action 'ad'. Did you mean add?"),
    (["watchlist", "add", "{"], "This is not JSON"),
    (["watchlist", "remove"], "remove needs MOVIE"),
    (["watched", "unod", "7"], "There is no action 'unod'. Did you mean undo?"),
    (["preferences", "sett"], "There is no action 'sett'. Did you mean set?"),
    (["preferences", "--likes", "18,35"], "--likes works only with set"),
    (["preferences", "show", "--ceiling", "R"], "--ceiling works only with set"),
    (["preferences", "set"], "set needs --likes"),
    (
      ["preferences", "set", "--likes", "drama,12", "--dislikes", "drama"], "Drama cannot be both liked and disliked"
    ),
    (
      ["preferences", "set", "--likes", "drama,comdy", "--ceiling", "R"],
      "There is no genre 'comdy'. Did you mean comedy?"
    ),
    (["preferences", "set", "--likes", "drama,kids"], "There is no genre 'kids'\n  There are: action, adventure, "),
    (["preferences", "set", "--likes", "sci-fi,scifi"], "--likes takes 2 to 20 genres, not 1"),
    (["preferences", "set", "--likes", "drama,18", "--ceiling", "R"], "--likes takes 2 to 20 genres, not 1"),
    (["preferences", "set", "--likes", "drama,12", "--ceiling", "X"], "--ceiling takes G, PG, PG-13, R, not 'X'"),
  ])
  func invalidCommandLineIsRefusedWithReason(_ words: [String], _ message: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: \(message)"), "\(run.errors.text)")
    #expect(run.output.text.isEmpty)
  }

  // MARK: watchlist and watched

  @Test func watchlistIsDrawn() throws {
    let server = try answering(
      "watchlist.list",
      #"""
      {"items":[{\#(Nights.movie(10681, "WALL·E", 2008, "G")),"added_by":"\#(Nights.id(0))","added_by_name":"Tim",\#
      "added_at":"2026-02-14T20:00:00Z"},{\#(Nights.movie(7, "Heat", nil, nil)),"added_by":"\#(Nights.id(1))",\#
      "added_by_name":"Sarah","added_at":"2025-02-14T20:00:00Z"}],"next_cursor":null}
      """#)
    let (code, shown) = run(server, "watchlist")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        Watchlist

        WALL·E (2008) · G                                     Feb 14
          added by Tim
          TMDb 10681

        Heat                                            Feb 14, 2025
          added by Sarah
          TMDb 7

        """)
  }

  @Test func watchedListIsDrawn() throws {
    let server = try answering(
      "watched.list",
      #"""
      {"items":[{\#(Nights.movie(10830, "Matilda", 1996, "PG")),"source":"direct",\#
      "watched_at":"2026-02-14T20:00:00Z","marked_by_name":"Tim","undo_until":"2999-02-15T20:00:00Z","round_id":null,\#
      "ratings_summary":null},{\#(Nights.movie(10831, "Old", nil, nil)),"source":"direct",\#
      "watched_at":"2026-02-13T20:00:00Z","marked_by_name":"Tim","undo_until":"1999-02-15T20:00:00Z","round_id":null,\#
      "ratings_summary":null},{\#(Nights.movie(550, "Fight Club", 1999, "R")),"source":"round",\#
      "watched_at":"2026-02-12T20:00:00Z","marked_by_name":null,"undo_until":null,"round_id":"\#(Nights.id(1))",\#
      "ratings_summary":{"loved":2,"liked":1,"did_not_like":0}}],"next_cursor":"c"}
      """#)
    let (code, shown) = run(server, "watched", "list", "--limit", "3")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        Watched

        Matilda (1996) · PG                                   Feb 14
          marked by Tim, can be undone until Feb 15, 2999
          TMDb 10830

        Old                                                   Feb 13
          marked by Tim
          TMDb 10831

        Fight Club (1999) · R                                 Feb 12
          ♥ 2 Loved · ▲ 1 Liked
          TMDb 550 · 0198c2a4-7c00-7000-8000-000000000001

        The 3 newest. All of them: movienight watched --all

        """)
    let (_, json) = run(server, "watched", "--limit", "3", "--json")
    #expect(try Array(JSONDocument(json.output.text).root.array("items")).count == 3)
  }

  @Test(arguments: [
    (["watchlist", "add", "-"], "watchlist.add", "Heat is on the watchlist.\n"),
    (["watched", "mark", "-"], "watched.mark", "Heat is on the watched list.\n"),
    (["watchlist", "remove", "7"], "watchlist.remove", "Movie 7 is no longer on the watchlist.\n"),
    (["watched", "undo", "7"], "watched.unmark", "Movie 7 is no longer on the watched list.\n"),
  ])
  func changeIsConfirmed(_ words: [String], _ method: String, _ outcome: String) throws {
    let server = try Evening.server(Evening.active())
    let run = TestRun(
      words, variables: ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"],
      input: #"{"tmdb_movie_id":7,"title":"Heat"}"#)
    #expect(run.exitCode() == .success)
    #expect(run.output.text == outcome)
    #expect(server.received.last?.contains(#""method":"\#(method)""#) == true)
    #expect(server.received.last?.contains(#""tmdb_movie_id":7"#) == true)
  }

  @Test(arguments: ["watchlist", "watched", "history"])
  func refusedListPrintsNothing(_ word: String) throws {
    let server = try FakeServer.answering {
      $0.method == "auth.authenticate" ? $0.result() : $0.refusal(403, "not_a_member")
    }
    let (code, shown) = run(server, word)
    #expect(code == .failure)
    #expect(shown.output.text.isEmpty)
  }

  // MARK: preferences

  @Test func preferencesAreSetByGenreNameOrID() throws {
    let server = try Evening.server(
      Evening.active(), ["preferences.set": Self.preferences, "preferences.get": Self.unset])
    let (code, shown) = run(
      server, "preferences", "set", "--likes", "drama,35,4711", "--dislikes", "Horror", "--ceiling", "pg-13")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        Preferences                                       set Feb 14
          Likes     Drama, Comedy, genre 4711
          Dislikes  none
          Ceiling   PG-13

        """)
    #expect(
      server.received[2].hasSuffix(
        #"","genre_likes":[18,35,4711],"genre_dislikes":[27],"max_content_rating":"PG-13"}}"#))
  }

  private static let preferences = #"""
    {"member_id":"\#(Nights.id(1))","genre_likes":[18,35,4711],"genre_dislikes":[],"max_content_rating":"PG-13",\#
    "updated_at":"2026-02-14T20:00:00Z","position":1,"revision":1}
    """#

  @Test(arguments: [
    (["--ceiling", "pg"], true, #""genre_likes":[18,35,4711],"genre_dislikes":[],"max_content_rating":"PG""#),
    (["--ceiling", "pg"], false, #""genre_likes":[],"genre_dislikes":[],"max_content_rating":"PG""#),
    (["--likes", "drama,comedy"], false, #""genre_likes":[18,35],"genre_dislikes":[],"max_content_rating":"PG-13""#),
    (["--dislikes", "drama"], true, #""genre_likes":[35,4711],"genre_dislikes":[18],"max_content_rating":"PG-13""#),
    (
      ["--dislikes", "none", "--ceiling", "R"], true,
      #""genre_likes":[18,35,4711],"genre_dislikes":[],"max_content_rating":"R""#
    ),
  ])
  func preferencesThatAreNotNamedStay(_ words: [String], _ isSet: Bool, _ parameters: String) throws {
    let current = isSet ? Self.preferences : Self.unset
    let server = try Evening.server(
      Evening.active(), ["preferences.set": Self.preferences, "preferences.get": current])
    let run = TestRun(
      ["preferences", "set"] + words,
      variables: ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"])
    #expect(run.exitCode() == .success, "\(run.errors.text)")
    #expect(server.received.last?.hasSuffix(parameters + "}}") == true, "\(server.received)")
  }

  @Test func dislikesWithoutLikesAreExplained() throws {
    let server = try Evening.server(Evening.active(), ["preferences.get": Self.unset])
    let (code, shown) = run(server, "preferences", "set", "--dislikes", "horror")
    #expect(code == .failure && shown.errors.text.contains("--likes drama,comedy"), "\(shown.errors.text)")
    #expect(!server.received.contains { $0.contains("preferences.set") })
  }

  @Test func parentSetsPreferencesOfOwnChildOnly() throws {
    let server = try Evening.server(
      Evening.active(), ["preferences.set": Self.preferences, "preferences.get": Self.unset])
    let (code, shown) = run(server, "preferences", "set", "--likes", "drama,35", "--as", "ben")
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text.hasPrefix("Preferences of Ben "))
    #expect(
      server.received.last?.hasSuffix(#""member_id":"\#(Evening.ben)","genre_likes":[18,35],"genre_dislikes":[]}}"#)
        == true)
    let (_, none) = run(server, "preferences", "--as", Evening.ben)
    #expect(none.output.text.hasSuffix("\nmovienight preferences set --likes animation,family --as Ben\n"))
    #expect(server.received.last?.hasSuffix(#""params":{"member_id":"\#(Evening.ben)"}}"#) == true)
    let (refused, unauthenticated) = run(server, "preferences", "--as", "cleo")
    #expect(refused == .failure && unauthenticated.errors.text.contains("Cleo is not your child"))
  }

  private static let unset = #"""
    {"member_id":"\#(Nights.id(1))","genre_likes":[],"genre_dislikes":[],"max_content_rating":null,"updated_at":null}
    """#

  @Test func unsetPreferencesShowHowToSetThem() throws {
    let server = try Evening.server(Evening.active(), ["preferences.get": Self.unset])
    let (code, shown) = run(server, "preferences")
    #expect(code == .success)
    #expect(shown.output.text.contains("movienight preferences set --likes drama,comedy --ceiling PG-13"))
  }
}
