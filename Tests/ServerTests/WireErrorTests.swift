import Testing

@testable import Commands
@testable import Server

@Suite struct WireErrorTests {
  @Test func everyKindOfRefusalHasItsCode() {
    let codes = Refusal.Kind.allCases.map { "\($0) \(WireError(Refusal($0, "a_reason", "A message.")).code)" }
    #expect(
      codes == [
        "badValue -32602", "unknownSender 401", "notAllowed 403", "unknown 404", "conflict 409", "ended 410",
        "againstRule 422",
      ])
  }
}
