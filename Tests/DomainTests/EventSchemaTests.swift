import MovieNightPrimitives
import Testing

@testable import Domain

/// Every version of every event can be read.
@Suite struct EventSchemaTests {
  @Test func storedExamplesMatchTypesAndVersionsExactly() throws {
    #expect(try StoredExample.names() == Set(StoredExample.versions.map { "\($0).v\($1)" }))
    #expect(Set(Expected.events.keys) == Set(StoredExample.types))
  }

  @Test(arguments: StoredExample.versions)
  func storedExampleDecodesToExpectedEvent(type: String, version: Int) throws {
    let example = try StoredExample.load(type, version: version)
    let event = try EventSchema.current.decode(type: type, version: version, data: example.data)
    #expect(event == Expected.events[type])
  }

  @Test(arguments: StoredExample.types)
  func currentVersionEncodesToItsStoredExample(type: String) throws {
    let payload = try #require(Expected.events[type]).payload
    #expect(Swift.type(of: payload).type == type)
    let example = try StoredExample.load(type, version: Swift.type(of: payload).version)
    #expect(String(decoding: payload.data, as: UTF8.self) == String(decoding: example.data, as: UTF8.self))
  }

  @Test(arguments: StoredExample.types)
  func encodedObjectHasNoDuplicateMemberNames(type: String) throws {
    let payload = try #require(Expected.events[type]).payload
    var objects = [try JSONDocument(payload.data).root]
    while let object = objects.popLast() {
      let names = object.members.map(\.name)
      #expect(Set(names).count == names.count, "\(names)")
      objects += object.members.map(\.value) + object.elements
    }
  }

  /// The stored example uses the same time for every field, so it cannot catch swapped fields.
  @Test func importedRoundTimesSurviveRoundTrip() throws {
    let times = (1...5).map { Expected.due.advanced(bySeconds: $0) }
    let imported = RoundImported(
      status: .expired, startedBy: Expected.ann, createdAt: Expected.due, votingStartedAt: times[0],
      votingClosedAt: times[1], watchedAt: times[2], ratedAt: times[3], expiredAt: times[4], expiredReason: .timedOut)
    let json = try JSONDocument(imported.data).root
    #expect(try RoundImported(json: json) == imported)
    let names: [StaticString] = [
      "created_at", "voting_started_at", "voting_closed_at", "watched_at", "rated_at", "expired_at",
    ]
    #expect(try names.map { name in try json.timestamp(name) } == [Expected.due] + times)
  }

  /// Only the optional members may be missing, and none may have another type.
  @Test(arguments: StoredExample.types)
  func missingOrMistypedMemberIsReportedWithItsName(type: String) throws {
    let example = try StoredExample.load(type, version: 1)
    for (name, value) in try JSONDocument(example.data).root.members where !value.isNull {
      for replacement in [nil, "[[]]", "true", "{\"x\":1}"] {
        let data = try without(name, of: example, replacedBy: replacement)
        guard replacement != nil || !Self.mayBeMissing(name, in: type), replacement != "true" || value.kind != .bool
        else {
          continue
        }
        #expect {
          try EventSchema.current.decode(type: type, version: 1, data: data)
        } throws: { error in
          guard case .unreadable(let json)? = (error as? EventError)?.reason else { return false }
          // An error inside a list names the element; inside a nested object, the inner field.
          return [name, "\(name)[0]"].contains(json.field)
            || ["movie", "restored", "movies", "pick", "ratings", "facts", "counts", "contents", "episode"].contains(
              name)
        }
      }
    }
  }

  private static func mayBeMissing(_ name: String, in type: String) -> Bool {
    let names =
      if Expected.events[type]?.domainEvent is CollectionEvent {
        [
          "counts", "status", "rating", "rating10", "rated_at", "icon", "color", "episode", "default_list_id",
          "default_rating",
        ]
      } else if Expected.events[type]?.domainEvent is GuideEvent {
        ["service_id", "episode"]
      } else {
        [
          "parent_member_id", "closed_by", "due_at", "removed_by", "max_content_rating", "restored",
          "voting_started_at", "watched_at", "pick",
        ]
      }
    return names.contains(name)
  }

  /// Version 1 predates invites, so its `invite_id` is ignored.
  @Test func memberJoinedVersion1IgnoresInvite() throws {
    let first = #"{"member_id":"\#(Expected.ben)","member_type":"independent","invite_id":"\#(Expected.invite)"}"#
    let event = try EventSchema.current.decode(type: "MemberJoined", version: 1, data: Array(first.utf8))
    #expect(event == .household(.memberJoined(MemberJoined(memberID: Expected.ben, memberType: .independent))))
    let second = try EventSchema.current.decode(type: "MemberJoined", version: 2, data: Array(first.utf8))
    #expect(
      second
        == .household(
          .memberJoined(
            MemberJoined(memberID: Expected.ben, memberType: .independent, inviteID: Expected.invite))))
  }

  /// Version 1 predates the catalog, so its `country` is ignored.
  @Test func settingsVersion1UseDefaultCountry() throws {
    let text = #"""
      {"voting_expiry_hours":1,"selected_expiry_days":2,"rating_days":3,"country":"DE","set_by":"\#(Expected.ann)"}
      """#
    for (version, country) in [(1, "US"), (2, "DE")] {
      let event = try EventSchema.current.decode(type: "HouseholdSettingsSet", version: version, data: Array(text.utf8))
      let settings = HouseholdSettings(votingExpiryHours: 1, selectedExpiryDays: 2, ratingDays: 3, country: country)
      #expect(event == .household(.settingsSet(HouseholdSettingsSet(settings: settings, setBy: Expected.ann))))
    }
  }

  /// Version 1 predates erasure by an administrator, so `erased_by` is required.
  @Test func memberErasedAllowsNullEraserFromVersion2() throws {
    let text = #"{"member_id":"\#(Expected.ben)","erased_by":null}"#
    #expect(throws: EventError.self) {
      try EventSchema.current.decode(type: "MemberErased", version: 1, data: Array(text.utf8))
    }
    let second = try EventSchema.current.decode(type: "MemberErased", version: 2, data: Array(text.utf8))
    #expect(second == .household(.memberErased(MemberErased(memberID: Expected.ben, erasedBy: nil))))
  }

  /// An unreleased movie has no year.
  @Test(arguments: [
    "MovieSuggested", "MovieProposed", "RoundImported", "MovieWatched", "MovieAddedToWatchlist", "MovieMarkedWatched",
    "MovieUnmarkedWatched",
  ])
  func movieInVersion2EventMayLackYear(type: String) throws {
    let example = try StoredExample.load(type, version: 2)
    let data = Array(
      String(decoding: example.data, as: UTF8.self).replacing(/"year":\d+/, with: #""year":null"#).utf8)
    #expect(data != example.data)
    let event = try EventSchema.current.decode(type: type, version: 2, data: data)
    let written = String(decoding: event.payload.data, as: UTF8.self)
    #expect(written.replacing(#","merit":null"#, with: "") == String(decoding: data, as: UTF8.self))
  }

  /// Versions 1 and 2 predate the catalog's suggestions, so their `merit` is ignored.
  @Test func movieSuggestedKeepsMeritFromVersion3() throws {
    let example = try StoredExample.load("MovieSuggested", version: 3)
    let merit = #""merit":{"score":0.7213,"reason":"Popular right now."}"#
    let data = Array(String(decoding: example.data, as: UTF8.self).replacing(#""merit":null"#, with: merit).utf8)
    for version in 1...3 {
      let event = try EventSchema.current.decode(type: "MovieSuggested", version: version, data: data)
      let expected = version == 3 ? data : example.data
      #expect(String(decoding: event.payload.data, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }
  }

  @Test func malformedPayloadIsRefused() throws {
    for text in ["", "{", "[]", "null", "{\"vote\":}"] {
      #expect(throws: EventError.self) {
        try EventSchema.current.decode(type: "VoteCast", version: 1, data: Array(text.utf8))
      }
    }
  }

  @Test(arguments: ["sideways", "UP", ""])
  func unknownVoteIsRefused(vote: String) throws {
    let data = Array("{\"member_id\":\"\(Expected.ann)\",\"tmdb_movie_id\":1,\"vote\":\"\(vote)\"}".utf8)
    let reason = EventError.Reason.unreadable(JSONError(.wrongType(expected: "a known value"), field: "vote"))
    #expect(throws: EventError(type: "VoteCast", version: 1, reason: reason)) {
      try EventSchema.current.decode(type: "VoteCast", version: 1, data: data)
    }
  }

  @Test func unknownTypeOrVersionIsRefused() throws {
    #expect(throws: EventError(type: "MovieEaten", version: 1, reason: .unknownType)) {
      try EventSchema.current.decode(type: "MovieEaten", version: 1, data: Array("{}".utf8))
    }
    #expect(throws: EventError(type: "MovieEaten", version: 2, reason: .unknownType)) {
      try EventSchema.current.decode(type: "MovieEaten", version: 2, data: Array("{}".utf8))
    }
    let example = try StoredExample.load("VoteCast", version: 1)
    for version in [-1, 0, 2, 99] {
      #expect(throws: EventError(type: "VoteCast", version: version, reason: .unknownVersion(newest: 1))) {
        try EventSchema.current.decode(type: "VoteCast", version: version, data: example.data)
      }
    }
    #expect(
      EventError(type: "VoteCast", version: 2, reason: .unknownVersion(newest: 1)).description
        == "VoteCast has version 2, but this program reads versions up to 1")
  }

  private func without(_ name: String, of example: StoredExample, replacedBy replacement: String?) throws -> [UInt8] {
    var json = JSONWriter()
    let root = try JSONDocument(example.data).root
    json.object { json in
      for (key, value) in root.members {
        if key == name, replacement == nil { continue }
        json.key(key)
        let raw = value.kind == .string ? [34] + value.rawBytes + [34] : Array(value.rawBytes)
        json.raw(key == name ? Array((replacement ?? "").utf8) : raw)
      }
    }
    return json.bytes
  }
}
