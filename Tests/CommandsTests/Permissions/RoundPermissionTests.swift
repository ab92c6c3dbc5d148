import Testing

@testable import CommandsSupport

/// Compares every round command for every sender and every relation to the round with `docs/permissions.md`.
@Suite struct RoundPermissionTests {
  private typealias Role = PermissionCast.Role

  @Test func pageListsEveryCommandSenderAndRelation() throws {
    let table = try PermissionPage.table("Round commands", labels: 3)
    #expect(table[0] == ["command", "state", "relation"] + Role.allCases.map(\.rawValue))
    let rows = RoundRequest.all.flatMap { request in
      request.relations.map { [request.method, request.stageName, $0] }
    }
    let listed = table.dropFirst().map { Array($0.prefix(3)) }
    #expect(Set(listed) == Set(rows))
    #expect(listed.count == rows.count, "each once")
    #expect(table.allSatisfy { $0.count == 3 + Role.allCases.count })
  }

  @Test(arguments: RoundRequest.all)
  func pageMatchesDeciderOutcomes(request: RoundRequest) throws {
    let codes = try PermissionPage.codes()
    let table = try PermissionPage.table("Round commands", labels: 3)
    for row in table where row[0] == request.method && row[1] == request.stageName {
      for (role, cell) in zip(Role.allCases, row.dropFirst(3)) {
        let expected = PermissionPage.expected(cell, codes)
        #expect(outcome(of: request, by: role, row[2]) == expected, "\(role.rawValue), \(row[2])")
      }
    }
  }

  private func outcome(of request: RoundRequest, by role: Role, _ relation: String) -> String {
    guard var night = request.night(for: role, relation) else { return PermissionPage.none }
    #expect(night.round().stage == request.stage)
    let before = night
    let result =
      role == .otherHousehold
      ? night.sendFromOtherHousehold(request.command, to: Cast.round(1))
      : night.send(request.command, from: role.sender)
    guard let refusal = result.refusal else { return result.types == [] ? PermissionPage.nothing : "yes" }
    #expect(night.log == before.log && night.hasSameStates(as: before), "a refusal records nothing")
    return refusal.name
  }
}
