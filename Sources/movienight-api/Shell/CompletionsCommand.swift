import Console

struct CompletionsCommand: Subcommand {
  let name = "completions"
  let summary = "Print the completion script for your shell."
  let positionals = "SHELL [WORD...]"
  let words = Shell.allCases.map(\.rawValue)
  let options = [complete]
  let details = """
    SHELL is bash, zsh or fish. make install installs all three scripts. Otherwise, have your shell read the output \
    when it starts. The scripts complete commands, actions, options, methods, logins, members, and the movies of the \
    open round.
    """
  let examples = [
    (line: "source <(movienight completions bash)", meaning: "In ~/.bashrc"),
    (line: "source <(movienight completions zsh)", meaning: "In ~/.zshrc, after compinit"),
    (line: "movienight completions fish | source", meaning: "In ~/.config/fish/config.fish"),
  ]

  private static let complete = CommandOption.flag(
    "complete", "Print what can come next after WORD, the words of a command line. The scripts use this.")

  let subcommands: Subcommands

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    guard let shell = Shell(rawValue: arguments.positionals[0]) else {
      throw UsageError.unknown("shell", arguments.positionals[0], among: words)
    }
    let typed = Array(arguments.positionals.dropFirst())
    if arguments.has(Self.complete) {
      let completion = Completion(commands: subcommands.all, environment: environment)
      environment.output.lines(await completion.candidates(typed).map(shell.line))
    } else if let word = typed.first {
      throw UsageError("Unexpected argument '\(word)'")
    } else {
      environment.output.text(shell.script)
    }
    return .success
  }
}
