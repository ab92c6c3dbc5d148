extension MovieNightClient {
  /// How long a client waits for what, and how much it takes at once.
  public struct Options: Sendable {
    /// How long a call may take, all attempts together.
    public var callTimeout: Duration
    /// How long one attempt to connect may take.
    public var connectTimeout: Duration
    /// How long a call waits for a server that went away, and `EventFeed.next(within:)` before it tells.
    public var reconnectTimeout: Duration
    /// The longest pause between two attempts to connect. The first ones come sooner.
    public var longestPause: Duration
    /// How long a feed of events hears nothing before the client asks whether the server is there.
    public var quietTime: Duration
    /// How long a server may say nothing at all while it owes an answer that nobody waits for any more, because its call
    /// has timed out: after that the connection counts as lost.
    public var silenceTimeout: Duration
    /// The longest line taken from a server, in bytes.
    public var maximumLineBytes: Int
    /// How many requests are under way at once on the connection. More wait, in their order.
    public var maximumRequestsInFlight: Int
    /// How many events a feed holds for who has not asked for them yet; up to one page of 100 more than that.
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

  /// As whom a client acts.
  public enum Authentication: Sendable {
    /// The member that a token belongs to.
    case token(String)
    /// The administrator: on the Unix socket of a server that runs under the same user.
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
