/// How much of the server one peer, or all of them, may take up.
struct TransportLimits: Sendable {
  /// Bytes of one line without its end. A longer one is answered with 413, then the connection closes.
  var lineLength = 1 << 20
  /// Requests of one connection that have no answer yet; reading goes on when half of them are answered.
  var requestsInFlight = 1024
  /// Bytes of requests that one connection may send before all that went before is answered.
  var requestBytesInFlight = 8 << 20
  /// Bytes of answers that one peer has not taken yet; above it nothing is read from that peer.
  var unreadOutput = 8 << 20
  /// Open connections; the next one is told so and closed.
  var connections = 10_000
  /// Refused connections that are still being told why; beyond them a connection is closed without a word.
  var refusals = 64
  /// How long a connection may stay without authenticating.
  var handshake = Duration.seconds(60)
  /// How long a connection may stay without a request, an answer or a notification.
  var idle = Duration.seconds(15 * 60)
  /// How long a peer may take none of the output that waits for it.
  var stalledOutput = Duration.seconds(60)
  /// How long what a peer still sends is thrown away after the last answer. Closing at once would make the kernel
  /// reset the connection, and the peer could lose that answer.
  var lingering = Duration.seconds(2)
  /// How long nobody is accepted after the system had no descriptor left.
  var acceptPause = Duration.seconds(1)
  /// Time between two ticks of the handler.
  var tickInterval = Duration.milliseconds(100)
  /// Connections accepted from one listener in one wake.
  var acceptsPerWake = 64
}
