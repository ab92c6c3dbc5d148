import Console

/// `movienight logout`: removes a login from this machine.
struct LogoutCommand: Subcommand {
  let name = "logout"
  let summary = "Forget your token on this machine."
  let positionals = "[NAME]"
  let options: [CommandOption] = [.json]
  let details = """
    Without a NAME it is the current login. The token itself goes on working wherever else you have it; movienight call \
    tokens.list and tokens.revoke end it.
    """
  let examples = [
    (line: "movienight logout", meaning: "The current login"),
    (line: "movienight logout friday", meaning: "That of Friday Films"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let login = try environment.loginFile().change { try $0.forget(arguments.positionals.first) }
    let output = environment.output
    output.line(arguments.has(.json) ? login.shownJSON : "Logged out of \(LoginCommand.text(login, output)).")
    return .success
  }
}
