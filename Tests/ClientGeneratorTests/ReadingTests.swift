import Foundation
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import MovieNightKit

/// Decoding values from JSON.
struct ReadingTests {
  private let vote = """
    {"round_id":"01a1fdc9-f4a6-7c66-b69f-3138cc839a84","tmdb_movie_id":10681,\
    "member_id":"01a1fdc9-f468-74c0-9b69-b1fbf8383c58","vote":"up","voted_at":"2026-11-21T11:07:13Z","position":50,\
    "revision":8}
    """

  private func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws(JSONError) -> Value {
    try JSONDocument(text).root.decoded()
  }

  @Test func commandResultForwardsMembersOfItsValue() throws {
    let changed = try read(vote, as: CommandResult<CastVote>.self)
    #expect(changed.vote == .up)
    #expect(changed.roundID.description == "01a1fdc9-f4a6-7c66-b69f-3138cc839a84")
    #expect(changed.votedAt?.description == "2026-11-21T11:07:13.000000Z")
    #expect((changed.position, changed.revision) == (50, 8))
  }

  @Test func unknownMembersAreIgnored() throws {
    let more = vote.replacingOccurrences(of: "{\"round_id\"", with: #"{"mood":{"of":["all"]},"round_id""#)
    #expect(try read(more, as: CommandResult<CastVote>.self) == read(vote))
  }

  @Test func unknownChoiceIsKept() throws {
    let sideways = vote.replacingOccurrences(of: "\"up\"", with: "\"sideways\"")
    let changed = try read(sideways, as: CommandResult<CastVote>.self)
    #expect(changed.vote == Vote(rawValue: "sideways"))
    #expect(String(decoding: try JSONEncoder().encode(changed), as: UTF8.self).contains("\"sideways\""))
  }

  @Test func knownChoiceFromRawValueEqualsItsConstant() {
    #expect(Set([Vote(rawValue: "up"), .up]).count == 1)
    #expect(Vote.allCases == [.up, .down])
    #expect(RefusalReason(rawValue: "internal") == .internal)
  }

  @Test func nullAndMissingMembersAreNil() throws {
    let null = vote.replacingOccurrences(of: "\"up\"", with: "null")
    #expect(try read(null, as: CommandResult<CastVote>.self).vote == nil)
    let missing = vote.replacingOccurrences(of: "\"vote\":\"up\",", with: "")
    #expect(try read(missing, as: CommandResult<CastVote>.self).vote == nil)
  }

  @Test func missingMemberIsNamedWithItsPath() {
    let page =
      #"{"sessions":[{"round_id":"01a1fdc9-f4a6-7c66-b69f-3138cc839a84","status":"rated"}],"next_cursor":null}"#
    #expect(throws: JSONError(.missing, field: "sessions[0].status_label")) { try read(page, as: SessionPage.self) }
  }

  @Test func memberOfWrongTypeIsNamedWithItsPath() {
    #expect(throws: JSONError(.wrongType(expected: "an id"), field: "invites[0].invite_id")) {
      try read(#"{"invites":[{"invite_id":7}]}"#, as: InviteList.self)
    }
    #expect(throws: JSONError(.wrongType(expected: "a whole number"), field: "genre_likes[1]")) {
      try read(
        #"{"member_id":"01a1fdc9-f468-74c0-9b69-b1fbf8383c58","genre_likes":[1,"2"],"genre_dislikes":[]}"#,
        as: Preferences.self)
    }
    #expect(throws: JSONError(.wrongType(expected: "an object"))) { try read("[]", as: InviteList.self) }
  }

  /// An app's own type, with members of various types.
  private struct Various: Codable, Hashable {
    var small: Int8?
    var large: UInt64?
    var ratio: Double?
    var flag: Bool?
    var words: [String: [String]]?
    var grid: [[Int?]]?
    var date: CalendarDate?
    var time: Timestamp?
    var open: JSONObject?
  }

  @Test func customDecodableTypeIsDecoded() throws {
    let text = """
      {"small":-128,"large":9007199254740993,"ratio":1.5,"flag":true,"words":{"a":["b"]},"grid":[[1,null],[]],\
      "date":"2026-02-14","time":"2026-02-14T20:00:00Z","open":{"a":null,"b":[1,{"c":2.5}]}}
      """
    let various: Various = try read(text)
    #expect(various.small == -128 && various.large == 9_007_199_254_740_993 && various.ratio == 1.5)
    #expect(various.flag == true && various.words == ["a": ["b"]] && various.grid == [[1, nil], []])
    #expect(various.date?.description == "2026-02-14" && various.open?["a"]?.isNull == true)
    let coded = String(decoding: try JSONEncoder().encode(various), as: UTF8.self)
    #expect(try read(coded) == various)
  }

  @Test(arguments: [
    (#"{"small":128}"#, "small is not a whole number that fits Int8"), (#"{"ratio":"1"}"#, "ratio is not a number"),
    (#"{"flag":1}"#, "flag is not true or false"), (#"{"words":{"a":[1]}}"#, "words.a[0] is not a string"),
    (#"{"grid":[[1],7]}"#, "grid[1] is not a list"), (#"{"date":"2026-02-30"}"#, "date is not a date"),
    (#"{"time":7}"#, "time is not a time"), (#"{"open":[]}"#, "open is not an object"),
  ])
  func mismatchWithCustomTypeIsNamed(text: String, error: String) {
    let failure = #expect(throws: JSONError.self) { try read(text, as: Various.self) }
    #expect(failure?.description == error)
  }

  private let movie = #"{"tmdb_movie_id":7,"title":"Heat","runtime":170}"#

  @Test func minutesBecomeDuration() throws {
    let heat = try read(movie, as: SentMovie.self)
    #expect(heat.runtime == .seconds(170 * 60) && heat.tmdbMovieID == 7)
    var json = JSONWriter()
    heat.write(to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self).contains(#""runtime":170"#))
    #expect(try JSONDecoder().decode(SentMovie.self, from: JSONEncoder().encode(heat)) == heat)
  }

  @Test(arguments: ["null", nil]) func missingMinutesAreNil(_ runtime: String?) throws {
    let unknown = try read(
      movie.replacingOccurrences(of: #","runtime":170"#, with: runtime.map { #","runtime":\#($0)"# } ?? ""),
      as: SentMovie.self)
    #expect(unknown.runtime == nil)
    #expect(!String(decoding: try JSONEncoder().encode(unknown), as: UTF8.self).contains("runtime"))
  }

  @Test func tooManyMinutesAreRefused() {
    let endless = movie.replacingOccurrences(of: "170", with: "9223372036854775807")
    #expect(throws: JSONError(.wrongType(expected: "a whole number that fits Int32"), field: "runtime")) {
      try read(endless, as: SentMovie.self)
    }
  }

  @Test func membersAreDecodedInAnyOrder() throws {
    struct Letters: Decodable, Equatable { var a: Int, b: Int, c: Int, d: Int? }
    let letters = Letters(a: 1, b: 2, c: 3, d: nil)
    for text in [
      #"{"a":1,"b":2,"c":3}"#, #"{"c":3,"b":2,"a":1}"#, #"{"b":2,"x":{"c":9},"c":3,"d":null,"\u0061":1}"#,
    ] {
      #expect(try read(text) == letters)
    }
    #expect(try read(#"{"\u00e9":1,"ü":2,"":3}"#) == ["é": 1, "ü": 2, "": 3])
  }

  @Test func eventRoundTripsThroughCodable() throws {
    let text = """
      {"position":7,"stream":"round-01a1fdc9-f4a6-7c66-b69f-3138cc839a84","revision":2,"type":"VoteCast","version":1,\
      "recorded_at":"2026-11-21T11:07:13Z","data":{"vote":"up","tmdb_movie_id":7,"nested":{"list":[1,2.5,null,true]}},\
      "metadata":{"actor":null,"acting_as":null,"command_id":null}}
      """
    let event: Event = try read(text)
    #expect(event.id == 7)
    #expect(event.data?["tmdb_movie_id"]?.integer == 7)
    let coded = try JSONEncoder().encode(event)
    #expect(try JSONDecoder().decode(Event.self, from: coded) == event)
    #expect(try JSONDecoder().decode(Event.self, from: coded).hashValue == event.hashValue)
  }

  @Test func refusalExposesReasonAndMembers() throws {
    let data = try JSONDocument(#"{"reason":"already_in_round","tmdb_movie_ids":[7,8]}"#).root
    let refusal = Refusal(
      code: 409, reason: "already_in_round", message: "It is there.", data: try JSONObject(json: data))
    #expect(refusal.kind == .alreadyInRound)
    #expect(refusal.tmdbMovieIDs == [7, 8])
    #expect(refusal.limit == nil)
    #expect(ClientError.refused(refusal).reason == .alreadyInRound)
    #expect(Set([refusal, refusal]).count == 1)
    #expect(Refusal(code: 409, reason: "new_one", message: "").kind == RefusalReason(rawValue: "new_one"))
  }
}
