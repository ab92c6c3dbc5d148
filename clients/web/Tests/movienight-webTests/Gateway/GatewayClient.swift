import Foundation
import MovieNightKit
import Testing

@testable import movienight_web

/// Runs `body` with a gateway to a server with one household, whose creator is Ann and which has three events.
func withGateway(
  limits: RequestLimits = RequestLimits(), origins: [String] = [],
  _ body: (GatewayClient, MovieNightServer) async throws -> Void
) async throws {
  var settings = Settings()
  settings.allowedOrigins = origins
  try await withMovieNight(["--open-registration"], settings, limits: limits) { running, server in
    try await body(GatewayClient(port: running.port, token: try await server.household()), server)
  }
}

/// An HTTP response as text.
struct HTTPAnswer {
  let status: Int
  let head: String
  let body: String

  init(_ text: String) throws {
    let end = try #require(text.firstRange(of: "\r\n\r\n"), "\(text)")
    head = String(text[..<end.lowerBound])
    body = String(text[end.upperBound...])
    status = try #require(Int(head.dropFirst(9).prefix(3)))
  }

  func json() throws -> JSONValue { try JSONDocument(body).root }

  func header(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  /// The reasons of the errors in the body.
  func reasons() throws -> [String] {
    let root = try json()
    return (root.kind == .array ? Array(root.elements) : [root]).map { $0["error"]?["data"]?["reason"]?.string ?? "" }
  }
}

/// A client that sends what a test says.
struct GatewayClient {
  let port: Int
  let token: String

  /// Sends a body to `/rpc` with the token, or with other headers.
  func rpc(_ body: String, headers: [String]? = nil, type: String = "application/json") async throws -> HTTPAnswer {
    try await send("POST", "/rpc", headers: ["Content-Type: \(type)"] + (headers ?? authorization), body: body)
  }

  /// Calls a method and returns the message with its result or error.
  func call(_ method: String, _ parameters: String = "{}", headers: [String]? = nil) async throws -> JSONValue {
    try await rpc(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#, headers: headers).json()
  }

  var authorization: [String] { ["Authorization: Bearer \(token)"] }

  func with(token: String) -> GatewayClient { GatewayClient(port: port, token: token) }

  func send(_ method: String, _ path: String, headers: [String] = [], body: String = "") async throws -> HTTPAnswer {
    let connection = try await RawConnection(to: port)
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: a", "Connection: close", "Content-Length: \(body.utf8.count)"] + headers
    try await connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try HTTPAnswer(await connection.readToEnd())
  }

  /// Opens an event stream.
  func events(_ query: String = "", headers: [String] = []) async throws -> RawConnection {
    let connection = try await RawConnection(to: port)
    let lines = ["GET /events\(query) HTTP/1.1", "Host: a"] + authorization + headers
    try await connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return connection
  }
}

/// The text of an event stream, without the lengths of its chunks.
func unchunked(_ text: String) -> String { text.replacing(#/\r\n([0-9a-f]+\r\n)?/#, with: "") }
