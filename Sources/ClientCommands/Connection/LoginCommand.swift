import Console
import MovieNightKit

/// `movienight login`: stores a token with its server, so that later commands need neither.
struct LoginCommand: Subcommand {
  let name = "login"
  let summary = "Keep your token, so that commands know who you are."
  let positionals = "[ACTION] [NAME]"
  let words = ["list", "use"]
  var options: [CommandOption] { [.connect, Self.givenName, .json] }
  let details = """
    Without an ACTION it asks for your token, or reads it from standard input, tries it, and keeps it with the server's \
    address. list shows all logins, use NAME makes another one the current one; a command with --login NAME uses that \
    one once. Names need not be typed whole.

    What --connect and --token say comes first, then MOVIENIGHT_CONNECT and MOVIENIGHT_TOKEN, then the login. A login's \
    token is sent to the login's server only. It is kept in $XDG_CONFIG_HOME/movienight/logins.json (or below \
    ~/.config), which nobody but you can read.
    """
  let examples = [
    (line: "movienight login --connect films.example.org:6684", meaning: "Asks for the token, which is not shown"),
    (line: "movienight login < token.txt", meaning: "Takes it from a file"),
    (
      line: "movienight household create --name Films --creator Ann | movienight login",
      meaning: "Straight from where it was made"
    ),
    (line: "movienight login use friday", meaning: "Back to Friday Films"),
  ]

  private static let givenName = CommandOption.value(
    "name", "NAME", "What to call the login; the household's name by default.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    switch arguments.positionals.first {
    case nil: try await login(arguments, environment)
    case "list":
      try arguments.expectNoOperand()
      try list(environment.logins(), arguments, environment.output)
    case "use":
      let name = try arguments.operand("NAME")
      let login = try environment.loginFile().change { try $0.use(name) }
      tell("You act in", login, arguments, environment)
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
    // Another program prints the token once, so it is read before anything can fail. A person is not asked for it if the server
    // is not there or the file cannot be read.
    let piped = environment.inputIsTerminal ? nil : try environment.readSecret(question)
    let pipedToken = piped.flatMap(Self.token(in:))
    let client = try await Self.keepingInSight(pipedToken) {
      _ = try file.readToChange()
      return try await MovieNightClient.connect(to: address, clock: environment.clock)
    }
    guard let token = Self.token(in: try piped ?? environment.readSecret(question)) else {
      throw CommandFailure("No token was given", hint: "Paste the one that you got; it begins with mn_.")
    }
    do {
      let kept = try await Self.keepingInSight(pipedToken) {
        let login = try await client.login(token: token)
        return try file.change { try $0.keep(login, as: name) }
      }
      tell("Logged in to", kept, arguments, environment)
    } catch let error as ClientError where Self.isUnknownToken(error) {
      throw CommandFailure(
        "\(address) does not know this token",
        hint: "Was all of it copied? A token that was revoked is never known again.")
    }
  }

  private static func isUnknownToken(_ error: any Error) -> Bool { (error as? ClientError)?.refusal?.code == 401 }

  /// Runs `body`. Its error shows a token that came from another program, because nobody else has the token; unless the server
  /// does not know it.
  private static func keepingInSight<Result>(
    _ token: String?, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch {
      guard let token, !isUnknownToken(error) else { throw error }
      let hint = (error as? CommandFailure)?.hint ?? (error as? ClientError)?.commandLineHint
      throw CommandFailure("\(error)", hints: [hint, "Nothing was kept. Then log in with this token: \(token)"])
    }
  }

  private static func token(in input: [UInt8]) -> String? { token(in: String(decoding: input, as: UTF8.self)) }

  /// The token in what was typed or pasted: the last word that looks like one, as in `export MOVIENIGHT_TOKEN=mn_…`, or else all
  /// of it. Nil if there is nothing.
  static func token(in text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_") }
    if let token = words.last(where: { $0.hasPrefix("mn_") }) { return String(token) }
    let all = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return all.isEmpty ? nil : all
  }

  private func list(_ logins: Logins, _ arguments: Arguments, _ output: Terminal) throws {
    if arguments.has(.json) {
      var writer = JSONWriter()
      writer.object { writer in
        writer.field("current", logins.current?.name)
        writer.key("logins")
        writer.array(logins.all) { $0.raw($1.shownJSON.utf8) }
      }
      return output.line(writer.text)
    }
    if logins.all.isEmpty { return output.line("No logins yet. Log in with: movienight login") }
    for login in logins.all {
      output.line((login == logins.current ? "* " : "  ") + Self.text(login, output))
    }
  }

  private func tell(_ what: String, _ login: Login, _ arguments: Arguments, _ environment: Environment) {
    let output = environment.output
    output.line(arguments.has(.json) ? login.shownJSON : "\(what) \(Self.text(login, output)).")
    for (option, value) in [(CommandOption.token, login.token), (CommandOption.connect, login.address.description)] {
      guard let variable = option.variable, let set = environment.variables[variable], !set.isEmpty, set != value else {
        continue
      }
      environment.errors.line("\(variable) is set in this shell and comes before the login: unset \(variable)")
    }
  }

  /// `Friday Films as Ann, at 127.0.0.1:6684`.
  static func text(_ login: Login, _ output: Terminal) -> String {
    "\(output.styled(printable(login.name), .strong)) as \(printable(login.memberName)), at \(login.address)"
  }
}

extension MovieNightClient {
  /// Authenticates with a token, and returns a login under the household's name.
  func login(token: String) async throws -> Login {
    let member = try await authenticate(token)
    return Login(
      name: try await households.get().name, address: address, token: token,
      memberID: member.memberID?.description ?? "", memberName: member.displayName ?? "")
  }
}
