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
    CommandAction("show [ID]", "Show your household or, for the administrator of a store, another one."),
    CommandAction("members", "Show the members of your household."),
    CommandAction("rename NAME", "Rename your household."),
    CommandAction(
      "invite", "Invite others: print the command that they type. It is shown only once.",
      [OwnHousehold.publicAddress]),
    CommandAction(
      "join INVITE_TOKEN", "Join a household with an invite, and log in.",
      [OwnHousehold.givenName, OwnHousehold.avatar]),
    CommandAction("add-child NAME", "Add a child, for whom you act with --as.", [OwnHousehold.avatar]),
    CommandAction(
      "leave", "Leave your household. This ends your tokens, and you need an invite to come back.",
      [OwnHousehold.confirmation]),
    CommandAction("list", "List all households of a store, for its administrator."),
    CommandAction(
      "create", "Create a household, for the administrator of a store. The creator's token is shown only once.",
      [OwnHousehold.givenName, creator, OwnHousehold.avatar]),
    CommandAction(
      "erase", "Permanently delete a member's name, avatar and labels, for the administrator of a store.",
      [household, member, OwnHousehold.confirmation]),
  ]
  var options: [CommandOption] {
    ServerConnection.options + [
      .store, OwnHousehold.givenName, Self.creator, OwnHousehold.avatar, OwnHousehold.publicAddress, Self.household,
      Self.member, OwnHousehold.confirmation, .json,
    ]
  }
  let details = """
    The actions on your own household need your login, except join. For invite, --public-address is the server's \
    address for those who join.

    The administrator's actions are list, show ID, create and erase. They work through the server that holds the \
    store, or directly on the store if none does. erase works even for a member who has left. A current member also \
    leaves the household.
    """
  let examples = [
    (line: "movienight household", meaning: "Your household"),
    (
      line: "movienight household invite --public-address films.example.org:6684",
      meaning: "An invite, valid for 7 days"
    ),
    (line: "movienight household join INVITE_TOKEN --name Sarah", meaning: "Join with an invite"),
    (line: "movienight household add-child Ben", meaning: "Add a child, then act for Ben with --as Ben"),
    (line: "movienight household create --name \"Friday Films\" --creator Tim", meaning: "A new household"),
    (line: "movienight household erase --household ID --member ID --confirm DELETE", meaning: "Erase a member's data"),
  ]

  private static let creator = CommandOption.value("creator", "NAME", "The creator's name.")
  private static let household = CommandOption.value("household", "ID", "The member's household.")
  private static let member = CommandOption.value("member", "ID", "The member to erase.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let action = arguments.positionals.first ?? "show"
    if ["list", "create", "erase"].contains(action), arguments.isGiven(.connect) {
      throw UsageError("\(action) works on a store: use --store instead of --connect")
    }
    let own = OwnHousehold(arguments: arguments, environment: environment)
    let stored = StoreHouseholds(areas: areas, arguments: arguments, environment: environment)
    switch action {
    case "show" where arguments.positionals.count > 1: try await stored.show(arguments.positionals[1])
    case "show": try await own.show()
    case "members": try await own.members()
    case "rename": try await own.rename(to: arguments.operand("NAME"))
    case "invite": try await own.invite()
    case "join": try await own.join(arguments.operand("INVITE_TOKEN"))
    case "add-child": try await own.addChild(arguments.operand("NAME"))
    case "leave": try await own.leave()
    case "list": try await stored.list()
    case "create":
      try await stored.create(
        name: arguments.value(OwnHousehold.givenName, neededBy: action),
        creator: arguments.value(Self.creator, neededBy: action), avatar: arguments.value(OwnHousehold.avatar))
    case "erase": try await erase(arguments, stored)
    default: throw UsageError.unknownAction(action, among: words)
    }
    return .success
  }

  private func erase(_ arguments: Arguments, _ stored: StoreHouseholds) async throws {
    let household = try arguments.value(Self.household, neededBy: "erase")
    let member = try arguments.value(Self.member, neededBy: "erase")
    guard arguments.value(OwnHousehold.confirmation) == "DELETE" else {
      throw UsageError("erase needs --confirm DELETE")
    }
    try await stored.erase(member: member, of: household)
  }
}
