import Domain
import MovieNightPrimitives
import Testing

@Suite struct DomainValueTests {
  /// Token and invite digests have no audience, preferences, collections and what a member sets in the guide are private,
  /// and the household may read every other event.
  @Test(arguments: StoredExample.types)
  func eventTypeHasItsExpectedAudience(type: String) {
    let expected: Audience =
      switch type {
      case "TokenIssued", "InviteCreated": .nobody
      case "PreferencesSet", "GuideShowHidden", "ReminderSet", "ReminderRemoved": .memberAndParent
      case _ where Expected.events[type]?.domainEvent is CollectionEvent: .memberAndParent
      default: .household
      }
    #expect(EventSchema.current.audience(ofType: type) == expected)
  }

  @Test func unknownEventTypeHasNoAudience() {
    #expect(EventSchema.current.audience(ofType: "MovieEaten") == .nobody)
    #expect(EventSchema.current.audience(ofType: "") == .nobody)
  }

  @Test func eventTypesAreUnique() {
    #expect(Set(StoredExample.types).count == EventSchema.current.payloads.count)
  }

  @Test func contentRatingsSortFromMildToStrict() {
    #expect(ContentRating.allCases.sorted().map(\.rawValue) == ["G", "PG", "PG-13", "R", "NC-17"])
  }

  @Test func managedMemberHasFixedCeiling() {
    #expect(ContentRating.lowestCeiling(of: [(.managed, .r), (.independent, .r)]) == .pg)
    #expect(ContentRating.lowestCeiling(of: [(.independent, .r), (.independent, .nc17)]) == .r)
    #expect(ContentRating.lowestCeiling(of: [(.independent, nil), (nil, .r)]) == .pg13)
  }

  @Test func onlyMemberAndParentSpeakForMember() {
    let (child, parent, other) = (MemberID(high: 0, low: 1), MemberID(high: 0, low: 2), MemberID(high: 0, low: 3))
    #expect(child.isAuthorized(for: child, parent: parent) && parent.isAuthorized(for: child, parent: parent))
    #expect(!other.isAuthorized(for: child, parent: parent) && !other.isAuthorized(for: child, parent: nil))
    #expect(!child.isAuthorized(for: parent, parent: nil))
  }

  @Test func watchedMarkCanBeUndoneForOneDay() {
    let time = Timestamp(microseconds: 1_000_000_000_000)
    #expect(LibraryLimits.undoUntil(markedAt: time).microseconds - time.microseconds == 86_400_000_000)
  }

  /// The columns are G, PG, PG-13, R, NC-17, no rating and an unknown rating; `x` means that the rating passes.
  @Test(
    arguments: [
      (.g, false, "x......"), (.pg, false, "xx....."), (.pg13, false, "xxx...."), (.r, false, "xxxx.xx"),
      (.nc17, false, "xxxxxxx"), (.g, true, "x....xx"), (.pg, true, "xx...xx"), (.pg13, true, "xxx..xx"),
      (.r, true, "xxxx.xx"), (.nc17, true, "xxxxxxx"),
    ] as [(ContentRating, Bool, String)])
  func contentRatingPassesUpToCeiling(_ ceiling: ContentRating, _ overridden: Bool, _ expected: String) {
    let texts = ["G", "PG", "PG-13", "R", "NC-17", nil, "TV-MA"]
    let passes = texts.map { ContentRating.passes($0, ceiling: ceiling, overridden: overridden) ? "x" : "." }
    #expect(passes.joined() == expected)
  }

  @Test func roundStatusesHaveExpectedLabelsAndFlags() {
    let words = RoundStatus.allCases.map { "\($0.rawValue) \($0.label) \($0.isActive) \($0.isFinal)" }
    #expect(
      words == [
        "draft Draft true false", "voting Voting true false", "selected Selected false false",
        "watched Watched false false", "rated Rated false true", "expired Expired false true",
      ])
  }

  @Test func movieWithoutListsIsDecoded() throws {
    let json = try JSONDocument(#"{"tmdb_movie_id":7,"title":"Heat","year":1995,"genres":null}"#).root
    #expect(try Movie(json: json) == Expected.heat)
  }

  @Test(arguments: ["tmdb_movie_id", "title", "year", "genres", "genre_ids", "streaming", "runtime", "popularity"])
  func wrongTypeInMovieIsReportedWithItsField(name: String) throws {
    var json = JSONWriter()
    json.object { json in
      for (key, value) in [("tmdb_movie_id", "7"), ("title", "\"Heat\""), ("year", "1995")] where key != name {
        json.key(key)
        json.raw(Array(value.utf8))
      }
      json.key(name)
      json.raw(Array("[{}]".utf8))
    }
    let document = try JSONDocument(json.bytes)
    #expect {
      try Movie(json: document.root)
    } throws: {
      // An error in a list names the element.
      ($0 as? JSONError)?.field == name + (["genres", "genre_ids", "streaming"].contains(name) ? "[0]" : "")
    }
  }

  @Test func defaultSettingsHaveExpectedDeadlinesAndCountry() {
    let settings = HouseholdSettings()
    #expect(settings.votingExpiryHours == 72 && settings.selectedExpiryDays == 30 && settings.ratingDays == 14)
    #expect(settings.country == "US" && Country.isKnown("US") && Country.isKnown("ZW") && !Country.isKnown("us"))
  }
}
