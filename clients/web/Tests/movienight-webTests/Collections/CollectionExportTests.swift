import MovieNightKit
import Synchronization
import Testing

@testable import movienight_web

/// Exports in several pieces, with a stand-in for the movienight server.
@Suite struct CollectionExportTests {
  @Test func anExportOfSeveralPiecesIsWhole() async throws {
    let answer = try await export(["[1,", "2,", "3]"])
    #expect(answer.status == 200)
    #expect(answer.body.hasSuffix("\r\n0\r\n\r\n"))
    #expect(["[1,", "2,", "3]"].allSatisfy { answer.body.contains($0) })
  }

  @Test func anExportWithoutItsLastPieceIsBrokenOff() async throws {
    let answer = try await export(["[1,", "2,", nil])
    #expect(answer.body.contains("[1,"))
    // Without the last chunk, a browser knows that the file is incomplete.
    #expect(!answer.body.hasSuffix("0\r\n\r\n"))
  }

  @Test func anExportThatIsRefusedAtOnceIsAPage() async throws {
    let answer = try await export([nil])
    #expect(answer.status == 500)
    #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
  }

  /// Returns the answer for an export whose pieces the server sends; nil for an error.
  private func export(_ pieces: [String?]) async throws -> Browser.Page {
    let next = Mutex(0)
    let member = "01a22100-9e55-716d-b8df-d45ce4c0a1b2"
    let server = try await StandIn { request in
      switch request.method {
      case "auth.authenticate":
        return [
          request.result(
            #"{"member_id":"\#(member)","household_id":"\#(member)","role":"creator","display_name":"Ann"}"#)
        ]
      case "collection.export":
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard let piece = pieces[index] else {
          return [#"{"jsonrpc":"2.0","id":\#(request.id),"error":{"code":-32603,"message":"Internal error"}}"#]
        }
        let cursor = index + 1 < pieces.count ? #""c""# : "null"
        return [
          request.result(#"{"content_type":"application/json","text":"\#(piece)","next_cursor":\#(cursor)}"#)
        ]
      default: return [request.result("{}")]
      }
    }
    defer { server.stop() }
    var settings = Settings()
    settings.connect = .tcp(host: "127.0.0.1", port: UInt16(server.port))
    var page: Browser.Page?
    try await withSite(settings) { running in
      let session = WebSession(
        token: "mn_token", tokenID: nil, member: try #require(MemberID(member)),
        household: try #require(HouseholdID(member)), now: running.site.now())
      await running.site.add(session)
      let browser = running.browser()
      browser.set("session", session.id)
      page = try await browser.get("/collection/files/collection.json")
    }
    return try #require(page)
  }
}
