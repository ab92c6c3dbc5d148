import Foundation
import MovieNightKit
import Testing

@testable import MovieNightFoundation

/// The parts of the transport over HTTP that need no server. The tests of `clients/web` try it with a gateway.
struct HTTPTransportTests {
  @Test func streamBecomesAnAnswerAndNotifications() {
    var stream = HTTPEventStream(7)
    let lines = text(
      stream.receive(
        Array("retry: 2000\nid: 2\n\nid: 3\ndata: {\"position\":3}\n\n: still here\n\nid: 9\n\n".utf8)))
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","id":7,"result":{"subscription_id":"http-7","position":2}}"#,
        #"{"jsonrpc":"2.0","method":"events.appended","params":{"subscription_id":"http-7","events":[{"position":3}],"position":3}}"#,
        #"{"jsonrpc":"2.0","method":"events.appended","params":{"subscription_id":"http-7","events":[],"position":9}}"#,
      ])
    #expect(!stream.isClosed)
  }

  @Test func streamIsReadWhereverItsPartsEnd() {
    let bytes = Array(
      "id: 2\n\nid: 3\ndata: {\"title\":\": WALL·E\"}\n\nevent: closed\ndata: {\"reason\":\"stopping\"}\n\n".utf8)
    var whole = HTTPEventStream(1)
    let expected = text(whole.receive(bytes))
    #expect(expected.count == 3)
    #expect(expected.last?.hasSuffix(#""params":{"subscription_id":"http-1","reason":"stopping"}}"#) == true)
    for size in 1...bytes.count {
      var stream = HTTPEventStream(1)
      var lines: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        lines += text(stream.receive(Array(bytes[start..<min(start + size, bytes.count)])))
      }
      #expect(lines == expected, "in parts of \(size)")
      #expect(stream.isClosed)
    }
  }

  @Test func refusalIsKeptWhole() {
    var stream = HTTPEventStream(1)
    let first = stream.receive(Array("{\"error\"".utf8), isError: true)
    let second = stream.receive(Array(":1}\n\n".utf8), isError: true)
    #expect(first.isEmpty && second.isEmpty)
    #expect(stream.refusal.map { String(decoding: $0, as: UTF8.self) } == "{\"error\":1}\n\n")
  }

  @Test(arguments: [
    ("https://films.example.org", "films.example.org:443"), ("http://127.0.0.1:8080/films", "127.0.0.1:8080"),
  ])
  func siteHasTheAddressOfItsHost(url: String, address: String) throws {
    let client = try MovieNightClient(over: #require(URL(string: url)))
    #expect(client.address.description == address)
    client.close()
  }

  @Test(arguments: ["ftp://films.example.org", "films.example.org", "https:", "file:///etc/passwd"])
  func otherURLsAreRefused(url: String) throws {
    let url = try #require(URL(string: url))
    let error = #expect(throws: ClientError.self) { try MovieNightClient(over: url) }
    guard case .badAddress? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  private func text(_ lines: [[UInt8]]) -> [String] { lines.map { String(decoding: $0, as: UTF8.self) } }
}
