import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Preferences and profiles of members, and the ceiling that follows from the preferences.
@Suite struct PreferencesTests {
  private func set(
    _ likes: [Int] = [1, 2], _ dislikes: [Int] = [], _ ceiling: ContentRating? = .r, of member: MemberID = Cast.ann,
    by sender: Sender = .member(Cast.ann)
  ) -> Result<Decision, Refusal> {
    var night = Night()
    return night.send(
      .setPreferences(
        member, Preferences(genreLikes: likes, genreDislikes: dislikes, maxContentRating: ceiling)), by: sender)
  }

  @Test func genresAreDeduplicatedAndSorted() {
    let expected = PreferencesSet(
      memberID: Cast.ann, genreLikes: [1, 18, 35], genreDislikes: [27, 53], maxContentRating: .r)
    #expect(set([35, 18, 35, 1], [53, 27, 53]).events == [.household(.preferencesSet(expected))])
  }

  @Test func samePreferencesAgainRecordNothing() {
    var night = Night()
    let preferences = Preferences(genreLikes: [2, 1, 1], genreDislikes: [], maxContentRating: .g)
    #expect(night.send(.setPreferences(Cast.ann, preferences), by: .member(Cast.ann)).types == ["PreferencesSet"])
    #expect(night.send(.setPreferences(Cast.ann, preferences), by: .member(Cast.ann)) == .success(Decision()))
  }

  @Test func genreListsOutsideLimitsOrOverlappingAreRefused() {
    #expect(set(Array(1...20), Array(21...40)).refused == nil)
    for likes in [[1], [1, 1, 1], Array(1...21)] {
      #expect(set(likes).refused == "-32602 bad_parameters" && set(likes).fields == ["genre_likes"])
    }
    let tooMany = set([1, 2], Array(21...41))
    #expect(tooMany.refused == "-32602 bad_parameters" && tooMany.fields == ["genre_dislikes"])
    let overlap = set([1, 2], [3, 2])
    #expect(overlap.refused == "-32602 bad_parameters" && overlap.fields == ["genre_dislikes"])
  }

  @Test func ceilingIsSetWithoutGenres() {
    let expected = PreferencesSet(memberID: Cast.ann, genreLikes: [], genreDislikes: [], maxContentRating: .g)
    #expect(set([], [], .g).events == [.household(.preferencesSet(expected))])
    #expect(set([], [3]).refused == "-32602 bad_parameters" && set([], [3]).fields == ["genre_likes"])
  }

  @Test func missingOrNC17CeilingIsRefused() {
    for ceiling in [ContentRating.g, .pg, .pg13, .r] { #expect(set(ceiling: ceiling).refused == nil) }
    for ceiling in [ContentRating.nc17, nil] {
      let refused = set(ceiling: ceiling)
      #expect(refused.refused == "-32602 bad_parameters" && refused.fields == ["max_content_rating"])
    }
  }

  private func set(ceiling: ContentRating?) -> Result<Decision, Refusal> { set([1, 2], [], ceiling) }

  @Test func managedMemberCeilingCannotBeChanged() {
    for ceiling in [ContentRating.g, .pg13, .r, .nc17] {
      #expect(set([1, 2], [], ceiling, of: Cast.child).refused == "403 ceiling_fixed")
    }
    let fixed = PreferencesSet(memberID: Cast.child, genreLikes: [1, 2], genreDislikes: [], maxContentRating: nil)
    for ceiling in [ContentRating.pg, nil] {
      for sender in [Sender.member(Cast.ann), .member(Cast.ann, actingAs: Cast.child)] {
        let decided = set([1, 2], [], ceiling, of: Cast.child, by: sender)
        #expect(decided.events == [.household(.preferencesSet(fixed))])
      }
    }
  }

  @Test func onlyMemberOrParentSetsPreferences() {
    #expect(set(of: Cast.ann, by: .member(Cast.creator)).refused == "403 cannot_act_as")
    #expect(set([1, 2], [], nil, of: Cast.child, by: .member(Cast.creator)).refused == "403 cannot_act_as")
    #expect(set(of: Cast.ann, by: .member(Cast.ann, actingAs: Cast.child)).refused == "403 cannot_act_as")
    #expect(set(of: Cast.ann, by: .member(Cast.ann, actingAs: Cast.ann)).refused == nil)
    #expect(
      set([1, 2], [], nil, of: Cast.child, by: .member(Cast.ann, actingAs: Cast.ann)).refused == nil,
      "acting as oneself is the same as leaving it out")
    #expect(set(of: Cast.nonMember).refused == "404 unknown_member")
  }

  /// Without preferences, the ceiling of a member is PG-13, and that of a managed member is PG.
  @Test func lowestCeilingOfAttendeesApplies() {
    var night = Night()
    func set(_ ceiling: ContentRating, _ member: MemberID) {
      night.send(
        .setPreferences(
          member, Preferences(genreLikes: [1, 2], genreDislikes: [], maxContentRating: ceiling)), by: .member(member))
    }
    set(.r, Cast.creator)
    set(.g, Cast.starter)
    set(.r, Cast.ann)
    #expect(night.household.ceiling(of: [Cast.creator, Cast.ann]) == .r)
    #expect(night.household.ceiling(of: [Cast.creator, Cast.outsider]) == .pg13)
    #expect(night.household.ceiling(of: [Cast.creator, Cast.child]) == .pg)
    #expect(night.household.ceiling(of: [Cast.creator, Cast.child, Cast.starter]) == .g)
  }

  @Test func leavingRemovesPreferences() {
    var night = Night()
    let preferences = Preferences(genreLikes: [1, 2], genreDislikes: [], maxContentRating: .g)
    night.send(.setPreferences(Cast.ann, preferences), by: .member(Cast.ann))
    night.send(.leave, by: .member(Cast.ann))
    #expect(night.household.preferences[Cast.ann] == nil)
  }

  // MARK: Profiles

  @Test func onlyMemberOrParentUpdatesProfile() throws {
    var night = Night()
    func update(_ member: MemberID, _ name: String, _ sender: Sender, avatar: String? = nil)
      -> Result<Decision, Refusal>
    {
      night.send(.updateProfile(ProfileUpdate(memberID: member, displayName: name, avatarKey: avatar)), by: sender)
    }
    let decision = try update(Cast.child, " Kid ", .member(Cast.ann)).get()
    let changed = MemberProfileChanged(memberID: Cast.child, changedBy: Cast.ann)
    #expect(decision.appends.flatMap(\.events) == [.household(.memberProfileChanged(changed))])
    guard case .put(let text)? = decision.texts.first else { return #expect(Bool(false), "no text") }
    #expect(String(decoding: text.value, as: UTF8.self) == #"{"display_name":"Kid","avatar_key":"avatar_bear"}"#)
    #expect(text.subject == Identifier(Cast.child) && text.owner == Identifier(Cast.household))
    #expect(update(Cast.child, "Kid", .member(Cast.ann, actingAs: Cast.child)).refused == "403 cannot_act_as")
    #expect(update(Cast.ann, "Kid", .member(Cast.creator)).refused == "403 cannot_act_as")
    #expect(update(Cast.nonMember, "Kid", .member(Cast.creator)).refused == "404 unknown_member")
    #expect(update(Cast.ann, "", .member(Cast.ann)).fields == ["display_name"])
    #expect(update(Cast.ann, "A", .member(Cast.ann), avatar: "").fields == ["avatar_key"])
  }

  /// A name that was stored before the rule existed must not block other changes.
  @Test func unchangedInvalidProfileTextIsNotValidated() throws {
    let old = PersonalText(
      id: TextID(Cast.ann), owner: OwnerID(Cast.household), subject: Identifier(Cast.ann),
      value: Array(#"{"display_name":"\u200b","avatar_key":"\u202e"}"#.utf8))
    let context = HouseholdContext(sender: .member(Cast.ann), now: Cast.evening, departures: [], profile: old)
    func update(name: String? = nil, avatar: String? = nil) -> Refusal? {
      let update = ProfileUpdate(memberID: Cast.ann, displayName: name, avatarKey: avatar)
      do throws(Refusal) {
        _ = try Night().household.decide(.updateProfile(update), in: context)
        return nil
      } catch {
        return error
      }
    }
    #expect(update(avatar: "avatar_owl") == nil)
    #expect(update(name: "Ann") == nil)
    #expect(update(name: "\u{200B}")?.name == "-32602 bad_parameters")
  }
}
