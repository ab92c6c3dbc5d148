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

  @Test(arguments: [40, 60, 80, 120]) func commandHelpFitsWidthWithoutCuttingWords(_ columns: Int) {
    for command in Subcommands.current.all {
      let actions = command.actions.map(\.name).filter { !$0.isEmpty }
      for topic in [[command.name]] + actions.map({ [command.name, $0] }) {
        let words = ["help"] + topic
        let run = TestRun(words, columns: columns)
        #expect(run.exitCode() == .success)
        for more in [["--help"], ["-h"]] {
          let same = TestRun(topic + more, columns: columns)
          #expect(same.exitCode() == .success && same.output.text == run.output.text)
        }
        let usage = run.output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(usage.contains("Usage: movienight \(topic.joined(separator: " "))"))
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

  @Test func helpOfActionShowsOnlyThatAction() {
    let run = TestRun(["household", "join", "--help"])
    #expect(run.exitCode() == .success)
    let text = run.output.text
    #expect(text.hasPrefix("movienight household join – Join a household"))
    #expect(text.contains("\nUsage: movienight household join INVITE_TOKEN [options]\n"))
    #expect(text.contains("  --name NAME") && text.contains("  --connect ADDRESS"))
    #expect(text.contains("  movienight household join INVITE_TOKEN --name Sarah\n"))
    for other in ["--creator", "--confirm", "add-child", "household erase", "Actions"] {
      #expect(!text.contains(other), "\(other)")
    }
    let whole = TestRun(["household", "--help"])
    #expect(whole.exitCode() == .success)
    #expect(whole.output.text.contains("\nActions\n  show [NAME] "))
    let words = whole.output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("another one. The default. members Show"), "\(words)")
    #expect(words.contains("--creator NAME The creator's name. Only with create."), "\(words)")
  }

  @Test func versionIsOneLine() {
    let ofCommands = Subcommands.current.all.flatMap { [[$0.name, "--version"], [$0.name, "-v"]] }
    for words in [["--version"], ["-v"], ["version"], ["help", "--version"], ["help", "-v"]] + ofCommands {
      let run = TestRun(words)
      #expect(run.exitCode() == .success && run.output.text == "movienight \(Version.current)\n", "\(words)")
    }
  }

  @Test func helpOfHelpIsOverview() {
    let overview = TestRun(["help"])
    #expect(overview.exitCode() == .success)
    for words in [["--help"], ["-h"], ["help", "--help"], ["help", "-h"], ["help", "help"]] {
      let run = TestRun(words)
      #expect(run.exitCode() == .success && run.output.text == overview.output.text, "\(words)")
    }
  }

  // MARK: Words that are not understood

  /// Every command and action that takes a limited number of words, with as many of them as it takes.
  private static let fullLines: [[String]] = Subcommands.current.all.flatMap { command in
    let actions = command.actions.map { "\($0.name) \($0.positionals)" }
    let forms = actions.isEmpty ? [command.positionals] : actions
    return forms.filter { !$0.contains("...") }.map { form in
      [command.name] + form.split(separator: " ").map { $0.first?.isLowercase == true ? String($0) : "1" }
    }
  }

  /// No server is reachable, so a command that went on would fail with another code.
  @Test(arguments: fullLines) func wordTooManyIsWrongUsage(_ words: [String]) {
    let run = TestRun(
      words + ["nonsense"], variables: ["MOVIENIGHT_CONNECT": "unix:/nowhere", "MOVIENIGHT_TOKEN": "t"])
    #expect(run.exitCode() == .usage, "\(run.errors.text)")
    #expect(run.errors.text.contains("nonsense") && run.output.text.isEmpty, "\(run.errors.text)")
  }

  @Test(arguments: [
    ["--version", "nonsense"], ["-v", "nonsense"], ["version", "nonsense"], ["help", "nonsense"],
    ["help", "help", "nonsense"], ["help", "vote", "nonsense"], ["help", "household", "nonsense"],
    ["help", "household", "join", "nonsense"], ["help", "--nonsense"], ["completions", "bash", "nonsense"],
    ["protocol", "nonsense"], ["rebuild-projections", "nonsense"], ["vote", "1", "up", "nonsense"],
    ["rate", "loved", "nonsense"],
  ])
  func wordThatIsNotUnderstoodIsWrongUsage(_ words: [String]) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage && run.errors.text.contains("nonsense"), "\(run.errors.text)")
    #expect(run.output.text.isEmpty)
  }

  @Test func optionsOfActionsAreOptionsOfTheirCommand() {
    for command in Subcommands.current.all {
      for action in command.actions {
        for option in action.options { #expect(command.options.contains(option), "\(command.name) \(action.name)") }
      }
      #expect(command.actions.isEmpty || ["ACTION", "[ACTION]"].contains(command.positionals), "\(command.name)")
    }
  }

  @Test func errorFitsTerminalAndKeepsCommandLineWhole() {
    let login = ["MOVIENIGHT_CONNECT": "unix:/nowhere", "XDG_CONFIG_HOME": "/nowhere"]
    let run = TestRun(["vote", "1", "up"], variables: login, isTerminal: true, columns: 40)
    #expect(run.exitCode() == .failure)
    let lines = run.errors.text.split(separator: "\n")
    for line in lines { #expect(displayColumns(String(line)) <= 40 || line.contains("  movienight "), "\(line)") }
    #expect(lines.count > 1, "\(lines)")
  }

  @Test(arguments: [
    (["vote"], "error: MOVIE is missing\n  For example: movienight vote 2 up\n"),
    (["watchlist", "add"], "error: add needs MOVIE\n  For example: movienight watchlist add "),
    (["token"], "error: ACTION is missing: "),
  ])
  func missingWordIsReportedWithExample(_ words: [String], _ text: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage && run.errors.text.hasPrefix(text), "\(run.errors.text)")
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
    ["history", "--lmit", "3"], ["vote"], ["call"], ["call", "m", "{"],
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
    #expect(hints.contains { $0.contains("movienight ceiling RATING") })
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
      ("list", "lists"), ("me", "login list"), ("bench", "movienight-bench"),
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
