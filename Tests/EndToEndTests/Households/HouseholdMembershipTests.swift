import MovieNightPrimitives
import Testing

/// Members who join by invite, leave or are removed, and the effects on the remaining members.
@Suite struct HouseholdMembershipTests {
  @Test(arguments: StoreKind.allCases)
  func householdPassesToNextMemberAndClosesAfterLast(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold(children: ["Max"])
    let (tim, phone) = (try server.wire(token: household.token), try server.wire(token: household.token))
    let invite = try tim.result("invites.create")
    let ann = try server.wire().join(invite.string("invite_token"), "Ann")
    let wire = try server.wire(token: ann.token)
    #expect(try wire.members().map(\.name) == ["Tim", "Max", "Ann"])
    #expect(try wire.call("invites.list").reason == "creator_only")
    try tim.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)

    #expect(try tim.result("members.leave").string("member_id") == household.creator)
    for gone in [tim, phone] { #expect(try gone.call("households.get").code == 401) }
    #expect(try server.wire().call("auth.authenticate", #""token":"\#(household.token)""#).code == 401)
    #expect(try wire.result("households.get").string("created_by") == ann.id)
    #expect(
      try wire.members().map { "\($0.name) \($0.role) \($0.parent ?? "-")" } == [
        "Max member \(ann.id)", "Ann creator -",
      ])
    let round = try wire.result("rounds.active").object("round")
    #expect(try round.string("started_by_name") == "Tim", "a former member keeps their name")
    #expect(try round.array("attendees").map { try $0.string("display_name") } == ["Max", "Ann"])

    #expect(try wire.result("invites.list").array("invites").map { try $0.string("status") } == ["active"])
    try wire.result("members.leave")
    #expect(try wire.call("households.get").code == 401)
    let late = try server.wire().call(
      "invites.accept", #""invite_token":"\#(invite.string("invite_token"))","display_name":"Ben""#)
    #expect(late.reason == "invite_revoked", "a closed household accepts no members")
    if kind != .memory {
      try server.restart()
      #expect(try server.wire().call("auth.authenticate", #""token":"\#(ann.token)""#).code == 401)
    }
  }

  @Test func revokedExpiredAndUnknownInvitesAreRefused() throws {
    let server = try LocalServer()
    let tim = try server.wire(token: server.createHousehold(children: []).token)
    let (revoked, expired) = (try tim.result("invites.create"), try tim.result("invites.create"))
    #expect(try revoked.string("status") == "active")
    let answer = try tim.result("invites.revoke", #""invite_id":"\#(revoked.string("invite_id"))""#)
    #expect(try answer.string("status") == "revoked")
    #expect(try accept(server, revoked.string("invite_token")).reason == "invite_revoked")
    #expect(try accept(server, expired.string("invite_token")).code == nil)
    server.time.advance(hours: 7 * 24)
    #expect(try accept(server, expired.string("invite_token")).reason == "invite_expired")
    let text = try expired.string("invite_token")
    for unknown in ["", "mi_", "mn_" + text.dropFirst(3), text.dropLast(6) + "AAAAAA", text + "A"] {
      #expect(try accept(server, unknown).reason == "unknown_invite", "\(unknown)")
    }
    let listed = try tim.result("invites.list").array("invites")
    #expect(try listed.map { try $0.string("status") } == ["revoked", "expired"])
    #expect(listed.allSatisfy { $0["invite_token"]?.isNull == true })
  }

  private func accept(_ server: LocalServer, _ token: String) throws -> Answer {
    try server.wire().call("invites.accept", #""invite_token":"\#(token)","display_name":"Ann""#)
  }

  @Test func removedMemberLosesAccessAtOnce() throws {
    let server = try LocalServer()
    let tim = try server.wire(token: server.createHousehold(children: []).token)
    let ann = try server.wire().join(tim.result("invites.create").string("invite_token"), "Ann")
    let wire = try server.wire(token: ann.token)
    try wire.result("households.get")
    try tim.result("members.remove", #""member_id":"\#(ann.id)""#)
    #expect(try wire.call("households.get").code == 401)
    #expect(try wire.call("members.leave").code == 401)
    #expect(try server.wire().call("auth.authenticate", #""token":"\#(ann.token)""#).code == 401)
    #expect(try tim.members().map(\.name) == ["Tim"])
  }

  /// Requests may be in flight when their token is revoked, but none of them is recorded after the revocation.
  @Test func commandAfterTokenRevocationIsRefused() throws {
    let server = try LocalServer()
    let tim = try server.wire(token: server.createHousehold(children: []).token)
    for _ in 0..<20 {
      let issued = try tim.result("tokens.issue", #""label":"Stolen""#)
      let thief = try server.wire(token: issued.string("token"))
      for _ in 0..<5 { try thief.post("households.update", #""name":"Mine""#) }
      let end = try tim.result("tokens.revoke", #""token_id":"\#(issued.string("token_id"))""#).integer("position")
      for _ in 0..<5 {
        let answer = try thief.readAnswer()
        let position = answer.code == nil ? try answer.result().integer("position") : 0
        #expect(answer.code == 401 || position < end)
      }
    }
  }

  /// The second update is sent before the first is answered, and must not overwrite the first one's change.
  @Test func pipelinedProfileUpdatesKeepEachOthersChanges() throws {
    let server = try LocalServer()
    let tim = try server.wire(token: server.createHousehold(children: []).token)
    try tim.post("members.update", #""display_name":"Timothy""#)
    try tim.post("members.update", #""avatar_key":"avatar_owl""#)
    _ = try tim.readAnswer().result()
    let member = try tim.readAnswer().result().object("member")
    #expect(try member.string("display_name") == "Timothy")
    #expect(try member.string("avatar_key") == "avatar_owl")
    #expect(try tim.call("members.update").code == -32602)
  }

  @Test(arguments: StoreKind.allCases)
  func profileUpdatesFromTwoConnectionsKeepEachOthersChanges(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold(children: [])
    let (phone, tablet) = (try server.wire(token: household.token), try server.wire(token: household.token))
    for index in 0..<20 {
      try phone.post("members.update", #""display_name":"Tim \#(index)""#)
      try tablet.post("members.update", #""avatar_key":"avatar_\#(index)""#)
      for wire in [phone, tablet] { _ = try wire.readAnswer().result() }
      let member = try #require(try phone.result("households.get").array("members").first { _ in true })
      #expect(try member.string("display_name") == "Tim \(index)")
      #expect(try member.string("avatar_key") == "avatar_\(index)")
    }
  }

  @Test func resentUpdateIsAnsweredAfterMemberRemoval() throws {
    let server = try LocalServer()
    let household = try server.createHousehold(children: ["Max"])
    let tim = try server.wire(token: household.token)
    let child = #""member_id":"\#(household.children[0])""#
    let update = child + #","display_name":"Maxine","command_id":"\#(randomID())""#
    let first = try tim.result("members.update", update)
    try tim.result("members.remove", child)
    #expect(try tim.result("members.update", update).integer("position") == first.integer("position"))
  }

  /// A client that did not receive the answer learns from the 401 that the member is gone (decision 0006).
  @Test(arguments: [("members.leave", ""), ("members.erase", #""confirm":"DELETE","#)])
  func resentLeaveOrEraseIsNotAuthenticated(_ method: String, _ parameters: String) throws {
    let server = try LocalServer()
    let household = try server.createHousehold(children: [])
    let leaving = parameters + #""command_id":"\#(randomID())""#
    let tim = try server.wire(token: household.token)
    try tim.result(method, leaving)
    #expect(try tim.call(method, leaving).reason == "not_authenticated")
    #expect(try server.wire().call("auth.authenticate", #""token":"\#(household.token)""#).code == 401)
  }

  @Test func preferencesAreHiddenFromOtherMembers() throws {
    let server = try LocalServer()
    let household = try server.createHousehold(children: ["Max"])
    let tim = try server.wire(token: household.token)
    let ann = try server.wire().join(tim.result("invites.create").string("invite_token"), "Ann")
    let wire = try server.wire(token: ann.token)
    let before = try wire.result("preferences.get")
    #expect(before["max_content_rating"]?.isNull == true && before["updated_at"]?.isNull == true)
    let set = #""genre_likes":[18,35,18],"genre_dislikes":[27]"#
    let mine = try wire.result("preferences.set", set + #","max_content_rating":"R""#)
    #expect(try mine.value("genre_likes") == [18, 35])
    let max = #""member_id":"\#(household.children[0])""#
    #expect(try tim.result("preferences.set", set + "," + max).string("max_content_rating") == "PG")
    #expect(try tim.call("preferences.set", set + #","max_content_rating":"R","# + max).reason == "ceiling_fixed")
    #expect(try tim.call("preferences.get", #""member_id":"\#(ann.id)""#).reason == "cannot_act_as")
    #expect(try wire.call("preferences.get", max).reason == "cannot_act_as")
    #expect(try server.administrator().call("preferences.get", max).reason == "no_member")
    // There are two such events. Tim sees the data of his child's only, and Ann the data of her own.
    for reader in [tim, wire] {
      let events = try reader.result("events.read", #""types":["PreferencesSet"]"#).array("events")
      #expect(events.count { $0["data"]?.isNull == false } == 1)
    }
  }
}

/// A member who joined by invite.
struct Newcomer {
  let id: String
  let token: String
}

extension Wire {
  func join(_ invite: String, _ name: String) throws -> Newcomer {
    let joined = try result("invites.accept", #""invite_token":"\#(invite)","display_name":"\#(name)""#)
    return Newcomer(id: try joined.string("member_id"), token: try joined.string("token"))
  }

  fileprivate func members() throws -> [(name: String, role: String, parent: String?)] {
    try result("households.get").array("members").map { member in
      (
        try member.string("display_name"), try member.string("role"), try member.optional("parent_member_id")
      )
    }
  }
}
