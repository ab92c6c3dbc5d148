import Console
import MovieNightKit
import MovieNightPrimitives

/// The actions of `movienight household` for members, and the one to join.
package struct OwnHousehold {
  // Some of the options are also the administrator's.
  package static let givenName = CommandOption.value(
    "name", "NAME", "The household's name (create), your own (join).")
  package static let avatar = CommandOption.value(
    "avatar", "KEY", "The avatar of whom you add (create, join, add-child).")
  package static let publicAddress = CommandOption.value(
    "public-address", "HOST:PORT", "Where others reach the server (invite).", variable: "MOVIENIGHT_PUBLIC_ADDRESS")
  package static let confirmation = CommandOption.value(
    "confirm", "WORD", "DELETE (erase) or LEAVE (leave), to mean it.")

  private let arguments: Arguments
  private let environment: Environment

  package init(arguments: Arguments, environment: Environment) {
    self.arguments = arguments
    self.environment = environment
  }

  private var output: Terminal { environment.output }

  // MARK: As a member

  package func show() async throws { try await show(\.overview) }
  package func members() async throws { try await show(\.members) }

  private func show(_ lines: (HouseholdRenderer) -> [String]) async throws {
    let household = try await member().client.rawResult(of: HouseholdsRequests.get())
    try environment.show(household, arguments) {
      lines(HouseholdRenderer(canvas: Canvas(environment), household: $0))
    }
  }

  private func member() async throws -> (client: MovieNightClient, token: String, identity: Identity) {
    try await ServerConnection.openAsMember(arguments, environment)
  }

  package func rename(to name: String) async throws {
    let result = try await member().client.rawResult(of: HouseholdsRequests.update(name: name))
    try environment.show(result, arguments) {
      ["Your household is called \(output.styled($0.household.name, .strong)) now."]
    }
  }

  package func invite() async throws {
    let publicAddress = try arguments.value(Self.publicAddress).map { try ServerAddress($0) }
    if case .unix? = publicAddress {
      throw UsageError("--public-address takes HOST:PORT: a socket's path reaches no further than this machine")
    }
    let client = try await member().client
    try environment.show(try await client.rawResult(of: InvitesRequests.create()), arguments) { invite in
      // The token is null in the answer to a command that was sent again, because the connection broke.
      guard let token = invite.inviteToken else {
        throw CommandFailure(
          "The invite was made, but its token was lost on the way.", hint: "Make another: movienight household invite")
      }
      let days = (invite.expiresAt.microseconds - invite.createdAt.microseconds) / 86_400_000_000
      let until = Canvas(environment).dateText(invite.expiresAt)
      let line = InviteLine(token: token, reached: client.address, publicAddress: publicAddress)
      return ["The invite, shown this once. Whom you invite types, with their own NAME:", line.text]
        + [line.note].compactMap(\.self)
        + ["It holds for \(days) days, until \(until), for as many as there is room for."]
    }
  }

  package func addChild(_ name: String) async throws {
    let request = MembersRequests.addManaged(displayName: name, avatarKey: arguments.value(Self.avatar))
    try environment.show(try await member().client.rawResult(of: request), arguments) { added in
      let given = added.member.displayName
      let words = added.childProfileDisclosure.split(separator: " ").map(String.init)
      return [
        "\(output.styled(given, .strong)) belongs to your household. Act for them with --as:",
        "movienight vote MOVIE up --as \(shellWord(given))",
      ] + wrapped(words, columns: Canvas(environment).columns)
    }
  }

  package func leave() async throws {
    guard arguments.value(Self.confirmation) == "LEAVE" else {
      throw UsageError("leave needs --confirm LEAVE: your tokens end with it, and only an invite lets you in again")
    }
    let member = try await member()
    let result = try await member.client.rawResult(of: MembersRequests.leave())
    output.line(arguments.has(.json) ? result.json.compactText : "You have left the household.")
    // The member's own token has ended.
    if let file = LoginFile(environment.variables), try file.read().hasToken(member.token) {
      try file.change { $0.forget(token: member.token) }
    }
  }

  // MARK: As a newcomer

  package func join(_ invite: String) async throws {
    let name = try arguments.value(Self.givenName, neededBy: "join")
    let client = try await ServerConnection.connect(ServerConnection.access(arguments, environment), environment)
    let request = InvitesRequests.accept(
      invite, displayName: name, avatarKey: arguments.value(Self.avatar), secret: newSecret())
    let newcomer: RawResult<CommandResult<JoinedHousehold>>
    do {
      newcomer = try await client.rawResult(of: request)
    } catch let error as ClientError {
      throw Self.perhapsIn(error)
    }
    if arguments.has(.json) { return output.line(newcomer.json.compactText) }
    // Nothing else of the answer is read yet: whatever the rest is like, the token counts.
    let token = try newcomer.json.string("token")
    do {
      let login = try await client.login(token: token)
      let kept = try environment.loginFile().change { try $0.keep(login, as: nil) }
      output.line("You are in. Logged in to \(LoginCommand.text(kept, output)).")
    } catch {
      // The token cannot be shown again.
      output.line("You are in. Your token, shown this once:")
      output.line("export MOVIENIGHT_TOKEN=\(printable(token))")
      environment.errors.line("It could not be kept as a login: \(printable("\(error)"))")
    }
  }
}

extension OwnHousehold {
  /// `error`, with advice if the server may have accepted the newcomer nevertheless: the secret of the token ends with this
  /// program. A 503 may come from a server that was restarted meanwhile.
  fileprivate static func perhapsIn(_ error: ClientError) -> any Error {
    if let refusal = error.refusal, refusal.code != 503 { return error }
    let hints = [
      error.commandLineHint,
      "You may be in all the same; then joining again adds you twice. A member sees it: movienight household members",
      "An administrator lets you in with a new token: movienight token issue --household ID --member ID",
    ]
    return CommandFailure(error.description, hints: hints)
  }
}

/// A new token's secret, made by the client (32 bytes: docs/protocol). If an answer is lost, the client sends the command again,
/// and that answer would not repeat a token that the server has made.
package func newSecret() -> String { Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) }) }

/// The command line with which an invited person joins from another machine.
struct InviteLine: Equatable {
  let text: String
  /// What the person has to replace in it first.
  let note: String?

  /// `address` is where this machine reaches the server, `publicAddress` where others do, if known.
  init(token: String, reached address: ServerAddress, publicAddress: ServerAddress?) {
    let shown: String
    if let known = publicAddress ?? (address.isOfThisMachineOnly ? nil : address) {
      (shown, note) = (known.description, nil)
    } else {
      shown = if case .tcp(_, let port) = address { "HOST:\(port)" } else { "HOST:PORT" }
      note = "Replace \(shown) by where they reach the server; --public-address HOST:PORT does it for you."
    }
    text = "movienight household join \(token) --name NAME --connect \(shellWord(printable(shown)))"
  }
}

extension ServerAddress {
  /// Whether the address leads nowhere on another machine, or to that machine itself.
  fileprivate var isOfThisMachineOnly: Bool {
    switch self {
    case .unix: true
    case .tcp(let host, _): ["localhost", "::1", "::", "0.0.0.0"].contains(host.lowercased()) || host.hasPrefix("127.")
    }
  }
}
