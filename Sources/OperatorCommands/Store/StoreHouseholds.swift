import ClientCommands
import Console
import MovieNightKit
import Server

/// The actions of `movienight household` for a store's administrator, who can list, show, create and erase households.
struct StoreHouseholds {
  let areas: ServerAreas
  let arguments: Arguments
  let environment: Environment

  private var output: Terminal { environment.output }

  func list() async throws {
    let pages = try await AdministratorConnection.use(areas, arguments, environment) { client in
      var pages: [(json: JSONValue, households: [Household])] = []
      var cursor: HouseholdID?
      repeat {
        let result = try await client.rawResult(of: HouseholdsRequests.list(limit: 100, cursor: cursor))
        let page = try result.value()
        pages.append((result.json, page.households))
        cursor = page.nextCursor
      } while cursor != nil
      return pages
    }
    if arguments.has(.json) {
      let households = try pages.flatMap { try $0.json.array("households").map(\.compactText) }
      return output.line("[\(households.joined(separator: ","))]")
    }
    let lines = pages.flatMap(\.households).map(line)
    let hint = "No households yet. Create one with: movienight household create --name NAME --creator NAME"
    output.lines(lines.isEmpty ? [hint] : lines)
  }

  func show(_ id: String) async throws {
    try await show(HouseholdsRequests.get(household: StoreOptions.id(id, "a household"))) { household in
      [line(household)] + household.members.map(line)
    }
  }

  func create(name: String, creator: String, avatar: String?) async throws {
    let founder = NewMember(displayName: creator, avatarKey: avatar)
    try await show(HouseholdsRequests.create(named: name, by: founder, secret: newSecret())) { created in
      guard let token = created.token else { throw JSONError(.missing, field: "token") }
      return [
        line(created.household), "The creator's token, shown only once. Save it with: movienight login",
        "export MOVIENIGHT_TOKEN=\(token)",
      ]
    }
  }

  func erase(member: String, of household: String) async throws {
    let request = MembersRequests.erase(
      try StoreOptions.id(member, "a member"), household: try StoreOptions.id(household, "a household"))
    try await show(request) { ["Erased \($0.memberID)."] }
  }

  private func show<Value>(_ request: TypedRequest<Value>, _ lines: (Value) throws -> [String]) async throws {
    try await AdministratorConnection.show(request, areas, arguments, environment, lines)
  }

  private func line(_ household: Household) -> String {
    let count = household.members.count
    let (id, name) = ("\(household.id)", printable(household.name))
    return
      "\(output.styled(id, .faint))  \(output.styled(name, .strong))  \(count) \(count == 1 ? "member" : "members")"
  }

  private func line(_ member: Member) -> String {
    let role = member.role == .creator ? "creator" : member.memberType.rawValue
    return "  \(output.styled("\(member.id)", .faint))  \(printable(member.displayName))  \(role)"
  }
}
