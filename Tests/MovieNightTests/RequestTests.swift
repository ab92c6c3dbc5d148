import MovieNightPrimitives
import Testing

@testable import MovieNightKit

@Suite struct RequestTests {
  private let id = CommandID(high: 1, low: 2)

  private func preparedParameters(_ method: String, _ json: String) throws -> String {
    String(decoding: try Request(method, json: Array(json.utf8)).prepared { id }.parameters, as: UTF8.self)
  }

  @Test func commandGetsGeneratedCommandID() throws {
    #expect(try preparedParameters("rounds.vote", "{}") == #"{"command_id":"\#(id)"}"#)
    #expect(try preparedParameters("rounds.vote", #" { "a": 1 } "#) == #"{"command_id":"\#(id)", "a": 1 } "#)
  }

  @Test func givenCommandIDIsKept() throws {
    #expect(try preparedParameters("rounds.vote", #"{"command_id":"x"}"#) == #"{"command_id":"x"}"#)
  }

  @Test func readRequestGetsNoCommandID() throws {
    for method in Request.reads { #expect(try preparedParameters(method, "{}") == "{}") }
    let unknown = try Request.read("snacks.list") { $0.field("limit", 3) }.prepared { id }
    #expect(String(decoding: unknown.parameters, as: UTF8.self) == #"{"limit":3}"#)
  }

  @Test func multilineParametersBecomeOneLine() throws {
    #expect(try preparedParameters("rounds.get", "{\n\"a\":\r\n1}") == #"{ "a":  1}"#)
  }

  @Test func invalidJSONParametersAreRefused() {
    #expect(throws: ClientError.self) { try preparedParameters("rounds.get", "{") }
  }
}
