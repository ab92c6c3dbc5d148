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
    let pages = try await use { client, _ in
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

  func show(_ name: String) async throws {
    try await use { client, _ in
      let request = HouseholdsRequests.get(household: try await client.householdID(called: name))
      try await environment.show(client.rawResult(of: request), arguments) { [line($0)] + $0.members.map(line) }
    }
  }

  func create(name: String, creator: String, avatar: String?) async throws {
    let founder = NewMember(displayName: creator, avatarKey: avatar)
    let request = HouseholdsRequests.create(named: name, by: founder, secret: newSecret())
    try await use(isForEveryone: true) { client, isTemporary in
      let result = try await client.rawResult(of: request)
      let address = await isTemporary || arguments.has(.json) ? nil : AdministratorConnection.loginAddress(of: client)
      try environment.show(result, arguments) { created in
        guard let token = created.token else { throw JSONError(.missing, field: "token") }
        return [line(created.household), "The creator's token, shown only once. Save it with: movienight login"]
          + TokenText.lines(token: token, at: address)
      }
    }
  }

  func erase(member: String, of household: String) async throws {
    try await use { client, _ in
      let household = try await client.householdID(called: household)
      let member = try await client.memberID(called: member, in: household)
      // A former member has no name here.
      let name = try await client.households.get(household: household).members.first { $0.id == member }?.displayName
      let request = MembersRequests.erase(member, household: household)
      try await environment.show(client.rawResult(of: request), arguments) { _ in
        ["Erased \(printable(name ?? "\(member)"))."]
      }
    }
  }

  private func use<Result>(
    isForEveryone: Bool = false, _ body: (_ client: MovieNightClient, _ isTemporary: Bool) async throws -> Result
  ) async throws -> Result {
    try await AdministratorConnection.useServer(areas, arguments, environment, isForEveryone: isForEveryone, body)
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
