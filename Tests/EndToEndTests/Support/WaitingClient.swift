import MovieNightKit
import Platform
import MovieNightPrimitives

/// A client with blocking calls, for tests that run each player on a thread.
final class WaitingClient: Sendable {
  let client: MovieNightClient

  /// Connects to a server's Unix socket, and authenticates with the token of a member. Calls have the timeout of all
  /// waits in the tests, because restarting a server can take longer than the client's default on a machine whose
  /// processors are kept busy.
  init(unix path: String, token: String) throws {
    client = try CallingThread.run {
      let timeout = Duration.seconds(timeoutSeconds)
      let client = try await MovieNightClient.connect(
        to: .unix(path: path), options: MovieNightClient.Options(callTimeout: timeout, reconnectTimeout: timeout))
      try await client.authenticate(token)
      return client
    }
  }

  func call(_ request: Request, timeout: Duration? = nil) throws -> JSONValue {
    try CallingThread.run { [client] in try await client.call(request, timeout: timeout) }
  }

  func call(
    _ method: String, parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws -> JSONValue {
    try call(Request(method, parameters: parameters))
  }

  func pipeline(_ requests: [Request], timeout: Duration? = nil) throws -> [Result<JSONValue, ClientError>] {
    try CallingThread.run { [client] in try await client.pipeline(requests, timeout: timeout) }
  }

  func events(after position: Int) -> WaitingFeed { WaitingFeed(feed: client.events(after: EventPosition(position))) }
}

/// An event feed with blocking calls.
struct WaitingFeed: Sendable {
  let feed: EventFeed

  var position: Int { feed.position?.rawValue ?? 0 }

  /// Returns the positions of the events received within `duration`.
  func next(within duration: Duration) throws -> [Int] {
    try CallingThread.run { try await feed.next(within: duration).map(\.position.rawValue) }
  }
}
