import ClientCommands
import Console
import Server

/// `movienight household`: a member's own household on a running server or, for an administrator, all of a store.
struct HouseholdCommand: Subcommand {
  let areas: ServerAreas
  let name = "household"
  let summary = "Manage your household, or all households of a store."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction("show [NAME]", "Show your household or, for the administrator of a store, another one.", [.store]),
    CommandAction("members", "Show the members of your household."),
    CommandAction(
      "settings", "Show the country, deadlines and streaming services, or change those with an option.",
      OwnHousehold.settingOptions),
    CommandAction("rename NAME", "Rename your household."),
    CommandAction("rename-member NAME NEW_NAME", "Rename yourself or your child."),
    CommandAction(
      "invite", "Invite others: print the command that they type. It is shown only once.",
      [OwnHousehold.publicAddress]),
    CommandAction("invites [revoke] [NUMBER]", "List the invites, or revoke one."),
    CommandAction(
      "join INVITE_TOKEN", "Join a household with an invite, and log in.",
      [OwnHousehold.givenName, OwnHousehold.avatar]),
    CommandAction("add-child NAME", "Add a child, for whom you act with --as.", [OwnHousehold.avatar]),
    CommandAction("remove NAME", "Remove a member from your household."),
    CommandAction(
      "leave", "Leave your household. This ends your tokens, and you need an invite to come back.",
      [OwnHousehold.confirmation]),
    CommandAction("list", "List all households of a store, for its administrator.", [.store]),
    CommandAction(
      "create", "Create a household, for the administrator of a store. The creator's token is shown only once.",
      [OwnHousehold.givenName, creator, OwnHousehold.avatar, .store]),
    CommandAction(
      "erase", "Permanently delete a member's name, avatar and labels, for the administrator of a store.",
      [household, member, OwnHousehold.confirmation, .store]),
  ]
  var options: [CommandOption] {
    let own = [OwnHousehold.givenName, OwnHousehold.avatar, OwnHousehold.publicAddress, OwnHousehold.confirmation]
    let stored: [CommandOption] = [.store, Self.creator, Self.household, Self.member, .json]
    return ServerConnection.options + own + OwnHousehold.settingOptions + stored
  }
  let details = """
    The actions on your own household need your login, except join. For invite, --public-address is the server's \
    address for those who join.

    The administrator's actions are list, show NAME, create and erase. They use the store that --store names, or the \
    server that holds it. Without --store, they use the server of --connect or MOVIENIGHT_CONNECT, else the default \
    store if it exists, else your login's server. erase works even for a member who has left. A current member also \
    leaves the household.

    A NAME is a name, its beginning if no other one has it, or an id. show NAME also takes the name of a login.
    """
  let examples = [
    (line: "movienight household", meaning: "Your household"),
    (
      line: "movienight household invite --public-address films.example.org:6684",
      meaning: "An invite, valid for 7 days"
    ),
    (line: "movienight household join INVITE_TOKEN --name Sarah", meaning: "Join with an invite"),
    (line: "movienight household add-child Ben", meaning: "Add a child, then act for Ben with --as Ben"),
    (line: "movienight household settings --country DE --voting-hours 48", meaning: "Change settings"),
    (line: "movienight household remove Sarah", meaning: "Remove a member"),
    (line: "movienight household create --name \"Friday Films\" --creator Tim", meaning: "A new household"),
    (
      line: "movienight household erase --household \"Friday Films\" --member Tim --confirm DELETE",
      meaning: "Erase a member's data"
    ),
  ]

  private static let creator = CommandOption.value("creator", "NAME", "The creator's name.")
  private static let household = CommandOption.value("household", "NAME", "The member's household.")
  private static let member = CommandOption.value("member", "NAME", "The member to erase.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let action = arguments.positionals.first ?? "show"
    let words = arguments.positionals.dropFirst()
    let first = words.first ?? ""
    let own = OwnHousehold(arguments: arguments, environment: environment)
    let stored = StoreHouseholds(areas: areas, arguments: arguments, environment: environment)
    switch action {
    case "show" where words.isEmpty:
      guard !arguments.isGiven(.store) else { throw UsageError("show needs NAME with --store") }
      try await own.show()
    case "show":
      // A member who has a login needs no administrator.
      if [.store, .connect].allSatisfy({ arguments.given($0) == nil }), try await own.show(ofLogin: first) { break }
      try await stored.show(first)
    case "members": try await own.members()
    case "settings": try await own.settings()
    case "rename": try await own.rename(to: first)
    case "rename-member": try await own.renameMember(first, to: words.last ?? "")
    case "invite": try await own.invite()
    case "invites": try await own.invites(words)
    case "join": try await own.join(first)
    case "add-child": try await own.addChild(first)
    case "remove": try await own.remove(first)
    case "leave": try await own.leave()
    case "list": try await stored.list()
    case "create":
      guard let name = arguments.value(OwnHousehold.givenName), let creator = arguments.value(Self.creator) else {
        let missing = [OwnHousehold.givenName, Self.creator].filter { arguments.value($0) == nil }
        throw UsageError(
          "create needs \(missing.map { "--\($0.name)" }.joined(separator: " and "))",
          hints: ["For example: movienight household create --name \"Friday Films\" --creator Tim | movienight login"])
      }
      try await stored.create(name: name, creator: creator, avatar: arguments.value(OwnHousehold.avatar))
    case "erase": try await erase(arguments, stored)
    default: throw UsageError.unknownAction(action, among: self.words)
    }
    return .success
  }

  private func erase(_ arguments: Arguments, _ stored: StoreHouseholds) async throws {
    let household = try arguments.value(Self.household, neededBy: "erase")
    let member = try arguments.value(Self.member, neededBy: "erase")
    let word = arguments.value(OwnHousehold.confirmation)
    guard word == "DELETE" else {
      throw UsageError("erase needs --confirm DELETE" + (word.map { ", not '\($0)'" } ?? ""))
    }
    try await stored.erase(member: member, of: household)
  }
}
