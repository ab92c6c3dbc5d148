import Foundation
import MovieNightKit
import MovieNightFoundation
import Testing

/// Conversions between the client's types and Foundation's.
struct FoundationTests {
  @Test func timestampConvertsToAndFromDate() throws {
    let time = try #require(Timestamp(text: "2026-02-14T20:00:00.250000Z"))
    #expect(Date(time).timeIntervalSince1970 == 1_771_099_200.25)
    #expect(Timestamp(Date(time)) == time)
    #expect(Timestamp(Date(timeIntervalSince1970: 1e300)) == nil)
  }

  @Test func calendarDateConvertsToDateComponents() throws {
    let components = DateComponents(try #require(CalendarDate(text: "2026-02-14")))
    #expect(components.year == 2026 && components.month == 2 && components.day == 14)
  }

  @Test func identifierConvertsToAndFromUUID() throws {
    let text = "01A1FDC9-F4A6-7C66-B69F-3138CC839A84"
    let (id, uuid) = (try #require(RoundID(text)), try #require(UUID(uuidString: text)))
    #expect(UUID(id) == uuid)
    #expect(RoundID(uuid) == id)
  }

  @Test func imageAddressConvertsToURLOrNilWhenEmpty() throws {
    let json =
      #"{"thumbnail":"https://a.example/1","card":"https://a.example/2","detail":"","full":"https://a.example/4"}"#
    let images = try JSONDecoder().decode(ImageURLs.self, from: Data(json.utf8))
    #expect(images.url(\.card) == URL(string: "https://a.example/2"))
    #expect(images.url(\.detail) == nil)
  }

  @Test func errorsHaveALocalizedDescription() {
    let refusal = Refusal(code: 409, reason: "wrong_state", message: "The round is over.")
    let error: any Error = ClientError.refused(refusal)
    #expect(error.localizedDescription == "The round is over.")
    #expect((ClientError.unreachable(address: .standard, reason: "x") as any LocalizedError).recoverySuggestion != nil)
  }
}
