import Testing

@testable import Server

@Suite struct MethodTableTests {
  @Test func methodsOfAllAreasAreFoundByName() {
    let ping = Method.control("area.ping", .everyone) { (_, _) throws(WireError) in .ping }
    let table = MethodTable(areas: [Method.ofEvents, [ping]])
    #expect(table["area.ping"]?.name == "area.ping" && table["events.read"] != nil)
    #expect(table["server.ping"] == nil, "an area that is not listed")
    #expect(table.all.map(\.name) == Method.ofEvents.map(\.name) + ["area.ping"])
  }

  @Test func aMethodThatIsThereTwiceEndsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = MethodTable(areas: [Method.ofEvents, Method.ofRounds, Method.ofEvents])
    }
  }
}
