import Foundation
import MovieNightPrimitives
import TestSupport
import Testing
import ProtocolSchema

@testable import Server

/// Within one protocol version, no change breaks clients (`docs/protocol/compatibility.md`, "How it grows").
@Suite struct ProtocolGrowthTests {
  private let current = String(decoding: MethodTable.current.description.openRPC, as: UTF8.self)

  private func breaks(from old: String, to new: String) throws -> [String] {
    ProtocolGrowth(from: try JSONDocument(old).root, to: try JSONDocument(new).root).breaks
  }

  @Test func unchangedProtocolBreaksNothing() throws { #expect(try breaks(from: current, to: current) == []) }

  /// Each change breaks what clients rely on; its reverse would only add something.
  @Test(arguments: [
    // A removed method, parameter, field or reason.
    (#""name":"rounds.vote""#, #""name":"rounds.ballot""#, "rounds.vote is gone"),
    (#""name":"allow_watched""#, #""name":"permit_watched""#, "rounds.propose allow_watched is no parameter any more"),
    (#""votes_up":{"description""#, #""votes_for":{"description""#, ".votes_up is gone"),
    (#""409_no_vote":{"#, #""422_no_vote":{"#, "the refusal 409_no_vote is gone, or has another code"),
    // A reason that a method or a connection loses or replaces; a notification that is no longer sent.
    (
      #"{"code":409,"message":"there is no vote to retract","data":{"reason":"no_vote"}},"#, "",
      "rounds.vote is refused with 409_no_vote no more"
    ),
    (
      #""data":{"reason":"no_vote"}"#, #""data":{"reason":"too_late"}"#,
      "rounds.vote is refused with 409_no_vote no more"
    ),
    (
      #""x-errors-of-connections":[{"code":-32700,"#, #""x-errors-of-connections":[{"code":-32701,"#,
      "connections are refused with -32700_parse_error no more"
    ),
    (
      #"["events.appended","events.closed"]"#, #"["events.appended"]"#,
      "events.subscribe leads to events.closed no more"
    ),
    // A changed type, nullability or word.
    (
      #""tied":{"description":"Whether another movie shares the rank.","type":"boolean"}"#,
      #""tied":{"description":"","type":"string"}"#, ".tied is string, before boolean"
    ),
    (
      #""rank":{"description":"The rank from 1; equal movies share a rank.","type":"integer"}"#,
      #""rank":{"description":"","anyOf":[{"type":"integer"},{"type":"null"}]}"#, ".rank is null, before integer"
    ),
    (#"{"type":"string","enum":["up","down"]}"#, #"{"type":"string","enum":["up"]}"#, #"takes ["down"] no more"#),
    // A changed unit, a tighter bound.
    (#""x-unit":"minutes""#, #""x-unit":"hours""#, "has another unit"),
    (#""minimum":1,"maximum":1000"#, #""minimum":1,"maximum":999"#, "limit is bounded by 999"),
    // The length of a name and of a search text, as JSON Schema counts it and as the server does.
    (#""x-max-characters":30"#, #""x-max-characters":20"#, "display_name is bounded by 20"),
    (#""x-min-characters":2"#, #""x-min-characters":4"#, "movies.search query is bounded by 4"),
    (#""minLength":2"#, #""minLength":4"#, "movies.search query is bounded by 4"),
    // A changed or removed default, of a parameter, and of a field inside a parameter.
    (#""default":20"#, #""default":10"#, "sessions.list limit has another default"),
    (#""default":"movie","#, "", "genres.list kind has another default"),
    (#""default":false"#, #""default":true"#, "rounds.start open_voting has another default"),
    (
      #""default":"avatar_bear""#, #""default":"avatar_cat""#,
      "households.create creator.avatar_key has another default"
    ),
    (#""x-access":"authenticated""#, #""x-access":"administrator""#, "is for others now"),
    (#""x-kind":"command""#, #""x-kind":"query""#, "is of another kind"),
    // A new rule, for a parameter, and for a field inside a parameter.
    (
      #"{"name":"vote","description""#, #"{"x-ruled":true,"name":"vote","description""#,
      "rounds.vote vote has to be more than of its type now"
    ),
    (
      #""title":{"description":"The title; required"#, #""title":{"x-ruled":true,"description":"The title; required"#,
      "movie.title has to be more than of its type now"
    ),
    (#""x-id-of":"round""#, #""x-id-of":"member""#, "is the id of something else"),
    (#""pattern":"^(A["#, #""pattern":"^(B["#, "providers.list country has another pattern"),
    // Changes of an event: its type, its audience, a field, the field's type, and whether the field is always present.
    (#"{"name":"VoteCast","version""#, #"{"name":"BallotCast","version""#, "VoteCast is gone"),
    (
      #""name":"VoteCast","version":1,"audience":"household""#,
      #""name":"VoteCast","version":1,"audience":"member_and_parent""#, "VoteCast is for fewer to read now"
    ),
    (#""unsuggested_by":{"type""#, #""taken_out_by":{"type""#, "MovieUnsuggested data.unsuggested_by is gone"),
    (
      #""rating_days":{"type":"integer","minimum":1,"maximum":365}"#,
      #""rating_days":{"type":"string"}"#,
      "HouseholdSettingsSet data.rating_days is string, before integer"
    ),
    (
      #""required":["tmdb_movie_id","unsuggested_by"]"#, #""required":["tmdb_movie_id"]"#,
      "MovieUnsuggested data.unsuggested_by can be missing now"
    ),
    (
      #""required":["score","reason"]"#, #""required":["score"]"#, "MovieSuggested data.merit.reason can be missing now"
    ),
  ])
  func breakingChangeIsReported(_ part: String, _ changed: String, _ expected: String) throws {
    #expect(current.contains(part), "the document has no \(part)")
    let broken = current.replacingOccurrences(of: part, with: changed)
    let breaks = try breaks(from: current, to: broken)
    #expect(breaks.contains { $0.contains(expected) }, "\(breaks)")
  }

  /// Additions that are allowed.
  @Test(arguments: [
    (
      #"{"name":"rounds.vote","#,
      #"{"name":"rounds.ballot","summary":"","params":[],"errors":[]},{"name":"rounds.vote","#
    ),
    (
      #"{"name":"vote","description""#,
      #"{"name":"why","description":"","required":false,"schema":{"type":"string"}},{"name":"vote","description""#
    ),
    (#""votes_up":{"description""#, #""votes_in_all":{"type":"integer"},"votes_up":{"description""#),
    (#""409_no_vote":{"#, #""409_no_ballot":{"code":409,"message":"","data":{"reason":"no_ballot"}},"409_no_vote":{"#),
    (#"{"type":"string","enum":["up","down"]}"#, #"{"type":"string","enum":["up","down","sideways"]}"#),
    (#""minimum":1,"maximum":1000"#, #""minimum":1,"maximum":2000"#),
    (#""x-max-characters":30"#, #""x-max-characters":31"#),
    (
      #""data":{"reason":"no_vote"}}"#,
      #""data":{"reason":"no_vote"}},{"code":409,"message":"","data":{"reason":"too_late"}}"#
    ),
    (#"["projections.progress"]"#, #"["projections.progress","events.closed"]"#),
    (#"{"name":"VoteCast","version""#, #"{"name":"VoteDrawn","version":1},{"name":"VoteCast","version""#),
    (#""unsuggested_by":{"type""#, #""why":{"type":"string"},"unsuggested_by":{"type""#),
    // The rules for an opaque text applied before they were documented.
    (
      #"{"description":"Opaque: an entry's id.","type":"string"}"#,
      #"{"description":"Which.","type":"string","pattern":"^[0-9/]+$"}"#
    ),
    (
      #"{"description":"Opaque: an entry's id.","type":"string"}"#, #"{"type":"string","enum":["1396/1","1396/1/2"]}"#
    ),
  ])
  func additionBreaksNothing(_ part: String, _ changed: String) throws {
    #expect(current.contains(part), "the document has no \(part)")
    #expect(try breaks(from: current, to: current.replacingOccurrences(of: part, with: changed)) == [])
  }

  /// Existing clients do not send a new required parameter.
  @Test func newRequiredParameterIsReported() throws {
    let part = #"{"name":"vote","description""#
    let changed = #"{"name":"why","description":"","required":true,"schema":{"type":"string"}},"# + part
    let breaks = try breaks(from: current, to: current.replacingOccurrences(of: part, with: changed))
    #expect(breaks == ["rounds.vote why is new, and required"])
  }
}
