import MovieNightConnection
import Platform
import Primitives

/// The client for tests that have a thread of their own for each who plays: its calls wait.
final class WaitingClient: Sendable {
  let client: MovieNightClient

  /// Connects to a server's Unix socket, and acts as the member that the token belongs to.
  init(unix path: String, token: String) throws {
    client = try CallingThread.run {
      let client = try await MovieNightClient.connect(to: .unix(path: path))
      try await client.authenticate(token)
      return client
    }
  }

  func call(_ request: Request, timeout: Duration? = nil) throws(ClientError) -> JSONValue {
    try CallingThread.run { [client] () async throws(ClientError) in try await client.call(request, timeout: timeout) }
  }

  func call(
    _ method: String, parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) -> JSONValue {
    try call(Request(method, parameters: parameters))
  }

  func pipeline(_ requests: [Request], timeout: Duration? = nil) -> [Result<JSONValue, ClientError>] {
    CallingThread.run { [client] in await client.pipeline(requests, timeout: timeout) }
  }

  func events(after position: Int) -> WaitingFeed { WaitingFeed(feed: client.events(after: position)) }
}

/// A feed of events likewise.
struct WaitingFeed: Sendable {
  let feed: EventFeed

  var position: Int { feed.position ?? 0 }

  /// The positions of the events that came.
  func next(within duration: Duration) throws(ClientError) -> [Int] {
    try CallingThread.run { () async throws(ClientError) in try await feed.next(within: duration).map(\.position) }
  }
}
