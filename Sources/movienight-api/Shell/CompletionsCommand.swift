import Console

struct CompletionsCommand: Subcommand {
  let name = "completions"
  let summary = "Print the completion script for your shell."
  let positionals = "SHELL"
  let words = Shell.allCases.map(\.rawValue)
  let details = """
    SHELL is bash, zsh or fish. make install installs all three scripts. Otherwise, have your shell read the output \
    when it starts.
    """
  let examples = [
    (line: "source <(movienight completions bash)", meaning: "In ~/.bashrc"),
    (line: "source <(movienight completions zsh)", meaning: "In ~/.zshrc, after compinit"),
    (line: "movienight completions fish | source", meaning: "In ~/.config/fish/config.fish"),
  ]

  let subcommands: Subcommands

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    guard let shell = Shell(rawValue: arguments.positionals[0]) else {
      throw UsageError.unknown("shell", arguments.positionals[0], among: words)
    }
    environment.output.lines(shell.script(for: subcommands.all))
    return .success
  }
}
