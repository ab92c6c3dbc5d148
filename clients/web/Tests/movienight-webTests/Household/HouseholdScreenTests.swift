import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct HouseholdScreenTests {
  private static let (ann, max, ben) = (SessionValues.ann, SessionValues.max, SessionValues.ben)
  private static let inviteID = "01a20c82-3aaa-77ec-9e7b-b5faa2772c79"

  private func plain(_ texts: [String]) -> [String] {
    texts.map { $0.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "") }
  }

  private func id<Kind>(_ text: String) throws -> Identifier<Kind> { try #require(Identifier<Kind>(text)) }

  private func screen(
    member: String = ann, invites: [Invite]? = nil, tokens: [InviteID: String] = [:]
  ) throws -> HouseholdScreen {
    HouseholdScreen(
      try SessionValues.household(), invites: invites, tokens: tokens, origin: "https://movies.example",
      member: try id(member), reader: SessionValues.reader)
  }

  private func invite(_ status: String = "active", _ inviteID: String = inviteID) throws -> Invite {
    try SessionValues.decoded(
      """
      {"invite_id":"\(inviteID)","invite_token":null,"status":"\(status)","created_at":"2026-11-18T08:00:00Z",
      "expires_at":"2026-11-25T08:00:00Z"}
      """)
  }

  private func page(of person: String, for member: String, without gone: [String] = []) throws -> MemberScreen? {
    var household = try SessionValues.household()
    household.members.removeAll { gone.contains("\($0.id)") }
    let known = try #require(household.members.first { "\($0.id)" == person })
    let preferences: Preferences = try SessionValues.decoded(
      #"{"member_id":"\#(person)","genre_likes":[18,35],"genre_dislikes":[27],"max_content_rating":"R","updated_at":null}"#
    )
    let genres: [Genre] = try [(35, "Comedy"), (18, "Drama"), (27, "Horror"), (37, "Western")].map {
      try SessionValues.decoded(#"{"id":\#($0.0),"name":"\#($0.1)"}"#)
    }
    let model = PreferencesModel(preferences, genres: genres, isChild: known.memberType == .managed)
    return MemberScreen(
      known, household, preferences: model, member: try id(member), reader: SessionValues.reader)
  }

  @Test func membersAreListedInTheirOrderWithTheirRoles() throws {
    let members = try screen().members
    #expect(members.map(\.name) == ["Ann", "Max", "Ben"])
    #expect(plain(members[0].facts) == ["You", "Creator", "Joined Nov 24"])
    #expect(plain(members[1].facts) == ["Child of Ann", "Movies up to PG", "Joined Nov 24"])
    #expect(members.map { $0.path != nil } == [true, true, true])
    #expect(try screen(member: Self.ben).members.map { $0.path != nil } == [false, false, true])
  }

  @Test func onlyTheCreatorHasInvitesAndTheFormOfTheSettings() throws {
    let creator = try screen(invites: [])
    let other = try screen(member: Self.ben)
    #expect(creator.invites != nil && creator.invitedBy == nil)
    #expect(creator.settings?.services == "Disney Plus\nKanopy" && creator.settings?.voting == 72)
    #expect(other.invites == nil && other.settings == nil)
    #expect(plain([other.invitedBy ?? ""]) == ["Ann can invite others."])
    #expect(
      plain(other.facts) == [
        "A draft or vote ends after 72 hours.", "A picked movie waits 30 days to be watched.",
        "Ratings stay open for 14 days.", "Country: US", "Streaming services: Disney Plus, Kanopy",
      ])
  }

  @Test func openInvitesHaveTheirLinkAndCodeWhileItIsKnown() throws {
    let token = "mi_" + String(repeating: "a", count: 86)
    let ended = try invite("revoked", "01a20c82-3bbb-77ec-9e7b-b5faa2772c79")
    let known = try screen(invites: [ended, try invite()], tokens: [try id(Self.inviteID): token]).invites
    let unknown = try screen(invites: [try invite()]).invites
    #expect(known?.rows.count == 1)
    #expect(known?.rows.first?.link?.address == "https://movies.example/join/\(token)")
    #expect(known?.rows.first?.link?.path.isEmpty == false)
    #expect(known?.rows.first?.expires.text.hasPrefix("open until Wed, Nov 25") == true)
    #expect(unknown?.rows.first.map { $0.link == nil } == true)
  }

  @Test func aMemberChangesThemselfAndLeaves() throws {
    let own = try #require(try page(of: Self.ben, for: Self.ben))
    #expect(own.profile?.name == "Ben" && own.preferences != nil && own.erase != nil)
    #expect(own.remove == nil)
    #expect(own.leave?.sentences.count == 1)
  }

  @Test func leavingSaysWhoTakesOver() throws {
    let creator = try #require(try page(of: Self.ann, for: Self.ann)?.leave)
    let alone = try #require(try page(of: Self.ann, for: Self.ann, without: [Self.ben]))
    #expect(
      plain(creator.sentences).dropFirst() == ["Ben becomes the creator.", "Ben becomes the parent of Max."])
    #expect(alone.leave?.sentences.last?.contains("only adult") == true)
    #expect(alone.erase?.sentences.count == 2)
  }

  @Test func aParentAndTheCreatorEndAChildsMembership() throws {
    let child = try #require(try page(of: Self.max, for: Self.ann))
    #expect(child.remove != nil && child.erase != nil && child.leave == nil && child.profile != nil)
    #expect(child.preferences?.ceilings.isEmpty == true)
    #expect(try page(of: Self.max, for: Self.ben) == nil)
  }

  @Test func theCreatorRemovesAnotherAdultButCannotEraseOrChangeThem() throws {
    let other = try #require(try page(of: Self.ben, for: Self.ann))
    #expect(other.remove != nil && other.erase == nil && other.profile == nil && other.preferences == nil)
    #expect(try page(of: Self.ann, for: Self.ben) == nil)
  }

  @Test func preferencesShowEachGenresOpinionAndTheCeiling() throws {
    let model = try #require(try page(of: Self.ann, for: Self.ann)?.preferences)
    let chosen = model.genres.map { $0.options.first { $0.isChosen }?.label }
    #expect(model.genres.map(\.name) == ["Comedy", "Drama", "Horror", "Western"])
    #expect(chosen == ["Likes", "Likes", "Dislikes", "No opinion"])
    #expect(model.ceilings.map(\.label) == ["G", "PG", "PG-13", "R"])
    #expect(model.ceilings.last?.isChosen == true)
  }

  @Test func devicesAreListedNewestFirstWithoutEndedOnes() throws {
    func token(_ id: String, _ label: String, ended: Bool = false) throws -> TokenEntry {
      try SessionValues.decoded(
        """
        {"token_id":"\(id)","member_id":"\(Self.ann)","label":\(label),"issued_at":"2026-11-18T08:00:00Z",
        "revoked_at":\(ended ? "\"2026-11-19T08:00:00Z\"" : "null")}
        """)
    }
    let tokens = [
      try token(Self.ann, "null"), try token(Self.max, "\"Old\"", ended: true), try token(Self.ben, "\"Web\""),
    ]
    let devices = DevicesScreen(tokens, current: try id(Self.ben), reader: SessionValues.reader).devices
    #expect(devices.map(\.label) == ["Web", "Without a name"])
    #expect(devices.map(\.isCurrent) == [true, false])
  }

  @Test func inviteTokensAreKeptForTheirSessionOnlyUpToALimit() throws {
    let links = InviteLinks()
    let first: InviteID = try id(Self.inviteID)
    links.keep("a", of: first, for: "one")
    #expect(links.tokens(of: "one") == [first: "a"] && links.tokens(of: "other").isEmpty)
    for number in 0..<InviteLinks.maximumPerSession {
      links.keep("b", of: InviteID(high: UInt64(number), low: 1), for: "one")
    }
    #expect(links.tokens(of: "one")[first] == nil)
    #expect(links.tokens(of: "one").count == InviteLinks.maximumPerSession)
    links.forget("one")
    #expect(links.tokens(of: "one").isEmpty)
  }
}
