import Console
import MovieNightKit

/// `movienight login`: stores a token and its server, so that neither must be given to later commands.
struct LoginCommand: Subcommand {
  let name = "login"
  let summary = "Save your token for later commands."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction("", "Save a token: ask for it, or read it from standard input.", [.connect, givenName]),
    CommandAction("list", "Show your logins, without their tokens. The current one has an asterisk."),
    CommandAction("use NAME", "Switch to another login. The beginning of its name is enough."),
  ]
  var options: [CommandOption] { [.connect, Self.givenName, .json] }
  let details = """
    Without an ACTION, it checks your token, and saves it with the server's address. --login NAME selects a login for \
    a single command.

    --connect and --token take precedence, then MOVIENIGHT_CONNECT and MOVIENIGHT_TOKEN, then the login. A login's \
    token is sent only to the login's server. household create and token issue print the server with the token, so \
    login finds both in their output. Logins are saved in $XDG_CONFIG_HOME/movienight/logins.json (or below \
    ~/.config), readable only by you.
    """
  let examples = [
    (line: "movienight login --connect films.example.org:6684", meaning: "Ask for the token without showing it"),
    (line: "movienight login < token.txt", meaning: "Read the token from a file"),
    (
      line: "movienight household create --name Films --creator Ann | movienight login",
      meaning: "Log in to a new household"
    ),
    (line: "movienight login use friday", meaning: "Switch to Friday Films"),
  ]

  private static let givenName = CommandOption.value(
    "name", "NAME", "The login's name; by default, the household's name.")

  func correction(of words: [String]) -> UsageError? {
    guard let word = words.first, action([word]) == nil, nearestWord(to: word, among: self.words) == nil else {
      return nil
    }
    let advice = "To switch to a login of this name: movienight login use \(shellWord(word))"
    return UsageError(UsageError.unknownAction(word, among: self.words).description, hints: [advice])
  }

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    switch arguments.positionals.first {
    case nil: try await login(arguments, environment)
    case "list": try list(environment.logins(), arguments, environment.output)
    case "use":
      let name = try arguments.operand("NAME")
      let login = try environment.loginFile().change { try $0.use(name) }
      report("Switched to", login, arguments, environment)
    case let action?: throw UsageError.unknownAction(action, among: words)
    }
    return .success
  }

  private func login(_ arguments: Arguments, _ environment: Environment) async throws {
    let name = arguments.value(Self.givenName)
    if let name, name.isEmpty { throw UsageError("--name needs a name") }
    let file = try environment.loginFile()
    // A token from another program is read before anything can fail, because that program prints it only once. A person
    // is asked only after the file was read and the server reached, so that no token is typed in vain.
    let piped = environment.inputIsTerminal ? nil : String(decoding: try environment.readSecret(""), as: UTF8.self)
    let pipedToken = piped.flatMap(TokenText.token(in:))
    guard piped == nil || pipedToken != nil else { throw Self.noToken }
    let client = try await Self.includingTokenInErrors(pipedToken) {
      let address = try Self.address(arguments, piped: piped)
      _ = try file.readToChange()
      return try await MovieNightClient.connect(to: address, clock: environment.clock)
    }
    let typed =
      try piped == nil
      ? String(decoding: environment.readSecret("The token for \(client.address): "), as: UTF8.self) : ""
    guard let token = pipedToken ?? TokenText.token(in: typed) else {
      throw Self.noToken
    }
    do {
      let kept = try await Self.includingTokenInErrors(pipedToken) {
        let login = try await client.login(token: token)
        return try file.change { try $0.keep(login, as: name) }
      }
      report("Logged in to", kept, arguments, environment)
    } catch let error as ClientError where Self.isUnknownToken(error) {
      throw CommandFailure(
        "This token is not valid at \(client.address)",
        hint: "Check that you copied all of it. A revoked token never becomes valid again.")
    }
  }

  private static let noToken = CommandFailure(
    "No token was given", hints: ["A token begins with mn_. Paste all of it.", ServerConnection.tokenHint])

  private static func isUnknownToken(_ error: any Error) -> Bool { (error as? ClientError)?.refusal?.code == 401 }

  /// Runs `body`. If it fails, the error shows a token that was read from another program, because that program prints
  /// it only once. A token that the server does not know is not shown.
  static func includingTokenInErrors<Result>(
    _ token: String?, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch {
      guard let token, !isUnknownToken(error) else { throw error }
      let saving = "The login was not saved. Log in later with this token: \(token)"
      switch error {
      case let known as CommandFailure:
        throw CommandFailure(known.description, hints: known.hints + [saving], refusal: known.refusal)
      case let known as UsageError: throw UsageError(known.description, hints: known.hints + [saving])
      case let known as ClientError: throw CommandFailure(known, hints: [known.commandLineHint, saving])
      default: throw CommandFailure("\(error)", hints: [saving])
      }
    }
  }

  /// Returns the server: the one after --connect, else the one that came with the token, else that of the environment.
  private static func address(_ arguments: Arguments, piped: String?) throws -> ServerAddress {
    let sent = arguments.isGiven(.connect) ? nil : piped.flatMap(TokenText.address(in:))
    guard let text = sent ?? arguments.given(.connect) else { return .standard }
    do throws(ClientError) { return try ServerAddress(text).absolute } catch {
      throw UsageError(error.message, hints: [error.hint].compactMap(\.self))
    }
  }

  private func list(_ logins: Logins, _ arguments: Arguments, _ output: Terminal) throws {
    if arguments.has(.json) {
      let writer = JSONWriter.object { writer in
        writer.field("current", logins.current?.name)
        writer.array("logins", logins.all) { $0.raw($1.shownJSON.utf8) }
      }
      return output.line(writer.text)
    }
    if logins.all.isEmpty {
      return output.lines(["No logins yet. Log in with: movienight login", ServerConnection.tokenHint])
    }
    for login in logins.all {
      output.line((login == logins.current ? "* " : "  ") + Self.text(login, output))
    }
  }

  private func report(_ outcome: String, _ login: Login, _ arguments: Arguments, _ environment: Environment) {
    let output = environment.output
    output.line(arguments.has(.json) ? login.shownJSON : "\(outcome) \(Self.text(login, output)).")
    for (option, value) in [(CommandOption.token, login.token), (CommandOption.connect, login.address.description)] {
      guard let variable = option.variable, let set = environment.variables[variable], !set.isEmpty, set != value else {
        continue
      }
      environment.errors.line(
        "\(variable) is set in this shell and overrides the login. To use the login: unset \(variable)")
    }
  }

  /// Returns a login in words, such as `Friday Films as Ann, at 127.0.0.1:6684`.
  static func text(_ login: Login, _ output: Terminal) -> String {
    "\(output.styled(printable(login.name), .strong)) as \(printable(login.memberName)), at \(login.address)"
  }
}

extension MovieNightClient {
  func login(token: String) async throws -> Login {
    let member = try await authenticate(token)
    return Login(
      name: try await households.get().name, address: address, token: token,
      memberID: member.memberID?.description ?? "", memberName: member.displayName ?? "")
  }
}
