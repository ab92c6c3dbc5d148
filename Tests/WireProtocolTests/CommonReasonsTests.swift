import Testing
import WireProtocol

/// What is told once of many methods.
struct CommonReasonsTests {
  private let internalError = Reason(500, "internal", "our fault")
  private let token = Reason(401, "not_authenticated", "no token")
  private let reused = Reason(409, "command_id_reused", "another command had it")
  private let noVote = Reason(409, "no_vote", "there is none")

  private func method(
    _ kind: MethodDescription.Kind, _ access: MethodDescription.Access, _ refusals: [Reason]
  ) -> MethodDescription {
    MethodDescription(
      name: "a.b", summary: "Does it.", kind: kind, access: access, parameters: [], alternatives: [],
      result: ObjectType(nil, "Nothing.", []), refusals: refusals)
  }

  @Test func aReasonIsOwnWhereNoKindOfMethodSharesIt() {
    let look = method(.query, .authenticated, [internalError, token])
    let vote = method(.command, .authenticated, [internalError, token, reused, noVote])
    let join = method(.command, .everyone, [internalError, reused, token])
    let ping = method(.control, .everyone, [internalError, noVote])
    let leave = method(.command, .everyone, [internalError, reused])
    let common = CommonReasons([look, vote, join, ping, leave])
    #expect(common.ofMethods == [internalError])
    #expect(common.ofMembers == [token])
    #expect(common.ofCommands == [reused])
    #expect(common.own(of: look) == [])
    #expect(common.own(of: vote) == [noVote])
    // It needs none, and is refused for one all the same.
    #expect(common.own(of: join) == [token])
    #expect(common.own(of: ping) == [noVote])
  }
}
