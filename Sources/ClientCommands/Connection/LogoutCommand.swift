import Console

struct LogoutCommand: Subcommand {
  let name = "logout"
  let summary = "Delete your saved token from this machine."
  let positionals = "[NAME]"
  let options: [CommandOption] = [.json]
  let details = """
    Without a NAME, it deletes the current login. The beginning of a NAME is enough. The token itself stays valid; to \
    revoke it, use movienight token list and movienight token revoke.
    """
  let examples = [
    (line: "movienight logout", meaning: "The current login"),
    (line: "movienight logout friday", meaning: "The login for Friday Films"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let (login, others) = try environment.loginFile().change { logins in
      (try logins.forget(arguments.positionals.first), logins)
    }
    let output = environment.output
    let sentences = ["Logged out of \(LoginCommand.text(login, output)).", others.currentSentence(output)]
    output.lines(arguments.has(.json) ? [login.shownJSON] : sentences)
    return .success
  }
}
