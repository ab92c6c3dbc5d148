/// How much of the server one peer, or all of them, may take up.
package struct TransportLimits: Sendable {
  /// What strangers, who have not authenticated, have in place of the four that follow.
  var stranger = Share(
    lineLength: 16 << 10, requestsInFlight: 16, requestBytesInFlight: 16 << 10, unreadOutput: 16 << 10)
  /// Bytes of answers that a stranger has not taken, above which it is disconnected.
  package var strangerOutput = 64 << 10
  /// Bytes of one line without its end. A longer one is answered with 413, then the connection closes.
  package var lineLength = 1 << 20
  /// Requests of one connection that have no answer yet; reading goes on when half of them are answered.
  var requestsInFlight = 1024
  /// Bytes of such requests.
  var requestBytesInFlight = 8 << 20
  /// Bytes of answers that one peer has not taken yet; above it nothing is read from that peer.
  package var unreadOutput = 8 << 20
  /// Bytes that the buffers of all connections together may take up; whoever holds most is disconnected.
  package var buffers = 1 << 30
  /// Open connections, and who gets them; who gets none is told so and closed.
  package var connections = ConnectionSlots.Limits()
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
  /// Connections and listeners looked at in one loop iteration.
  var eventsPerWake = 512
  /// Connections accepted from one listener in one wake.
  var acceptsPerWake = 64
  /// Bytes sent to one connection in one loop iteration, so that others get their turn.
  var bytesSentPerTurn = 256 << 10
  /// Bytes sent to all connections in one loop iteration; the rest of them come first in the next one.
  var bytesSentPerWake = 8 << 20

  package init() {}

  /// Descriptors for everything but connections: the store's files, the catalog's requests, listeners, the log.
  private static let descriptorsBesides = 64

  /// How many descriptors the process needs for all that these limits allow.
  ///
  /// A connection is a descriptor, and stays one for a moment after another has taken its place: one accepted in the same
  /// loop iteration, by either of two listeners.
  package var descriptors: Int {
    Self.descriptorsBesides + connections.all + refusals + 2 * acceptsPerWake
  }

  /// Lowers the limits to what so many descriptors allow.
  package mutating func fit(descriptors: Int) {
    let available = max(16, descriptors - Self.descriptorsBesides)
    refusals = min(refusals, max(1, available / 12))
    acceptsPerWake = min(acceptsPerWake, max(1, available / 12))
    connections.fit(min(connections.all, available - refusals - 2 * acceptsPerWake))
  }

  /// How much one connection may take up.
  struct Share: Sendable {
    var lineLength: Int
    var requestsInFlight: Int
    var requestBytesInFlight: Int
    var unreadOutput: Int
  }

  func share(isAuthenticated: Bool) -> Share {
    guard isAuthenticated else { return stranger }
    return Share(
      lineLength: lineLength, requestsInFlight: requestsInFlight, requestBytesInFlight: requestBytesInFlight,
      unreadOutput: unreadOutput)
  }
}
