import MovieNightClient
import Primitives

/// `movienight household`: who there is, and a new one.
struct HouseholdsCommand: Subcommand {
  let name = "household"
  let summary = "List, show or create the households of a store."
  let positionals = "ACTION [ID]"
  let options: [CommandOption] = [.store, householdName, creator, avatar, .json]
  let details = """
    ACTION is list, show or create. Works through the server that holds the store, or on the store itself where none \
    does. create prints the creator's first token: it is shown this once.
    """
  let examples = [
    (line: "movienight household list", meaning: "All of them"),
    (line: "movienight household create --name \"Friday Films\" --creator Tim", meaning: "A new one"),
  ]

  private static let householdName = CommandOption.value("name", "NAME", "The household's name (create).")
  private static let creator = CommandOption.value("creator", "NAME", "The creator's name (create).")
  private static let avatar = CommandOption.value("avatar", "KEY", "The creator's avatar (create).")

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let output = environment.output
    switch arguments.positionals[0] {
    case "list":
      let households = try AdministratorConnection.use(arguments, environment) { try Self.all($0) }
      if arguments.has(.json) {
        output.line("[\(households.map(\.compactText).joined(separator: ","))]")
      } else if households.isEmpty {
        output.line("No households yet. Make one with: movienight household create --name NAME --creator NAME")
      } else {
        for household in households { output.line(try Self.line(household, output)) }
      }
    case "show":
      guard arguments.positionals.count == 2 else { throw UsageError("show needs the household's ID") }
      let household = try AdministratorConnection.use(arguments, environment) { client in
        try client.call("households.get") { $0.field("household_id", arguments.positionals[1]) }
      }
      if arguments.has(.json) {
        output.line(household.compactText)
      } else {
        output.line(try Self.line(household, output))
        for member in try household.array("members") { output.line(try Self.memberLine(member, output)) }
      }
    case "create": try create(arguments, environment)
    case let action:
      let nearest = nearestWord(to: action, among: ["list", "show", "create"]).map { ". Did you mean \($0)?" } ?? ""
      throw UsageError("There is no action '\(action)'\(nearest)")
    }
    return .success
  }

  private func create(_ arguments: Arguments, _ environment: Environment) throws {
    guard let name = arguments.value(Self.householdName) else { throw UsageError("create needs --name") }
    guard let creator = arguments.value(Self.creator) else { throw UsageError("create needs --creator") }
    let result = try AdministratorConnection.use(arguments, environment) { client in
      try client.call("households.create") { parameters in
        parameters.field("name", name)
        parameters.key("creator")
        parameters.object { json in
          json.field("display_name", creator)
          if let avatar = arguments.value(Self.avatar) { json.field("avatar_key", avatar) }
        }
      }
    }
    if arguments.has(.json) { return environment.output.line(result.compactText) }
    environment.output.line(try Self.line(result.object("household"), environment.output))
    environment.output.line("The creator's token, shown this once:")
    environment.output.line("export MOVIENIGHT_TOKEN=\(try result.string("token"))")
  }

  private static func all(_ client: MovieNightClient) throws -> [JSONValue] {
    var households: [JSONValue] = []
    var cursor: String?
    repeat {
      let page = try client.call("households.list") { parameters in
        parameters.field("limit", 100)
        if let cursor { parameters.field("cursor", cursor) }
      }
      households += try page.array("households")
      cursor = try page.optionalString("next_cursor")
    } while cursor != nil
    return households
  }

  private static func line(_ household: JSONValue, _ output: Terminal) throws -> String {
    let count = Array(try household.array("members")).count
    let name = printable(try household.string("name"))
    return "\(output.styled(try household.string("household_id"), .faint))  \(output.styled(name, .strong))  "
      + "\(count) \(count == 1 ? "member" : "members")"
  }

  private static func memberLine(_ member: JSONValue, _ output: Terminal) throws -> String {
    let role = try member.string("role") == "creator" ? "creator" : try member.string("member_type")
    return
      "  \(output.styled(try member.string("member_id"), .faint))  \(printable(try member.string("display_name")))  "
      + role
  }
}
