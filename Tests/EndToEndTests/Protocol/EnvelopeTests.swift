import MovieNightPrimitives
import Testing

/// The envelope of requests and answers: JSON-RPC 2.0, with one object or batch per line.
@Suite struct EnvelopeTests {
  private let server: LocalServer
  private let wire: Wire

  init() throws {
    server = try LocalServer()
    wire = try server.wire()
  }

  private func answer(to line: String) throws -> Answer {
    try wire.send(line + "\n")
    return try wire.readAnswer()
  }

  @Test func invalidJSONIsAParseError() throws {
    for line in ["hello", "{", #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}}"#, "[1,", "\u{1}", #""\q""#] {
      let answer = try answer(to: line)
      #expect(answer.code == -32700, "\(line)")
      #expect(answer.json["id"]?.isNull == true)
      #expect(answer.reason == "parse_error")
    }
  }

  @Test func malformedRequestIsRefused() throws {
    let lines = [
      "1", "null", #""server.ping""#, "[]", "{}", #"{"id":1,"method":"server.ping"}"#,
      #"{"jsonrpc":"1.0","id":1,"method":"server.ping"}"#, #"{"jsonrpc":"2.0","id":1}"#,
      #"{"jsonrpc":"2.0","id":1,"method":7}"#, #"{"jsonrpc":"2.0","id":true,"method":"server.ping"}"#,
      #"{"jsonrpc":"2.0","id":{},"method":"server.ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":[]}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":5}"#,
    ]
    for line in lines {
      let answer = try answer(to: line)
      #expect(answer.code == -32600, "\(line)")
      #expect(answer.reason == "invalid_request")
    }
  }

  @Test func unknownMethodsAreRefused() throws {
    for method in ["", "rounds", "server.ping ", "Server.Ping", "rounds.get\\u0000"] {
      let answer = try answer(to: #"{"jsonrpc":"2.0","id":"a","method":"\#(method)"}"#)
      #expect(answer.code == -32601, "\(method)")
      #expect(answer.reason == "unknown_method")
      #expect(answer.json["id"]?.string == "a")
    }
  }

  @Test func idsAreReturnedAsSent() throws {
    for id in [
      "1", "0", "-7", "1.5", "1e3", "123456789012345678901234567890", "null", #""""#, #""a\"b\u00e9\n""#, #""é""#,
    ] {
      let answer = try answer(to: #"{"jsonrpc":"2.0","id":\#(id),"method":"server.ping"}"#)
      #expect(answer.text == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
    }
  }

  @Test func bothLineEndingsWorkAndEmptyLinesAreIgnored() throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
    try wire.send("\r\n\n\(ping)\r\n\r\n\(ping)\n\n")
    #expect(try wire.readLine() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    #expect(try wire.readLine() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    #expect(try wire.call("server.ping").code == nil)
  }

  @Test func notificationsGetNoAnswer() throws {
    try wire.send(#"{"jsonrpc":"2.0","method":"server.ping"}"# + "\n")
    try wire.send(#"{"jsonrpc":"2.0","method":"no.such"}"# + "\n")
    try wire.send(#"{"jsonrpc":"2.0","method":"rounds.get","params":{"what":1}}"# + "\n")
    #expect(try answer(to: #"{"jsonrpc":"2.0","id":9,"method":"server.ping"}"#).json["id"]?.integer == 9)
  }

  @Test func notificationIsExecuted() throws {
    let household = try server.createHousehold()
    let member = try server.wire(token: household.token)
    try member.send(
      #"{"jsonrpc":"2.0","method":"members.add_managed","params":{"display_name":"Quiet"}}"# + "\n")
    let members = Array(try member.result("households.get").array("members"))
    #expect(try members.last?.string("display_name") == "Quiet")
  }

  @Test func batchIsAnsweredAsBatch() throws {
    let answer = try answer(
      to: #"[{"jsonrpc":"2.0","id":1,"method":"server.ping"},{"jsonrpc":"2.0","method":"server.ping"},5,"#
        + #"{"jsonrpc":"2.0","id":"b","method":"no.such"},{"jsonrpc":"2.0","id":3,"method":"households.get"}]"#)
    let answers = Array(answer.json.elements)
    #expect(answers.count == 4)
    let codes = Dictionary(
      answers.map { ($0["id"]?.text ?? "", $0["error"]?["code"]?.integer ?? 0) }, uniquingKeysWith: { $1 })
    #expect(codes == ["1": 0, "null": -32600, "b": -32601, "3": 401])
  }

  @Test func batchOfNotificationsGetsNoAnswer() throws {
    try wire.send(#"[{"jsonrpc":"2.0","method":"server.ping"},{"jsonrpc":"2.0","method":"server.ping"}]"# + "\n")
    #expect(try answer(to: #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#).json["id"]?.integer == 1)
  }

  @Test func batchOverTheLimitIsRefused() throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
    let tooMany = Array(repeating: request, count: 101).joined(separator: ",")
    #expect(try answer(to: "[\(tooMany)]").code == -32600)
    let all = Array(repeating: request, count: 100).joined(separator: ",")
    #expect(Array(try answer(to: "[\(all)]").json.elements).count == 100)
  }

  @Test func queryInBatchSeesEarlierCommands() throws {
    let household = try server.createHousehold()
    let member = try server.wire(token: household.token)
    try member.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"members.add_managed","params":{"display_name":"Newest"}},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"households.get"}]"# + "\n")
    #expect(try member.readAnswer().text.components(separatedBy: "Newest").count == 3)
  }

  @Test func nullParametersCountAsMissing() throws {
    let household = try server.createHousehold()
    let member = try server.wire(token: household.token)
    for parameters in ["", #""limit":null,"cursor":null,"household_id":null"#] {
      #expect(try member.result("sessions.list", parameters).text == #"{"sessions":[],"next_cursor":null}"#)
    }
    try member.send(#"{"jsonrpc":"2.0","id":1,"method":"sessions.list","params":null}"# + "\n")
    #expect(try member.readAnswer().code == nil)
    try member.send(#"{"jsonrpc":"2.0","id":1,"method":"sessions.list"}"# + "\n")
    #expect(try member.readAnswer().code == nil)
    let round = try member.result(
      "rounds.start",
      #""command_id":null,"acting_as":null,"expected_revision":null,"attendees":null,"movies":null,"replace":null,"#
        + #""open_voting":null,"ceiling_override":null,"allow_watched":null,"exclude_movie_ids":null,"suggest":null"#)
    #expect(try round.object("round").string("attendees_mode") == "everyone")
  }
}
