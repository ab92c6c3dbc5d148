import ClientCommands
import Console
import MovieNightKit
import MovieNightPrimitives
import Server

/// The actions of `movienight household` for whoever administers a store: who there is, a new one, and whom to forget.
struct StoreHouseholds {
  let areas: ServerAreas
  let arguments: Arguments
  let environment: Environment

  private var output: Terminal { environment.output }

  func list() async throws {
    let households = try await AdministratorConnection.use(areas, arguments, environment) { try await Self.all($0) }
    if arguments.has(.json) {
      output.line("[\(households.map(\.compactText).joined(separator: ","))]")
    } else if households.isEmpty {
      output.line("No households yet. Make one with: movienight household create --name NAME --creator NAME")
    } else {
      for household in households { output.line(try line(household)) }
    }
  }

  func show(_ id: String) async throws {
    let household = try await AdministratorConnection.use(areas, arguments, environment) { client in
      try await client.call("households.get") { $0.field("household_id", id) }
    }
    if arguments.has(.json) { return output.line(household.compactText) }
    output.line(try line(household))
    for member in try household.array("members") { output.line(try memberLine(member)) }
  }

  func create(name: String, creator: String, avatar: String?) async throws {
    let result = try await AdministratorConnection.use(areas, arguments, environment) { client in
      try await client.call("households.create") { parameters in
        parameters.field("name", name)
        parameters.key("creator")
        parameters.object { json in
          json.field("display_name", creator)
          if let avatar { json.field("avatar_key", avatar) }
        }
        parameters.field("secret", newSecret())
      }
    }
    if arguments.has(.json) { return output.line(result.compactText) }
    output.line(try line(result.object("household")))
    output.line("The creator's token, shown this once. They keep it with: movienight login")
    output.line("export MOVIENIGHT_TOKEN=\(try result.string("token"))")
  }

  func erase(member: String, of household: String, confirmation: String) async throws {
    let result = try await AdministratorConnection.use(areas, arguments, environment) { client in
      try await client.call("members.erase") { parameters in
        parameters.field("household_id", household)
        parameters.field("member_id", member)
        parameters.field("confirm", confirmation)
      }
    }
    output.line(arguments.has(.json) ? result.compactText : "Erased \(printable(try result.string("member_id"))).")
  }

  private static func all(_ client: MovieNightClient) async throws -> [JSONValue] {
    var households: [JSONValue] = []
    var cursor: String?
    repeat {
      let page = try await client.call("households.list") { parameters in
        parameters.field("limit", 100)
        if let cursor { parameters.field("cursor", cursor) }
      }
      households += try page.array("households")
      cursor = try page.optionalString("next_cursor")
    } while cursor != nil
    return households
  }

  private func line(_ household: JSONValue) throws -> String {
    let count = Array(try household.array("members")).count
    let name = printable(try household.string("name"))
    return "\(output.styled(try household.string("household_id"), .faint))  \(output.styled(name, .strong))  "
      + "\(count) \(count == 1 ? "member" : "members")"
  }

  private func memberLine(_ member: JSONValue) throws -> String {
    let role = try member.string("role") == "creator" ? "creator" : try member.string("member_type")
    return
      "  \(output.styled(try member.string("member_id"), .faint))  \(printable(try member.string("display_name")))  "
      + role
  }
}
