import Testing
import ProtocolSchema

/// Refusals that are documented once for many methods.
struct CommonRefusalsTests {
  private let internalError = Refusal(500, "internal", "our fault", "Our fault.")
  private let token = Refusal(401, "not_authenticated", "no token", "No token.")
  private let reused = Refusal(409, "command_id_reused", "another command had it", "Another.")
  private let noVote = Refusal(409, "no_vote", "there is none", "None.")

  private func method(
    _ kind: MethodDescription.Kind, _ access: MethodDescription.Access, _ refusals: [Refusal]
  ) -> MethodDescription {
    MethodDescription(
      name: "a.b", summary: "Does it.", kind: kind, access: access, parameters: [], alternatives: [],
      result: ObjectType(nil, "Nothing.", []), refusals: refusals)
  }

  @Test func refusalSharedByItsMethodKindIsNotOwn() {
    let look = method(.query, .authenticated, [internalError, token])
    let vote = method(.command, .authenticated, [internalError, token, reused, noVote])
    let join = method(.command, .everyone, [internalError, reused, token])
    let ping = method(.control, .everyone, [internalError, noVote])
    let leave = method(.command, .everyone, [internalError, reused])
    let common = CommonRefusals([look, vote, join, ping, leave])
    #expect(common.ofMethods == [internalError])
    #expect(common.ofAuthenticatedMethods == [token])
    #expect(common.ofCommands == [reused])
    #expect(common.own(of: look) == [])
    #expect(common.own(of: vote) == [noVote])
    // `join` needs no token, but can be refused because of one, so this refusal is its own.
    #expect(common.own(of: join) == [token])
    #expect(common.own(of: ping) == [noVote])
  }
}
