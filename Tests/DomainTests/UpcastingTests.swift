import MovieNightPrimitives
import Testing

@testable import Domain

/// Tests upcasting with made-up schemas.
@Suite struct UpcastingTests {
  /// Version 1 has `{"who","movie","up"}`, version 2 `{"member_id","movie","vote"}`, version 3 the current shape.
  private let schema = makeSchema([toSecond, toThird])
  private let expected = Event.round(.voteCast(VoteCast(memberID: Expected.ann, tmdbMovieID: 5, vote: .down)))

  @Test func everyVersionDecodesToCurrentEvent() throws {
    let versions = [
      "{\"who\":\"\(Expected.ann)\",\"movie\":5,\"up\":false}",
      "{\"member_id\":\"\(Expected.ann)\",\"movie\":5,\"vote\":\"down\"}",
      "{\"member_id\":\"\(Expected.ann)\",\"tmdb_movie_id\":5,\"vote\":\"down\"}",
    ]
    for (index, data) in versions.enumerated() {
      #expect(try schema.decode(type: VoteCast.type, version: index + 1, data: Array(data.utf8)) == expected)
    }
  }

  @Test func payloadUnderWrongVersionIsRefused() {
    let first = "{\"who\":\"\(Expected.ann)\",\"movie\":5,\"up\":false}"
    let reason = EventError.Reason.unreadable(JSONError(.missing, field: "member_id"))
    for version in [2, 3] {
      #expect(throws: EventError(type: VoteCast.type, version: version, reason: reason)) {
        try schema.decode(type: VoteCast.type, version: version, data: Array(first.utf8))
      }
    }
    for version in [0, 4] {
      #expect(throws: EventError(type: VoteCast.type, version: version, reason: .unknownVersion(newest: 3))) {
        try schema.decode(type: VoteCast.type, version: version, data: Array(first.utf8))
      }
    }
  }

  @Test func typesWithoutUpcastersDecodeUnchanged() throws {
    for (type, event) in Expected.events where type != VoteCast.type {
      // The made-up schema has no upcasters for these types, so it reads version 1 as current.
      #expect(try schema.decode(type: type, version: 1, data: event.payload.data) == event)
    }
    #expect(throws: EventError(type: "MovieEaten", version: 1, reason: .unknownType)) {
      try schema.decode(type: "MovieEaten", version: 1, data: Array("{}".utf8))
    }
  }

  @Test func upcastMembersAreListedAsLate() {
    let late = ["HouseholdSettingsSet": ["country"], "MemberJoined": ["invite_id"], "MovieSuggested": ["merit"]]
    for payload in EventSchema.current.payloads {
      #expect(EventSchema.current.lateFields(ofType: payload.type) == Set(late[payload.type] ?? []), "\(payload.type)")
    }
  }

  @Test func failingUpcasterIsReportedAsUnreadable() {
    let failing = makeSchema([toFailure])
    let broken = makeSchema([toBrokenText])
    #expect(
      throws: EventError(type: "VoteCast", version: 1, reason: .unreadable(JSONError(.missing, field: "made_up")))
    ) {
      try failing.decode(type: "VoteCast", version: 1, data: Array("{}".utf8))
    }
    #expect(throws: EventError.self) { try broken.decode(type: "VoteCast", version: 1, data: Array("{}".utf8)) }
  }
}

/// Makes a schema with upcasters for votes only.
private func makeSchema(_ upcasters: [EventSchema.Upcaster]) -> EventSchema {
  EventSchema(
    areas: [HouseholdEvent.self, RoundEvent.self, LibraryEvent.self, CollectionEvent.self, GuideEvent.self],
    upcasters: [[:], [VoteCast.type: upcasters], [:], [:], [:]])
}

private func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
  var json = JSONWriter()
  json.object(body)
  return json.bytes
}

@Sendable private func toSecond(_ json: JSONValue) throws(JSONError) -> [UInt8] {
  let member: MemberID = try json.identifier("who")
  let movie = try json.integer("movie")
  let isUp = try json.bool("up")
  return object { json in
    json.field("member_id", member)
    json.field("movie", movie)
    json.field("vote", isUp ? "up" : "down")
  }
}

@Sendable private func toThird(_ json: JSONValue) throws(JSONError) -> [UInt8] {
  let member: MemberID = try json.identifier("member_id")
  let movie = try json.integer("movie")
  let vote = try json.string("vote")
  return object { json in
    json.field("member_id", member)
    json.field("tmdb_movie_id", movie)
    json.field("vote", vote)
  }
}

@Sendable private func toFailure(_ json: JSONValue) throws(JSONError) -> [UInt8] {
  throw JSONError(.missing, field: "made_up")
}

@Sendable private func toBrokenText(_ json: JSONValue) throws(JSONError) -> [UInt8] {
  Array("{".utf8)
}
