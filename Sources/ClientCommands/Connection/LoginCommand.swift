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
    token is sent only to the login's server. Logins are saved in $XDG_CONFIG_HOME/movienight/logins.json (or below \
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
    let address = try arguments.given(.connect).map { try ServerAddress($0).absolute } ?? .standard
    let file = try environment.loginFile()
    let question = "The token for \(address): "
    // A token from another program is read before anything can fail, because that program prints it only once. A person
    // is asked only after the file was read and the server reached, so that no token is typed in vain.
    let piped = environment.inputIsTerminal ? nil : try environment.readSecret(question)
    let pipedToken = piped.flatMap(Self.token(in:))
    let client = try await Self.includingTokenInErrors(pipedToken) {
      _ = try file.readToChange()
      return try await MovieNightClient.connect(to: address, clock: environment.clock)
    }
    guard let token = Self.token(in: try piped ?? environment.readSecret(question)) else {
      throw CommandFailure("No token was given", hint: "Paste your token, which begins with mn_.")
    }
    do {
      let kept = try await Self.includingTokenInErrors(pipedToken) {
        let login = try await client.login(token: token)
        return try file.change { try $0.keep(login, as: name) }
      }
      report("Logged in to", kept, arguments, environment)
    } catch let error as ClientError where Self.isUnknownToken(error) {
      throw CommandFailure(
        "This token is not valid at \(address)",
        hint: "Check that you copied all of it. A revoked token never becomes valid again.")
    }
  }

  private static func isUnknownToken(_ error: any Error) -> Bool { (error as? ClientError)?.refusal?.code == 401 }

  /// Runs `body`. If it fails, the error shows a token that was read from another program, because that program prints
  /// it only once. A token that the server does not know is not shown.
  private static func includingTokenInErrors<Result>(
    _ token: String?, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch {
      guard let token, !isUnknownToken(error) else { throw error }
      let hint = (error as? CommandFailure)?.hint ?? (error as? ClientError)?.commandLineHint
      let saving = "The login was not saved. Log in later with this token: \(token)"
      if let error = error as? ClientError { throw CommandFailure(error, hints: [hint, saving]) }
      throw CommandFailure("\(error)", hints: [hint, saving])
    }
  }

  private static func token(in input: [UInt8]) -> String? { token(in: String(decoding: input, as: UTF8.self)) }

  /// Returns the token in a text that was typed or pasted, such as the line of a shell that sets MOVIENIGHT_TOKEN. This
  /// is the last word that looks like a token, or the whole text if no word does; nil if the text is blank.
  static func token(in text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_") }
    if let token = words.last(where: { $0.hasPrefix("mn_") }) { return String(token) }
    let all = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return all.isEmpty ? nil : all
  }

  private func list(_ logins: Logins, _ arguments: Arguments, _ output: Terminal) throws {
    if arguments.has(.json) {
      let writer = JSONWriter.object { writer in
        writer.field("current", logins.current?.name)
        writer.array("logins", logins.all) { $0.raw($1.shownJSON.utf8) }
      }
      return output.line(writer.text)
    }
    if logins.all.isEmpty { return output.line("No logins yet. Log in with: movienight login") }
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
