import CommandLineSupport
import FakeServer
import MovieNightConnection
import Primitives
import Testing

@Suite struct DemoTests {
  /// Answers what a server would, as far as the demo reads it.
  private static func reply(to request: FakeRequest) -> String {
    switch request.method {
    case "households.create":
      request.result(#"{"household":{"household_id":"h1","created_by":"m1"},"token":"secret-token"}"#)
    case "members.add_managed": request.result(#"{"member":{"member_id":"m2"}}"#)
    case "rounds.start": request.result(#"{"round":{"round_id":"\#(Nights.id(1))"}}"#)
    case "rounds.propose": request.refusal(422, "over_ceiling", "Fight Club is rated R, the ceiling is PG.")
    case "rounds.vote": request.result(#"{"position":17}"#)
    case "rounds.results":
      request.result(
        #"{"results":[{"rank":1,"tied":false,"title":"Paddington 2","net_score":2},"#
          + #"{"rank":2,"tied":true,"title":"My Neighbor Totoro","net_score":0}]}"#)
    case "rounds.mark_watched": request.result(#"{"status":"watched"}"#)
    case "rounds.rate": request.result(#"{"status":"rated"}"#)
    case "rounds.get": request.result(Nights.round("rated", names: ["Tim", "Max"], picked: (346_648, "Paddington 2")))
    case "rounds.ratings": request.result(Nights.ratings([("Tim", "loved"), ("Max", "liked")]))
    case "sessions.list":
      request.result(
        #"{"sessions":[\#(Nights.summary(1, "rated", title: "Paddington 2", ratings: (1, 1, 0)))],"next_cursor":null}"#)
    default: request.result()
    }
  }

  @Test func playsTheWholeNightAndShowsIt() throws {
    let server = try FakeServer.answering(Self.reply)
    let run = TestRun(["demo", "--connect", server.address.description])
    #expect(run.exitCode() == .success)
    let text = run.output.text
    #expect(text.contains("✗ 422 over_ceiling: Fight Club is rated R, the ceiling is PG."))
    #expect(text.contains("Carried out once: both answers name position 17."))
    #expect(text.contains("✓ 2. My Neighbor Totoro, 0, tied"))
    #expect(text.contains("│ Paddington 2"))
    #expect(text.contains("--household h1"))
    #expect(!text.contains("secret-token"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func aServerThatLetsNobodyRegisterIsExplained() throws {
    let server = try FakeServer.answering { request in
      request.method == "households.create" ? request.refusal(401, "not_authenticated") : request.result()
    }
    let run = TestRun(["demo", "--connect", server.address.description])
    #expect(run.exitCode() == .failure)
    #expect(run.errors.text.contains("--open-registration"))
  }

  @Test func aServerThatAllowsWhatItShouldRefuseFailsTheDemo() throws {
    let server = try FakeServer.answering {
      $0.method == "rounds.propose" ? $0.result() : Self.reply(to: $0)
    }
    let run = TestRun(["demo", "--connect", server.address.description])
    #expect(run.exitCode() == .failure)
    #expect(run.errors.text.contains("over_ceiling"))
  }
}
