import ClientCommands
import CommandLineSupport
import OperatorCommands
import SnackCommands
import Testing

@testable import Console
@testable import Server
@testable import SnackArea
@testable import movienight

/// A verb from another module that is added to the program's verbs.
@Suite struct NewVerbTests {
  private static let program = Program.movienight(
    Subcommands(.withSnacks, and: .ofSnacks))

  private func run(_ words: [String], variables: [String: String] = [:]) -> (code: ExitCode, run: TestRun) {
    let run = TestRun(words, variables: variables)
    return (run.exitCode(of: Self.program), run)
  }

  @Test func addedVerbSendsItsMethods() throws {
    let server = try LocalServer(areas: .withSnacks)
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    _ = try wire.startRound()
    let round = try wire.result("rounds.active").object("round").string("round_id")
    let variables = ["MOVIENIGHT_CONNECT": "unix:\(server.socketPath)", "MOVIENIGHT_TOKEN": household.token]
    for (words, count) in [(["snacks"], "0"), (["snacks", "offer", round], "1"), (["snacks", "show"], "1")] {
      let (code, shown) = run(words, variables: variables)
      #expect(code == .success && shown.output.text == "Offered by: \(count)\n", "\(shown.errors.text)")
    }
    #expect(try Array(wire.result("snacks.list").array("offering")).map(\.string) == [household.creator])
    let (code, refused) = run(["snacks", "offer", round, "--json"], variables: variables)
    #expect(code == .failure && refused.errors.text.contains("409"), "only one snack can be offered")
  }

  @Test func addedVerbIsParsedLikeOthers() {
    for (words, message) in [
      (["snacks", "ofer"], "There is no action 'ofer'. Did you mean offer?"),
      (["snack"], "Unknown command 'snack'. Did you mean 'snacks'?"),
    ] {
      let (code, shown) = run(words, variables: ["MOVIENIGHT_TOKEN": "t", "MOVIENIGHT_CONNECT": "unix:/nowhere"])
      #expect(code == .usage && shown.errors.text.hasPrefix("error: \(message)"), "\(shown.errors.text)")
    }
    let unlisted = TestRun(["snacks"])
    #expect(unlisted.exitCode(of: .movienight()) == .usage)
    #expect(unlisted.errors.text.hasPrefix("error: Unknown command 'snacks'"))
  }

  @Test func helpCompletionsAndManualIncludeAddedVerb() {
    #expect(run(["help"]).run.output.text.contains("\n  snacks "))
    #expect(run(["snacks", "--help"]).run.output.text.contains("Usage: movienight snacks [ACTION] [options]"))
    func candidates(_ words: String...) -> [Substring] {
      run(["completions", "bash", "--complete", "--"] + words).run.output.text.split(separator: "\n")
    }
    #expect(candidates("sn") == ["snacks"])
    #expect(candidates("snacks", "") == ["show", "offer"])
    #expect(Set(candidates("call", "snacks.")).isSuperset(of: ["snacks.list", "snacks.offer"]), "the methods")
    #expect(ManualPage.all(of: Self.program.commands).contains { $0.name == "movienight-snacks" })
  }
}
