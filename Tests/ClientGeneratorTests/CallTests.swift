import FakeServer
import MovieNightKit
import MovieNightPrimitives
import Testing

/// The requests that the generated methods send.
struct CallTests {
  private static let id = "01a1fdc9-f4a6-7c66-b69f-3138cc839a84"
  private let round = RoundID(id)!
  private let member = MemberID(id)!

  /// Returns the method and parameters of the single request that `body` sends. Errors about the empty answer are
  /// ignored.
  private func parameters(of body: (MovieNightClient) async throws -> Void) async throws -> String {
    let server = try FakeServer.answering { $0.result("{}") }
    let client = try await MovieNightClient.connect(to: server.address)
    try? await body(client)
    let sent = try JSONDocument(try #require(server.received.first)).root
    var members: [String] = []
    for (name, value) in try sent.object("params").members where name != "command_id" {
      members.append("\(name)=\(String(decoding: value.encoded, as: UTF8.self))")
    }
    return "\(try sent.string("method")) \(members.joined(separator: " "))"
  }

  @Test func voteSendsItsParameters() async throws {
    let sent = try await parameters { client in
      try await client.acting(as: member).rounds.vote(.up, on: 7, in: round)
    }
    #expect(sent == #"rounds.vote acting_as="\#(Self.id)" vote="up" tmdb_movie_id=7 round_id="\#(Self.id)""#)
  }

  @Test func commandOptionsAreSent() async throws {
    let id = CommandID(Self.id)!
    let sent = try await parameters { client in
      let options = CommandOptions(commandID: id, expectedRevision: 4)
      try await client.acting(as: member).rounds.openVoting(round, options: options)
    }
    let members = #"acting_as="\#(Self.id)" expected_revision=4 round_id="\#(Self.id)""#
    #expect(sent == "rounds.open_voting \(members)")
    let request = RoundsRequests.openVoting(round)
    let server = try FakeServer.answering { $0.result("{}") }
    let client = try await MovieNightClient.connect(to: server.address)
    _ = try? await client.send(request, options: CommandOptions(commandID: id))
    #expect(try JSONDocument(#require(server.received.first)).root.object("params").string("command_id") == Self.id)
  }

  @Test func laterActingMemberReplacesEarlierOne() async throws {
    let other = MemberID("01a1fdc9-f4a6-7c66-b69f-3138cc839a85")!
    let sent = try await parameters { client in
      try await client.send(RoundsRequests.openVoting(round).acting(as: other).acting(as: member))
    }
    #expect(sent == #"rounds.open_voting acting_as="\#(Self.id)" round_id="\#(Self.id)""#)
  }

  @Test func actingMemberOfRequestOverridesThatOfClient() async throws {
    let other = MemberID("01a1fdc9-f4a6-7c66-b69f-3138cc839a85")!
    let sent = try await parameters { client in
      try await client.acting(as: other).send(RoundsRequests.openVoting(round).acting(as: member))
    }
    #expect(sent == #"rounds.open_voting acting_as="\#(Self.id)" round_id="\#(Self.id)""#)
    let both = try await parameters { client in
      try await client.within(.seconds(9)).acting(as: member).send(RoundsRequests.openVoting(round))
    }
    #expect(both == sent)
  }

  @Test func callTimesOutAtScopeLimit() async throws {
    let server = try FakeServer { connection, _ in while connection.receive() != nil {} }
    let client = try await MovieNightClient.connect(to: server.address)
    await #expect(throws: ClientError.timedOut(after: .milliseconds(20))) {
      try await client.within(.milliseconds(20)).rounds.get(round)
    }
  }

  @Test func queryOmitsActingMember() async throws {
    let sent = try await parameters { client in _ = try await client.acting(as: member).rounds.get(round) }
    #expect(sent == #"rounds.get round_id="\#(Self.id)""#)
  }

  @Test func requiredParameterIsSentAsNull() async throws {
    let sent = try await parameters { client in try await client.rounds.vote(nil, on: 7, in: round) }
    #expect(sent == #"rounds.vote vote=null tmdb_movie_id=7 round_id="\#(Self.id)""#)
    let everyone = try await parameters { client in try await client.rounds.setAttendees(nil, of: round) }
    #expect(everyone == #"rounds.set_attendees attendees=null round_id="\#(Self.id)""#)
  }

  @Test func optionalParameterIsOmittedWhenNil() async throws {
    let sent = try await parameters { client in
      try await client.rounds.start(movies: [SentMovie(tmdbMovieID: 7, title: "Heat")], openVoting: true)
    }
    #expect(sent == #"rounds.start movies=[{"tmdb_movie_id":7,"title":"Heat"}] open_voting=true"#)
  }

  @Test func objectsAndConfirmationWordAreSent() async throws {
    let founded = try await parameters { client in
      try await client.households.create(named: "Friday", by: NewMember(displayName: "Tim"))
    }
    #expect(founded == #"households.create name="Friday" creator={"display_name":"Tim"}"#)
    let erased = try await parameters { client in try await client.members.erase(member) }
    #expect(erased == #"members.erase member_id="\#(Self.id)" confirm="DELETE""#)
  }

  @Test func asOfIsSentAsPositionOrTime() async throws {
    let position = try await parameters { client in _ = try await client.rounds.get(round, asOf: .position(4)) }
    #expect(position == #"rounds.get round_id="\#(Self.id)" as_of=4"#)
    let time = Timestamp(text: "2026-02-14T20:00:00Z")!
    let moment = try await parameters { client in _ = try await client.rounds.results(round, asOf: .time(time)) }
    #expect(moment == #"rounds.results round_id="\#(Self.id)" as_of="2026-02-14T20:00:00Z""#)
  }

  @Test func invalidResultIsReportedWithItsPath() async throws {
    let server = try FakeServer.answering { $0.result(#"{"tokens":[{}]}"#) }
    let client = try await MovieNightClient.connect(to: server.address)
    await #expect {
      try await client.tokens.list()
    } throws: { error in
      "\(error)".contains("tokens.list: tokens[0].token_id is missing")
    }
  }

  @Test func allItemsAreRequestedPageByPage() async throws {
    @Sendable func page(_ labels: [String], next: String?) -> String {
      let tokens = labels.map { label in
        #"{"token_id":"\#(Self.id)","member_id":"\#(Self.id)","label":"\#(label)","issued_at":"2026-02-14T20:00:00Z"}"#
      }
      let lines = tokens.joined(separator: ",")
      return #"{"lines":[\#(lines)],"next_cursor":\#(next.map { "\"\($0)\"" } ?? "null")}"#
    }
    let server = try FakeServer.answering { request in
      switch request.parameters?["cursor"]?.string {
      case nil: request.result(page(["a", "b"], next: "1"))
      case "1": request.result(page([], next: "2"))
      default: request.result(page(["c"], next: nil))
      }
    }
    let client = try await MovieNightClient.connect(to: server.address)
    var labels: [String] = []
    for try await line in client.administration.catalog.exportAll() { labels.append(try line.json.string("label")) }
    #expect(labels == ["a", "b", "c"])
    #expect(server.received.count == 3)
  }
}
