import CommandLineSupport
import Testing

@testable import Console
@testable import OperatorCommands
@testable import Server
@testable import movienight

@Suite struct ProgramTests {
  @Test func overviewNamesEveryCommand() {
    let run = TestRun(["help"])
    #expect(run.exitCode() == .success)
    for command in Subcommands.current.all { #expect(run.output.text.contains("\n  \(command.name) ")) }
  }

  @Test(arguments: [40, 80, 120]) func commandHelpFitsWidthWithoutCuttingWords(_ columns: Int) {
    for command in Subcommands.current.all {
      for words in [["help", command.name], [command.name, "--help"], [command.name, "-h"]] {
        let run = TestRun(words, columns: columns)
        #expect(run.exitCode() == .success)
        #expect(run.output.text.contains("Usage: movienight \(command.name)"))
        for line in run.output.text.split(separator: "\n") {
          #expect(displayColumns(String(line)) <= columns, "\(line)")
        }
        let wide = TestRun(words, columns: 300)
        #expect(wide.exitCode() == .success)
        #expect(Self.words(run) == Self.words(wide), "no word is cut")
      }
    }
    let overview = TestRun(["help"], columns: columns)
    #expect(overview.exitCode() == .success)
    #expect(overview.output.text.split(separator: "\n").allSatisfy { displayColumns(String($0)) <= columns })
  }

  @Test func longExampleContinuesWithBackslash() {
    let run = TestRun(["call", "--help"], columns: 40)
    #expect(run.exitCode() == .success)
    #expect(run.output.text.contains("  movienight call sessions.list \\\n  '{\"limit\": 3}'\n"))
  }

  /// Returns the words of the output, without the backslashes that continue examples.
  private static func words(_ run: TestRun) -> [Substring] {
    run.output.text.split { $0.isWhitespace }.filter { $0 != "\\" }
  }

  @Test func helpKeepsItsParagraphs() {
    let run = TestRun(["import", "--help"])
    #expect(run.exitCode() == .success)
    #expect(run.output.text.contains("\n\nWith --legacy, imports rounds"))
  }

  @Test func versionIsOneLine() {
    let run = TestRun(["--version"])
    #expect(run.exitCode() == .success)
    #expect(run.output.text == "movienight \(Version.current)\n")
  }

  @Test func missingCommandIsUsageError() {
    let run = TestRun([])
    #expect(run.exitCode() == .usage)
    #expect(run.output.text.isEmpty)
    #expect(run.errors.text.contains("Usage: movienight COMMAND"))
  }

  @Test func unknownCommandSuggestsNearestOne() {
    let run = TestRun(["histroy"])
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text == "error: Unknown command 'histroy'. Did you mean 'history'?\n  See: movienight help\n")
  }

  @Test(arguments: [
    (["--as", "Ben", "vote", "1", "up"], "--as NAME"), (["--as=Ben", "tonight"], "--as NAME"), (["--json"], "--json"),
  ])
  func optionBeforeCommandExplainsItsPlace(_ words: [String], _ option: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(
      run.errors.text == """
        error: There is no command before \(option.prefix { $0 != " " })
          Options go after the command: movienight COMMAND \(option)

        """)
    #expect(TestRun(["--nothing"]).exitCode() == .usage)
  }

  @Test(arguments: [
    ["history", "--lmit", "3"], ["session"], ["session", "no-id"], ["call"], ["call", "m", "{"],
    ["history", "--connect", "nowhere"], ["history", "--limit", "0"], ["help", "nothing"],
  ])
  func invalidCommandLineExitsWithUsageCode(_ words: [String]) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: "))
  }

  @Test func unreachableServerFailsWithHint() {
    let run = TestRun(["history", "--connect", "unix:/tmp/movienight-nobody-listens-here.sock"])
    #expect(run.exitCode() == .failure)
    #expect(run.errors.text.contains("Is the server running? Start it with: movienight serve"))
  }

  /// Refusals declare their hints on the server, where no compiler knows the program's commands.
  @Test func hintsOfRefusalsNameCommandsThatExist() throws {
    let commands = Subcommands.current.all
    let options = Set(commands.flatMap(\.options).map(\.name) + ["help"])
    let hints = Set(MethodTable.current.all.flatMap { $0.description.refusals }.compactMap(\.hint))
    #expect(hints.contains { $0.contains("movienight start") })
    for hint in hints {
      for named in hint.matches(of: /movienight (?<command>[a-z-]+)( (?<action>[a-z][a-z-]*))?/) {
        let command = try #require(commands.first { $0.name == named.command }, "\(hint)")
        guard let action = named.action, !command.words.isEmpty else { continue }
        #expect(command.words.contains(String(action)), "\(hint)")
      }
      for option in hint.matches(of: /--(?<name>[a-z-]+)/) {
        #expect(options.contains(String(option.name)), "\(hint)")
      }
    }
  }

  @Test func commandAliasSuggestsRealCommand() {
    for (word, command) in CommandAliases.commands {
      let verb = command.split(separator: " ")[0]
      #expect(Subcommands.current.all.contains { $0.name == verb } || verb == "movienight-bench", "\(command)")
      #expect(!Subcommands.current.all.contains { $0.name == word }, "\(word) is a command")
    }
    for (word, command) in [
      ("invite", "household invite"), ("undo", "watched undo"), ("search", "movie search"), ("series", "tv"),
      ("movies", "watchlist"),
      ("list", "watchlist"), ("me", "login list"), ("bench", "movienight-bench"),
    ] {
      let run = TestRun([word])
      #expect(run.exitCode() == .usage)
      #expect(run.errors.text.contains("Did you mean '\(command)'?"), "\(run.errors.text)")
    }
    let version = TestRun(["version"])
    #expect(version.exitCode() == .success)
    #expect(version.output.text == "movienight \(Version.current)\n")
  }

  @Test func duplicateCommandEndsProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Program.movienight(Subcommands(.current, and: .serverCommands(.current)))
    }
  }
}

extension TestRun {
  fileprivate func exitCode() -> ExitCode { exitCode(of: .movienight()) }
}
