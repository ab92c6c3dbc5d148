import Console
import enum Domain.HouseholdLimits
import MovieNightKit
import MovieNightPrimitives

/// The actions of `movienight household` for a member, and the action with which a newcomer joins.
package struct OwnHousehold {
  // Some of these options are also used by the administrator's actions.
  package static let givenName = CommandOption.value(
    "name", "NAME", "The household's name (create) or your own name (join).")
  package static let avatar = CommandOption.value("avatar", "KEY", "The new member's avatar.")
  package static let publicAddress = CommandOption.value(
    "public-address", "HOST:PORT", "The server's address for the people you invite.",
    variable: "MOVIENIGHT_PUBLIC_ADDRESS")
  package static let confirmation = CommandOption.value(
    "confirm", "WORD", "Confirms the action: DELETE (erase) or LEAVE (leave).")

  let arguments: Arguments
  let environment: Environment

  package init(arguments: Arguments, environment: Environment) {
    self.arguments = arguments
    self.environment = environment
  }

  private var output: Terminal { environment.output }

  // MARK: Actions of a member

  package func show() async throws { try await show(\.overview, connectAsMember().client) }
  package func members() async throws { try await show(\.members, connectAsMember().client) }

  /// Shows the household of the login that `name` names. Returns false if it names none, and throws an error if it
  /// names several.
  package func show(ofLogin name: String) async throws -> Bool {
    let login: Login?
    do {
      login = try environment.logins().login(name)
    } catch is CommandFailure {
      return false
    }
    guard let login else { return false }
    let client = try await MovieNightClient.connect(to: login.address, clock: environment.clock)
    try await client.authenticate(login.token)
    try await show(\.overview, client)
    return true
  }

  func show(_ lines: (HouseholdRenderer) -> [String], _ client: MovieNightClient) async throws {
    try environment.show(try await client.rawResult(of: HouseholdsRequests.get()), arguments) {
      lines(HouseholdRenderer(canvas: Canvas(environment), household: $0))
    }
  }

  func connectAsMember() async throws -> (client: MovieNightClient, token: String, identity: Identity) {
    try await ServerConnection.openAsMember(arguments, environment)
  }

  package func rename(to name: String) async throws {
    let (client, token, _) = try await connectAsMember()
    let isSaved = (try? environment.logins())?.all.contains { $0.token == token } ?? false
    let old = isSaved ? try await client.households.get().name : nil
    let result = try await client.rawResult(of: HouseholdsRequests.update(name: name))
    try environment.show(result, arguments) {
      ["Your household is now called \(output.styled($0.household.name, .strong))."]
    }
    guard let old else { return }
    // A login that has the household's old name gets the new one, so that `login use` finds it.
    let new = try result.shown().household.name
    try environment.loginFile().change { $0.renameHousehold(of: token, from: old, to: new) }
  }

  package func invite() async throws {
    let publicAddress = try arguments.value(Self.publicAddress).map { try ServerAddress($0) }
    if case .unix? = publicAddress {
      throw UsageError("--public-address takes HOST:PORT: a Unix socket works only on this machine")
    }
    let client = try await connectAsMember().client
    try environment.show(try await client.rawResult(of: InvitesRequests.create()), arguments) { invite in
      // If the connection broke and the command was sent again, the repeated answer has null instead of the token.
      guard let token = invite.inviteToken else {
        throw CommandFailure(
          "The invite was created, but its token was lost on the way.",
          hint: "Create another one: movienight household invite")
      }
      let days = (invite.expiresAt.microseconds - invite.createdAt.microseconds) / 86_400_000_000
      let until = Canvas(environment).dateText(invite.expiresAt)
      let line = InviteLine(token: token, reached: client.address, publicAddress: publicAddress)
      return ["This invite is shown only once. To join, people type this with their own NAME:", line.text]
        + [line.note].compactMap(\.self)
        + ["It is valid for \(days) days, until \(until), for everyone until the household is full."]
    }
  }

  /// Shows the household's invites, or revokes one. `words` are those after `invites`.
  package func invites(_ words: ArraySlice<String>) async throws {
    let (actions, action) = (["list", "revoke"], words.first ?? "list")
    guard actions.contains(action) else { throw UsageError.unknownAction(action, among: actions) }
    let typed = words.dropFirst().first
    if let typed, action == "list" { throw UsageError("Unexpected argument '\(typed)'") }
    let client = try await connectAsMember().client
    let list = try await client.rawResult(of: InvitesRequests.list())
    guard action == "revoke" else {
      return try environment.show(list, arguments) { AccessRenderer(environment).lines($0.invites) }
    }
    let invite = try Self.openInvite(typed, in: list.shown())
    let result = try await client.rawResult(of: InvitesRequests.revoke(invite.id))
    try environment.show(result, arguments) { _ in ["The invite is revoked: no one can join with it any more."] }
  }

  /// Returns the open invite with this number or id, or the only one if `typed` is nil.
  private static func openInvite(_ typed: String?, in list: InviteList) throws -> Invite {
    let open = list.invites.filter { $0.status == .active }
    guard let typed else {
      guard open.count < 2 else {
        throw UsageError(
          "Several invites are open",
          hints: ["Name one by its number in movienight household invites: movienight household invites revoke 1"])
      }
      guard let only = open.first else {
        throw CommandFailure("No invite is open", hint: "Invite others with: movienight household invite")
      }
      return only
    }
    let lookup = NameLookup(
      ("open invite", "open invites"), among: AccessRenderer.numbered(open), called: { $0.number },
      id: { "\($0.thing.id)" }, ifNone: "Invite others with: movienight household invite")
    return try lookup.one(typed).thing
  }

  package func addChild(_ name: String) async throws {
    let client = try await connectAsMember().client
    try await requireNewName(name, client)
    let request = MembersRequests.addManaged(displayName: name, avatarKey: arguments.value(Self.avatar))
    try environment.show(try await client.rawResult(of: request), arguments) { added in
      let given = added.member.displayName
      let words = added.childProfileDisclosure.split(separator: " ").map(String.init)
      return [
        "\(output.styled(given, .strong)) is now in your household. Act for this child with --as:",
        "movienight vote MOVIE up --as \(shellWord(given))",
      ] + wrapped(words, columns: Canvas(environment).columns)
    }
  }

  package func remove(_ name: String) async throws {
    let client = try await connectAsMember().client
    let member = try await member(called: name, client).found
    let removed: RawResult<CommandResult<MemberGone>>
    do {
      removed = try await client.rawResult(of: MembersRequests.remove(member.id))
    } catch let error as ClientError where error.reason == .creatorStays {
      throw CommandFailure(error, hints: ["Leave with: movienight household leave --confirm LEAVE"])
    }
    try environment.show(removed, arguments) { _ in
      let name = output.styled(member.displayName, .strong)
      return ["\(name) is no longer in your household."]
        + (member.memberType == .managed ? [] : ["All open invites are revoked. Invite others with a new one."])
    }
  }

  package func renameMember(_ name: String, to newName: String) async throws {
    let client = try await connectAsMember().client
    let (member, members) = try await member(called: name, client)
    try Self.requireNewName(newName, among: members.filter { $0.id != member.id })
    let renamed: RawResult<CommandResult<UpdatedMember>>
    do {
      renamed = try await client.rawResult(of: MembersRequests.update(member.id, displayName: newName))
    } catch let error as ClientError where error.reason == .cannotActAs {
      let parent = members.first { $0.id == member.parentMemberID }?.displayName
      let reason = parent.map { "is a child of \($0)" } ?? "is an adult"
      throw CommandFailure(
        "\(member.displayName) \(reason): only \(parent ?? member.displayName) can change this name", hints: [],
        refusal: error.refusal)
    }
    try environment.show(renamed, arguments) {
      let name = $0.member.displayName
      return name == member.displayName
        ? ["\(output.styled(name, .strong)) already has this name. Nothing has changed."]
        : ["\(member.displayName) is now called \(output.styled(name, .strong))."]
    }
  }

  private func member(called name: String, _ client: MovieNightClient) async throws -> (found: Member, all: [Member]) {
    let members = try await client.rawResult(of: HouseholdsRequests.get()).shown().members
    return (try NameLookup(members: members).one(name), members)
  }

  private func requireNewName(_ name: String, _ client: MovieNightClient) async throws {
    try await Self.requireNewName(name, among: client.households.get().members)
  }

  private static func requireNewName(_ name: String, among members: [Member]) throws {
    guard let other = members.first(where: { isSameName($0.displayName, name) }) else { return }
    throw CommandFailure(
      "Your household already has a member called \(other.displayName)",
      hint: "Choose a name that tells the two apart.")
  }

  package func leave() async throws {
    guard arguments.value(Self.confirmation) == "LEAVE" else {
      // What follows is only advice, so the error is the same without a server that knows it.
      throw UsageError(
        "leave needs --confirm LEAVE: it ends your tokens, and you need an invite to come back",
        hints: (try? await consequencesOfLeaving()) ?? [])
    }
    let member = try await connectAsMember()
    let result = try await member.client.rawResult(of: MembersRequests.leave())
    output.line(arguments.has(.json) ? result.json.compactText : "You have left the household.")
    // Leaving has ended the member's own token, so its login is removed.
    guard let file = LoginFile(environment.variables), try file.read().all.contains(where: { $0.token == member.token })
    else { return }
    let others = try file.change { logins in
      logins.forget(token: member.token)
      return logins
    }
    if !arguments.has(.json) { output.line(others.currentSentence(output)) }
  }

  /// Returns what happens to the household and to the user's children if the user leaves (`DepartureDecider`).
  private func consequencesOfLeaving() async throws -> [String] {
    let (client, _, identity) = try await connectAsMember()
    guard let own = identity.memberID else { return [] }
    let members = try await client.households.get().members
    let adults = members.filter { $0.id != own && $0.parentMemberID == nil }
    let typed = "To leave: movienight household leave --confirm LEAVE"
    // The members are in the order in which they joined, and the first adult becomes the creator.
    guard let first = adults.first else {
      return ["You are the only adult: nobody can log in to this household any more.", typed]
    }
    let creator = adults.first { $0.role == .creator } ?? first
    let children = members.filter { $0.parentMemberID == own }.map(\.displayName).joined(separator: ", ")
    return (identity.role == .creator ? ["\(creator.displayName) becomes the creator."] : [])
      + (children.isEmpty ? [] : ["\(creator.displayName) becomes the parent of \(children)."]) + [typed]
  }

  // MARK: Joining a household

  package func join(_ invite: String) async throws {
    let name = try arguments.value(Self.givenName, neededBy: "join")
    let client = try await ServerConnection.connect(ServerConnection.access(arguments, environment), environment)
    let request = InvitesRequests.accept(
      invite, displayName: name, avatarKey: arguments.value(Self.avatar), secret: newSecret())
    let newcomer: RawResult<CommandResult<JoinedHousehold>>
    do {
      newcomer = try await client.rawResult(of: request)
    } catch let error as ClientError {
      throw Self.joinFailure(error)
    }
    if arguments.has(.json) { return output.line(newcomer.json.compactText) }
    // The token is read before the rest of the answer, because it must be shown even if the rest is invalid.
    let token = try newcomer.json.string("token")
    do {
      let kept = try await saveLogin(token, client)
      output.line("You have joined. Logged in to \(LoginCommand.text(kept, output)).")
    } catch {
      // The token is shown here, because it cannot be shown again.
      output.line("You have joined. Your token is shown only once:")
      output.lines(TokenText.lines(token: token, at: client.address))
      let reason = (error as? ClientError)?.message ?? "\(error)"
      environment.errors.line("The token could not be saved as a login: \(printable(reason))")
      if let hint = (error as? CommandFailure)?.hint { environment.errors.line(printable(hint)) }
      environment.errors.line("Save it later with: movienight login")
      // The name can still be changed, unless the cause is the server.
      try? await chooseOtherName(token, client, isSaved: false)
      return
    }
    try await chooseOtherName(token, client, isSaved: true)
  }

  private func saveLogin(_ token: String, _ client: MovieNightClient) async throws -> Login {
    let login = try await client.login(token: token)
    return try environment.loginFile().change { try $0.keep(login, as: nil) }
  }

  /// Asks a newcomer for another name if a member already has theirs. Before joining they could not see the members'
  /// names. If the newcomer chooses none, or no terminal is there to ask, their name gets a number.
  private func chooseOtherName(_ token: String, _ client: MovieNightClient, isSaved: Bool) async throws {
    let own = try await client.authenticate(token)
    let others = try await client.households.get().members.filter { $0.id != own.memberID }
    func isTaken(_ name: String) -> Bool { others.contains { isSameName($0.displayName, name) } }
    let (old, errors) = (own.displayName ?? "", environment.errors)
    guard isTaken(old) else { return }
    errors.line("Another member is called \(printable(old)), too.")
    var name = old
    while environment.inputIsTerminal, isTaken(name), !name.allSatisfy(\.isWhitespace) {
      errors.text("Another name for you: ")
      name = try environment.readLine()
    }
    let isChosen = !name.allSatisfy(\.isWhitespace) && !isTaken(name)
    if !isChosen { name = freeName(String(old.prefix(Self.numberedNameLength)), isTaken: isTaken) }
    let renamed = try await client.members.update(displayName: name).member.displayName
    if isSaved { _ = try await saveLogin(token, client) }
    output.line("You are now called \(output.styled(printable(renamed), .strong)).")
    guard !isChosen else { return }
    errors.line("Choose another name with: movienight household rename-member \(shellWord(printable(renamed))) NAME")
  }

  /// The length to which a name is cut to leave room for a number.
  private static let numberedNameLength = HouseholdLimits.displayName.upperBound - 2
}

extension OwnHousehold {
  /// Returns `error`, with advice if the server may have accepted the newcomer before the error. A 503 does not rule
  /// this out, because the server may have restarted. The newcomer's token is then lost: its secret exists only here.
  fileprivate static func joinFailure(_ error: ClientError) -> any Error {
    if let refusal = error.refusal, refusal.code != 503 { return error }
    let hints = [
      error.commandLineHint,
      "You may have joined anyway, and joining again would add you twice. Ask a member to check: movienight household members",
      "If you have joined, ask an administrator for a new token: movienight token issue --household NAME --member NAME",
    ]
    return CommandFailure(error, hints: hints)
  }
}

/// Returns a new secret of 32 bytes for a token (docs/protocol). The client makes it, because the server never sends a
/// token twice. If the answer is lost, the repeated answer would lack a token that the server had made.
package func newSecret() -> String { Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) }) }

/// The command line with which an invited person joins from another machine.
struct InviteLine: Equatable {
  let text: String
  /// Advice about the part of the line that must be replaced before it is typed; nil if no part must be.
  let note: String?

  /// Creates the line for an invite. `address` is the server's address as seen from this machine. `publicAddress` is
  /// the one for other machines, if it is known.
  init(token: String, reached address: ServerAddress, publicAddress: ServerAddress?) {
    let shown: String
    if let known = publicAddress ?? (address.isLocalOnly ? nil : address) {
      (shown, note) = (known.description, nil)
    } else {
      shown = if case .tcp(_, let port) = address { "HOST:\(port)" } else { "HOST:PORT" }
      note = "Replace \(shown) with the server's public address, or use --public-address HOST:PORT."
    }
    text = "movienight household join \(token) --name NAME --connect \(shellWord(printable(shown)))"
  }
}
