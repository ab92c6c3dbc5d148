import MovieNightClient
import Primitives

/// `movienight household`: one's own on a running server; all of them for whoever administers a store.
struct HouseholdCommand: Subcommand {
  let name = "household"
  let summary = "Show your household and invite; list, create, erase."
  let positionals = "ACTION [ID|NAME|INVITE_TOKEN]"
  var options: [CommandOption] {
    ServerConnection.options + [
      .store, Self.givenName, Self.creator, Self.avatar, Self.household, Self.member, Self.confirmation, .json,
    ]
  }
  let details = """
    With your token, on a running server: show (your household), members, rename NAME, invite, and without a token \
    join INVITE_TOKEN --name NAME. As the administrator of a store: list, show ID, create and erase; they work through \
    the server that holds the store, or on the store itself where none does. What create, invite and join print of \
    tokens is shown this once. erase deletes the name, the avatar and the labels of a member, also of one who left: \
    nobody can bring them back. A member who is still there leaves with it.
    """
  let examples = [
    (line: "movienight household members", meaning: "Who belongs to yours"),
    (line: "movienight household invite", meaning: "Let others in, for 7 days"),
    (line: "movienight household join INVITE_TOKEN --name Sarah", meaning: "What they type"),
    (line: "movienight household list", meaning: "All of a store"),
    (line: "movienight household create --name \"Friday Films\" --creator Tim", meaning: "A new one"),
    (line: "movienight household erase --household ID --member ID --confirm DELETE", meaning: "Forget who left"),
  ]

  private static let givenName = CommandOption.value(
    "name", "NAME", "The household's name (create), your own (join).")
  private static let creator = CommandOption.value("creator", "NAME", "The creator's name (create).")
  private static let avatar = CommandOption.value("avatar", "KEY", "The creator's avatar (create), yours (join).")
  private static let household = CommandOption.value("household", "ID", "Whose member (erase).")
  private static let member = CommandOption.value("member", "ID", "Whom to forget (erase).")
  private static let confirmation = CommandOption.value("confirm", "WORD", "DELETE, to mean it (erase).")
  private static let actions = ["show", "members", "rename", "invite", "join", "list", "create", "erase"]

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let isOfStore = ["list", "create", "erase"].contains(arguments.positionals[0])
    if isOfStore, arguments.isGiven(.connect) {
      throw UsageError(
        "\(arguments.positionals[0]) works on a store, through the server that holds it: name it with --store")
    }
    switch arguments.positionals[0] {
    case "show" where arguments.positionals.count > 1:
      try StoreHouseholds(arguments: arguments, environment: environment).show(arguments.positionals[1])
    case "show": try show(arguments, environment) { try HouseholdDrawing(canvas: $0, household: $1).overview }
    case "members":
      try arguments.expectNoOperand()
      try show(arguments, environment) { try HouseholdDrawing(canvas: $0, household: $1).members }
    case "rename": try rename(to: arguments.operand("NAME"), arguments, environment)
    case "invite":
      try arguments.expectNoOperand()
      try invite(arguments, environment)
    case "join": try join(arguments.operand("INVITE_TOKEN"), arguments, environment)
    case "list":
      try arguments.expectNoOperand()
      try StoreHouseholds(arguments: arguments, environment: environment).list()
    case "create":
      try arguments.expectNoOperand()
      try create(arguments, environment)
    case "erase":
      try arguments.expectNoOperand()
      try erase(arguments, environment)
    case let action: throw UsageError.unknownAction(action, among: Self.actions)
    }
    return .success
  }

  // MARK: With one's token

  private func member(_ arguments: Arguments, _ environment: Environment) throws -> MovieNightClient {
    guard arguments.value(.token) != nil else {
      throw UsageError("\(arguments.positionals[0]) needs your token, in the variable MOVIENIGHT_TOKEN")
    }
    return try ServerConnection.open(arguments, environment)
  }

  private func show(
    _ arguments: Arguments, _ environment: Environment, as drawing: (Canvas, JSONValue) throws -> [String]
  ) throws {
    let household = try member(arguments, environment).call("households.get")
    if arguments.has(.json) { return environment.output.line(household.compactText) }
    environment.output.lines(try drawing(Canvas(environment), household))
  }

  private func rename(to name: String, _ arguments: Arguments, _ environment: Environment) throws {
    let result = try member(arguments, environment).call("households.update") { $0.field("name", name) }
    if arguments.has(.json) { return environment.output.line(result.compactText) }
    let given = printable(try result.object("household").string("name"))
    environment.output.line("Your household is called \(environment.output.styled(given, .strong)) now.")
  }

  private func invite(_ arguments: Arguments, _ environment: Environment) throws {
    let output = environment.output
    let invite = try member(arguments, environment).call("invites.create")
    if arguments.has(.json) { return output.line(invite.compactText) }
    // Null is the answer to a repetition: the connection broke between the command and its answer.
    guard let token = try invite.optionalString("invite_token") else {
      throw CommandFailure(
        "The invite was made, but its token was lost on the way.", hint: "Make another: movienight household invite")
    }
    let expiry = try invite.timestamp("expires_at")
    let days = try (expiry.microseconds - invite.timestamp("created_at").microseconds) / 86_400_000_000
    output.line("The invite, shown this once. Whom you invite types:")
    output.line("movienight household join \(printable(token)) --name NAME\(try Self.connecting(arguments))")
    output.line(
      "It holds for \(days) days, until \(Canvas(environment).dateText(expiry)), for as many as there is room for.")
  }

  /// The option that whoever is invited needs to reach the same server; nothing where it listens as usual.
  private static func connecting(_ arguments: Arguments) throws -> String {
    guard let address = arguments.value(.connect), try ServerAddress(address) != .standard else { return "" }
    return " --connect \(shellWord(printable(address)))"
  }

  // MARK: Without a token

  private func join(_ invite: String, _ arguments: Arguments, _ environment: Environment) throws {
    guard let name = arguments.value(Self.givenName) else { throw UsageError("join needs --name") }
    let output = environment.output
    let newcomer = try ServerConnection.connect(arguments, environment).call("invites.accept") { parameters in
      parameters.field("invite_token", invite)
      parameters.field("display_name", name)
      if let avatar = arguments.value(Self.avatar) { parameters.field("avatar_key", avatar) }
    }
    if arguments.has(.json) { return output.line(newcomer.compactText) }
    guard let token = try newcomer.optionalString("token") else {
      throw CommandFailure(
        "You are in, but your token was lost on the way.",
        hint: "The administrator issues another: movienight token issue "
          + "--household \(try newcomer.string("household_id")) --member \(try newcomer.string("member_id"))")
    }
    output.line("You are in. Your token, shown this once:")
    output.line("export MOVIENIGHT_TOKEN=\(printable(token))")
  }

  // MARK: As the administrator

  private func create(_ arguments: Arguments, _ environment: Environment) throws {
    guard let name = arguments.value(Self.givenName) else { throw UsageError("create needs --name") }
    guard let creator = arguments.value(Self.creator) else { throw UsageError("create needs --creator") }
    try StoreHouseholds(arguments: arguments, environment: environment)
      .create(name: name, creator: creator, avatar: arguments.value(Self.avatar))
  }

  private func erase(_ arguments: Arguments, _ environment: Environment) throws {
    guard let household = arguments.value(Self.household) else { throw UsageError("erase needs --household") }
    guard let member = arguments.value(Self.member) else { throw UsageError("erase needs --member") }
    guard let word = arguments.value(Self.confirmation) else { throw UsageError("erase needs --confirm DELETE") }
    try StoreHouseholds(arguments: arguments, environment: environment)
      .erase(member: member, of: household, confirmation: word)
  }
}
