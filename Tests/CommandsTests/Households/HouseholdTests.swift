import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Founding a household, its members and tokens.
@Suite struct HouseholdTests {
  private let token = NewToken(id: TokenID(high: 4, low: 1), digest: "$y$digest", label: " phone ")
  private func creator(_ name: String = "Ann", avatar: String? = nil) -> NewMember {
    NewMember(id: Cast.ann, displayName: name, avatarKey: avatar)
  }

  private func found(_ name: String, _ creator: NewMember, label: String = "phone") -> Result<Decision, Refusal> {
    var token = token
    token.label = label
    var night = Night(founding: [])
    return night.send(.found(NewHousehold(name: name, creator: creator, token: token)), by: .unauthenticated)
  }

  private func refusal(_ result: Result<Decision, Refusal>) -> Refusal? {
    if case .failure(let refusal) = result { return refusal }
    return nil
  }

  // MARK: Founding

  @Test func foundingRecordsCreatorAndToken() throws {
    let decision = try found("  The Does ", creator(" Ann ")).get()
    #expect(
      decision.appends.flatMap(\.events) == [
        .household(.founded(HouseholdFounded(createdBy: Cast.ann))),
        .household(.memberJoined(MemberJoined(memberID: Cast.ann, memberType: .independent, parentMemberID: nil))),
        .household(.tokenIssued(TokenIssued(tokenID: token.id, memberID: Cast.ann, digest: "$y$digest"))),
      ])
    let texts = decision.texts.compactMap { change in
      if case .put(let text) = change { String(decoding: text.value, as: UTF8.self) } else { nil }
    }
    #expect(
      texts == [
        #"{"name":"The Does"}"#, #"{"display_name":"Ann","avatar_key":"avatar_bear"}"#, #"{"label":"phone"}"#,
      ])
  }

  @Test func foundingEventsContainNoNames() throws {
    let decision = try found("Secretname", creator("Hiddenperson", avatar: "avatar_x"), label: "mylabel").get()
    for event in decision.appends.flatMap(\.events) {
      let text = String(decoding: event.payload.data, as: UTF8.self)
      for word in ["Secretname", "Hiddenperson", "avatar_x", "mylabel"] { #expect(!text.contains(word)) }
    }
  }

  @Test func secondFoundingIsRefused() {
    var night = Night()
    let again = HouseholdCommand.found(NewHousehold(name: "x", creator: creator(), token: token))
    #expect(night.send(again, by: .unauthenticated) == .failure(.householdExists))
  }

  /// Lengths count grapheme clusters after trimming. The arguments are the fields with their longest allowed lengths.
  @Test(arguments: [
    ("name", 40), ("creator.display_name", 30), ("avatar_key", 40), ("label", 40),
  ])
  func textOutsideLengthLimitsIsRefused(field: String, longest: Int) {
    func refusal(_ text: String) -> Refusal? {
      switch field {
      case "name": self.refusal(found(text, creator()))
      case "creator.display_name": self.refusal(found("x", creator(text)))
      case "avatar_key": self.refusal(found("x", creator(avatar: text)))
      default: self.refusal(found("x", creator(), label: text))
      }
    }
    for text in [
      "a", "é", "👨‍👩‍👧‍👦", " a ", String(repeating: "👨‍👩‍👧‍👦", count: longest),
      "\t" + String(repeating: "x", count: longest) + "\n",
    ] {
      #expect(refusal(text) == nil, "\(text)")
    }
    for text in ["", "   ", "\u{A0}\u{2003}\n", String(repeating: "x", count: longest + 1)] {
      let refused = refusal(text)
      #expect(refused?.name == "-32602 bad_parameters", "\(text)")
      #expect(refused?.message.hasPrefix("\(field): ") == true)
    }
  }

  /// The names are invisible, or contain characters that change the text around them. All names and labels share the
  /// rule.
  @Test(arguments: [
    "a\u{0}", "a\u{7}b", "a\nb", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "\u{202E}Ann", "Ann\u{202A}", "a\u{2066}b",
    "a\u{2069}b", "\u{200B}", "\u{200D}\u{FE0F}", "\u{AD}", "\u{3164}", "\u{2060} \u{FEFF}", "\u{2800}", "\u{FFFE}",
    "\u{E0041}",
  ])
  func illegibleTextsAreRefused(text: String) {
    let refusals = [
      refusal(found(text, creator())), refusal(found("x", creator(text))), refusal(found("x", creator(avatar: text))),
      refusal(found("x", creator(), label: text)), services(text),
    ]
    for refusal in refusals { #expect(refusal?.name == "-32602 bad_parameters", "\(text.unicodeScalars)") }
  }

  /// The names use scripts that need joiners and marks, or emoji of several scalars.
  @Test(arguments: [
    "Zoë", "Zoe\u{308}", "علی\u{200C}رضا", "\u{200F}שרה", "क्\u{200D}ष", "👩‍👩‍👧", "❤️",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "O'Neil-Smith 3", "李", "\u{AC00}",
  ])
  func legibleTextsAreAccepted(text: String) {
    let refusals = [
      refusal(found(text, creator())), refusal(found("x", creator(text))), refusal(found("x", creator(avatar: text))),
      refusal(found("x", creator(), label: text)), services(text),
    ]
    for refusal in refusals { #expect(refusal == nil, "\(text)") }
  }

  private func services(_ text: String) -> Refusal? {
    var night = Night()
    return refusal(night.send(.update(HouseholdUpdate(streamingServices: [text])), by: .member(Cast.creator)))
  }

  // MARK: Managed members

  @Test func independentMemberAddsManagedMember() throws {
    var night = Night()
    let member = NewMember(id: Cast.member(20), displayName: "Kid", avatarKey: nil)
    let decision = try night.send(.addManaged(member), by: .member(Cast.outsider, actingAs: nil)).get()
    let joined = MemberJoined(memberID: member.id, memberType: .managed, parentMemberID: Cast.outsider)
    #expect(decision.appends.flatMap(\.events) == [.household(.memberJoined(joined))])
  }

  @Test func addingNinthMemberIsRefused() {
    var night = Night()
    func add(_ number: Int) -> Refusal? {
      let member = NewMember(id: Cast.member(number), displayName: "Kid", avatarKey: nil)
      return refusal(night.send(.addManaged(member), by: .member(Cast.ann, actingAs: nil)))
    }
    #expect(add(20) == nil && add(21) == nil)
    #expect(night.household.members.count == 8)
    #expect(add(22)?.name == "409 household_full" && add(22)?.data == [.limit(8)])
  }

  @Test func onlyIndependentMembersAddManagedOnes() {
    var night = Night()
    let command = HouseholdCommand.addManaged(NewMember(id: Cast.member(20), displayName: "Kid", avatarKey: nil))
    #expect(night.send(command, by: .member(Cast.nonMember, actingAs: nil)) == .failure(.memberIsGone))
    #expect(night.send(command, by: .member(Cast.child, actingAs: nil)) == .failure(.memberIsGone))
    #expect(night.send(command, by: .member(Cast.ann, actingAs: Cast.child)) == .failure(.cannotActAs))
    #expect(night.send(command, by: .administrator) == .failure(.memberIsGone))
    #expect(night.send(command, by: .unauthenticated) == .failure(.memberIsGone))
  }

  @Test func commandToUnknownHouseholdIsRefused() {
    var night = Night(founding: [])
    let sender = Sender.member(Cast.ann, actingAs: nil)
    #expect(night.send(.issueToken(token), by: sender) == .failure(.unknownHousehold))
    #expect(night.send(.revokeToken(token.id), by: .administrator) == .failure(.unknownHousehold))
    #expect(night.send(.addManaged(creator()), by: sender) == .failure(.unknownHousehold))
  }

  // MARK: Tokens

  private func issue(_ number: UInt64, for member: MemberID? = nil) -> HouseholdCommand {
    .issueToken(NewToken(id: TokenID(high: 4, low: number), digest: "d", label: "phone", memberID: member))
  }

  @Test func tokenIssueIsLimitedToOwnerAndAdministrator() throws {
    var night = Night()
    _ = try night.send(issue(1), by: .member(Cast.ann, actingAs: nil)).get()
    _ = try night.send(issue(2, for: Cast.ann), by: .member(Cast.ann, actingAs: nil)).get()
    _ = try night.send(issue(3, for: Cast.starter), by: .administrator).get()
    #expect(night.household.access.tokens.map(\.memberID) == [Cast.ann, Cast.ann, Cast.starter])
    #expect(
      night.send(issue(4, for: Cast.starter), by: .member(Cast.creator, actingAs: nil)) == .failure(.notYourToken))
    #expect(night.send(issue(4, for: Cast.child), by: .member(Cast.ann, actingAs: nil)) == .failure(.notYourToken))
    #expect(night.send(issue(4), by: .member(Cast.ann, actingAs: Cast.child)) == .failure(.cannotActAs))
    #expect(night.send(issue(4, for: Cast.child), by: .administrator) == .failure(.managedMember))
    #expect(night.send(issue(4, for: Cast.nonMember), by: .administrator) == .failure(.unknownMember))
    #expect(refusal(night.send(issue(4), by: .administrator))?.name == "-32602 bad_parameters", "for whom?")
  }

  @Test func tokenRevocationIsLimitedToOwnerAndAdministrator() throws {
    var night = Night()
    _ = try night.send(issue(1), by: .member(Cast.ann, actingAs: nil)).get()
    _ = try night.send(issue(2), by: .member(Cast.ann, actingAs: nil)).get()
    let (first, second) = (TokenID(high: 4, low: 1), TokenID(high: 4, low: 2))
    #expect(night.send(.revokeToken(first), by: .member(Cast.creator, actingAs: nil)) == .failure(.unknownToken))
    #expect(night.send(.revokeToken(TokenID(high: 4, low: 9)), by: .administrator) == .failure(.unknownToken))
    _ = try night.send(.revokeToken(first), by: .member(Cast.ann, actingAs: nil)).get()
    _ = try night.send(.revokeToken(second), by: .administrator).get()
    #expect(night.household.access.tokens.map { $0.revokedAt == nil } == [false, false])
    #expect(night.send(.revokeToken(first), by: .administrator) == .success(Decision()), "again changes nothing")
  }

  @Test func fiftyFirstLiveTokenIsRefused() throws {
    var night = Night()
    for number in 1...50 { _ = try night.send(issue(UInt64(number)), by: .member(Cast.ann)).get() }
    let refused = night.send(issue(51), by: .member(Cast.ann)).refusal
    #expect(refused?.name == "422 too_many_tokens" && refused?.data == [.limit(50)])
    #expect(night.send(issue(51, for: Cast.ann), by: .administrator).refused == "422 too_many_tokens")
    #expect(night.send(issue(52), by: .member(Cast.creator)).refused == nil, "each has their own")
    _ = try night.send(.revokeToken(TokenID(high: 4, low: 7)), by: .member(Cast.ann)).get()
    #expect(night.send(issue(51), by: .member(Cast.ann)).refused == nil)
  }

  /// A member may have more tokens than the limit, issued before the limit was introduced. These tokens work, but a new
  /// one is refused until enough tokens have been revoked.
  @Test func memberOverTokenLimitMustRevokeFirst() throws {
    let issued = (1...53).map { number in
      HouseholdEvent.tokenIssued(
        TokenIssued(tokenID: TokenID(high: 4, low: number), memberID: Cast.ann, digest: "d"))
    }
    var night = Night(founding: Cast.founding + issued)
    for number: UInt64 in 1...4 {
      try night.household.requireUnrevoked(TokenID(high: 4, low: number))
      #expect(night.send(issue(60), by: .member(Cast.ann)).refused == "422 too_many_tokens")
      _ = try night.send(.revokeToken(TokenID(high: 4, low: number)), by: .member(Cast.ann)).get()
    }
    #expect(night.send(issue(60), by: .member(Cast.ann)).refused == nil)
  }

  /// The state forgets ended tokens, and unknown tokens do not work.
  @Test func forgottenTokenIsRefused() throws {
    var night = Night()
    let token = TokenID(high: 4, low: 1)
    _ = try night.send(issue(1), by: .member(Cast.ann)).get()
    _ = try night.send(.revokeToken(token), by: .member(Cast.ann)).get()
    night.wait(until: night.now.advanced(bySeconds: HouseholdLimits.endedSeconds))
    _ = try night.send(issue(2), by: .member(Cast.ann)).get()
    #expect(night.household.access.token(token) == nil)
    #expect(throws: Refusal.memberIsGone) { try night.household.requireUnrevoked(token) }
    #expect(night.send(.revokeToken(token), by: .member(Cast.ann)).refused == "404 unknown_token")
  }

  // MARK: Refusals

  @Test func refusalsCarryCodeReasonAndData() {
    #expect(Refusal.commandIDReused.name == "409 command_id_reused")
    #expect(Refusal.memberIsGone.name == "401 not_authenticated")
    let wrong = Refusal.wrongRevision.with("7", data: .revision(7))
    #expect(wrong.message.contains(" revision is now 7.") && wrong.data == [.revision(7)])
  }
}
