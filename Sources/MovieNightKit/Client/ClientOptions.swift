extension MovieNightClient {
  /// The timeouts and limits of a client.
  public struct Options: Hashable, Codable, Sendable {
    /// The time limit of a call, including all its attempts.
    public var callTimeout: Duration
    /// The time limit of one attempt to connect.
    public var connectTimeout: Duration
    /// The time for which a call, or `EventFeed.next(within:)`, waits for an unreachable server before it throws.
    public var reconnectTimeout: Duration
    /// The longest pause between two attempts to connect. The first pauses are shorter.
    public var longestPause: Duration
    /// The time without messages after which a client with feeds pings the server.
    public var quietTime: Duration
    /// How long the server may be silent before the connection counts as lost, while the oldest unanswered request is a
    /// call that has already timed out or been cancelled.
    public var silenceTimeout: Duration
    /// The longest line accepted from a server, in bytes.
    public var maximumLineBytes: Int
    /// The maximum number of requests in flight on the connection. Further requests wait in order.
    public var maximumRequestsInFlight: Int
    /// The number of unread events at which a feed unsubscribes. A page of up to 100 may still arrive after that.
    public var maximumBufferedEvents: Int

    public init(
      callTimeout: Duration = .seconds(30), connectTimeout: Duration = .seconds(5),
      reconnectTimeout: Duration = .seconds(30), longestPause: Duration = .seconds(2),
      quietTime: Duration = .seconds(30), silenceTimeout: Duration = .seconds(10),
      maximumLineBytes: Int = 64 * 1024 * 1024, maximumRequestsInFlight: Int = 256, maximumBufferedEvents: Int = 1000
    ) {
      self.callTimeout = callTimeout
      self.connectTimeout = connectTimeout
      self.reconnectTimeout = reconnectTimeout
      self.longestPause = longestPause
      self.quietTime = quietTime
      self.silenceTimeout = silenceTimeout
      self.maximumLineBytes = maximumLineBytes
      self.maximumRequestsInFlight = maximumRequestsInFlight
      self.maximumBufferedEvents = maximumBufferedEvents
    }
  }

  /// The identity that a client acts as. Not `Codable`, because a token belongs in a keychain, not in settings.
  public enum Authentication: Hashable, Sendable {
    /// The member that a token belongs to.
    case token(String)
    /// The administrator. Requires the Unix socket of a server that runs as the same user.
    case administrator

    var request: Request {
      Request("auth.authenticate") { parameters in
        switch self {
        case .token(let token): parameters.field("token", token)
        case .administrator: parameters.field("administrator", true)
        }
      }
    }
  }
}
