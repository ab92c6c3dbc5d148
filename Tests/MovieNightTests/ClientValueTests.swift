import Foundation
import MovieNightPrimitives
import Testing

@testable import MovieNightKit

/// The client's values as an app stores and compares them.
@Suite struct ClientValueTests {
  private let member = MemberID(high: 1, low: 2)
  private let round = RoundID(high: 3, low: 4)

  /// Expects that decoding the encoded value returns an equal one. `expected` is the JSON of a value that is also
  /// decoded from the protocol.
  private func expectRoundTrip<Value: Codable & Hashable & Sendable>(
    _ value: Value, _ expected: String? = nil
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let encoded = try encoder.encode([value])
    let decoded = try JSONDecoder().decode([Value].self, from: encoded)
    #expect(decoded == [value])
    #expect(Set(decoded) == [value])
    if let expected {
      #expect(String(decoding: encoded, as: UTF8.self) == "[\(expected)]")
      let received: [Value] = try json("[\(expected)]").decoded()
      #expect(received == [value])
    }
  }

  private func json(_ text: String) throws -> JSONValue { try JSONDocument(text).root }

  @Test(arguments: ["127.0.0.1:6684", "[::1]:1", "unix:/run/movienight.sock"])
  func serverAddressIsEncodedAsItsText(_ text: String) throws {
    try expectRoundTrip(ServerAddress(text), "\"\(text)\"")
  }

  @Test func invalidServerAddressIsNotDecoded() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ServerAddress].self, from: Data(#"["localhost"]"#.utf8))
    }
  }

  @Test func momentIsEncodedAsPositionOrTime() throws {
    try expectRoundTrip(Moment.position(7), "7")
    let time = try #require(Timestamp(text: "2026-02-14T20:00:00Z"))
    try expectRoundTrip(Moment.time(time), #""2026-02-14T20:00:00Z""#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Moment].self, from: Data(#"["soon"]"#.utf8))
    }
  }

  @Test(arguments: ["2026-02-14T20:00:00.000001Z", "1969-12-31T23:59:59.250000Z"])
  func timeWithFractionRoundTripsThroughCodable(_ text: String) throws {
    let time = try #require(Timestamp(text: text))
    try expectRoundTrip(time, "\"\(text)\"")
    try expectRoundTrip(Moment.time(time), "\"\(text)\"")
    try expectRoundTrip(RoundWatched(markedBy: nil, dueAt: time), #"{"due_at":"\#(text)"}"#)
  }

  @Test func requestSendsTimeInWholeSeconds() throws {
    let time = try #require(Timestamp(text: "2026-02-14T20:00:00.250000Z"))
    let request = EventsRequests.read(until: .time(time)).request()
    #expect(String(decoding: request.parameters, as: UTF8.self) == #"{"until":"2026-02-14T20:00:00Z"}"#)
  }

  @Test func optionsAndLimitsRoundTripThroughCodable() throws {
    try expectRoundTrip(MovieNightClient.Options(callTimeout: .milliseconds(1500), maximumBufferedEvents: 7))
    try expectRoundTrip(Outbox.Limits(commands: 3, bytes: 4))
    #expect(MovieNightClient.Options() != MovieNightClient.Options(callTimeout: .milliseconds(1500)))
  }

  @Test func authenticationIsEqualIfItsTokenIs() {
    let tokens: Set<MovieNightClient.Authentication> = [.token("a"), .token("a"), .token("b"), .administrator]
    #expect(tokens.count == 3)
  }

  @Test func requestsWithEqualParametersAreEqual() {
    let votes: Set = [
      RoundsRequests.vote(.up, on: 7, in: round), RoundsRequests.vote(.up, on: 7, in: round),
      RoundsRequests.vote(.down, on: 7, in: round), RoundsRequests.vote(.up, on: 7, in: round).acting(as: member),
    ]
    #expect(votes.count == 3)
    let requests: Set = [
      Request("snacks.list"), Request("snacks.list"), Request("snacks.add"), Request.read("snacks.list"),
    ]
    #expect(requests.count == 3)
  }

  @Test func requestsRoundTripThroughCodable() throws {
    try expectRoundTrip(RoundsRequests.vote(.up, on: 7, in: round).acting(as: member))
    try expectRoundTrip(Request.read("snacks.list") { $0.field("limit", 3) })
    try expectRoundTrip(Request("snacks.list", json: [0xFF, UInt8(ascii: "{")]))
  }

  @Test(
    arguments: [
      .badAddress("localhost"), .unreachable(address: .standard, reason: "refused"),
      .timedOut(after: .milliseconds(1500)), .protocolViolation("no id"),
      .unreadableParameters(JSONError(.wrongType(expected: "a list"), field: "movies", offset: 3)),
      .refused(Refusal(code: 409, reason: "wrong_state", message: "The round is over.")), .closed, .identityChanged,
      .outbox(.full), .outbox(.notACommand(method: "rounds.get")),
    ] as [ClientError])
  func errorRoundTripsThroughCodable(_ error: ClientError) throws { try expectRoundTrip(error) }

  @Test func keptCommandAndOutcomeRoundTripThroughCodable() throws {
    let time = try #require(Timestamp(text: "2026-02-14T20:00:00Z"))
    let command = Outbox.Command(
      id: CommandID(high: 5, low: 6), method: "rounds.vote", parameters: try json(#"{"vote":"up","tmdb_movie_id":7}"#),
      keptAt: time)
    try expectRoundTrip(command)
    let counted = Outbox.Outcome(command: command, result: .success(try json("{}")))
    let refused = Outbox.Outcome(command: command, result: .failure(.closed))
    #expect(Set([counted, counted, refused]).count == 2)
    try expectRoundTrip(counted)
    try expectRoundTrip(refused)
    try expectRoundTrip(Outbox.Outcome(command: command, result: .success(try json("null"))))
  }

  @Test func rawResultIsEncodedAsTheServerWroteIt() throws {
    let text = #"{"a":null,"b":[1,{"c":2.5}],"d":"\"ü","e":true}"#
    try expectRoundTrip(RawResult<Identity>(json: try json(text)), text)
  }

  @Test(arguments: [
    (#"{"a":1,"b":[2]}"#, #" { "b" : [2] , "a" : 1 } "#, true), (#"{"a":1}"#, #"{"a":2}"#, false),
    (#"{"a":1}"#, #"{"a":1,"b":null}"#, false), (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#, true),
    (#"{"a":1,"a":2}"#, #"{"a":1}"#, false), (#""é""#, #""\u00e9""#, true), (#""\u00e9""#, #""e\u0301""#, false),
    (#"{"\u00e9":1}"#, #"{"e\u0301":1}"#, false), ("[1,2]", "[2,1]", false), ("1", "1.0", false), ("null", "0", false),
  ])
  func jsonIsEqualIfItsMembersAre(_ left: String, _ right: String, _ areEqual: Bool) throws {
    let (left, right) = (try json(left), try json(right))
    #expect((left == right) == areEqual)
    #expect((Set([left, right]).count == 1) == areEqual)
  }
}
