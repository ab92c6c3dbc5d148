import Commands
import MovieNightPrimitives
import Testing
import ProtocolSchema

@testable import Server

@Suite struct MethodTableTests {
  @Test func methodsOfListedAreasAreFoundByName() {
    let nothing = ObjectType(nil, "Nothing.", [])
    let ping = Method.control("area.ping", "Answers.", .everyone, gives: nothing) { (_, _) throws(Refusal) in .ping }
    let table = MethodTable(
      areas: [Method.ofEvents(.current, CommandAreas.current.textKinds), [ping]], events: .current)
    #expect(table["area.ping"]?.name == "area.ping" && table["events.read"] != nil)
    #expect(table["server.ping"] == nil, "an area that is not listed")
    #expect(
      table.all.map(\.name) == Method.ofEvents(.current, CommandAreas.current.textKinds).map(\.name) + ["area.ping"])
  }

  /// Fingerprints stay in the events, and a short personal text could be guessed from its fingerprint.
  @Test(arguments: MethodTable.current.all.filter { $0.kind == .command })
  func identifyingParametersAreMarkedPersonal(method: Method) {
    let words = [
      "name", "creator", "display_name", "avatar_key", "label", "description", "text", "file", "data", "resolutions",
    ]
    for parameter in method.parameters {
      let name = parameter.field.name.description
      #expect(parameter.isPersonal == words.contains(name), "\(name)")
    }
  }

  #if DEBUG
    @Test func undeclaredResponseTerminatesProcess() async throws {
      await #expect(processExitsWith: .failure) {
        MethodTable.current["households.get"]?.requireDeclared(Array(#"{"household_id":null}"#.utf8))
      }
      await #expect(processExitsWith: .failure) {
        MethodTable.current["households.get"]?.requireDeclared(.noVote)
      }
      await #expect(processExitsWith: .failure) { Response.requireDeclared(.unknownRound) }
      await #expect(processExitsWith: .failure) { Response.requireDeclared("events.appended", Array("{}".utf8)) }
      // These responses are declared, so they end no process.
      let ping = try #require(MethodTable.current["server.ping"])
      ping.requireDeclared(Array("{}".utf8))
      ping.requireDeclared(.stopping)
      Response.requireDeclared(.tooManyConnections)
    }

    /// Returns the parameters of `events.appended` with one event.
    private static func appended(_ type: String, _ data: String) -> [UInt8] {
      let id = "01890a5d-ac96-774b-bcce-b302099a8057"
      let metadata = #"{"actor":null,"acting_as":null,"command_id":null}"#
      let event =
        #"{"position":1,"stream":"household-\#(id)","revision":0,"type":"\#(type)","version":1,"#
        + #""recorded_at":"2026-02-14T20:00:00Z","data":\#(data),"metadata":\#(metadata)}"#
      return Array(#"{"subscription_id":"\#(id)","events":[\#(event)],"position":1}"#.utf8)
    }

    @Test func undeclaredEventDataTerminatesProcess() async {
      await #expect(processExitsWith: .failure) {
        Response.requireDeclared("events.appended", MethodTableTests.appended("TokenRevoked", #"{"token_id":7}"#))
      }
      await #expect(processExitsWith: .failure) {
        Response.requireDeclared("events.appended", MethodTableTests.appended("HouseholdClosed", #"{"why":"it"}"#))
      }
      let token = #"{"token_id":"01890a5d-ac96-774b-bcce-b302099a80b1"}"#
      Response.requireDeclared("events.appended", Self.appended("TokenRevoked", token))
      // No check applies to data that is hidden from the reader, was recorded in an older version, or belongs to an
      // event type of no area.
      Response.requireDeclared("events.appended", Self.appended("TokenRevoked", "null"))
      Response.requireDeclared("events.appended", Self.appended("MemberErased", "{}"))
      Response.requireDeclared("events.appended", Self.appended("SnackGone", "{}"))
    }
  #endif

  @Test func duplicateMethodTerminatesProcess() async {
    await #expect(processExitsWith: .failure) {
      _ = MethodTable(areas: [Method.ofRounds, Method.ofLibrary, Method.ofRounds], events: .current)
    }
  }
}
