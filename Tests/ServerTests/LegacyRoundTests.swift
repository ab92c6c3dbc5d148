import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct LegacyRoundTests {
  private func round(_ createdAt: String) throws -> LegacyRound {
    let id = "018f3a52-7c40-7d3e-a9f1-52e0c1b7d604"
    let json =
      #"{"round_id":"\#(id)","status":"draft","started_by":"\#(id)","created_at":"\#(createdAt)"}"#
    return try LegacyRound(JSONDocument(json).root)
  }

  @Test func creationTimeOutsideEventRangeIsRefused() throws {
    #expect(try round("1969-07-20T20:17:40Z").imported.createdAt < Timestamp(microseconds: 0))
    let error = try #require(throws: JSONError.self) { try round("9999-12-31T23:59:59Z") }
    #expect(error.field == "created_at")
  }
}
